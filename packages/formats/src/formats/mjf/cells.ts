/** The text of a cell; a number becomes text, everything else ''. */
export const textAt = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The number of a cell; NaN when it holds none. */
export const numberAt = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

/** The number of a cell, or what stands for a missing one. */
export const numberOr = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** A whole number within 32 bits of a cell, or what stands for a missing one. */
export const integerOr = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && value === (value | 0) ? value : otherwise;

/** Whether a cell says yes. */
export const flagAt = (value: unknown, otherwise: boolean): boolean =>
  typeof value === 'number' ? value !== 0 : otherwise;

/** One of the words of a list, or what stands for any other. */
export function wordOf<T extends string>(value: unknown, words: readonly T[], otherwise: T): T {
  return words.includes(value as T) ? (value as T) : otherwise;
}

/** The bytes of a cell; undefined when it holds none. */
export const bytesAt = (value: unknown): Uint8Array | undefined => (value instanceof Uint8Array ? value : undefined);
