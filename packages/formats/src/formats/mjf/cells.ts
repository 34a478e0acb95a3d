/** The text of a cell; a number becomes text, everything else ''. */
export const textAt = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The number of a cell; NaN for anything else. */
export const numberAt = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The number of a cell, or `otherwise`. */
export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** The 32-bit integer of a cell, or `otherwise`. */
export const integerOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value === (value | 0) ? value : otherwise;

/** The truth value of a cell, or `otherwise`. */
export const flagAt = (value: unknown, otherwise: boolean): boolean =>
  typeof value === 'number' ? value !== 0 : otherwise;

/** The word of a cell if it is in the list, else `otherwise`. */
export function wordOf<T extends string>(value: unknown, words: readonly T[], otherwise: T): T {
  return words.includes(value as T) ? (value as T) : otherwise;
}

/** The bytes of a cell; undefined for anything else. */
export const bytesAt = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);
