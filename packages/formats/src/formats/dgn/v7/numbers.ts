/** Numbers in VAX layout, which the format has kept. */

/** Signed 32-bit integer in middle-endian order: the high word first, each word little-endian. */
export function int32(bytes: Uint8Array, at: number): number {
  return bytes[at + 2]! | (bytes[at + 3]! << 8) | (bytes[at]! << 16) | (bytes[at + 1]! << 24);
}

/** Unsigned 16-bit integer, little-endian. */
export function uint16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}

/** Writes an integer in middle-endian order. */
export function putInt32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at + 2] = value & 255;
  bytes[at + 3] = (value >> 8) & 255;
  bytes[at] = (value >> 16) & 255;
  bytes[at + 1] = (value >> 24) & 255;
}

/** Writes an unsigned 16-bit integer, little-endian. */
export function putUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value & 255;
  bytes[at + 1] = (value >> 8) & 255;
}

/**
 * A VAX D-float: sign, 8 bits of exponent (bias 128), 55 bits of fraction below a hidden 0.1; four little-endian words,
 * the most significant first. Its fraction has three bits more than a double; they are rounded to nearest.
 */
export function vaxDouble(bytes: Uint8Array, at: number): number {
  const high = (bytes[at + 1]! << 24) | (bytes[at]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 2]!;
  const low = ((bytes[at + 5]! << 24) | (bytes[at + 4]! << 16) | (bytes[at + 7]! << 8) | bytes[at + 6]!) >>> 0;
  const exponent = (high >>> 23) & 255;
  if (exponent === 0) return 0;
  const fraction = (high & 0x7fffff) * 2 ** -24 + low * 2 ** -56;
  return (high < 0 ? -1 : 1) * (0.5 + fraction) * 2 ** (exponent - 128);
}

/** Largest magnitude of a D-float, approximately. */
export const VAX_LIMIT = 1.7e38;

/**
 * Writes a double as a VAX D-float; every double in its range fits exactly.
 * @throws RangeError beyond ±1.7e38
 */
export function putVaxDouble(bytes: Uint8Array, at: number, value: number): void {
  const size = Math.abs(value);
  if (!(size < VAX_LIMIT)) throw new RangeError(`${value} does not fit a VAX D-float`);
  let exponent = size === 0 ? 0 : Math.floor(Math.log2(size)) + 1;
  // log2 can be off by one next to a power of two.
  if (size !== 0 && size >= 2 ** exponent) exponent++;
  if (size !== 0 && size < 2 ** (exponent - 1)) exponent--;
  if (size === 0 || exponent + 128 <= 0) {
    bytes.fill(0, at, at + 8);
    return;
  }
  const fraction = size / 2 ** exponent - 0.5;
  const top = Math.floor(fraction * 2 ** 24);
  const low = (fraction * 2 ** 24 - top) * 2 ** 32;
  const high = (value < 0 ? 0x80000000 : 0) + (exponent + 128) * 2 ** 23 + top;
  putUint16(bytes, at, Math.floor(high / 65536) & 0xffff);
  putUint16(bytes, at + 2, high % 65536);
  putUint16(bytes, at + 4, Math.floor(low / 65536));
  putUint16(bytes, at + 6, low % 65536);
}
