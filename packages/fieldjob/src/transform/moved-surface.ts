import type { Surface, SurfaceLine } from '../surface.ts';
import type { CoordinateMover } from './coordinate-mover.ts';

/** A surface with everything in it moved. */
export function movedSurface(surface: Surface, mover: CoordinateMover): Surface {
  const { swapped } = mover;
  const moved = (line: SurfaceLine): SurfaceLine => ({ ...line, coordinates: mover.triples(line.coordinates) });
  return {
    ...surface,
    vertices: mover.triples(surface.vertices),
    // Exchanging the axes mirrors the surface; reversing each triangle keeps it counter-clockwise.
    triangles: swapped ? turned(surface.triangles, 0, 2, 1) : surface.triangles,
    neighbours: swapped && surface.neighbours !== null ? turned(surface.neighbours, 2, 1, 0) : surface.neighbours,
    breaklines: surface.breaklines.map(moved),
    boundaries: surface.boundaries.map(moved),
  };
}

/** Copies triples with their members in another order. */
function turned(triples: Int32Array, a: number, b: number, c: number): Int32Array {
  const copy = new Int32Array(triples.length);
  for (let i = 0; i < triples.length; i += 3) {
    copy[i] = triples[i + a]!;
    copy[i + 1] = triples[i + b]!;
    copy[i + 2] = triples[i + c]!;
  }
  return copy;
}
