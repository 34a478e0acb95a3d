import type { Path } from '@fieldbridge/fieldjob';
import { placeIf } from '../../core/issues/issue-of.ts';
import { acrossOf, alongOf, type Matrix } from './matrix.ts';

/** A rectangle [west, south, east, north] in metres on paper. */
export type Box = readonly [number, number, number, number];

/** All of the paper and beyond. */
export const EVERYWHERE: Box = [-Infinity, -Infinity, Infinity, Infinity];

/** The box around a rectangle [left, bottom, right, top] that is mapped by a matrix; undefined for an invalid one. */
export function mappedBox(rectangle: ArrayLike<number>, matrix: Matrix): Box | undefined {
  const [left, bottom, right, top] = [0, 1, 2, 3].map((i) => Number(rectangle[i])) as [number, number, number, number];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const x of [left, right])
    for (const y of [bottom, top]) {
      const [across, along] = [acrossOf(matrix, x, y), alongOf(matrix, x, y)];
      [west, south] = [Math.min(west, across), Math.min(south, along)];
      [east, north] = [Math.max(east, across), Math.max(north, along)];
    }
  const box: Box = [west, south, east, north];
  return box.every(Number.isFinite) ? box : undefined;
}

/** The intersection of two boxes; a box without extent where they do not meet. */
export function sharedBox(a: Box, b: Box): Box {
  return [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
}

/** Whether a box, enlarged by `margin` on all sides, is completely outside another. */
export function isOutside(box: Box, of: Box, margin = 0): boolean {
  return box[2] + margin < of[0] || box[0] - margin > of[2] || box[3] + margin < of[1] || box[1] - margin > of[3];
}

/** The box around a path; contains NaN if the path does. */
export function boxOf({ coordinates: c, count }: Path): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * count; i += 3) {
    west = Math.min(west, c[i]!);
    south = Math.min(south, c[i + 1]!);
    east = Math.max(east, c[i]!);
    north = Math.max(north, c[i + 1]!);
  }
  return [west, south, east, north];
}

/** What an issue says of where a box is; nothing of one without an end. */
export function middleOf(box: Box | undefined): ReturnType<typeof placeIf> {
  return box === undefined ? {} : placeIf((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
}
