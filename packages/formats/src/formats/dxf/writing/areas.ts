import type { Feature, Path } from '@fieldbridge/fieldjob';
import type { DrawingWriter } from './drawing-writer.ts';
import { HATCH } from './entity-kinds.ts';

/** Writes an area as a solid HATCH; the rings are polyline boundaries with their arcs. */
export function writeHatch(writer: DrawingWriter, layer: number, feature: Feature, path: Path, level: number): void {
  const { out } = writer;
  const { coordinates: c, bulges } = path;
  writer.open(HATCH, layer, feature);
  out.position3(10, 0, 0, Number.isNaN(level) ? 0 : level);
  out.groups(210, 0, 220, 0, 230, 1);
  out.text(2, 'SOLID');
  out.integer(70, 1);
  out.integer(71, 0);
  out.integer(91, path.rings.length);
  for (let index = 0; index < path.rings.length; index++) {
    const [from, to] = [path.rings[index]!, path.ringEnd(index)];
    // 1: outer boundary; 2: a polyline.
    out.integer(92, index === 0 ? 3 : 2);
    out.integer(72, path.hasBulges ? 1 : 0);
    out.integer(73, 1);
    out.integer(93, to - from);
    for (let i = from; i < to; i++) {
      out.number(10, c[3 * i]!);
      out.number(20, c[3 * i + 1]!);
      if (path.hasBulges) out.number(42, bulges[i]!);
    }
    out.integer(97, 0);
  }
  out.integer(75, 0);
  out.integer(76, 1);
  out.integer(98, 1);
  out.number(10, c[0]!);
  out.number(20, c[1]!);
}
