import type { HatchLine } from '@fieldbridge/fieldjob';
import type { V8Element } from './element.ts';
import { findLinkage } from './linkages.ts';

/** Signature of the linkage of a pattern. */
const PATTERN = 0x7d28;
/** Flags, at 4, of numbers that come before the lines: of an angle and a scale, and of rotation, origin and lines. */
const [HAS_ANGLE, HAS_SCALE] = [0x02, 0x10];
const HATCH = 0x7800;
const KNOWN = HATCH | HAS_ANGLE | HAS_SCALE;
const FIRST = 8;
/** A rotation of 2 × 2 and an origin of three doubles. */
const [ROTATION, ORIGIN] = [4 * 8, 3 * 8];
/** An origin that is not set, and anything else beyond what a file can hold. */
const BEYOND = 2 ** 62;
/** A line: angle, position, offset (two doubles each), number of dashes; then the dashes. */
const LINE = 42;
const MOST_LINES = 1000;

/**
 * The lines of a hatch that came from DWG, from the linkage of its cell: {…, u32 flags, numbers by the flags, u16, u16
 * lines, lines}. Found by comparing the hatches of `problem_dims.dgn` and `BentleyCampus.dgn` (NOTES.md).
 * @param coordinate of the job from a stored one, by axis @param length of the job from a stored one
 * @returns undefined for other elements and patterns
 */
export function hatchOf(
  element: V8Element,
  coordinate: (uor: number, axis: number) => number,
  length: (stored: number) => number,
): HatchLine[] | undefined {
  const { view } = element;
  return findLinkage(element, PATTERN, (at, end) => {
    const flags = view.getUint16(at + 4, true);
    if ((flags & HATCH) !== HATCH || (flags & ~KNOWN) !== 0) return undefined;
    const doubles = Number((flags & HAS_ANGLE) !== 0) + Number((flags & HAS_SCALE) !== 0);
    const origin = at + FIRST + 8 * doubles + ROTATION;
    let next = origin + ORIGIN + 4;
    if (next > end) return undefined;
    const lines = Math.min(MOST_LINES, view.getUint16(next - 2, true));
    const from = [0, 1].map((axis) => {
      const stored = view.getFloat64(origin + 8 * axis, true);
      return Math.abs(stored) < BEYOND ? stored : 0;
    });
    const families: HatchLine[] = [];
    for (let i = 0; i < lines && next + LINE <= end; i++) {
      const real = (index: number): number => view.getFloat64(next + 8 * index, true);
      const dashes = view.getUint16(next + LINE - 2, true);
      const after = next + LINE + 8 * dashes;
      if (after > end) break;
      const place = (axis: 0 | 1): number => coordinate(from[axis]! + real(1 + axis), axis);
      families.push({
        ...{ angle: real(0), base: [place(0), place(1)], offset: [length(real(3)), length(real(4))] },
        dashes: Array.from({ length: dashes }, (_, dash) => length(view.getFloat64(next + LINE + 8 * dash, true))),
      });
      next = after;
    }
    return families.length > 0 ? families : undefined;
  });
}
