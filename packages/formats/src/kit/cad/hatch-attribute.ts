import type { HatchLine } from '@fieldbridge/fieldjob';
import { HATCH_LINES, hatchText, mapHatchLines } from '@fieldbridge/fieldjob/hatch-lines.ts';
import type { Pen } from './pen.ts';

/**
 * The families of lines of a hatch's pattern as an attribute of the area that the pen's path holds; nothing without
 * lines.
 */
export function hatchAttribute(families: readonly HatchLine[], { frame, path }: Pen): readonly [] | [string, string] {
  const { m } = frame;
  const [e = 0, n = 0] = path.coordinates;
  const fromFirst = families.map((line) => ({ ...line, base: [line.base[0] - e, line.base[1] - n] as const }));
  const text = hatchText(mapHatchLines(fromFirst, [m[0]!, m[1]!, m[4]!, m[5]!]));
  return text === undefined ? [] : [HATCH_LINES, text];
}
