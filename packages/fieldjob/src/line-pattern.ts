/** MicroStation's line codes 1 to 7 as their names in a job: pixels on and off, as Bentley's programs draw them. */
const LINE_CODES: ReadonlyMap<string, readonly number[]> = new Map([
  ['dot', [1, 7]],
  ['medium dash', [5, 3]],
  ['long dash', [11, 5]],
  ['dot dash', [7, 4, 1, 4]],
  ['short dash', [3, 5]],
  ['dash double dot', [5, 3, 1, 3, 1, 3]],
  ['long dash short dash', [8, 3, 2, 3]],
]);
/** Dashes and gaps in pixels by a word in the name; the first is a dash. */
const PATTERNS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/phantom|divide|dash2?dot2?dot|2dot/i, [14, 4, 2, 4]],
  [/cent(?:er|re)|mitte|achse/i, [18, 4, 4, 4]],
  [/dash.?dot|strich.?punkt/i, [10, 4, 2, 4]],
  [/hidden|verdeckt/i, [5, 4]],
  [/dot|punkt/i, [2, 4]],
  [/dash|strich/i, [9, 5]],
];

/** Dashes and gaps of a line type by its name, in pixels of a screen; none if it is continuous or unknown. */
export function dashesByName(lineType: string): readonly number[] {
  return LINE_CODES.get(lineType.toLowerCase()) ?? PATTERNS.find(([name]) => name.test(lineType))?.[1] ?? [];
}

/** Most numbers of a pattern that the graphics card accepts. */
const MOST = 8;
/** A dot is as long as this share of the whole pattern. */
const DOT = 0.02;

/**
 * A pattern as alternating dashes and gaps, a dash first; dots become short dashes.
 * @param defined above 0 a dash, below a gap, 0 a dot
 */
export function dashesInTurn(defined: readonly number[] | undefined): readonly number[] | undefined {
  // A name like "constructor" finds something else in a plain object.
  if (!Array.isArray(defined) || !defined.some((one) => one < 0)) return undefined;
  const whole = defined.reduce((sum, one) => sum + Math.abs(one), 0);
  const first = defined.findIndex((one) => one >= 0);
  const turns: number[] = [];
  for (const [i] of defined.entries()) {
    const length = defined[(first + i) % defined.length]!;
    const isDash = length >= 0;
    const size = length === 0 ? whole * DOT : Math.abs(length);
    // Dashes have even indices.
    if (isDash === (turns.length % 2 === 0)) turns.push(size);
    else turns[turns.length - 1]! += size;
  }
  if (turns.length % 2 === 1) turns.push(0);
  return turns.length <= MOST && whole > 0 && first >= 0 ? turns : undefined;
}
