import { int32 } from './numbers.ts';

/** Height of a text in its range, in heights of its letters: half of one is below the base line, one above it. */
const HEIGHTS = 2;
/** Offsets of the range's low and high coordinates. Their sign bits are inverted, so they are unsigned. */
const [LOW, HIGH] = [4, 16];
const SIGN = 2 ** 31;

/**
 * The length of a text, which V7 states only by the range of its element: the box around the turned text. 0 if the
 * range is too small for it.
 * @param rotation in radians @param height of its letters, in units of resolution
 */
export function lengthInRange(bytes: Uint8Array, rotation: number, height: number): number {
  const [across, up] = [Math.abs(Math.cos(rotation)), Math.abs(Math.sin(rotation))];
  const side = (axis: number): number => (int32(bytes, HIGH + axis) >>> 0) - (int32(bytes, LOW + axis) >>> 0);
  const length = across > up ? (side(0) - HEIGHTS * height * up) / across : (side(4) - HEIGHTS * height * across) / up;
  return Math.max(0, length);
}

/** The box in plan of an element, in units of resolution: west, south, east, north. */
export function rangeOf(bytes: Uint8Array): readonly number[] {
  return [LOW, LOW + 4, HIGH, HIGH + 4].map((at) => (int32(bytes, at) >>> 0) - SIGN);
}
