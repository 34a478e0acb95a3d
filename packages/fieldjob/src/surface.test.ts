import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { neighboursOf, surfaceOf } from './surface.ts';

/** For each slot every other triangle that has the slot's edge, found by looking at all of them. */
function acrossEach(triangles: readonly number[]): Set<number>[] {
  const edge = (slot: number): string => {
    const first = 3 * Math.floor(slot / 3);
    return [triangles[slot]!, triangles[first + ((slot + 1) % 3)]!].sort((a, b) => a - b).join(' ');
  };
  return triangles.map((_, slot) => {
    const found = new Set<number>();
    triangles.forEach((_vertex, other) => {
      if (Math.floor(other / 3) !== Math.floor(slot / 3) && edge(other) === edge(slot))
        found.add(Math.floor(other / 3));
    });
    return found;
  });
}

/** A grid of squares, each cut in two, with its triangles shuffled and rotated. */
const grids = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat()))
  .map(([columns, rows, drawn]) => {
    const triangles: number[][] = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const a = row * (columns + 1) + column;
        const d = a + columns + 1;
        triangles.push([a, a + 1, d + 1], [a, d + 1, d]);
      }
    }
    const next = (): number => drawn.next().value;
    for (let i = triangles.length - 1; i > 0; i--) {
      const j = next() % (i + 1);
      [triangles[i], triangles[j]] = [triangles[j]!, triangles[i]!];
    }
    const flat = triangles.flatMap(
      ([a, b, c]) =>
        [
          [a!, b!, c!],
          [b!, c!, a!],
          [c!, a!, b!],
        ][next() % 3]!,
    );
    return { flat, vertices: (columns + 1) * (rows + 1) };
  });

test('across each edge of a triangulation is the one other triangle with that edge, or -1 at the border', () => {
  fc.assert(
    fc.property(grids, ({ flat, vertices }) => {
      const across = acrossEach(flat).map((found) => [...found][0] ?? -1);
      assert.deepEqual(Array.from(neighboursOf(Int32Array.from(flat), vertices)), across);
    }),
    { numRuns: 60 },
  );
});

test('for any triangles, a neighbour is another triangle, has the edge, and knows its neighbour', () => {
  const vertex = fc.nat(5);
  fc.assert(
    fc.property(fc.array(fc.tuple(vertex, vertex, vertex), { maxLength: 8 }), (triples) => {
      const flat = triples.flat();
      const neighbours = neighboursOf(Int32Array.from(flat), 6);
      const possible = acrossEach(flat);
      neighbours.forEach((neighbour, slot) => {
        if (neighbour === -1) return;
        assert.ok(possible[slot]!.has(neighbour), `slot ${slot} of ${flat} says ${neighbour}`);
        const back = neighbours.subarray(3 * neighbour, 3 * neighbour + 3);
        assert.ok(back.includes(Math.floor(slot / 3)), 'the neighbour does not know it');
      });
    }),
    { numRuns: 300 },
  );
});

test('a triangle with the same edge twice is not its own neighbour and does not become the neighbour of others there', () => {
  assert.deepEqual(Array.from(neighboursOf(Int32Array.of(0, 0, 1), 2)), [-1, -1, -1]);
  const [, second, , , , sixth] = neighboursOf(Int32Array.of(0, 0, 1, 0, 2, 1), 3);
  assert.deepEqual([second, sixth], [1, 0], 'the edge 0-1 joins the two');
});

test('large vertex numbers do not collide: edges are distinct up to the largest index of a column', () => {
  const most = 2 ** 31 - 2;
  const triangles = Int32Array.of(0, most, most - 1, most, 0, 1);
  assert.deepEqual(Array.from(neighboursOf(triangles, most + 1)), [1, -1, -1, 0, -1, -1]);
});

test('a surface has defaults for everything not given, and keeps what is given', () => {
  const vertices = Float64Array.of(0, 0, 0);
  const plain = surfaceOf('ground', vertices, new Int32Array(0));
  assert.deepEqual(
    [plain.layer, plain.colour, plain.source, plain.neighbours, plain.edges.length, plain.breaklines.length],
    [-1, -1, -1, null, 0, 0],
  );
  const dressed = surfaceOf('ground', vertices, new Int32Array(0), {
    name: 'other',
    colour: 0xff0000,
    layer: 4,
  } as never);
  assert.deepEqual([dressed.name, dressed.colour, dressed.layer], ['ground', 0xff0000, 4]);
});
