/** Index of the last of some ascending numbers that is not above a value; 0 if all are. */
export function lastNotAbove(numbers: readonly number[], value: number): number {
  let [low, high] = [0, Math.max(0, numbers.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
