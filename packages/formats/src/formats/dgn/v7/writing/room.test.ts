import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../../../testing/run-format.ts';
import { FormatError } from '../../../../core/failure.ts';
import type { IssueLog } from '../../../../core/issues/issue.ts';
import type { OptionValues } from '../../../../core/options.ts';
import { dgn } from '../../format.ts';
import { VAX_LIMIT } from '../numbers.ts';
import { levelsOf } from './levels.ts';
import { DesignPlane } from './plane.ts';
import { roomOf } from './room.ts';

const LARGEST = 2 ** 31 - 1;

function jobOf(fill: (builder: JobBuilder, feature: Feature) => void): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  fill(builder, new Feature());
  return builder.job;
}

/** A line of [easting, northing, elevation, bulge] each. */
function lineOf(vertices: readonly (readonly [number, number, number, number])[], closed = false): FieldJob {
  const path = new Path();
  for (const vertex of vertices) path.vertex(...vertex);
  path.closed = closed;
  return jobOf((builder, feature) => builder.line(feature, path));
}

async function trip(job: FieldJob, options: OptionValues = {}) {
  const { result, issues } = await writeWith(dgn, job, { options });
  return { ...(await readWith(dgn, result)), written: issues };
}

const corners = (job: FieldJob, row = 0): number[][] => {
  const { coordinates, bulges, count } = job.lines.loadPath(row, new Path());
  return Array.from({ length: count }, (_, i) => [...coordinates.subarray(3 * i, 3 * i + 3), bulges[i]!]);
};
const count = (issues: IssueLog, code: string): number => issues.count(code);
/** Whether a refusal has the code for a job that is too wide, with its size and what would fit. */
const isExtent =
  (expected: { readonly size: number; readonly most?: number }) =>
  (error: unknown): boolean =>
    error instanceof FormatError &&
    error.code === 'dgn-extent' &&
    error.parameters['size'] === expected.size &&
    (expected.most === undefined || error.parameters['most'] === expected.most);

test('the plane surrounds the job, as fine as 32 bits allow, and holds every corner of it', () => {
  const size = fc.double({ min: 0, max: 200_000, noNaN: true });
  const middle = fc.double({ min: -1e8, max: 1e8, noNaN: true });
  fc.assert(
    fc.property(middle, middle, size, size, (e, n, across, along) => {
      const job = jobOf((builder, feature) => {
        builder.point(feature, e - across, n - along, Number.NaN);
        builder.point(feature, e + across, n + along, Number.NaN);
      });
      const plane = DesignPlane.of(job, 'auto', 1);
      for (const axis of [0, 1] as const)
        for (let row = 0; row < 2; row++) {
          const value = axis === 0 ? job.points.easting(row) : job.points.northing(row);
          const position = plane.position(value, axis);
          assert.ok(Math.abs(position) <= LARGEST);
          const back = (position - plane.origin[axis]) / plane.perUnit;
          assert.ok(Math.abs(back - value) <= 0.5001 * plane.resolution + 1e-7, `${back} is not ${value}`);
        }
      const half = Math.max(across, along);
      const finest = half + 1 < 2147 ? 1000 : half + 1 < 21474 ? 100 : 10;
      // Next to a limit the two may differ by the rounding of a coordinate.
      if ([2146.48, 21473.83].every((bound) => Math.abs(half - bound) > 1)) assert.equal(plane.positionsPerSub, finest);
    }),
    { numRuns: 200 },
  );
});

test('a job between two resolutions is written with the coarser one; the widest of each is refused with the finer one', async () => {
  const wide = (half: number): FieldJob =>
    jobOf((builder, feature) => {
      builder.point(feature, -half, 0, Number.NaN);
      builder.point(feature, half, 0, Number.NaN);
    });
  for (const [half, finer, coarser] of [
    [2146.4, '0.001', '0.01'],
    [21_473.8, '0.01', '0.1'],
    [214_747.3, '0.1', '1'],
  ] as const) {
    const { job } = await trip(wide(half), { resolution: finer });
    assert.ok(Math.abs(job.points.easting(1) - half) <= Number(finer) / 1000, `${half} at ${finer}`);
    await assert.rejects(trip(wide(half + 1), { resolution: finer }), isExtent({ size: Math.ceil(2 * half + 2) }));
    assert.equal((await trip(wide(half + 1), { resolution: coarser })).job.points.length, 2);
  }
  await assert.rejects(trip(wide(2.2e6), { resolution: '1' }), isExtent({ size: 4_400_000, most: 4_294_965 }));
});

test('positions beyond the range of a VAX real are refused with their own code', async () => {
  for (const far of [1e35, -1e35, 1e305, Number.MAX_VALUE]) {
    const job = jobOf((builder, feature) => builder.point(feature, far, 1, 2));
    await assert.rejects(trip(job), { code: 'dgn-far-from-origin' }, String(far));
  }
  const apart = jobOf((builder, feature) => {
    for (const sign of [1, -1]) builder.point(feature, sign * Number.MAX_VALUE, 0, 0);
  });
  await assert.rejects(trip(apart), { code: 'dgn-far-from-origin' });
  const near = VAX_LIMIT / 1e6 / 2;
  const { job } = await trip(jobOf((builder, feature) => builder.point(feature, near, 1, 2)));
  assert.ok(Math.abs(job.points.easting(0) / near - 1) < 1e-12, 'half as far is written');
});

test('features with an infinite elevation are omitted and counted, and take no room in the plane', async () => {
  const job = jobOf((builder, feature) => {
    builder.point(feature, 1, 1, Infinity);
    builder.point(feature, 2, 2, 3);
    builder.text(feature, labelOf('up', 1, 1, { elevation: -Infinity }));
    builder.text(feature, labelOf('here', 1, 1, { elevation: 4 }));
    const path = new Path();
    path.vertex(0, 0, 1);
    path.vertex(1, 1, -Infinity);
    builder.line(feature, path);
  });
  const { job: back, written } = await trip(job);
  assert.deepEqual([back.points.length, back.lines.length, back.texts.length], [1, 0, 1]);
  assert.equal(count(written, 'no-position'), 3);
  assert.ok(Math.abs(back.points.elevation(0) - 3) < 1e-6 && Math.abs(back.texts.label(0).elevation - 4) < 1e-6);
});

test('triangles without a position at a corner are omitted, not drawn to the origin', async () => {
  const job = jobOf((builder) =>
    builder.surface(
      surfaceOf(
        'DGM',
        Float64Array.of(100, 100, 1, 110, 100, 2, 100, 110, Number.NaN, Number.NaN, 90, 3, 90, 90, Infinity),
        Int32Array.of(0, 1, 2, 0, 1, 3, 1, 2, 4),
      ),
    ),
  );
  const { job: back, written } = await trip(job);
  assert.equal(back.areas.length, 1);
  const { coordinates } = back.areas.loadPath(0, new Path());
  const expected = [100, 100, 1, 110, 100, 2, 100, 110, 0];
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(coordinates[i]! - value) < 1e-5, `${i}`);
  assert.deepEqual([count(written, 'no-position'), count(written, 'elevation-added')], [2, 1]);
});

test('texts without a height take the room of the height they get', async () => {
  const job = jobOf((builder, feature) => {
    builder.point(feature, 0, 0, Number.NaN);
    builder.point(feature, 4290, 0, Number.NaN);
    for (const height of [0, -3, Number.NaN, Infinity])
      builder.text(feature, labelOf('a long text', 0, 1, { justification: 'right', height }));
  });
  const { extent, heights } = roomOf(job, 500);
  assert.deepEqual([extent.minEasting, heights], [-11_000, 500]);
  const { job: back } = await trip(job, { textHeight: 500 });
  assert.equal(back.texts.length, 4);
  for (let row = 0; row < 4; row++) {
    const { easting, height } = back.texts.label(row);
    assert.ok(Math.abs(height - 500) < 1e-3 && Math.abs(easting + 5500) < 1e-3, `${easting} ${height}`);
  }
});

test('a bulge after the last vertex of an open line has no effect and takes no room; in a ring it does', () => {
  const line = (closed: boolean): FieldJob =>
    lineOf(
      [
        [0, 0, Number.NaN, 0],
        [10, 0, Number.NaN, 50],
      ],
      closed,
    );
  const open = roomOf(line(false), 1).extent;
  assert.deepEqual([open.minNorthing, open.maxEasting], [0, 10]);
  const ring = roomOf(line(true), 1).extent;
  assert.ok(ring.maxNorthing >= 250 && ring.minEasting <= -115);
});

test('the arc is within the reserved room', () => {
  const bulge = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 100 + 0.005);
  const place = fc.integer({ min: -100, max: 100 });
  fc.assert(
    fc.property(place, place, place, place, bulge, (e1, n1, e2, n2, b) => {
      const { extent } = roomOf(
        lineOf([
          [e1, n1, Number.NaN, b],
          [e2, n2, Number.NaN, 0],
        ]),
        1,
      );
      // Points of the arc, computed from the angle at its chord, one for each share of the sweep.
      const chord = Math.hypot(e2 - e1, n2 - n1);
      const radius = (chord * (1 + b * b)) / (4 * Math.abs(b));
      const height = (chord / 2) * b;
      const [mid, normal] = [
        [(e1 + e2) / 2, (n1 + n2) / 2],
        chord === 0 ? [0, 0] : [(n2 - n1) / chord, -(e2 - e1) / chord],
      ];
      const apex = [mid[0]! + normal[0]! * height, mid[1]! + normal[1]! * height];
      const centre = [apex[0]! - normal[0]! * radius * Math.sign(b), apex[1]! - normal[1]! * radius * Math.sign(b)];
      const start = Math.atan2(n1 - centre[1]!, e1 - centre[0]!);
      for (let i = 0; i <= 32; i++) {
        const angle = start + (4 * Math.atan(b) * i) / 32;
        const [e, n] = [centre[0]! + radius * Math.cos(angle), centre[1]! + radius * Math.sin(angle)];
        const slack = 1e-6 * (1 + radius);
        assert.ok(e >= extent.minEasting - slack && e <= extent.maxEasting + slack, `easting ${e}`);
        assert.ok(n >= extent.minNorthing - slack && n <= extent.maxNorthing + slack, `northing ${n}`);
      }
    }),
    { numRuns: 200 },
  );
});

describe('an arc of nearly a full circle stays open: it is never written as a circle', () => {
  for (const bulge of [1e7, 1.7e8, 3e8, -3e8])
    test(String(bulge), async () => {
      const chord = 40 / bulge;
      const alone = lineOf([
        [0, 0, 5, bulge],
        [Math.abs(chord), 0, 5, 0],
      ]);
      const { job } = await trip(alone);
      const [first, last] = [corners(job)[0]!, corners(job).at(-1)!];
      assert.ok(Math.hypot(first[0]!, first[1]!) < 3e-4 && Math.hypot(last[0]!, last[1]!) < 3e-4, `${first} ${last}`);
      assert.equal(job.lines.loadPath(0, new Path()).closed, false);
    });
});

test('layers get separate levels: numbered ones keep theirs, and no layer uses the level of another', () => {
  const name = fc.oneof(
    fc.integer({ min: 0, max: 70 }).map((n) => `Level ${n}`),
    fc.string({ minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 80, selector: (text) => text.toLowerCase() }),
      fc.boolean(),
      (names, plain) => {
        const job = jobOf((builder, feature) => {
          for (const text of names) builder.layer(layerOf(text));
          if (plain) builder.point(feature, 1, 1, 1);
        });
        const { byLayer, noLayer, merged } = levelsOf(job);
        assert.equal(byLayer.length, names.length);
        const all = plain ? [...byLayer, noLayer] : byLayer;
        assert.ok(all.every((level) => Number.isInteger(level) && level >= 1 && level <= 63));
        for (const [i, text] of names.entries()) {
          const number = Number(/^level (\d{1,2})$/i.exec(text)?.[1]);
          if (number >= 1 && number <= 63) assert.equal(byLayer[i], number, text);
        }
        assert.equal(new Set(all).size, all.length - merged, 'each except the merged ones has its own');
        assert.equal(merged, Math.max(0, all.length - 63));
      },
    ),
    { numRuns: 100 },
  );
});
