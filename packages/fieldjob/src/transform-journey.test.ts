import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arbitraryJob, copyOf } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { alongArc, segmentsOf } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import { assertSameJob, plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import { transformed } from '@fieldbridge/fieldjob/testing/transformed.ts';
import fc from 'fast-check';
import { JobBuilder } from './builder.ts';
import { emitJob } from './emit.ts';
import { Feature } from './feature.ts';
import { Path } from './geometry/path.ts';
import type { FieldJob } from './job.ts';
import { labelOf } from './tables/text-table.ts';
import type { CoordinateChange } from './transform/coordinate-mover.ts';
import { TransformSink } from './transform-sink.ts';
import { convertLength, UNITS, type Unit } from './unit.ts';

function moved(job: FieldJob, change: CoordinateChange): { job: FieldJob; skipped: string[] } {
  const { builder, skipped } = transformed(change, (sink) => emitJob(job, sink));
  return { job: builder.job, skipped };
}

/** Every number of a plain value with its path. */
function numbers(value: unknown, way = ''): [way: string, value: number][] {
  if (typeof value === 'number') return [[way, value]];
  if (typeof value !== 'object' || value === null) return [];
  const entries = ArrayBuffer.isView(value) ? Object.entries(value) : Object.entries(value as object);
  return entries.flatMap(([key, inner]) => numbers(inner, `${way}.${key}`));
}

/** Numbers of a job that are not lengths in its unit, by the end of their path; coordinates are counted in threes. */
const NO_LENGTH =
  /\.(colour|lineWeight|time|page|createdAt|importedAt|rotation|azimuth|slope|crossSlope|latitude|longitude|minimum|maximum|size|scale)$|\.(sources|source|rings|bulges|triangles|neighbours|edges|bytes|scene|codes|from)(\.|$)/;

test('a change of unit multiplies every length of a job by one factor and changes no other number', () => {
  fc.assert(
    fc.property(arbitraryJob(), fc.constantFrom(...UNITS), fc.constantFrom(...UNITS), (job, from, to) => {
      const change = moved(job, { unit: { from, to }, describe: { unit: to } });
      assert.deepEqual(change.skipped, []);
      // The job's own description is decided, not converted.
      const before = numbers({ ...plainJob(job), info: null, drawings: drawingsWithoutScene(job) });
      const after = new Map(
        numbers({ ...plainJob(change.job), info: null, drawings: drawingsWithoutScene(change.job) }),
      );
      assert.equal(after.size, before.length);
      for (const [way, value] of before) {
        const expected = NO_LENGTH.test(way) ? value : convertLength(value, from, to);
        assert.ok(Object.is(after.get(way), expected), `${way}: ${value} became ${after.get(way)}, not ${expected}`);
      }
    }),
    { numRuns: 100 },
  );
});

/** Drawings with the parts that are in the job's unit; scenes have their own unit. */
function drawingsWithoutScene({ drawings }: FieldJob): object[] {
  return drawings.map(({ placement, size }) => ({ size, scale: placement.scale, to: placement.to }));
}

test("linework and placement of drawings are converted to the job's unit, whatever unit they were in", () => {
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['drawings'] }), fc.constantFrom(...UNITS), (job, to) => {
      const target = moved(job, { unit: { from: 'metre', to }, describe: { unit: to } }).job;
      target.drawings.forEach(({ scene, placement }, i) => {
        const { scene: before, placement: placed } = job.drawings[i]!;
        const from = before.info.unit;
        // Without a stated unit a scene is taken to be in the job's unit, and stays unchanged.
        const change = from === undefined ? {} : { unit: { from, to } };
        const describe = { unit: from === undefined ? undefined : to, crs: before.info.crs };
        assertSameJob(scene, moved(before, { ...change, describe } as CoordinateChange).job);
        const expected = placed.from.map((pair) => pair.map((value) => convertLength(value, from ?? to, to)));
        assert.deepEqual(placement.from, expected);
      });
    }),
    { numRuns: 50 },
  );
});

test('no change at all is a copy, with the unit and system of the source', () => {
  fc.assert(
    fc.property(arbitraryJob(), (job) => assertSameJob(moved(job, {}).job, job)),
    { numRuns: 50 },
  );
});

test('exchanging axes twice restores everything except what cannot be exchanged', () => {
  const kinds = ['points', 'lines', 'areas', 'surfaces', 'controlPoints', 'codes', 'observations'] as const;
  fc.assert(
    fc.property(arbitraryJob({ kinds: [...kinds] }), (job) => {
      assertSameJob(moved(moved(job, { swap: true }).job, { swap: true }).job, job);
    }),
    { numRuns: 50 },
  );
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['planes'] }), (job) => {
      const { job: target, skipped } = moved(job, { swap: true });
      assert.deepEqual(
        skipped,
        job.planes.map(({ name }) => `plane ${name}`),
      );
      assert.equal(target.planes.length, 0);
    }),
    { numRuns: 20 },
  );
});

test('with exchanged axes every place of every arc is the mirrored place', () => {
  const grid = fc.integer({ min: -1000, max: 1000 });
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['lines', 'areas'], coordinate: grid }), (job) => {
      const target = moved(job, { swap: true }).job;
      for (const kind of ['lines', 'areas'] as const) {
        for (let row = 0; row < job[kind].length; row++) {
          const before = segmentsOf(job[kind].loadPath(row, new Path()), kind === 'areas');
          const after = segmentsOf(target[kind].loadPath(row, new Path()), kind === 'areas');
          assert.equal(after.length, before.length);
          before.forEach(({ from, to, bulge }, i) => {
            for (const u of [0, 0.25, 0.5, 1]) {
              const place = alongArc(from, to, bulge, u);
              const mirrored = alongArc(after[i]!.from, after[i]!.to, after[i]!.bulge, u);
              assert.ok(Math.abs(mirrored.easting - place.northing) < 1e-6);
              assert.ok(Math.abs(mirrored.northing - place.easting) < 1e-6);
            }
          });
        }
      }
    }),
    { numRuns: 60 },
  );
});

describe('a mirrored text reads along the mirrored direction', () => {
  for (const [before, after] of [
    [0, Math.PI / 2],
    [Math.PI / 2, 0],
    [Math.PI / 4, Math.PI / 4],
    [-Math.PI / 6, (2 * Math.PI) / 3],
  ] as const)
    test(String(before), () => {
      const source = new JobBuilder();
      source.text(new Feature(), labelOf('A', 1, 2, { rotation: before }));
      const { texts } = moved(source.job, { swap: true }).job;
      assert.ok(Math.abs(texts.rotation.get(0) - after) < 1e-12);
      assert.deepEqual([texts.label(0).easting, texts.label(0).northing], [2, 1]);
    });
});

test('the quality of points, lines, areas and texts is a length and follows the unit; the reader keeps its own', () => {
  const path = new Path();
  path.vertex(0, 0, 0);
  const kinds = {
    points: (sink: TransformSink, feature: Feature) => sink.point(feature, 0, 0, 0),
    lines: (sink: TransformSink, feature: Feature) => sink.line(feature, path),
    areas: (sink: TransformSink, feature: Feature) => sink.area(feature, path),
    texts: (sink: TransformSink, feature: Feature) => sink.text(feature, labelOf('x', 0, 0)),
  };
  for (const kind of ['points', 'lines', 'areas', 'texts'] as const) {
    const builder = new JobBuilder();
    const sink = new TransformSink(
      builder,
      () => ({ unit: { from: 'internationalFoot', to: 'metre' } }),
      () => {},
    );
    const feature = new Feature();
    feature.quality = 10;
    kinds[kind](sink, feature);
    kinds[kind](sink, feature);
    const { quality } = builder.job[kind];
    assert.deepEqual([quality.get(0), quality.get(1), feature.quality], [3.048, 3.048, 10], kind);
  }
});

test('a map gets metres if the unit changes to metres first, and gets the elevation too', () => {
  const seen: number[][] = [];
  const source = new JobBuilder();
  source.point(new Feature(), 1000, 2000, 3000);
  source.point(new Feature(), 1000, 2000, Number.NaN);
  const change: CoordinateChange = {
    swap: true,
    unit: { from: 'internationalFoot', to: 'metre' },
    map: (position) => {
      seen.push(Array.from(position));
      position.set([7, 8, 9]);
    },
  };
  const { points } = moved(source.job, change).job;
  assert.deepEqual(seen, [
    [609.6, 304.8, 914.4],
    [609.6, 304.8, Number.NaN],
  ]);
  assert.deepEqual([points.easting(0), points.northing(0), points.elevation(0)], [7, 8, 9]);
});

test('planes are reported and left out when positions move to another system, alignments follow', () => {
  fc.assert(
    fc.property(arbitraryJob({ kinds: ['alignments', 'planes', 'points'] }), (job) => {
      const { job: target, skipped } = moved(job, { map: (position) => position.set([1, 2, 3]) });
      assert.equal(skipped.length, job.planes.length);
      assert.equal(target.alignments.length, job.alignments.length);
      assert.equal(target.points.length, job.points.length);
    }),
    { numRuns: 20 },
  );
});

test('the decision is made once, from everything stated before the first coordinate and nothing after it', () => {
  const builder = new JobBuilder();
  const decisions: (Unit | undefined)[] = [];
  const sink = new TransformSink(
    builder,
    ({ unit }) => {
      decisions.push(unit);
      return {};
    },
    () => {},
  );
  sink.describe({ unit: 'usSurveyFoot', createdAt: 5 });
  sink.code({ name: 'A', kind: 'point' } as never);
  sink.observation({ kind: 'k', station: '', target: '', time: Number.NaN, values: [], source: -1 });
  assert.deepEqual(decisions, []);
  sink.point(new Feature(), 1, 2, 3);
  sink.describe({ unit: 'metre' });
  sink.point(new Feature(), 1, 2, 3);
  sink.finish();
  assert.deepEqual(decisions, ['usSurveyFoot']);
  assert.deepEqual([builder.job.info.unit, builder.job.info.createdAt], ['usSurveyFoot', 5]);
  assert.deepEqual([builder.job.codes.length, builder.job.observations.length], [1, 1]);
});

test('a job that is read, copied and changed stays as it was', () => {
  fc.assert(
    fc.property(arbitraryJob(), (job) => {
      const before = copyOf(job);
      moved(job, { swap: true, unit: { from: 'metre', to: 'usSurveyFoot' }, map: (position) => position.fill(1) });
      assertSameJob(job, before);
    }),
    { numRuns: 30 },
  );
});
