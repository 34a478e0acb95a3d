import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import fc from 'fast-check';
import { ARC } from '../../testing/machine/jobs.ts';
import { readWith, writeWith } from '../../testing/machine/support.ts';
import { walk } from '../../testing/machine/walker.ts';
import { jobWith } from '../../testing/traits.ts';

const { NaN: NONE } = Number;
const named = (name: string): Feature => Object.assign(new Feature(), { name });

function pathOf(...vertices: readonly (readonly [easting: number, northing: number, elevation: number])[]): Path {
  const path = new Path();
  for (const [easting, northing, elevation] of vertices) path.vertex(easting, northing, elevation);
  return path;
}

/** An object with a position and one without, of each kind that may lack one. */
function halfPlaced(): FieldJob {
  const builder = new JobBuilder();
  builder.point(named('here'), 5, 6, NONE);
  builder.point(named('no easting'), NONE, 6, 7);
  builder.point(named('no northing'), 5, Infinity, 7);
  builder.line(named('whole'), pathOf([0, 0, NONE], [10, 0, 1]));
  builder.line(named('gap'), pathOf([0, 0, 1], [NONE, 5, 1], [10, 0, 1]));
  builder.line(named('end'), pathOf([0, 0, 1], [5, 5, 1], [10, -Infinity, 1]));
  builder.text(new Feature(), labelOf('here', 1, 2));
  builder.text(new Feature(), labelOf('nowhere', 1, NONE));
  return builder.job;
}

/** A square of two triangles and one more, with a vertex of unknown elevation. */
const holed = (lost: number) => {
  const vertices = Float64Array.of(0, 0, 1, 10, 0, 2, 10, 10, 3, 0, 10, 4, 20, 5, 5);
  vertices[3 * lost + 2] = NONE;
  const edges = Int32Array.of(0, 2, 1, 2);
  return surfaceOf('S', vertices, Int32Array.of(0, 1, 2, 0, 2, 3, 1, 4, 2), {
    edges,
    neighbours: Int32Array.of(-1, 2, 1, 0, -1, -1, -1, -1, 0),
  });
};

/** Number of objects per code of the report. */
async function lossesOf(id: string, job: FieldJob): Promise<{ bytes: Buffer; counts: Record<string, number> }> {
  const { bytes, issues } = await writeWith(id, job, { experimental: true });
  return { bytes, counts: Object.fromEntries(issues.summary().map(({ code, count }) => [code, count])) };
}

describe('objects without a position', () => {
  it('include control points without a grid position: a machine must not use "no value" as their position', async () => {
    const unknown = { residualEasting: NONE, residualNorthing: NONE, residualElevation: NONE };
    const builder = new JobBuilder();
    for (const [name, easting] of [
      ['grid', 5],
      ['earth', NONE],
    ] as const) {
      builder.controlPoint({
        ...{ name, code: '', description: '', easting, northing: 6, elevation: 7, ...unknown },
        ...{ latitude: 52, longitude: 13, ellipsoidHeight: 90, useHorizontal: true, useVertical: true, source: -1 },
      });
    }
    for (const id of ['tp3', 'gc3']) {
      const { bytes, counts } = await lossesOf(id, builder.job);
      assert.equal(counts['control-without-position'], 1);
      const { job, issues } = await readWith(id, bytes);
      assert.equal(issues.count('coordinate-not-finite'), 0);
      assert.deepEqual(
        job.controlPoints.map(({ name }) => name),
        ['grid'],
      );
    }
  });

  it('are left out of a TP3 and counted, the others are unchanged', async () => {
    const { bytes, counts } = await lossesOf('tp3', halfPlaced());
    assert.deepEqual(
      ['point', 'line', 'text'].map((kind) => counts[`${kind}-without-position`]),
      [2, 2, 1],
    );
    const { job, issues } = await readWith('tp3', bytes);
    assert.equal(issues.count('coordinate-not-finite'), 0);
    assert.deepEqual([job.points.length, job.points.name.get(0), job.points.elevation(0)], [1, 'here', NONE]);
    assert.deepEqual([job.lines.length, job.lines.name.get(0), job.lines.vertexCount], [1, 'whole', 2]);
    assert.deepEqual([job.texts.length, job.texts.label(0).text], [1, 'here']);
  });

  it('are only reported if the format holds their kind', async () => {
    const pt3 = await lossesOf('pt3', halfPlaced());
    assert.deepEqual([pt3.counts['point-without-position'], pt3.counts['line-without-position']], [2, undefined]);
    assert.equal(pt3.counts['line-left-out'], 3);
    const ln3 = await lossesOf('ln3', halfPlaced());
    assert.deepEqual([ln3.counts['point-without-position'], ln3.counts['line-without-position']], [undefined, 2]);
    assert.equal((await readWith('ln3', ln3.bytes)).job.lines.vertexCount, 2);
  });

  it('are not reported in a job with all positions, and no elevation is lost', async () => {
    const { counts } = await lossesOf('tp3', jobWith({ point: { name: 'A' } }));
    assert.deepEqual(
      Object.keys(counts).filter((code) => code.endsWith('-without-position')),
      [],
    );
  });

  for (const id of ['tp3', 'tn3'])
    describe(`${id}: triangles with a vertex without elevation are left out, the others keep their vertices and edges`, () => {
      for (const [lost, triangles, edges] of [
        [0, [[10, 0, 2, 20, 5, 5, 10, 10, 3]], 1],
        [2, [], 0],
        [
          3,
          [
            [0, 0, 1, 10, 0, 2, 10, 10, 3],
            [10, 0, 2, 20, 5, 5, 10, 10, 3],
          ],
          2,
        ],
      ] as const)
        it(String(lost), async () => {
          const builder = new JobBuilder();
          builder.surface(holed(lost));
          const { bytes, counts } = await lossesOf(id, builder.job);
          assert.equal(counts['triangle-left-out'], 3 - triangles.length);
          // "No value" as an elevation looks like 0 to other programs, so the file must not have it.
          for (const record of walk(bytes).tables.get(id === 'tp3' ? 2 : 1)!.records)
            assert.ok(record.readDoubleLE(16) >= 1, `elevation ${record.readDoubleLE(16)}`);
          const { job, issues } = await readWith(id, bytes);
          const back = job.surfaces[0];
          const places = Array.from(back?.triangles ?? [], (vertex) => [
            ...back!.vertices.subarray(3 * vertex, 3 * vertex + 3),
          ]);
          assert.deepEqual(places.flat(), triangles.flat(), `vertex ${lost}`);
          assert.equal((back?.edges.length ?? 0) / 2, edges, `edges without vertex ${lost}`);
          assert.equal(issues.count('neighbours-wrong') + issues.count('triangle-skipped'), 0);
        });
    });

  it('a surface without any elevation is refused as a TN3, because there is nothing to write', async () => {
    const builder = new JobBuilder();
    builder.surface(surfaceOf('flat', Float64Array.of(0, 0, NONE, 1, 0, NONE, 0, 1, NONE), Int32Array.of(0, 1, 2)));
    await assert.rejects(lossesOf('tn3', builder.job), { code: 'nothing-to-write', message: /"flat"/ });
  });

  it('an axis without a start is left out, and so are profile points without elevation', async () => {
    const point = { station: 0, elevation: 50, curve: 'none', length: 0, radius: NONE } as const;
    const profile = [point, { ...point, station: 10, elevation: NONE }, { ...point, station: NONE }];
    for (const id of ['tp3', 'rd3']) {
      const kept = await lossesOf(id, jobWith({ alignment: { horizontal: [ARC], vertical: profile } }));
      assert.equal(kept.counts['vertical-point-left-out'], 2);
      assert.deepEqual((await readWith(id, kept.bytes)).job.alignments[0]!.vertical, [point]);
    }
    for (const damage of [
      { startEasting: NONE },
      { startNorthing: Infinity },
      { azimuth: NONE },
      { startRadius: NONE },
      { startRadius: 0 },
      { length: Infinity },
    ]) {
      const { bytes, counts } = await lossesOf('tp3', jobWith({ alignment: { horizontal: [{ ...ARC, ...damage }] } }));
      assert.equal(counts['alignment-without-position'], 1, JSON.stringify(damage));
      assert.equal((await readWith('tp3', bytes)).job.alignments.length, 0);
    }
  });

  it('a plane with a NaN is left out', async () => {
    const { bytes, counts } = await lossesOf('tp3', jobWith({ plane: { elevation: NONE } }));
    assert.equal(counts['plane-without-position'], 1);
    assert.equal((await readWith('tp3', bytes)).job.planes.length, 0);
  });

  it('of any job leave no vertex without a position in a file', async () => {
    const coordinate = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: -9999, max: 9999 }) },
      fc.constantFrom(NONE, Infinity, -Infinity),
    );
    const shape = {
      kinds: ['points', 'lines', 'texts', 'surfaces'] as const,
      coordinate,
      fewestVertices: 2,
      bulges: false,
    };
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryJob(shape), async (job) => {
        const { bytes, counts } = await lossesOf('tp3', job);
        for (const record of walk(bytes).tables.get(2)?.records ?? [])
          assert.ok(Number.isFinite(record.readDoubleLE(0)) && Number.isFinite(record.readDoubleLE(8)));
        const { job: back } = await readWith('tp3', bytes);
        assert.equal(back.points.length, job.points.length - (counts['point-without-position'] ?? 0));
        assert.equal(back.lines.length, job.lines.length - (counts['line-without-position'] ?? 0));
        lost += counts['point-without-position'] ?? 0;
      }),
      { numRuns: 40 },
    );
    assert.ok(lost > 10, `only ${lost} points were lost`);
  });
});

describe('positions that are far apart', () => {
  describe('do not lose digits: over a range of more than a million kilometres the origin is 0', () => {
    for (const far of [1.5e9, 1e15, 1e300])
      it(String(far), async () => {
        const builder = new JobBuilder();
        builder.point(named('near'), 500_123.456, 6_959_350.789, 1);
        builder.point(named('far'), far, -far, 2);
        for (const id of ['tp3', 'pt3']) {
          const { job } = await readWith(id, (await writeWith(id, builder.job)).bytes);
          assert.deepEqual([job.points.easting(0), job.points.northing(0)], [500_123.456, 6_959_350.789], `${far}`);
          assert.equal(job.points.easting(1), far);
        }
      });
  });
});

describe('attributes of such a file that do not fit into it', () => {
  it('are reported: times before 1601, invalid flags, a duplicate third text', async () => {
    for (const [point, code, count] of [
      [{ time: -6e13 }, 'time-left-out', 1],
      [{ time: Date.UTC(1601, 0, 1) }, 'time-left-out', 1],
      [{ time: 8.64e15 }, 'time-left-out', 1],
      [{ time: Date.UTC(1601, 0, 2) }, 'time-left-out', undefined],
      [{ attributes: ['tp3:flags', '1540'] }, 'attribute-left-out', undefined],
      [{ attributes: ['tp3:flags', '65536'] }, 'attribute-left-out', 1],
      [{ attributes: ['tp3:flags', 'four'] }, 'attribute-left-out', 1],
      [{ attributes: ['tp3:text3', 'a', 'tp3:text3', 'b'] }, 'attribute-left-out', 1],
    ] as const) {
      for (const id of ['tp3', 'pt3'])
        assert.equal(
          (
            await lossesOf(
              id,
              jobWith({
                only: ['point'],
                point: { ...point, attributes: [...('attributes' in point ? point.attributes : [])] },
              }),
            )
          ).counts[code],
          count,
          JSON.stringify(point),
        );
    }
    const line = await lossesOf(
      'tp3',
      jobWith({ only: ['line'], line: { time: -6e13, attributes: ['tp3:flags', '4'] } }),
    );
    assert.deepEqual([line.counts['time-left-out'], line.counts['attribute-left-out']], [1, 1]);
  });
});
