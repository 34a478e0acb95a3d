import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alignmentOf, type ControlPoint, type HorizontalElement, JobBuilder, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { NODE } from '../../src/formats/machine/alignment-nodes.ts';
import { endOf, horizontalElements } from '../../src/formats/machine/horizontal.ts';
import type { ListNode } from '../../src/formats/machine/node-list.ts';
import { Problems } from '../../src/formats/machine/problem.ts';
import {
  assertFeatures,
  assertNear,
  buildJob,
  caption,
  DOUBLE,
  feature,
  pointSpec,
  RUNS,
  surfaceSpec,
} from '../../testing/machine/jobs.ts';
import { corpusFile, readWith, writeWith } from '../../testing/machine/support.ts';
import { walk, walkedPoints } from '../../testing/machine/walker.ts';

describe('PT3 and LN3', () => {
  it('PT3 keeps the points', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pointSpec, { minLength: 1, maxLength: 300 }), async (points) => {
        const job = buildJob({ points });
        const { bytes } = await writeWith('pt3', job);
        const { job: back } = await readWith('pt3', bytes);
        assertFeatures(back, job, 'points');
        assertNear(back.points.coordinates.view(), job.points.coordinates.view(), DOUBLE);
        assert.equal(walkedPoints(walk(bytes).tables).length, points.length);
      }),
      RUNS,
    );
  });

  it('LN3 keeps lines within the reported rounding, at most half a millimetre', async () => {
    const near = fc.tuple(
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: 0, max: 2000, noNaN: true }),
      fc.double({ min: -50, max: 900, noNaN: true }),
    );
    const lines = fc.array(
      fc.record({ feature, closed: fc.boolean(), positions: fc.array(near, { minLength: 2, maxLength: 40 }) }),
      { minLength: 1, maxLength: 9 },
    );
    await fc.assert(
      fc.asyncProperty(lines, async (specs) => {
        const job = buildJob({ lines: specs });
        const { bytes, issues } = await writeWith('ln3', job);
        const stated = issues.places().find(({ code }) => code === 'single-precision')!.parameters!['most'];
        const { job: back } = await readWith('ln3', bytes);
        assert.equal(back.lines.length, job.lines.length);
        const path = new Path();
        for (let row = 0; row < job.lines.length; row++) {
          job.lines.loadPath(row, path);
          const expected = [...path.coordinates.subarray(0, 3 * path.count)];
          if (path.closed) expected.push(...expected.slice(0, 3));
          back.lines.loadPath(row, path);
          assertNear(path.coordinates.subarray(0, 3 * path.count), expected, Number(stated) / 1000 + 1e-7);
        }
        assert.ok(Number(stated) <= 0.5);
        assert.equal(walk(bytes).tables.get(6)!.records.length, specs.length);
      }),
      RUNS,
    );
  });

  it('LN3 refuses lines that single precision would move by more', async () => {
    const far = buildJob({
      lines: [
        {
          feature: { layer: 'KERB', name: '', code: '', time: Number.NaN },
          closed: false,
          positions: [
            [0.123, 0, 0],
            [60_000.456, 1, 0],
          ],
        },
      ],
    });
    await assert.rejects(writeWith('ln3', far), { code: 'precision-too-low', message: /0\.5 mm/ });
    // Elevations have no origin: at 40 km single precision has steps of four millimetres.
    for (const [elevation, refused] of [
      [900.1, false],
      [40_000.1, true],
      [-40_000.1, true],
      [32_768, false],
    ] as const) {
      const high = buildJob({
        lines: [
          {
            feature: { layer: 'KERB', name: '', code: '', time: Number.NaN },
            closed: false,
            positions: [
              [0, 0, 0],
              [1, 1, elevation],
            ],
          },
        ],
      });
      if (refused) await assert.rejects(writeWith('ln3', high), { code: 'precision-too-low' }, `${elevation}`);
      else await writeWith('ln3', high);
    }
  });
});

describe('TN3', () => {
  it('keeps a surface with its links and edges, and a separate walker accepts it', async () => {
    await fc.assert(
      fc.asyncProperty(surfaceSpec, async (spec) => {
        const job = buildJob({ surfaces: [spec] });
        const { bytes } = await writeWith('tn3', job);
        const { job: back, issues } = await readWith('tn3', bytes);
        assert.ok(!issues.has('warning') && !issues.has('error'));
        const [surface] = job.surfaces;
        assertNear(back.surfaces[0]!.vertices, surface!.vertices, 0);
        assert.deepEqual(back.surfaces[0]!.triangles, surface!.triangles);
        assert.deepEqual(back.surfaces[0]!.edges, surface!.edges);
        const points = walk(bytes).tables.get(1)!.records;
        assert.equal(points[0]!.readDoubleLE(0), surface!.vertices[1], 'northing comes first');
      }),
      RUNS,
    );
  });

  it('holds one surface, the requested or the first one, and reports the others', async () => {
    const { job } = await readWith('tp3', corpusFile('tps-bris.tp3'));
    const { bytes, issues } = await writeWith('tn3', job, { surface: 'TPS BRIS OUTBACK2' });
    assert.equal(issues.count('surface-not-chosen'), 3);
    const { job: back } = await readWith('tn3', bytes);
    assert.equal(back.surfaces[0]!.triangles.length, 3 * 611);
    assert.deepEqual(back.surfaces[0]!.neighbours, job.surfaces[1]!.neighbours);
    await assert.rejects(writeWith('tn3', job, { surface: 'moon' }), { code: 'surface-not-found' });
    await assert.rejects(writeWith('tn3', buildJob({})), { code: 'nothing-to-write' });
  });
});

describe('RD3, GC3 and PL3', () => {
  const problems = (): Problems => new Problems(() => undefined);

  describe('are only written on request', () => {
    for (const id of ['rd3', 'gc3', 'pl3'])
      it(JSON.stringify(id), async () => {
        await assert.rejects(writeWith(id, buildJob({})), { code: 'experimental-only' });
      });
  });

  it('RD3 keeps straights and arcs', async () => {
    const turn = fc.record({
      radius: fc.option(fc.integer({ min: 15, max: 900 }), { nil: Infinity }),
      left: fc.boolean(),
      // Loops of a junction turn by more than half a circle.
      length: fc.double({ min: 1, max: 90, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12 }), caption, async (turns, name) => {
        let [e, n, azimuth, startStation] = [504_000, 6_959_000, 1, 100];
        const horizontal: HorizontalElement[] = turns.map(({ radius, left, length }) => {
          const signed = radius === Infinity ? Infinity : left ? -radius : radius;
          const kind = radius === Infinity ? 'straight' : 'arc';
          const element = {
            kind,
            startStation,
            length,
            startEasting: e,
            startNorthing: n,
            azimuth,
            startRadius: signed,
            endRadius: signed,
          } as const;
          [e, n] = endOf(e, n, azimuth, length, signed);
          azimuth += length / signed;
          startStation += length;
          return element;
        });
        const vertical = [
          { station: 100, elevation: 5, curve: 'none', length: 0, radius: Number.NaN },
          { station: 150, elevation: 6, curve: 'parabola', length: 20, radius: Number.NaN },
        ] as const;
        const builder = new JobBuilder();
        builder.alignment(alignmentOf(name.slice(0, 20), { startStation: 100, horizontal, vertical }));
        const { bytes } = await writeWith('rd3', builder.job, { experimental: true });
        const { job } = await readWith('rd3', bytes);
        const [back] = job.alignments;
        assert.deepEqual(back!.vertical, vertical);
        assert.equal(back!.horizontal.length, horizontal.length);
        back!.horizontal.forEach((element, i) => {
          const expected = horizontal[i]!;
          assert.equal(element.kind, expected.kind);
          assertNear(
            [
              element.startEasting,
              element.startNorthing,
              element.azimuth,
              element.length,
              element.startRadius === Infinity ? 0 : element.startRadius,
            ],
            [
              expected.startEasting,
              expected.startNorthing,
              expected.azimuth,
              expected.length,
              expected.startRadius === Infinity ? 0 : expected.startRadius,
            ],
            1e-6,
          );
        });
      }),
      RUNS,
    );
  });

  it('a curve turns to the side of the following element', () => {
    const node = (type: number, ...numbers: readonly number[]): ListNode => {
      const payload = new DataView(new ArrayBuffer(48));
      const at = type === NODE.curve ? 4 : 0;
      numbers.forEach((value, i) => {
        payload.setFloat64(at + 8 * i, value, true);
      });
      return { type, at: 0, payload };
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 1000 }),
        fc.double({ min: 0.01, max: 6.27, noNaN: true }),
        fc.double({ min: 0, max: 6.28, noNaN: true }),
        fc.constantFrom(-1, 1),
        fc.constantFrom(-2 * Math.PI, 0, 2 * Math.PI),
        (radius, turn, azimuth, side, winding) => {
          fc.pre(Math.abs(turn - Math.PI) > 1e-6);
          const end = azimuth + side * turn + winding;
          const nodes = [
            node(NODE.start, 6_959_000, 504_000),
            node(NODE.curve, radius, radius * turn, azimuth),
            node(NODE.straight, end, 25),
          ];
          const { elements } = horizontalElements(nodes, 'axis', problems());
          assert.deepEqual(
            elements.map(({ startRadius }) => startRadius),
            [side * radius, Infinity],
          );
          // The chord of the arc, rotated by half its turn.
          const chord = 2 * radius * Math.sin(turn / 2);
          const direction = azimuth + (side * turn) / 2;
          const { startEasting, startNorthing } = elements[1]!;
          assertNear(
            [startEasting, startNorthing],
            [504_000 + chord * Math.sin(direction), 6_959_000 + chord * Math.cos(direction)],
            1e-6,
          );
        },
      ),
    );
    const half = [node(NODE.start, 0, 0), node(NODE.curve, 100, 100 * Math.PI, 1), node(NODE.straight, 1 + Math.PI, 5)];
    assert.equal(horizontalElements(half, 'axis', problems()).elements[0]!.startRadius, 100, 'either side: right');
    assert.equal(horizontalElements(half.slice(0, 2), 'axis', problems()).elements[0]!.startRadius, 100, 'none: right');
  });

  it('GC3 and PL3 keep control points and planes', async () => {
    const builder = new JobBuilder();
    const control: ControlPoint = {
      name: 'base',
      code: '',
      description: 'coord ex static gps',
      easting: 504951.123,
      northing: 6959121.402,
      elevation: 13.035,
      latitude: -27.491520786,
      longitude: 153.050122634,
      ellipsoidHeight: Number.NaN,
      useHorizontal: true,
      useVertical: true,
      residualEasting: Number.NaN,
      residualNorthing: Number.NaN,
      residualElevation: Number.NaN,
      source: -1,
    };
    builder.controlPoint(control);
    builder.plane({
      name: 'pad',
      easting: 1,
      northing: 2,
      elevation: 3,
      azimuth: 0.5,
      slope: 0.02,
      crossSlope: 0,
      source: -1,
    });
    const gc3 = await readWith('gc3', (await writeWith('gc3', builder.job, { experimental: true })).bytes);
    const { latitude, longitude, ...rest } = gc3.job.controlPoints[0]!;
    const { latitude: expectedLatitude, longitude: expectedLongitude, ...expected } = control;
    assert.deepEqual(rest, expected);
    assertNear([latitude, longitude], [expectedLatitude, expectedLongitude], 1e-13);
    const pl3 = await readWith('pl3', (await writeWith('pl3', builder.job, { experimental: true })).bytes);
    assert.equal(pl3.job.planes[0]!.name, 'pad');
    assertNear([pl3.job.planes[0]!.slope, pl3.job.planes[0]!.azimuth], [0.02, 0.5], 1e-15);
  });
});
