/** Longest text that is written character by character; longer ones go through the encoder. */
const SHORT = 64;
const encoder = new TextEncoder();

/**
 * Writes a text as UTF-8 without an intermediate buffer: most texts of a job are short and ASCII.
 * @param bytes with room for three bytes per UTF-16 unit from `at` on
 * @returns the number of bytes written
 */
export function writeUtf8(text: string, bytes: Uint8Array, at: number): number {
  const { length } = text;
  if (length <= SHORT) {
    let i = 0;
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 127) break;
      bytes[at + i] = unit;
    }
    if (i === length) return i;
  }
  return encoder.encodeInto(text, bytes.subarray(at)).written;
}
