import type { AttributePairs } from './columns/attribute-columns.ts';

/**
 * Attribute of an area that holds the lines of its hatch pattern: families of parallel lines, separated by `;`, each
 * `angle baseEasting baseNorthing offsetEasting offsetNorthing dash dash …`. Angles are in degrees, the rest in the
 * unit of the job; the base is relative to the area's first vertex.
 */
export const HATCH_LINES = 'hatch';
/** Most numbers in all families of one hatch. Patterns of CAD systems have up to some 500. */
const MOST_NUMBERS = 4000;
/** Significant digits of a number. */
const DIGITS = 12;
const LEAST = 5;

/** A linear map in plan, row by row: new easting, new northing. */
export type PlanMap = readonly [ee: number, en: number, ne: number, nn: number];

/** A family of parallel lines of a hatch pattern. */
export interface HatchLine {
  /** Direction of the lines in radians, counter-clockwise from east. */
  readonly angle: number;
  /** A position on the first line at which its dashes begin. */
  readonly base: readonly [easting: number, northing: number];
  /** From one line to the next: across, and along where dashes are shifted. */
  readonly offset: readonly [easting: number, northing: number];
  /** Lengths of dashes (above 0), gaps (below 0) and dots (0), repeated; empty for a solid line. */
  readonly dashes: readonly number[];
}

/** The families as the value of the attribute; undefined without any, for too many, or numbers that are not finite. */
export function hatchText(lines: readonly HatchLine[]): string | undefined {
  const families = lines.map(({ angle, base, offset, dashes }) => [
    (angle * 180) / Math.PI,
    ...rounded(base),
    ...rounded(offset),
    ...dashes,
  ]);
  const numbers = families.flat();
  if (numbers.length === 0 || numbers.length > MOST_NUMBERS || !numbers.every(Number.isFinite)) return undefined;
  return families.map((family) => family.map((value) => Number(value.toPrecision(DIGITS)) + 0).join(' ')).join(';');
}

/** A position with as many decimals as its larger coordinate has digits: the other one may be 0 except for noise. */
function rounded(position: readonly [number, number]): number[] {
  const largest = Math.max(...position.map(Math.abs));
  const decimals = Math.min(100, Math.max(0, DIGITS - Math.ceil(Math.log10(largest || 1))));
  return position.map((value) => Number(value.toFixed(decimals)));
}

/** The families that the value of the attribute states; undefined if it is not such a value. */
export function hatchLinesOf(text: string): HatchLine[] | undefined {
  const families = text.split(';', MOST_NUMBERS + 1).map((family) => family.split(' ', MOST_NUMBERS + 1).map(Number));
  if (families.reduce((sum, { length }) => sum + length, 0) > MOST_NUMBERS) return undefined;
  if (!families.every((family) => family.length >= LEAST && family.every(Number.isFinite))) return undefined;
  return families.map(([angle, e, n, across, up, ...dashes]) => ({
    ...{ angle: (angle! * Math.PI) / 180, base: [e!, n!], offset: [across!, up!], dashes },
  }));
}

/** The families that the attributes of an area state; undefined if it has no such attribute. */
export function hatchLinesIn({ attributes }: { readonly attributes: AttributePairs }): HatchLine[] | undefined {
  const at = attributes.indexOf(HATCH_LINES);
  return at >= 0 && at % 2 === 0 ? hatchLinesOf(attributes[at + 1] ?? '') : undefined;
}

/** Families after a map of the area that they fill; parallel lines stay parallel. */
export function mapHatchLines(lines: readonly HatchLine[], [ee, en, ne, nn]: PlanMap): HatchLine[] {
  const move = ([e, n]: readonly [number, number]) => [ee * e + en * n, ne * e + nn * n] as const;
  return lines.map(({ angle, base, offset, dashes }) => {
    const [east, north] = move([Math.cos(angle), Math.sin(angle)]);
    const stretch = Math.hypot(east, north);
    return {
      angle: Math.atan2(north, east),
      base: move(base),
      offset: move(offset),
      dashes: dashes.map((dash) => dash * stretch),
    };
  });
}

/** Attribute of an area that names its hatch pattern, and the name that means a fill in one colour. */
const [PATTERN, SOLID] = ['pattern', 'SOLID'];

/** Whether an area is filled completely, in one colour. */
export function isFilledWhole({ attributes }: { readonly attributes: AttributePairs }): boolean {
  const at = attributes.indexOf(PATTERN);
  return at >= 0 && at % 2 === 0 && attributes[at + 1] === SOLID;
}
