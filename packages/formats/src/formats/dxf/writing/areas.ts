import type { Feature, HatchLine, Path } from '@fieldbridge/fieldjob';
import type { DrawingWriter } from './drawing-writer.ts';
import { HATCH } from './entity-kinds.ts';
import type { HatchPattern } from './hatch-pattern.ts';
import { escapeText } from './texts.ts';

/** Kinds of patterns (76). */
const [USER_DEFINED, PREDEFINED] = [0, 1];

/** Writes an area as a HATCH; the rings are polyline boundaries with their arcs. */
export function writeHatch(
  writer: DrawingWriter,
  layer: number,
  feature: Feature,
  path: Path,
  level: number,
  { name, lines }: HatchPattern,
): void {
  const { out } = writer;
  const { coordinates: c, bulges } = path;
  writer.open(HATCH, layer, feature);
  out.position3(10, 0, 0, Number.isNaN(level) ? 0 : level);
  out.groups(210, 0, 220, 0, 230, 1);
  out.text(2, escapeText(name));
  out.integer(70, lines.length === 0 ? 1 : 0);
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
  out.integer(76, name.startsWith('_U') ? USER_DEFINED : PREDEFINED);
  if (lines.length > 0) writeFamilies(writer, lines, c[0]!, c[1]!);
  out.integer(98, 1);
  out.number(10, c[0]!);
  out.number(20, c[1]!);
}

/** Writes families of pattern lines, whose bases are relative to the first vertex. */
function writeFamilies({ out }: DrawingWriter, families: readonly HatchLine[], e: number, n: number): void {
  out.number(52, 0);
  out.number(41, 1);
  out.integer(77, 0);
  out.integer(78, families.length);
  for (const { angle, base, offset, dashes } of families) {
    out.number(53, (angle * 180) / Math.PI);
    out.number(43, base[0] + e);
    out.number(44, base[1] + n);
    out.number(45, offset[0]);
    out.number(46, offset[1]);
    out.integer(79, dashes.length);
    for (const dash of dashes) out.number(49, dash);
  }
}
