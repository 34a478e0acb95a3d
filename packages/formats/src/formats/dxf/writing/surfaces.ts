import type { Surface } from '@fieldbridge/fieldjob';
import { isVertexPlaced } from '../../../kit/cad/placed.ts';
import type { DrawingWriter } from './drawing-writer.ts';
import { FACE } from './entity-kinds.ts';

/** Writes each triangle of a surface as a 3DFACE. @returns how many were omitted because a corner has no position */
export function writeSurface(writer: DrawingWriter, layer: number, surface: Surface): number {
  const { out } = writer;
  const { vertices, triangles } = surface;
  const corner = (code: number, index: number): void =>
    out.position3(code, vertices[3 * index]!, vertices[3 * index + 1]!, vertices[3 * index + 2]!);
  const placed = (index: number): boolean => isVertexPlaced(vertices, 3 * index);
  let leftOut = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (!placed(triangles[i]!) || !placed(triangles[i + 1]!) || !placed(triangles[i + 2]!)) {
      leftOut++;
      continue;
    }
    writer.open(FACE, layer);
    corner(10, triangles[i]!);
    corner(11, triangles[i + 1]!);
    corner(12, triangles[i + 2]!);
    // A triangle repeats its last corner.
    corner(13, triangles[i + 2]!);
  }
  return leftOut;
}
