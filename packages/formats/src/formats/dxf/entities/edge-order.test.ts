import assert from 'node:assert/strict';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { joinEdges } from './edge-order.ts';

type Corner = readonly [number, number];

/** Straight edges of a ring, each from a corner to the next. */
const edgesOf = (ring: readonly Corner[]): Corner[][] =>
  ring.map((corner, i) => [corner, ring[(i + 1) % ring.length]!]);

function joined(edges: readonly (readonly Corner[])[]): { rings: Corner[][]; gaps: number } {
  const path = new Path();
  // Existing content of the path stays as it is.
  path.vertex(-1, -1, 0);
  path.vertex(-2, -1, 0);
  path.ring();
  const starts = edges.map((edge) => {
    const start = path.count;
    for (const [e, n] of edge) path.vertex(e, n, 7);
    return start;
  });
  const gaps = joinEdges(path, starts);
  const { coordinates: c } = path;
  const rings = path.rings.map((from, i) =>
    Array.from({ length: path.ringEnd(i) - from }, (_, k): Corner => [c[3 * (from + k)]!, c[3 * (from + k) + 1]!]),
  );
  assert.deepEqual(rings.shift(), [
    [-1, -1],
    [-2, -1],
  ]);
  return { rings: rings.map(opened), gaps };
}

/** A ring without the corner that closes it. */
const opened = (ring: Corner[]): Corner[] =>
  ring.length > 2 && String(ring[0]) === String(ring.at(-1)) ? ring.slice(0, -1) : ring;

/** The sides of a ring, independent of its direction and first corner. */
const sides = (ring: readonly Corner[]): string[] =>
  edgesOf(ring)
    .map((side) => side.map(String).sort().join(' '))
    .sort();

const corners = (west: number): fc.Arbitrary<Corner[]> =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: west, max: west + 30 }), fc.integer({ min: 0, max: 30 })), {
    ...{ minLength: 3, maxLength: 8, selector: String },
  });

test('edges in any order and direction give the rings that they were cut from', () => {
  const drawn = fc.tuple(corners(0), corners(100)).chain((rings) => {
    const edges = rings.flatMap(edgesOf);
    const order = fc.shuffledSubarray([...edges.keys()], { minLength: edges.length });
    return fc.tuple(fc.constant(rings), order, fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }));
  });
  fc.assert(
    fc.property(drawn, ([rings, order, turned]) => {
      const edges = rings.flatMap(edgesOf);
      const shuffled = order.map((i) => (turned[i] === true ? edges[i]!.toReversed() : edges[i]!));
      const found = joined(shuffled);
      assert.equal(found.gaps, 0);
      const sorted = (all: Corner[][]): string[] => all.map((ring) => sides(ring).join('; ')).sort();
      assert.deepEqual(sorted(found.rings), sorted(rings));
    }),
  );
});

test('edges that do not meet keep their order, and gaps are counted', () => {
  const apart: Corner[][] = [
    [
      [0, 0],
      [4, 0],
    ],
    [
      [9, 9],
      [8, 8],
    ],
    [
      [4, 0],
      [4, 4],
    ],
  ];
  const { rings, gaps } = joined(apart);
  // One between its sides, one to close it.
  assert.equal(gaps, 2);
  assert.deepEqual(rings.flat().length, 5);
  assert.deepEqual(joined([]), { rings: [[]], gaps: 0 });
  // Too many to compare each with each: they keep their order.
  const many = Array.from({ length: 301 }, (_, i): Corner[] => [
    [i, 0],
    [i + 1, 1 + (i % 2)],
  ]);
  assert.equal(joined(many.toReversed()).rings.flat().length, 602);
});
