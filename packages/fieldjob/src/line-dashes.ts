/**
 * Patterns of line types by name in lower case: lengths of dashes (above 0), gaps (below 0) and dots (0) alternately,
 * in the unit of the job.
 */
export type LineDashes = Readonly<Record<string, readonly number[]>>;

/** Most patterns, and lengths of one: a line type that exceeds them is drawn by its name. */
const MOST_PATTERNS = 1000;
const MOST_LENGTHS = 12;

/** A pattern that can be drawn: finite, with something visible and something blank. */
export function isDashes(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) &&
    value.length > 1 &&
    value.length <= MOST_LENGTHS &&
    value.every((one) => typeof one === 'number' && Number.isFinite(one)) &&
    value.some((one) => one < 0) &&
    value.some((one) => one >= 0)
  );
}

/** The patterns of a list that can be drawn, multiplied by a factor. */
export function lineDashes(patterns: Iterable<readonly [name: string, lengths: unknown]>, factor = 1): LineDashes {
  const found: Record<string, readonly number[]> = Object.create(null) as Record<string, readonly number[]>;
  let count = 0;
  for (const [name, lengths] of patterns) {
    const scaled = Array.isArray(lengths) ? lengths.map((length: number) => length * factor) : lengths;
    if (count < MOST_PATTERNS && isDashes(scaled)) {
      found[name.toLowerCase()] = scaled.map((length) => Number(length.toPrecision(12)));
      count++;
    }
  }
  return { ...found };
}
