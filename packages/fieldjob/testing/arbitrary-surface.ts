import fc from 'fast-check';
import { neighboursOf, type Surface, surfaceOf } from '../src/surface.ts';

/** A triangulated strip with its neighbours, edges, breaklines and a boundary; the caller folds layer and source. */
export function arbitrarySurface(text: fc.Arbitrary<string>, coordinate: fc.Arbitrary<number>): fc.Arbitrary<Surface> {
  const triple = fc.tuple(coordinate, coordinate, coordinate);
  const line = fc.record({
    name: text,
    kind: fc.constantFrom('hard', 'soft', 'outer'),
    coordinates: fc.array(triple, { maxLength: 4 }).map((triples) => Float64Array.from(triples.flat())),
  });
  return fc
    .record({
      name: text,
      description: text,
      code: text,
      layer: fc.nat(1000),
      source: fc.nat(1000),
      colour: fc.constantFrom(-1, 0, 0xff8000),
      vertices: fc.array(triple, { maxLength: 9 }),
      withNeighbours: fc.boolean(),
      breaklines: fc.array(line, { maxLength: 2 }),
      boundaries: fc.array(line, { maxLength: 1 }),
      attributes: fc.array(fc.tuple(text, text), { maxLength: 2 }).map((pairs) => pairs.flat()),
    })
    .map(({ name, vertices, withNeighbours, ...rest }) => {
      const count = vertices.length;
      const triangles = Int32Array.from({ length: 3 * Math.max(0, count - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
      return surfaceOf(name, Float64Array.from(vertices.flat()), triangles, {
        ...rest,
        neighbours: withNeighbours ? neighboursOf(triangles, count) : null,
        edges: count > 1 ? Int32Array.of(0, 1) : new Int32Array(0),
      });
    });
}
