import type { Surface } from '@fieldbridge/fieldjob';
import type { DrawingWriter } from './drawing-writer.ts';
import { FACE } from './entity-kinds.ts';

/** Writes each triangle of a surface as a 3DFACE. */
export function writeSurface(writer: DrawingWriter, layer: number, surface: Surface): void {
  const { out } = writer;
  const { vertices, triangles } = surface;
  const corner = (code: number, index: number): void =>
    out.position3(code, vertices[3 * index]!, vertices[3 * index + 1]!, vertices[3 * index + 2]!);
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    writer.open(FACE, layer);
    corner(10, triangles[i]!);
    corner(11, triangles[i + 1]!);
    corner(12, triangles[i + 2]!);
    // A triangle repeats its last corner.
    corner(13, triangles[i + 2]!);
  }
}
