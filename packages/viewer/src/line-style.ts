import type { ViewSegment } from '@fieldbridge/view-wire';

/** Dashes and gaps in CSS pixels, at most four numbers; the first is a dash. */
const PATTERNS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/phantom|divide|dash2?dot2?dot|2dot/i, [14, 4, 2, 4]],
  [/cent(?:er|re)|mitte|achse/i, [18, 4, 4, 4]],
  [/dash.?dot|strich.?punkt/i, [10, 4, 2, 4]],
  [/hidden|verdeckt/i, [5, 4]],
  [/dot|punkt/i, [2, 4]],
  [/dash|strich/i, [9, 5]],
];
/** CSS pixels of a millimetre. */
const MILLIMETRE = 96 / 25.4;
/** Lines up to this many pixels are drawn thin. */
const THIN = 1.4;

/** How a pen draws: width in CSS pixels, dash pattern (none: continuous). */
export interface LineStyle {
  readonly width: number;
  readonly dashes: readonly number[];
  /** Instead, where the drawing defines them: dashes and gaps in turn, in the job's unit. */
  readonly lengths?: readonly number[];
}

/** Dashes of a line type by its name; none for one that is continuous or unknown. */
export function dashesOf(lineType: string): readonly number[] {
  return PATTERNS.find(([name]) => name.test(lineType))?.[1] ?? [];
}

/** The style of each pen that is not a thin continuous line; undefined for those. */
export function lineStyles({
  pens,
  layers,
  lineTypes,
  dashes: defined = {},
}: ViewSegment): readonly (LineStyle | undefined)[] {
  return pens.map(([layer, , type, weight]) => {
    const lineType = lineTypes[type]! === '' ? (layers[layer]?.lineType ?? '') : lineTypes[type]!;
    const width = ((weight >= 0 ? weight : (layers[layer]?.weight ?? -1)) / 100) * MILLIMETRE;
    const lengths = inTurn(defined[lineType.toLowerCase()]);
    const dashes = lengths === undefined ? dashesOf(lineType) : [];
    if (lengths === undefined && width <= THIN && dashes.length === 0) return undefined;
    return { width: Math.max(1, width), dashes, ...(lengths !== undefined && { lengths }) };
  });
}

/** Numbers of a pattern that the graphics card takes. */
const MOST = 8;
/** A dot is as long as this share of the whole pattern. */
const DOT = 0.02;

/**
 * A pattern as dashes and gaps in turn, a dash first; dots become short dashes.
 * @param defined above 0 a dash, below a gap, 0 a dot
 */
export function inTurn(defined: readonly number[] | undefined): readonly number[] | undefined {
  if (defined === undefined || !defined.some((one) => one < 0)) return undefined;
  const whole = defined.reduce((sum, one) => sum + Math.abs(one), 0);
  const first = defined.findIndex((one) => one >= 0);
  const turns: number[] = [];
  for (const [i] of defined.entries()) {
    const length = defined[(first + i) % defined.length]!;
    const isDash = length >= 0;
    const size = length === 0 ? whole * DOT : Math.abs(length);
    // Dashes have even places.
    if (isDash === (turns.length % 2 === 0)) turns.push(size);
    else turns[turns.length - 1]! += size;
  }
  if (turns.length % 2 === 1) turns.push(0);
  return turns.length <= MOST && whole > 0 && first >= 0 ? turns : undefined;
}
