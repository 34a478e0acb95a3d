import assert from 'node:assert/strict';
import test from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { openRing, RingChain } from './ring-chain.ts';

/** Vertices easting, northing, bulge; an edge has two or more. */
type Edge = readonly (readonly [number, number, number])[];

function chained(edges: readonly Edge[]): Path {
  const path = new Path();
  const chain = new RingChain(path);
  for (const edge of edges) {
    for (const [e, n, bulge] of edge) path.vertex(e, n, 5, bulge);
    chain.join();
  }
  openRing(path);
  return path;
}

/** The vertices of each ring with their bulges. */
function rings(path: Path): number[][][] {
  const { coordinates: c, bulges } = path;
  return path.rings.map((from, i) =>
    Array.from({ length: path.ringEnd(i) - from }, (_, k) => [
      c[3 * (from + k)]!,
      c[3 * (from + k) + 1]!,
      bulges[from + k]!,
    ]),
  );
}

/** The same edge, stated from its end. */
const turned = (edge: Edge): Edge =>
  edge.map((_, i) => {
    const [e, n] = edge[edge.length - 1 - i]!;
    return [e, n, i + 1 < edge.length ? -edge[edge.length - 2 - i]![2] : 0];
  });

/** A ring independent of its start and direction: its segments from the lesser end, in order. */
function segments(ring: readonly number[][]): string[] {
  return ring
    .map(([e, n, bulge], i) => {
      const [e2, n2] = ring[(i + 1) % ring.length]!;
      const isForward = e! < e2! || (e === e2 && n! < n2!);
      return (isForward ? [e, n, e2, n2, bulge! + 0] : [e2, n2, e, n, 0 - bulge!]).join(' ');
    })
    .sort();
}

/** Corners at different places, each with a bulge for the side after it. */
const corners = (from: number): fc.Arbitrary<Edge> =>
  fc.uniqueArray(
    fc.tuple(
      fc.integer({ min: from, max: from + 40 }),
      fc.integer({ min: -20, max: 20 }),
      fc.constantFrom(0, 0, 0.5, -1, 0.25),
    ),
    { minLength: 3, maxLength: 8, selector: ([e, n]) => `${e} ${n}` },
  );

/** Cuts a ring into edges of one side or, where `long` is true, of two. */
function edgesOf(ring: Edge, long: readonly boolean[]): Edge[] {
  const edges: Edge[] = [];
  for (let i = 0; i < ring.length; ) {
    const sides = long[i] === true && i + 1 < ring.length ? 2 : 1;
    const edge = Array.from({ length: sides + 1 }, (_, k) => ring[(i + k) % ring.length]!);
    edges.push(edge.map(([e, n, bulge], k) => [e, n, k < sides ? bulge : 0]));
    i += sides;
  }
  return edges;
}

const flips = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });

test('edges in order give the ring that they were cut from, any of them stated from its end', () => {
  fc.assert(
    fc.property(corners(0), flips, flips, (ring, long, flip) => {
      const edges = edgesOf(ring, long).map((edge, i) => (flip[i] === true ? turned(edge) : edge));
      const found = rings(chained(edges));
      assert.equal(found.length, 1);
      assert.deepEqual(segments(found[0]!), segments(ring.map((vertex) => [...vertex])));
    }),
  );
});

test('edges that are all stated from their start keep order and direction', () => {
  fc.assert(
    fc.property(corners(0), flips, (ring, long) => {
      assert.deepEqual(rings(chained(edgesOf(ring, long))), [ring.map((vertex) => [...vertex])]);
    }),
  );
});

test('several rings in one path stay several rings, any of their edges stated from its end', () => {
  fc.assert(
    fc.property(corners(0), corners(100), corners(200), flips, flips, (first, second, third, long, flip) => {
      const all = [first, second, third];
      const edges = all.flatMap((ring) =>
        edgesOf(ring, long).map((edge, i) => (flip[i] === true ? turned(edge) : edge)),
      );
      const found = rings(chained(edges));
      assert.deepEqual(
        found.map(segments),
        all.map((ring) => segments(ring.map((vertex) => [...vertex]))),
      );
    }),
  );
});

test('edges that do not meet stay as stated, in one ring', () => {
  const gap: Edge[] = [
    [
      [0, 0, 0],
      [4, 0, 0],
    ],
    [
      [5, 0, 0],
      [5, 3, 0],
    ],
    [
      [5, 3, 0],
      [0, 0, 0],
    ],
  ];
  assert.deepEqual(
    rings(chained(gap)).map((ring) => ring.map(([e, n]) => [e, n])),
    [
      [
        [0, 0],
        [4, 0],
        [5, 0],
        [5, 3],
      ],
    ],
  );
  // A side there and back is not a ring that could be closed.
  const back: Edge[] = [
    [
      [0, 0, 0],
      [4, 0, 0],
    ],
    [
      [9, 9, 0],
      [8, 8, 0],
    ],
  ];
  assert.equal(rings(chained(back)).length, 1);
  assert.deepEqual(rings(chained([])), [[]]);
  assert.deepEqual(rings(chained([[], []])), [[]]);
});

test('ends that differ by rounding meet; a millimetre is not rounding, near the origin or far from it', () => {
  const square = (at: number, miss: number): Edge[] => [
    [
      [at, 0, 0],
      [at + 4, 0, 0],
    ],
    [
      [at + 4 + miss, 0, 0],
      [at + 4, 4, 0],
    ],
    [
      [at, 0, 0],
      [at + 4, 4 + miss, 0],
    ],
  ];
  for (const [at, miss, count] of [
    [0, 1e-9, 3],
    [0, 1e-3, 6],
    [4_468_000, 1e-4, 3],
    [4_468_000, 2e-3, 6],
  ] as const)
    assert.equal(chained(square(at, miss)).count, count, `${at} ${miss}`);
});

test('positions of NaN stay in their ring, which is then refused', () => {
  const path = chained([
    [
      [0, 0, 0],
      [Number.NaN, 0, 0],
    ],
    [
      [Number.NaN, 0, 0],
      [0, 0, 0],
    ],
  ]);
  assert.equal(path.rings.length, 1);
  assert.ok(path.coordinates.subarray(0, 3 * path.count).some(Number.isNaN));
});
