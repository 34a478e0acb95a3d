/** Bytes that are written again and again, as words of four: those are copied in a quarter of the steps. */
export interface Piece {
  /** The lowest byte of a word is the first; behind the end there are zeros. */
  readonly words: Uint32Array;
  /** The same as doubles, whose bytes are copied eight at a time; undefined where not all are ASCII, as some of those would be no numbers. */
  readonly doubles: Float64Array | undefined;
  /** How many bytes there are. */
  readonly length: number;
}

/** Makes a piece of bytes. */
export function pieceOf(bytes: Uint8Array): Piece {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (let i = 0; i < bytes.length; i++) words[i >> 2]! |= bytes[i]! << (8 * (i & 3));
  return { words, doubles: doublesOf(words), length: bytes.length };
}

/** Pairs of words as doubles. With bytes below 128 the exponent is never the one of infinities and what is no number. */
function doublesOf(words: Uint32Array): Float64Array | undefined {
  if (words.some((word) => (word & 0x80808080) !== 0)) return undefined;
  const view = new DataView(new ArrayBuffer(8));
  return Float64Array.from({ length: Math.ceil(words.length / 2) }, (_, i) => {
    view.setUint32(0, words[2 * i]!, true);
    view.setUint32(4, words[2 * i + 1] ?? 0, true);
    return view.getFloat64(0, true);
  });
}
