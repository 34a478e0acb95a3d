import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { distanceToPath, placeOf, segmentsOf, walk } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import fc from 'fast-check';
import { Extent } from '../extent.ts';
import { addPath } from '../report/path-extent.ts';
import { arcOfBulge, arcSegments, bulgeOfSweep, MOST_ARC_SEGMENTS } from './bulge.ts';
import { Path } from './path.ts';
import { strokePath } from './stroke.ts';

const coordinate = fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 100);
const bulge = fc.oneof(fc.constant(0), fc.double({ min: -8, max: 8, noNaN: true }));
const vertex = fc.tuple(coordinate, coordinate, coordinate, bulge);
const rings = fc.array(fc.array(vertex, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 3 });

function pathOf(parts: readonly (readonly (readonly number[])[])[], closed: boolean): Path {
  const path = new Path();
  path.closed = closed;
  for (const part of parts) {
    path.ring();
    for (const [e, n, z, b] of part) path.vertex(e!, n!, z!, b);
  }
  return path;
}

/** Lines have one ring, open or closed; areas have closed rings. */
const drawn = fc
  .tuple(rings, fc.boolean())
  .map(([parts, closed]) =>
    parts.length === 1 ? { path: pathOf(parts, closed), area: closed } : { path: pathOf(parts, true), area: true },
  );

test('chords stay within the tolerance of every arc, both ways, and keep every vertex', () => {
  fc.assert(
    fc.property(drawn, fc.constantFrom(1, 0.1, 0.01), ({ path, area }, tolerance) => {
      const stroked = strokePath(path, tolerance);
      const chords = segmentsOf(stroked, area);
      const tooFine = segmentsOf(path, area).some(({ from, to, bulge: b }) => {
        const arc = arcOfBulge(from.easting, from.northing, to.easting, to.northing, b);
        return arc !== undefined && arcSegments(arc.radius, arc.sweep, tolerance) === MOST_ARC_SEGMENTS;
      });
      fc.pre(!tooFine);
      for (const place of walk(path, area, 16)) assert.ok(distanceToPath(place, chords) <= tolerance * 1.001 + 1e-7);
      const kept = new Set(Array.from({ length: stroked.count }, (_, i) => JSON.stringify(placeOf(stroked, i))));
      for (let i = 0; i < path.count; i++) assert.ok(kept.has(JSON.stringify(placeOf(path, i))), 'a vertex was lost');
      assert.equal(stroked.hasBulges, false);
      assert.equal(stroked.closed, path.closed);
      assert.equal(stroked.rings.length, path.rings.length);
    }),
    { numRuns: 150 },
  );
});

test('ring starts of a stroked path are the first vertices of the rings', () => {
  fc.assert(
    fc.property(rings, (parts) => {
      const path = pathOf(parts, true);
      const stroked = strokePath(path, 0.5);
      assert.deepEqual(
        stroked.rings.map((start) => placeOf(stroked, start)),
        path.rings.map((start) => placeOf(path, start)),
      );
    }),
  );
});

test('elevation is linear along an arc, and unknown if one of its ends has none', () => {
  const path = new Path();
  path.vertex(0, 0, 100, 1);
  path.vertex(20, 0, 200, 1);
  path.vertex(40, 0, Number.NaN);
  const stroked = strokePath(path, 0.01);
  const heights = Array.from({ length: stroked.count }, (_, i) => stroked.coordinates[3 * i + 2]!);
  const top = heights.indexOf(200);
  for (let i = 0; i <= top; i++) assert.ok(Math.abs(heights[i]! - (100 + (100 * i) / top)) < 1e-9);
  assert.ok(heights.slice(top + 1).every(Number.isNaN));
});

test('along any arc of a line the elevation changes with the distance covered', () => {
  fc.assert(
    fc.property(fc.array(vertex, { minLength: 2, maxLength: 6 }), fc.boolean(), (vertices, closed) => {
      const path = pathOf([vertices], closed);
      const stroked = strokePath(path, 0.5);
      let at = 0;
      for (let i = 0; i + 1 < path.count + (closed ? 1 : 0); i++) {
        const [from, to] = [path.coordinates[3 * i + 2]!, path.coordinates[3 * ((i + 1) % path.count) + 2]!];
        let end = at + 1;
        const next = placeOf(path, (i + 1) % path.count);
        const stands = (k: number): boolean => k === stroked.count || isDeepStrictEqual(placeOf(stroked, k), next);
        while (!stands(end)) end++;
        for (let k = at; k < end; k++) {
          const expected = from + ((to - from) * (k - at)) / (end - at);
          assert.ok(
            Math.abs(stroked.coordinates[3 * k + 2]! - expected) <= 1e-9 * Math.max(1, Math.abs(from), Math.abs(to)),
          );
        }
        at = end;
      }
      assert.equal(at, closed ? stroked.count : stroked.count - 1);
    }),
  );
});

test('an arc whose ends coincide has no middle: only its vertices are drawn', () => {
  const path = pathOf(
    [
      [
        [5, 5, 1, 1],
        [5, 5, 2, 0],
        [9, 5, 3, 0],
      ],
    ],
    false,
  );
  const stroked = strokePath(path, 0.001);
  assert.deepEqual(Array.from(stroked.coordinates.subarray(0, 3 * stroked.count)), [5, 5, 1, 5, 5, 2, 9, 5, 3]);
});

test('several rings make an area: each closes with its own last arc', () => {
  const half = (easting: number): number[][] => [
    [easting, 0, 0, 0],
    [easting + 10, 0, 0, 1],
  ];
  const stroked = strokePath(pathOf([half(0), half(100)], false), 0.01);
  const tops = [0, 100].map((easting) => {
    const chords = segmentsOf(stroked, true);
    return distanceToPath({ easting: easting + 5, northing: 5 }, chords);
  });
  assert.ok(Math.max(...tops) <= 0.011, `${tops}`);
});

test('stroking into a used path leaves nothing of its old content', () => {
  const used = pathOf(
    [
      [
        [9, 9, 9, 1],
        [8, 8, 8, 1],
        [7, 7, 7, 1],
      ],
      [
        [6, 6, 6, 1],
        [5, 5, 5, 0],
      ],
    ],
    true,
  );
  const line = new Path();
  line.vertex(1, 2, 3);
  line.vertex(4, 5, 6);
  assert.equal(strokePath(line, 0.01, used), used);
  assert.deepEqual([used.count, used.closed, used.rings, used.hasBulges], [2, false, [0], false]);
  assert.deepEqual(Array.from(used.coordinates.subarray(0, 6)), [1, 2, 3, 4, 5, 6]);
});

test('the extent of a path is the box around everything drawn of it', () => {
  fc.assert(
    fc.property(drawn, ({ path, area }) => {
      const extent = new Extent();
      addPath(extent, path, area);
      const expected = new Extent();
      expected.addTriples(path.coordinates, path.count);
      for (const { easting, northing } of walk(path, area, 400)) expected.add(easting, northing, Number.NaN);
      // Between two of 400 places an arc reaches at most r (1 - cos(pi / 400)) further.
      const reach = Math.max(
        ...segmentsOf(path, area).map(({ from, to, bulge: b }) =>
          b === 0
            ? 0
            : Math.hypot(to.easting - from.easting, to.northing - from.northing) * (Math.abs(b) + 1 / Math.abs(b)),
        ),
      );
      const slack = 1e-6 + Math.min(reach, 1e5) * 4e-5;
      for (const side of ['minEasting', 'minNorthing', 'maxEasting', 'maxNorthing'] as const)
        assert.ok(Math.abs(extent[side] - expected[side]) <= slack, `${side} ${extent[side]} ${expected[side]}`);
      assert.deepEqual([extent.minElevation, extent.maxElevation], [expected.minElevation, expected.maxElevation]);
    }),
    { numRuns: 150 },
  );
});

test('the last arc of an open line is not drawn, that of an area is', () => {
  const path = new Path();
  path.vertex(0, 0, 0);
  path.vertex(10, 0, 0, 1);
  const open = new Extent();
  addPath(open, path, false);
  assert.deepEqual([open.minNorthing, open.maxNorthing], [0, 0]);
  const area = new Extent();
  addPath(area, path, true);
  assert.deepEqual([area.minNorthing, Math.round(area.maxNorthing * 1e9) / 1e9], [0, 5]);
  assert.equal(strokePath(path, 0.01).count, 2);
});

test('arc segments: zero for an arc without length, never fewer than the turn needs, always within the tolerance', () => {
  assert.equal(arcSegments(0, 1, 0.01), 1);
  assert.equal(arcSegments(Number.NaN, 1, 0.01), 1);
  assert.equal(arcSegments(5, 0, 0.01), 1);
  assert.equal(arcSegments(0, 2 * Math.PI, 0.01), 1, 'no radius, no arc');
  assert.equal(arcSegments(-5, 2 * Math.PI, 0.01), 1, 'a radius has no sign');
  assert.equal(arcSegments(5, 1, 0), MOST_ARC_SEGMENTS, 'without a tolerance, the finest');
  assert.equal(arcSegments(5, 1, -1), MOST_ARC_SEGMENTS);
  assert.equal(arcSegments(1e18, 1e-16, 0.001), 1, 'a bend too small to compute is straight');
  assert.equal(arcSegments(1, 2 * Math.PI, 100), 4, 'a circle is at least a square');
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e4, noNaN: true }),
      fc.double({ min: -2 * Math.PI, max: 2 * Math.PI, noNaN: true }),
      fc.double({ min: 1e-3, max: 10, noNaN: true }),
      (radius, sweep, tolerance) => {
        const count = arcSegments(radius, sweep, tolerance);
        assert.equal(count, arcSegments(radius, -sweep, tolerance));
        assert.ok(Number.isInteger(count) && count >= 1);
        assert.ok(count === MOST_ARC_SEGMENTS || radius * (1 - Math.cos(sweep / count / 2)) <= tolerance * (1 + 1e-6));
        // One chord fewer would be too few, unless the chords are quarter turns, the longest allowed.
        const fewer = sweep / (count - 1);
        assert.ok(
          count === 1 ||
            Math.abs(fewer) > Math.PI / 2 - 1e-9 ||
            radius * (1 - Math.cos(fewer / 2)) > tolerance * (1 - 1e-6),
        );
        assert.ok(Math.abs(bulgeOfSweep(sweep) - Math.tan(sweep / 4)) === 0);
      },
    ),
  );
});

test('a path grows, is cleared and filled again without traces of old content', () => {
  fc.assert(
    fc.property(fc.array(rings, { maxLength: 4 }), fc.nat(400), (uses, reserved) => {
      const path = new Path();
      path.reserve(reserved);
      for (const parts of uses) {
        path.clear();
        assert.deepEqual([path.count, path.hasBulges, path.closed, path.rings], [0, false, false, [0]]);
        for (const part of parts) {
          path.ring();
          path.ring();
          for (const [e, n, z, b] of part) path.vertex(e, n, z, b);
        }
        assert.deepEqual(
          parts.map((_, i) => path.ringEnd(i) - path.rings[i]!),
          parts.map(({ length }) => length),
        );
        const flat = parts.flat();
        assert.deepEqual(
          Array.from(path.bulges.subarray(0, path.count)),
          flat.map(([, , , b]) => b),
        );
        assert.deepEqual(
          Array.from(path.coordinates.subarray(0, 3 * path.count)),
          flat.flatMap((position) => position.slice(0, 3)),
        );
      }
    }),
    { numRuns: 50 },
  );
});

test('a growing path keeps every vertex, and reserved room holds what follows', () => {
  const vertices = Array.from({ length: 1000 }, (_, i) => [i, -i, 0.5 * i, i % 7 === 0 ? i : 0] as const);
  const path = new Path();
  for (const [e, n, z, b] of vertices) path.vertex(e, n, z, b);
  const held = (): (readonly number[])[] =>
    vertices.map((_, i) => [...path.coordinates.subarray(3 * i, 3 * i + 3), path.bulges[i]!]);
  assert.deepEqual(held(), vertices);
  path.reserve(5000);
  assert.ok(path.bulges.length >= 5000 && path.coordinates.length === 3 * path.bulges.length);
  assert.deepEqual(held(), vertices);
  const room = path.coordinates;
  path.reserve(10);
  assert.equal(path.coordinates, room, 'reserving less than there is moves nothing');
});

test('a cleared path is an open line of one ring starting at vertex 0', () => {
  const path = pathOf([[[1, 2, 3, 1]], [[4, 5, 6, 1]], [[7, 8, 9, 1]]], true);
  path.clear();
  assert.deepEqual([path.count, path.closed, path.hasBulges, path.rings], [0, false, false, [0]]);
  path.rings[0] = 5;
  assert.deepEqual(path.clear().rings, [0]);
});

describe('setting bulges to straight leaves those before and after, for few and for many', () => {
  for (const many of [3, 1000])
    test(String(many), () => {
      const path = new Path();
      path.reserve(many + 4);
      path.bulges.fill(0.5);
      path.straight(2, 2 + many);
      const bent = Array.from(path.bulges.subarray(0, many + 4), (bulge) => bulge !== 0);
      assert.deepEqual(bent, [true, true, ...new Array<boolean>(many).fill(false), true, true]);
    });
});
