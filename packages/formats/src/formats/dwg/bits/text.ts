import type { TextDecode } from '../../../kit/cad/code-page.ts';
import type { BitReader } from './bit-reader.ts';

const utf16 = new TextDecoder('utf-16le');
/** Texts up to this length are built letter by letter, which is faster than a decoder. */
const SHORT = 64;

/** Reads texts: in the drawing's code page before 2007, in UTF-16 since. */
export class TextReader {
  readonly #isWide: boolean;
  readonly #decode: TextDecode;

  constructor(isWide: boolean, decode: TextDecode) {
    this.#isWide = isWide;
    this.#decode = decode;
  }

  /** TV: the number of characters (BS), then the characters. A zero at the end is not part of the text. */
  read(reader: BitReader): string {
    return this.take(reader, reader.bitShort() & 0xffff, this.#isWide);
  }

  /** A text of so many characters. */
  take(reader: BitReader, length: number, isWide = this.#isWide): string {
    if (length * (isWide ? 16 : 8) > reader.end - reader.bit) reader.skip(reader.end - reader.bit + 1);
    let text = '';
    if (length <= SHORT) {
      const start = reader.bit;
      let code = 0;
      let i = 0;
      for (; i < length; i++) {
        code = isWide ? reader.short() : reader.byte();
        if (code === 0 || (!isWide && code > 127)) break;
        text += String.fromCharCode(code);
      }
      if (i === length) return text;
      reader.bit = start;
    }
    const bytes = new Uint8Array(isWide ? 2 * length : length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = reader.byte();
    const end = isWide ? utf16.decode(bytes).indexOf('\0') : bytes.indexOf(0);
    if (isWide) text = utf16.decode(bytes);
    else return this.#decode(end < 0 ? bytes : bytes.subarray(0, end));
    return end < 0 ? text : text.slice(0, end);
  }
}

/**
 * Places a reader on the texts of an object or section since 2007: the last bit before `end` says whether there are
 * any, before it is their length in bits, of 15 or 30 bits.
 */
export function placeTexts(texts: BitReader, { bytes, base }: BitReader, end: number): void {
  const last = end - 1;
  if ((bytes[base + (last >> 3)]! & (0x80 >> (last & 7))) === 0) {
    texts.place(bytes, base, 0, 0);
    return;
  }
  texts.place(bytes, base, last, end);
  let at = end - 17;
  texts.bit = at;
  let size = texts.short();
  if ((size & 0x8000) !== 0) {
    at -= 16;
    texts.bit = at;
    size = (size & 0x7fff) | (texts.short() << 15);
  }
  texts.place(bytes, base, Math.max(0, at - size), at);
}
