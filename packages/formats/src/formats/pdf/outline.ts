import type { Path } from '@fieldbridge/fieldjob';
import { acrossOf, alongOf, type Matrix } from './matrix.ts';

/** Path operators of pdf.js: what follows each in the flat array. */
const MOVE = 0;
const LINE = 1;
const CUBIC = 2;
const QUADRATIC = 3;
const CLOSE = 4;
/** Most chords of one Bézier piece. */
const MOST_CHORDS = 256;

/** Called for each part of a path, which begins with a move. */
export interface OutlineParts {
  /** A part begins at the path's current end. */
  begin(): void;
  /** The current part closes. */
  close(): void;
}

/**
 * Appends a pdf.js path (a flat array of operators and coordinates) to `path`, mapped by `matrix`; curves become chords
 * within `tolerance` of the mapped curve.
 * @returns false when the array ends inside an operator or contains an unknown one
 */
export function appendOutline(
  flat: ArrayLike<number>,
  matrix: Matrix,
  tolerance: number,
  path: Path,
  parts: OutlineParts,
): boolean {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  /** No part is open: the next operator begins one at the current point. */
  let isPending = false;
  /** There is a current point. */
  let isPlaced = false;
  const across = (px: number, py: number): number => acrossOf(matrix, px, py);
  const along = (px: number, py: number): number => alongOf(matrix, px, py);
  const vertex = (px: number, py: number): void => path.vertex(across(px, py), along(px, py), Number.NaN);
  for (let i = 0; i < flat.length; ) {
    const operator = flat[i++]!;
    const needed =
      operator === MOVE || operator === LINE
        ? 2
        : operator === CUBIC
          ? 6
          : operator === QUADRATIC
            ? 4
            : operator === CLOSE
              ? 0
              : Infinity;
    if (i + needed > flat.length) return false;
    if (operator === CLOSE) {
      if (isPlaced && !isPending) parts.close();
      [x, y] = [startX, startY];
      // The next part begins where the closed one did (ISO 32000-1, 8.5.2.1).
      isPending = isPlaced;
      continue;
    }
    // Without a current point, an operator that needs one moves there.
    const moves = operator === MOVE || !isPlaced;
    // A move paints nothing: its part begins with what follows.
    if (isPending && !moves) {
      parts.begin();
      vertex(x, y);
    }
    isPending = moves;
    isPlaced = true;
    const at = i + needed - 2;
    const [endX, endY] = [flat[at]!, flat[at + 1]!];
    if (moves) {
      [startX, startY] = [endX, endY];
    } else if (operator === LINE) vertex(endX, endY);
    else {
      const [c1, c2] = operator === CUBIC ? [i, i + 2] : [i, i];
      const share = operator === CUBIC ? 1 : 2 / 3;
      // A quadratic curve is the cubic one with controls two thirds of the way to its own.
      const control = (c: number, px: number, py: number): [number, number] => [
        px + (flat[c]! - px) * share,
        py + (flat[c + 1]! - py) * share,
      ];
      appendCubic([x, y], control(c1, x, y), control(c2, endX, endY), [endX, endY], vertex, across, along, tolerance);
    }
    [x, y] = [endX, endY];
    i += needed;
  }
  return true;
}

type Place = [number, number];

/** Chords within `tolerance`; their number follows from the second differences (Wang's bound for Bézier curves). */
function appendCubic(
  a: Place,
  b: Place,
  c: Place,
  d: Place,
  vertex: (x: number, y: number) => void,
  across: (x: number, y: number) => number,
  along: (x: number, y: number) => number,
  tolerance: number,
): void {
  const bend = (p: Place, q: Place, r: Place): number =>
    Math.hypot(
      across(p[0], p[1]) - 2 * across(q[0], q[1]) + across(r[0], r[1]),
      along(p[0], p[1]) - 2 * along(q[0], q[1]) + along(r[0], r[1]),
    );
  const wanted = Math.ceil(Math.sqrt((0.75 * Math.max(bend(a, b, c), bend(b, c, d))) / tolerance));
  const chords = Math.min(MOST_CHORDS, Math.max(1, Number.isFinite(wanted) ? wanted : 1));
  for (let i = 1; i <= chords; i++) {
    const t = i / chords;
    const s = 1 - t;
    const [wa, wb, wc, wd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    if (i === chords) vertex(d[0], d[1]);
    else vertex(wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1]);
  }
}
