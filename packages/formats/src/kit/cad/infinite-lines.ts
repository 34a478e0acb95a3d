import type { ExtentBox } from '@fieldbridge/fieldjob';

/** Share of the drawing's size by which clipped lines extend beyond it. */
const MARGIN = 0.1;
/** Half size of the box of a drawing that contains only infinite lines, in drawing units around their base. */
const ALONE = 1000;

/**
 * Clips an infinite line at the box of a drawing, enlarged by a tenth.
 * @param ray whether it runs in one direction only
 * @returns the parameters of its ends along the direction; undefined when it misses the box
 */
export function clipInfinite(
  base: readonly [number, number],
  direction: readonly [number, number],
  ray: boolean,
  box: ExtentBox | null,
): readonly [from: number, to: number] | undefined {
  const size = box === null ? ALONE : Math.max(box.maxEasting - box.minEasting, box.maxNorthing - box.minNorthing);
  const margin = box === null ? ALONE : size * MARGIN || 1;
  const low = box === null ? [base[0], base[1]] : [box.minEasting, box.minNorthing];
  const high = box === null ? [base[0], base[1]] : [box.maxEasting, box.maxNorthing];
  let from = ray ? 0 : -Infinity;
  let to = Infinity;
  for (const axis of [0, 1] as const) {
    const d = direction[axis];
    const [a, b] = [low[axis]! - margin - base[axis], high[axis]! + margin - base[axis]];
    if (d === 0) {
      if (a > 0 || b < 0) return undefined;
      continue;
    }
    from = Math.max(from, Math.min(a / d, b / d));
    to = Math.min(to, Math.max(a / d, b / d));
  }
  return from < to && Number.isFinite(from) && Number.isFinite(to) ? [from, to] : undefined;
}
