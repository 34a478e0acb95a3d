import type { Feature, Path } from '@fieldbridge/fieldjob';
import type { DrawingWriter } from './drawing-writer.ts';
import { LWPOLYLINE, POLYLINE, POLYLINE_3D, SEQEND, VERTEX, VERTEX_3D } from './entity-kinds.ts';

/** Writes an LWPOLYLINE, or a 2D POLYLINE in R12. */
export function writePolyline(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  path: Path,
  level: number,
  width: number,
): void {
  const { out, target } = writer;
  const { coordinates: c, bulges, count } = path;
  if (target.modern) {
    writer.open(LWPOLYLINE, layer, feature);
    out.integer(90, count);
    out.integer(70, path.closed ? 1 : 0);
    if (width > 0) out.number(43, width);
    if (!Number.isNaN(level)) out.number(38, level);
    for (let i = 0; i < count; i++) {
      out.place(10, c, 3 * i);
      if (bulges[i] !== 0) out.number(42, bulges[i]!);
    }
    return;
  }
  writer.open(POLYLINE, layer, feature);
  out.position3(10, 0, 0, level);
  out.integer(70, path.closed ? 1 : 0);
  if (width > 0) {
    out.number(40, width);
    out.number(41, width);
  }
  for (let i = 0; i < count; i++) {
    writer.open(VERTEX, layer);
    out.position3(10, c[3 * i]!, c[3 * i + 1]!, level);
    if (bulges[i] !== 0) out.number(42, bulges[i]!);
  }
  writer.open(SEQEND, layer);
}

/** Writes a 3D POLYLINE; an unknown elevation becomes 0. */
export function writePolyline3d(writer: DrawingWriter, layer: number, feature: Feature, path: Path): void {
  const { out } = writer;
  const { coordinates: c } = path;
  const owner = writer.open(POLYLINE_3D, layer, feature);
  out.integer(70, path.closed ? 9 : 8);
  for (let i = 0; i < path.count; i++) {
    writer.open(VERTEX_3D, layer, undefined, owner);
    if (Number.isNaN(c[3 * i + 2]!)) out.position3(10, c[3 * i]!, c[3 * i + 1]!, 0);
    else out.position(10, c, 3 * i);
    out.integer(70, 32);
  }
  writer.open(SEQEND, layer, undefined, owner);
}
