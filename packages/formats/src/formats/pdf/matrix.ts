import type { PlanPlace } from '../../core/issues/issue.ts';
import { placeIf } from '../../core/issues/issue-of.ts';

/** A PDF transformation [a b c d e f]: x′ = a·x + c·y + e, y′ = b·x + d·y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The map that applies `inner` first and `outer` after it. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

/** Six finite numbers as a matrix; undefined if they are not. */
export function matrixOf(values: ArrayLike<number> | null | undefined): Matrix | undefined {
  if (values == null) return undefined;
  const six = Array.from({ length: 6 }, (_, i) => Number(values[i]));
  return six.every(Number.isFinite) ? (six as unknown as Matrix) : undefined;
}

/** Where a matrix puts a point: x′. */
export function acrossOf(matrix: Matrix, x: number, y: number): number {
  return matrix[0] * x + matrix[2] * y + matrix[4];
}

/** Where a matrix puts a point: y′. */
export function alongOf(matrix: Matrix, x: number, y: number): number {
  return matrix[1] * x + matrix[3] * y + matrix[5];
}

/** What an issue says of a position that a matrix maps to metres. */
export function placeAt(matrix: Matrix, x: number, y: number): { readonly place?: PlanPlace } {
  return placeIf(acrossOf(matrix, x, y), alongOf(matrix, x, y));
}

/** Mean factor by which a matrix stretches lengths. */
export function scaleOf(matrix: Matrix): number {
  return Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
}

/**
 * The map from a page's own coordinates to metres (times `scale`) with the lower left corner of the page, as shown, at
 * 0, 0.
 * @param view the page's box [left, bottom, right, top] @param rotate degrees clockwise, a multiple of 90 @param
 * userUnit points per unit
 */
export function pageMatrix(view: readonly number[], rotate: number, userUnit: number, scale: number): Matrix {
  const [left, bottom, right, top] = view as [number, number, number, number];
  const turn = (((rotate % 360) + 360) % 360) / 90;
  // A point is 1/72 inch, an inch 0.0254 m.
  const k = (0.0254 / 72) * userUnit * scale;
  if (turn === 1) return [0, -k, k, 0, -bottom * k, right * k];
  if (turn === 2) return [-k, 0, 0, -k, right * k, top * k];
  if (turn === 3) return [0, k, -k, 0, top * k, -left * k];
  return [k, 0, 0, k, -left * k, -bottom * k];
}
