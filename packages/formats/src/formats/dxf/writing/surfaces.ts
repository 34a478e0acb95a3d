import type { Surface } from '@fieldbridge/fieldjob';
import { isVertexPlaced } from '../../../kit/cad/placed.ts';
import type { DrawingOutput } from './drawing-output.ts';

/** Writes each triangle of a surface as a 3DFACE. @returns how many were omitted because a corner has no position */
export function writeSurface(output: DrawingOutput, layer: number, surface: Surface): number {
  const { vertices, triangles } = surface;
  const placed = (index: number): boolean => isVertexPlaced(vertices, 3 * index);
  let leftOut = 0;
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    if (!placed(triangles[i]!) || !placed(triangles[i + 1]!) || !placed(triangles[i + 2]!)) {
      leftOut++;
      continue;
    }
    output.face(layer, vertices, triangles[i]!, triangles[i + 1]!, triangles[i + 2]!);
  }
  return leftOut;
}
