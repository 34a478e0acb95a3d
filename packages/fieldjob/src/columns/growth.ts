/** Smallest capacity a column starts with; doubling from there keeps appends at amortised constant cost. */
const FIRST_CAPACITY = 64;
/** Typed arrays beyond this many elements are refused: 2^31 - 1 rows is the limit of every index in a job. */
const MOST_ELEMENTS = 2 ** 31 - 1;

/**
 * The next capacity for a column that must hold `needed` elements.
 * Doubles, and grows by half beyond 8 M elements so that a large job does not reserve twice its own size.
 * @throws RangeError when `needed` passes the limit of a column
 */
export function grownCapacity(capacity: number, needed: number): number {
  checkElements(needed);
  const next = capacity < 1 << 23 ? capacity * 2 : Math.ceil(capacity * 1.5);
  return Math.min(MOST_ELEMENTS, Math.max(FIRST_CAPACITY, next, needed));
}

/**
 * Refuses more elements than a column can hold.
 * @throws RangeError when `needed` passes the limit of a column
 */
export function checkElements(needed: number): void {
  if (needed > MOST_ELEMENTS) throw new RangeError(`a column cannot hold ${needed} elements (limit ${MOST_ELEMENTS})`);
}
