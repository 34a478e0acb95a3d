/** From here on the bits are NaN or infinite as a double. */
const NO_NUMBER = 0x7ff0_0000_0000_0000n;
const SIGN = 1n << 63n;
const bits = new BigUint64Array(1);
const double = new Float64Array(bits.buffer);

/**
 * A handle beyond 2^53 (handles have 64 bits) as a number that no other handle has. As plain doubles, neighbours would
 * be equal and references would lead to the wrong object, so it is the negative double with the same bits. Handles from
 * 7FF0000000000000 on have no such double and become NaN.
 * @param bytes hexadecimal digits from `from` to `to`, a value above 2^53
 */
export function largeHandle(bytes: Uint8Array, from: number, to: number): number {
  let value = 0n;
  for (let i = from; i < to; i++) {
    value = (value << 4n) | BigInt(Number.parseInt(String.fromCharCode(bytes[i]!), 16));
    if (value >= NO_NUMBER) return Number.NaN;
  }
  bits[0] = value | SIGN;
  return double[0]!;
}

/** A handle as text, as files spell it; '' if it is missing. */
export function handleText(handle: number): string {
  if (Number.isNaN(handle)) return '';
  if (handle >= 0) return handle.toString(16).toUpperCase();
  double[0] = handle;
  return (bits[0]! & ~SIGN).toString(16).toUpperCase();
}
