import type { AcisRecord } from './records.ts';

export type Vector = readonly [number, number, number];

/** Placement of a body: a map from its own coordinates to those of the entity. */
export interface Placement {
  position(own: Vector): Vector;
  direction(own: Vector): Vector;
}

export const NO_MOVE: Placement = { position: (own) => own, direction: (own) => own };

/** Count of numbers in a matrix, and in a whole transform: matrix, shift and scale. */
const MATRIX = 9;
const TRANSFORM = MATRIX + 4;

/**
 * The last numbers of a record between its pointers and its next word. What precedes them (a number of the record) is
 * not present in every version.
 * @returns `count` numbers; [] when there are fewer
 */
export function lastNumbers({ tokens }: AcisRecord, count: number): number[] {
  const first = tokens.findLastIndex((token) => token.startsWith('$')) + 1;
  let end = first;
  while (end < tokens.length && !Number.isNaN(Number(tokens[end]))) end++;
  return end - first < count ? [] : tokens.slice(end - count, end).map(Number);
}

/** The three numbers from an index on; NaN where they are missing. */
export function vectorAt(numbers: readonly number[], at: number): Vector {
  return [numbers[at] ?? Number.NaN, numbers[at + 1] ?? Number.NaN, numbers[at + 2] ?? Number.NaN];
}

/**
 * The map of a `transform` record: a 3 × 3 matrix that is multiplied by the position as a row vector, a shift, and a
 * scale.
 */
export function placementOf(transform: AcisRecord): Placement {
  const m = lastNumbers(transform, TRANSFORM);
  const shift = vectorAt(m, MATRIX);
  const scale = m[MATRIX + 3]!;
  const part = (own: Vector, k: number): number => scale * (own[0] * m[k]! + own[1] * m[3 + k]! + own[2] * m[6 + k]!);
  return {
    position: (own) => [part(own, 0) + shift[0], part(own, 1) + shift[1], part(own, 2) + shift[2]],
    direction: (own) => [part(own, 0), part(own, 1), part(own, 2)],
  };
}
