import { type Feature, type HatchLine, hatchLinesIn } from '@fieldbridge/fieldjob';

/** The attributes of an area that a hatch keeps. */
export const HATCH_ATTRIBUTES: ReadonlySet<string> = new Set(['pattern', 'hatch']);
const SOLID = 'SOLID';
/** The usual name of a pattern without one. */
const USER_DEFINED = '_USER';

/** What fills a hatch. */
export interface HatchPattern {
  readonly name: string;
  /** Families of lines whose bases are relative to the first vertex of the area; empty for a solid fill. */
  readonly lines: readonly HatchLine[];
}

export const SOLID_FILL: HatchPattern = { name: SOLID, lines: [] };

/** The fill of an area that was a hatch: solid, or the lines of a pattern; undefined for other areas. */
export function hatchPatternOf(feature: Feature): HatchPattern | undefined {
  const { attributes } = feature;
  const at = attributes.indexOf('pattern');
  const name = at >= 0 && at % 2 === 0 ? attributes[at + 1]! : '';
  if (name === SOLID) return SOLID_FILL;
  const lines = hatchLinesIn(feature);
  return lines === undefined ? undefined : { name: name || USER_DEFINED, lines };
}
