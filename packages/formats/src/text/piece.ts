/** Bytes that are written again and again, as words of four: those are copied in a quarter of the steps. */
export interface Piece {
  /** The lowest byte of a word is the first; behind the end there are zeros. */
  readonly words: Uint32Array;
  /** How many bytes there are. */
  readonly length: number;
}

/** Makes a piece of bytes. */
export function pieceOf(bytes: Uint8Array): Piece {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  for (let i = 0; i < bytes.length; i++) words[i >> 2]! |= bytes[i]! << (8 * (i & 3));
  return { words, length: bytes.length };
}
