/** Smallest capacity of a column. Doubling from there keeps appends at amortised constant cost. */
const FIRST_CAPACITY = 64;
/** Larger typed arrays are refused: every index in a job is limited to 2^31 - 1 rows. */
const MOST_ELEMENTS = 2 ** 31 - 1;

/**
 * The next capacity for a column that must hold `needed` elements. It doubles; beyond 8 M elements it grows by half, so
 * that a large job does not reserve twice its own size.
 * @throws RangeError if `needed` exceeds the limit of a column
 */
export function grownCapacity(capacity: number, needed: number): number {
  checkElements(needed);
  const next = capacity < 1 << 23 ? capacity * 2 : Math.ceil(capacity * 1.5);
  return Math.min(MOST_ELEMENTS, Math.max(FIRST_CAPACITY, next, needed));
}

/**
 * Refuses more elements than a column can hold.
 * @throws RangeError if `needed` exceeds the limit of a column
 */
export function checkElements(needed: number): void {
  if (needed > MOST_ELEMENTS) throw new RangeError(`a column cannot hold ${needed} elements (limit ${MOST_ELEMENTS})`);
}
