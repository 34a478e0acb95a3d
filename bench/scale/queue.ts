import { Waits } from './waits.ts';

/**
 * One queue before several places: the first in the queue goes to the first place that is free. That is how imports
 * wait for converters, and requests for processors.
 * @param arrivals times of arrival in seconds, ascending
 * @param duration how long the next one occupies its place, in seconds
 * @param places number of converters, or of processors
 */
export function queueFor(arrivals: Iterable<number>, duration: () => number, places: number): Waits {
  const free = new Float64Array(places);
  const waits = new Waits();
  for (const arrival of arrivals) {
    const start = Math.max(arrival, free[0]!);
    waits.add(start - arrival);
    replaceFirst(free, start + duration());
  }
  return waits;
}

/** Replaces the least of a binary heap by a number that is not less. */
function replaceFirst(heap: Float64Array, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
}
