import { type Feature, fitOf, letterWidthOf } from '@fieldbridge/fieldjob';
import { CAPITAL } from './text-box.ts';

const NARROW = /[\s.,:;'|!()[\]{}ijltfIrJ/\\-]/;
const WIDE = /[mwMW@%]/;
const CAPITALS = /\p{Lu}/u;

/** The length of a line in font sizes, as common sans-serif fonts have it. */
export function naturalLength(line: string): number {
  let length = 0;
  for (const letter of line)
    length += NARROW.test(letter) ? 0.3 : WIDE.test(letter) ? 0.85 : CAPITALS.test(letter) ? 0.68 : 0.56;
  return length;
}

/**
 * The length that the first line of a text is squeezed or stretched to, in the unit of its height: what it fills, or by
 * an estimate what letters of another width give; 0: as it comes.
 */
export function drawnLength(feature: Pick<Feature, 'attributes'>, lines: readonly string[], height: number): number {
  const fit = lines.length === 1 ? fitOf(feature) : 0;
  if (fit > 0) return fit;
  const factor = letterWidthOf(feature);
  return factor === 1 ? 0 : (factor * naturalLength(lines[0] ?? '') * height) / CAPITAL;
}
