import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { distanceToPath, type Place, segmentsOf } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import fc from 'fast-check';
import { alignmentOf, type HorizontalElement } from '../alignment.ts';
import { traceAlignment } from './alignment-trace.ts';
import type { Path } from './path.ts';

const STRAIGHT: HorizontalElement = {
  kind: 'straight',
  startStation: 0,
  length: 100,
  startEasting: 500_000,
  startNorthing: 5_800_000,
  azimuth: 0,
  startRadius: Infinity,
  endRadius: Infinity,
};

const trace = (...horizontal: HorizontalElement[]): Path => traceAlignment(alignmentOf('axis', { horizontal }), 0.001);
const last = ({ coordinates, count }: Path): Place => ({
  easting: coordinates[3 * count - 3]!,
  northing: coordinates[3 * count - 2]!,
});
const apart = (a: Place, b: Place): number => Math.hypot(a.easting - b.easting, a.northing - b.northing);

/**
 * Places along an element, found by walking it in very small straight steps, each in the direction at its middle: slow,
 * but hard to get wrong. Curvature is linear.
 */
function stepped(element: HorizontalElement, steps: number): Place[] {
  const from = 1 / element.startRadius;
  const to = 1 / element.endRadius;
  const size = element.length / steps;
  const places: Place[] = [{ easting: 0, northing: 0 }];
  for (let i = 0; i < steps; i++) {
    const s = (i + 0.5) * size;
    const azimuth = element.azimuth + s * from + ((to - from) * s * s) / (2 * element.length);
    const { easting, northing } = places[i]!;
    places.push({ easting: easting + size * Math.sin(azimuth), northing: northing + size * Math.cos(azimuth) });
  }
  return places.map(({ easting, northing }) => ({
    easting: easting + element.startEasting,
    northing: northing + element.startNorthing,
  }));
}

const radius = fc
  .tuple(fc.double({ min: 20, max: 2000, noNaN: true }), fc.boolean())
  .map(([size, right]) => (right ? size : -size));
const azimuth = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true });

describe('a straight runs its length along its azimuth, clockwise from north', () => {
  for (const [degrees, easting, northing] of [
    [0, 0, 100],
    [90, 100, 0],
    [180, 0, -100],
    [270, -100, 0],
    [30, 50, 50 * Math.sqrt(3)],
  ] as const)
    test(String(degrees), () => {
      const path = trace({ ...STRAIGHT, azimuth: (degrees * Math.PI) / 180 });
      assert.equal(path.count, 2);
      assert.ok(apart(last(path), { easting: 500_000 + easting, northing: 5_800_000 + northing }) < 1e-8, `${degrees}`);
      assert.ok(Number.isNaN(path.coordinates[2]!), 'a plan has no elevation');
    });
});

test('an arc ends where the chord of its circle ends: positive radii turn right', () => {
  fc.assert(
    fc.property(radius, azimuth, fc.double({ min: 0.01, max: 5, noNaN: true }), (r, start, turn) => {
      const length = Math.abs(r) * turn;
      const path = trace({ ...STRAIGHT, kind: 'arc', azimuth: start, startRadius: r, endRadius: r, length });
      const chord = 2 * Math.abs(r) * Math.sin(turn / 2);
      const direction = start + (Math.sign(r) * turn) / 2;
      const expected = {
        easting: 500_000 + chord * Math.sin(direction),
        northing: 5_800_000 + chord * Math.cos(direction),
      };
      assert.ok(apart(last(path), expected) < 1e-5, `${apart(last(path), expected)}`);
    }),
  );
});

test('clothoids between straights and arcs, and between arcs, end where small steps lead', () => {
  const end = fc.oneof(fc.constant(Infinity), radius);
  fc.assert(
    fc.property(
      end,
      end,
      azimuth,
      fc.double({ min: 1, max: 300, noNaN: true }),
      (startRadius, endRadius, start, length) => {
        const element = { ...STRAIGHT, kind: 'clothoid' as const, azimuth: start, startRadius, endRadius, length };
        const path = trace(element);
        const places = stepped(element, 4000);
        assert.ok(apart(last(path), places[4000]!) < 1e-4, `${apart(last(path), places[4000]!)}`);
        const chords = segmentsOf(path, false);
        for (let i = 0; i <= 4000; i += 40) assert.ok(distanceToPath(places[i]!, chords) < 0.0015);
      },
    ),
    { numRuns: 60 },
  );
});

test('the clothoid of a railway table: A = 100, L = 50 ends 1.04 aside and 49.92 along', () => {
  // X = L - L^5 / (40 A^4) + L^9 / (3456 A^8), Y = L^3 / (6 A^2) - L^7 / (336 A^6): the series every table is printed
  // from.
  const [L, A] = [50, 100];
  const along = L - L ** 5 / (40 * A ** 4) + L ** 9 / (3456 * A ** 8);
  const aside = L ** 3 / (6 * A ** 2) - L ** 7 / (336 * A ** 6) + L ** 11 / (42_240 * A ** 10);
  const path = trace({ ...STRAIGHT, kind: 'clothoid', length: L, endRadius: A ** 2 / L });
  assert.ok(apart(last(path), { easting: 500_000 + aside, northing: 5_800_000 + along }) < 1e-6);
});

test('an arc has as many chords as the tolerance needs and no more', () => {
  fc.assert(
    fc.property(
      radius,
      fc.double({ min: 0.01, max: 5, noNaN: true }),
      fc.constantFrom(1, 0.1, 0.01),
      (r, turn, tolerance) => {
        const size = Math.abs(r);
        const element: HorizontalElement = {
          ...STRAIGHT,
          kind: 'arc',
          startRadius: r,
          endRadius: r,
          length: size * turn,
        };
        const count = traceAlignment(alignmentOf('axis', { horizontal: [element] }), tolerance).count - 1;
        const sagitta = (chords: number): number => size * (1 - Math.cos(turn / chords / 2));
        assert.ok(sagitta(count) <= tolerance);
        assert.ok(count === 1 || sagitta(count - 1) > tolerance * 0.97, `${count} chords`);
      },
    ),
  );
});

test('no tolerance means the most chords, not one', () => {
  const arc: HorizontalElement = { ...STRAIGHT, kind: 'arc', startRadius: 100, endRadius: 100 };
  assert.equal(traceAlignment(alignmentOf('axis', { horizontal: [arc] }), 0).count, 4097);
});

test('a straight is straight whatever radii it states, and so is a curve that states none', () => {
  const straight = Array.from(trace(STRAIGHT).coordinates.subarray(0, 6));
  const same = (element: Partial<HorizontalElement>): void => {
    const path = trace({ ...STRAIGHT, ...element });
    assert.equal(path.count, 2);
    assert.deepEqual(Array.from(path.coordinates.subarray(0, 6)), straight);
  };
  same({ startRadius: 50, endRadius: 50 });
  for (const kind of ['arc', 'clothoid'] as const)
    for (const none of [0, Number.NaN, Infinity]) same({ kind, startRadius: none, endRadius: none });
});

describe('an element without length stays at its start', () => {
  for (const kind of ['straight', 'arc', 'clothoid'] as const)
    test(JSON.stringify(kind), () => {
      const path = trace({ ...STRAIGHT, kind, length: 0, startRadius: 100, endRadius: 50 });
      for (let i = 0; i < path.count; i++)
        assert.deepEqual(Array.from(path.coordinates.subarray(3 * i, 3 * i + 2)), [500_000, 5_800_000]);
    });
});

test('a clothoid half a metre long turns by half the sum of its curvatures, like a long one', () => {
  const place = (length: number, scale: number): Place => {
    const path = trace({ ...STRAIGHT, kind: 'clothoid', startRadius: Infinity, endRadius: 100 * scale, length });
    return { easting: (last(path).easting - 500_000) / scale, northing: (last(path).northing - 5_800_000) / scale };
  };
  // Similar clothoids: a hundredth of the length and of the radius gives a hundredth of the curve.
  assert.ok(apart(place(50, 1), place(0.5, 0.01)) < 1e-4);
});

test('tracing into a used path leaves nothing of its old content', () => {
  const used = trace({ ...STRAIGHT, startEasting: 1 });
  assert.equal(traceAlignment(alignmentOf('axis', { horizontal: [STRAIGHT] }), 0.001, used), used);
  assert.deepEqual([used.count, used.coordinates[0]], [2, 500_000]);
});

test('a gap of more than a tenth of a millimetre is kept, on either side, however many elements came before', () => {
  const legs: HorizontalElement[] = [0, 1, 2, 3].map((i) => ({ ...STRAIGHT, startNorthing: 5_800_000 + 100 * i }));
  assert.equal(trace(...legs).count, 5);
  for (const [easting, northing] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [0.000_15, 0],
    [0, -0.000_15],
  ] as const) {
    const fifth = { ...STRAIGHT, startEasting: 500_000 + easting, startNorthing: 5_800_400 + northing };
    assert.equal(trace(...legs, fifth).count, 7, `${easting} ${northing}`);
  }
});

test('joined elements are one line, others keep their own starts', () => {
  const next = { ...STRAIGHT, startNorthing: 5_800_100, azimuth: Math.PI / 2 };
  assert.equal(trace(STRAIGHT, next).count, 3);
  assert.equal(trace(STRAIGHT, { ...next, startNorthing: 5_800_100.00005 }).count, 3, 'rounded stations still join');
  assert.equal(trace(STRAIGHT, { ...next, startNorthing: 5_800_101 }).count, 4);
  assert.equal(trace().count, 0);
});

test('meaningless radii and lengths neither fail nor run away', () => {
  const odd = fc.constantFrom(0, -0, Number.NaN, Infinity, -Infinity, 1e-300, -1e300, 1);
  const kind = fc.constantFrom<HorizontalElement['kind']>('straight', 'arc', 'clothoid');
  fc.assert(
    fc.property(kind, odd, odd, odd, (of, startRadius, endRadius, length) => {
      const path = trace({ ...STRAIGHT, kind: of, startRadius, endRadius, length });
      assert.ok(path.count <= 4097);
      const seen = Array.from(path.coordinates.subarray(0, 2));
      assert.deepEqual(seen, [500_000, 5_800_000]);
      if (of === 'straight' && length === 1) assert.equal(last(path).northing, 5_800_001);
    }),
  );
});
