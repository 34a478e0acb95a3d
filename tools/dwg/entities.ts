/**
 * The entities that a program finds in model space: a line for each with its kind and the numbers that place it,
 * sorted.
 */
export type Found = readonly string[];

/** A position as programs state it; a missing coordinate is 0. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}

const DIGITS = 6;

/** Collects the entities that a program finds. */
export class Entities {
  readonly #lines: string[] = [];

  /** Adds an entity with numbers in drawing units. */
  add(kind: string, numbers: readonly number[]): void {
    this.#lines.push([kind, ...numbers.map(plain)].join(' '));
  }

  /** Adds an entity with positions (the first `coordinates` of each), and other numbers after them. */
  place(kind: string, positions: readonly Position[], coordinates: 2 | 3, ...more: readonly number[]): void {
    const numbers = positions.flatMap(({ x, y, z = 0 }) => (coordinates === 2 ? [x, y] : [x, y, z]));
    this.add(kind, [...numbers, ...more]);
  }

  get found(): Found {
    return this.#lines.toSorted();
  }
}

/** The lines that only the first has, counting repeats. */
export function missingIn(expected: Found, found: Found): string[] {
  const left = new Map<string, number>();
  for (const line of found) left.set(line, (left.get(line) ?? 0) + 1);
  return expected.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** A number without the noise of a conversion, and without a negative zero. */
function plain(value: number): string {
  return String(Number(value.toFixed(DIGITS)) + 0);
}
