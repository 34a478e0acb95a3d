/** Bytes that are written repeatedly, as 32-bit words, which takes a quarter of the copy steps. */
export interface Piece {
  /** The lowest byte of a word is the first; the last word is padded with zeros. */
  readonly words: Uint32Array;
  /**
   * The same as doubles, copied eight bytes at a time; undefined if not all bytes are ASCII, because some would be NaN.
   */
  readonly doubles: Float64Array | undefined;
  /** Length in bytes. */
  readonly length: number;
}

/** Creates a piece from bytes. */
export function pieceOf(bytes: Uint8Array): Piece {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (let i = 0; i < bytes.length; i++) words[i >> 2]! |= bytes[i]! << (8 * (i & 3));
  return { words, doubles: doublesOf(words), length: bytes.length };
}

/** Pairs of words as doubles. With bytes below 128 the exponent is never that of an infinity or NaN. */
function doublesOf(words: Uint32Array): Float64Array | undefined {
  if (words.some((word) => (word & 0x80808080) !== 0)) return undefined;
  const view = new DataView(new ArrayBuffer(8));
  return Float64Array.from({ length: Math.ceil(words.length / 2) }, (_, i) => {
    view.setUint32(0, words[2 * i]!, true);
    view.setUint32(4, words[2 * i + 1] ?? 0, true);
    return view.getFloat64(0, true);
  });
}
