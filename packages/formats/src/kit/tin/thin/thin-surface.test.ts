import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Surface, surfaceOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { thinSurface } from './thin-surface.ts';

type Height = (column: number, row: number) => number;

/** Squares of one unit, each cut in two, far from the origin; squares for which `isHole` holds are left out. */
function grid(columns: number, rows: number, height: Height, isHole: Height = () => 0): Surface {
  const vertices: number[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++)
      vertices.push(560_000 + column, 5_600_000 + row, height(column, row));
  const triangles: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (isHole(column, row) > 0) continue;
      const a = row * (columns + 1) + column;
      const d = a + columns + 1;
      if ((row + column) % 2 === 0) triangles.push(a, a + 1, d + 1, a, d + 1, d);
      else triangles.push(a + 1, d, a, d, a + 1, d + 1);
    }
  }
  return surfaceOf('ground', Float64Array.from(vertices), Int32Array.from(triangles));
}

/** Elevations of all triangles above a position, by looking at each of them. */
function elevations({ vertices, triangles }: Surface, e: number, n: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => {
      const at = 3 * triangles[i + k]!;
      return { e: vertices[at]! - e, n: vertices[at + 1]! - n, z: vertices[at + 2]! };
    });
    const [a, b, c] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0]];
    const shares = [b.e * c.n - b.n * c.e, c.e * a.n - c.n * a.e, a.e * b.n - a.n * b.e];
    const sum = shares[0]! + shares[1]! + shares[2]!;
    if (sum > 0 && shares.every((share) => share >= -1e-9 * sum))
      found.push((shares[0]! * a.z + shares[1]! * b.z + shares[2]! * c.z) / sum);
  }
  return found;
}

/** Greatest vertical distance at a net of positions, the vertices of `was` among them. */
function distance(was: Surface, is: Surface, columns: number, rows: number, parts: number): number {
  let worst = 0;
  for (let i = 0; i <= columns * parts; i++) {
    for (let j = 0; j <= rows * parts; j++) {
      const [e, n] = [560_000 + i / parts, 5_600_000 + j / parts];
      const [before, after] = [elevations(was, e, n), elevations(is, e, n)];
      assert.equal(before.length > 0, after.length > 0, `the ground at ${e}, ${n} is covered as before`);
      for (const one of before) worst = Math.max(worst, Math.min(...after.map((other) => Math.abs(one - other))));
    }
  }
  return worst;
}

/** Edges that only one triangle has, as texts of their positions, in the direction of that triangle. */
function border({ vertices, triangles }: Surface): string[] {
  const place = (vertex: number): string => vertices.subarray(3 * vertex, 3 * vertex + 3).join(',');
  const edges = new Set<string>();
  const seen = new Set<string>();
  for (let i = 0; i < triangles.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const [from, to] = [place(triangles[i + k]!), place(triangles[i + ((k + 1) % 3)]!)];
      assert.ok(!seen.has(`${from} ${to}`), 'no edge has two triangles on one side');
      seen.add(`${from} ${to}`);
      if (!edges.delete(`${to} ${from}`)) edges.add(`${from} ${to}`);
    }
  }
  return [...edges].sort();
}

/** The texts of all vertices that are used. */
function positions({ vertices, triangles }: Surface): Set<string> {
  return new Set(Array.from(triangles, (v) => vertices.subarray(3 * v, 3 * v + 3).join(',')));
}

test('a thinned surface is nowhere further than the tolerance from what it was, and covers the same ground', () => {
  const cases = fc.record({
    columns: fc.integer({ min: 2, max: 7 }),
    rows: fc.integer({ min: 2, max: 7 }),
    heights: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 64, maxLength: 64 }),
    holes: fc.array(fc.boolean(), { minLength: 49, maxLength: 49 }),
    isHoled: fc.boolean(),
    tolerance: fc.constantFrom(0, 0.5, 2, 4),
  });
  let dropped = 0;
  fc.assert(
    fc.property(cases, ({ columns, rows, heights, holes, isHoled, tolerance }) => {
      const isHole: Height = (column, row) => Number(isHoled && holes[7 * row + column]! && (column * row) % 3 === 1);
      const was = grid(columns, rows, (column, row) => heights[8 * row + column]!, isHole);
      const { surface, deviation } = thinSurface(was, tolerance);
      const found = distance(was, surface, columns, rows, 4);
      assert.ok(found <= tolerance + 1e-6, `${found} is above ${tolerance}`);
      assert.ok(found <= deviation + 1e-6 && deviation <= tolerance + 1e-6, `${deviation} is reported, not ${found}`);
      assert.deepEqual(border(surface), border(was));
      for (const place of positions(surface)) assert.ok(positions(was).has(place), 'no vertex is moved');
      const before = was.vertices.length - surface.vertices.length;
      assert.equal(was.triangles.length - surface.triangles.length, 2 * before, 'two triangles less per vertex');
      dropped += before / 3;
    }),
    { numRuns: 30 },
  );
  assert.ok(dropped > 20, `${dropped} vertices were dropped in all`);
});

test('at a tolerance of 0 a plane keeps its borders only, also where its elevations are rounded', () => {
  const isHole: Height = (column, row) => Number(column === 4 && row === 4);
  const plane = grid(10, 8, (column, row) => 100 + 0.1 * column - 0.3 * row, isHole);
  const { surface, deviation } = thinSurface(plane, 0);
  assert.equal(surface.vertices.length / 3, 36 + 4);
  assert.equal(surface.triangles.length / 3, 40);
  assert.ok(deviation < 1e-8);
});

test('an edge that would cut through what lies between vertices is not made', () => {
  // The vertex in the middle lies in the plane of its neighbours at the border but one, which is a peak.
  const ring = [0, 1, 2, 3, 4, 5].map((k) => [10 * Math.cos((k * Math.PI) / 3), 10 * Math.sin((k * Math.PI) / 3), 0]);
  ring[1]![2] = 10;
  const triangles = ring.flatMap((_, k) => [6, k, (k + 1) % 6]);
  const was = surfaceOf('peak', Float64Array.from([...ring.flat(), 0, 0, 0]), Int32Array.from(triangles));
  assert.equal(thinSurface(was, 1).surface, was);
  const { surface, deviation } = thinSurface(was, 5.1);
  assert.equal(surface.triangles.length / 3, 4);
  assert.ok(Math.abs(deviation - 5) < 1e-9, `half of the height, not ${deviation}`);
});

test('vertices of breaklines, boundaries and named edges stay, and so do the edges between them', () => {
  const plane = grid(6, 6, () => 1);
  const line = (column: number) => Float64Array.from([560_000 + column, 5_600_001, 1, 560_000 + column, 5_600_005, 1]);
  const was: Surface = {
    ...plane,
    edges: Int32Array.of(3 * 7 + 3, 3 * 7 + 4),
    breaklines: [{ name: 'kerb', kind: 'hard', coordinates: line(2) }],
    boundaries: [{ name: 'inner', kind: 'inner', coordinates: line(5.0004) }],
  };
  const { surface } = thinSurface(was, 1);
  const inside = [...positions(surface)].filter((place) => {
    const [e, n] = place.split(',').map(Number) as [number, number];
    return e > 560_000 && e < 560_006 && n > 5_600_000 && n < 5_600_006;
  });
  const at = (column: number, row: number) => `${560_000 + column},${5_600_000 + row},1`;
  const lines = [1, 2, 3, 4, 5].flatMap((row) => [at(2, row), at(5, row)]);
  assert.deepEqual(inside.sort(), [...lines, at(3, 3), at(4, 3)].sort());
  const named = Array.from(surface.edges, (v) => surface.vertices.subarray(3 * v, 3 * v + 3).join(','));
  assert.deepEqual(named, [at(3, 3), at(4, 3)]);
  assert.equal(surface.breaklines, was.breaklines);
});

test('neighbours are stated again where they were stated', () => {
  const plane = grid(4, 4, () => 1);
  const { surface } = thinSurface({ ...plane, neighbours: new Int32Array(plane.triangles.length) }, 0);
  assert.equal(surface.neighbours!.length, surface.triangles.length);
  assert.equal(surface.neighbours!.filter((one) => one === -1).length, 16, 'one for each edge of the border');
  assert.equal(thinSurface(plane, 0).surface.neighbours, null);
});

/** Triangles added to a plane of 4 by 4 squares around its middle vertex, 12, and how many are damaged then. */
const DAMAGES: readonly (readonly [name: string, triangles: readonly number[], damaged: number])[] = [
  ['a triangle that stands upright', [12, 13, 25], 1],
  ['a triangle without area', [12, 12, 12], 1],
  ['a triangle turned over', [12, 18, 13], 1],
  ['a vertex that does not exist', [12, 13, 99], 1],
  ['a negative vertex', [12, -5, 13], 1],
  ['a vertex without an elevation', [12, 13, 26], 1],
  ['a triangle three times on an edge', [12, 13, 27], 3],
];
for (const [name, added, damaged] of DAMAGES)
  test(`${name} stays as it is, with the vertices around it`, () => {
    const plane = grid(4, 4, () => 1);
    const more = [560_003, 5_600_002, 5, 560_002.5, 5_600_003, Number.NaN, 560_002.5, 5_600_003.5, 1];
    const vertices = Float64Array.from([...plane.vertices, ...more]);
    const was = surfaceOf('damaged', vertices, Int32Array.from([...plane.triangles, ...added]));
    const { surface, damaged: found } = thinSurface(was, 1);
    assert.ok(found >= damaged, `${found} damaged triangles`);
    const middle = plane.vertices.subarray(36, 39).join(',');
    assert.ok(positions(surface).has(middle), 'the vertex of the damaged triangle is still there');
    assert.ok(surface.triangles.length < was.triangles.length, 'the rest is thinned');
    const kept = (one: Surface) => one.triangles.slice(-3).map((v) => one.vertices[3 * v]!);
    assert.deepEqual(kept(surface), kept(was));
  });

for (const above of [
  [0, 5, 2],
  [0, 2, 6],
  [1, 8, 3],
  [1, 3, 7],
])
  test(`a triangle ${above} above the others gets no edge in common with those below`, () => {
    // A square with a vertex in the middle, and above it a triangle with an edge between opposite corners.
    const square = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 2, 2, 0];
    const vertices = Float64Array.from([...square, 9, -5, 9, -5, 9, 9, -5, -5, 9, 9, 9, 9]);
    const triangles = Int32Array.from([4, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, ...above]);
    const { surface } = thinSurface(surfaceOf('bridge', vertices, triangles), 0);
    border(surface);
    assert.equal(surface.triangles.length / 3, 3, 'the hole is closed across the other corners');
  });

test('work that is at its limit is said, and what was dropped by then is within the tolerance', () => {
  const was = grid(12, 12, (column, row) => (column * row) % 2);
  const whole = thinSurface(was, 2);
  const { surface, isLimited, deviation } = thinSurface(was, 2, undefined, 5);
  assert.deepEqual([whole.isLimited, isLimited], [false, true]);
  assert.ok(surface.vertices.length < was.vertices.length && surface.vertices.length > whole.surface.vertices.length);
  assert.ok(distance(was, surface, 12, 12, 2) <= deviation + 1e-6 && deviation <= 2);
});

for (const [around, crowded] of [
  [32, 0],
  [33, 1],
  [1025, 1],
] as const)
  test(`with ${around} triangles around it a vertex in a plane ${crowded === 0 ? 'goes' : 'stays, which is said'}`, () => {
    const ring = Array.from({ length: around }, (_, k) => (2 * Math.PI * k) / around);
    const vertices = ring.flatMap((angle) => [500 * Math.cos(angle), 500 * Math.sin(angle), 3]);
    const triangles = ring.flatMap((_, k) => [around, k, (k + 1) % around]);
    const was = surfaceOf('fan', Float64Array.from([...vertices, 0, 0, 3]), Int32Array.from(triangles));
    const thinned = thinSurface(was, 0.1);
    assert.deepEqual([thinned.crowded, thinned.surface === was], [crowded, crowded > 0]);
  });

test('without triangles, or without vertices, nothing happens', () => {
  for (const vertices of [[], [1, 2, 3]]) {
    const was = surfaceOf('empty', Float64Array.from(vertices), new Int32Array(0));
    assert.deepEqual(thinSurface(was, 1), { surface: was, damaged: 0, crowded: 0, isLimited: false, deviation: 0 });
  }
});
