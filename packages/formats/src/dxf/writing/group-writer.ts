import { WINDOWS_1252 } from '../../cad/code-page.ts';
import { ByteWriter } from '../../io/byte-writer.ts';
import { POINT } from '../../text/number.ts';
import { writeShortest, writeWhole } from '../../text/number-bytes.ts';

/** Room that the code of a group and one short value may take in the buffer. */
const ROOM = 96;
/** Longest text that is written unit by unit. */
const SHORT_TEXT = 48;
/** Bytes that are copied one by one: a call for copying them costs more. */
const FEW = 64;
const LINE_FEED = 10;
const SPACE = 32;
const ZERO = 48;
const LARGEST_INT = 0x7fffffff;
const encoder = new TextEncoder();

/** Bytes of the characters beyond ASCII in the code page that is stated for versions without UTF-8. */
export const WINDOWS_1252_BYTES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 128 }, (_, i) => [WINDOWS_1252(Uint8Array.of(128 + i)).codePointAt(0)!, 128 + i]),
);

/** Writes DXF groups as ASCII: code and value on a line each, handles counted as they are given out. */
export class GroupWriter {
  readonly #out: ByteWriter;
  readonly #utf8: boolean;
  #handle: number;

  /**
   * @param utf8 whether texts may hold UTF-8; other characters than ASCII are written as in Windows-1252, or as \U+XXXX, where not
   * @param firstHandle where the counting of handles starts
   */
  constructor(path: string, utf8: boolean, firstHandle: number) {
    this.#out = new ByteWriter(path);
    this.#utf8 = utf8;
    this.#handle = firstHandle;
  }

  /** Bytes written so far. */
  get position(): number {
    return this.#out.position;
  }

  /** The next free handle. */
  nextHandle(): number {
    return this.#handle++;
  }

  /** A text; line ends and other control characters become blanks. */
  text(code: number, text: string): void {
    let at = this.#code(code);
    const { length } = text;
    if (length > SHORT_TEXT) {
      this.#long(text);
      return;
    }
    const { buffer } = this.#out;
    for (let i = 0; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 32 || unit > 126) {
        this.#long(text);
        return;
      }
      buffer[at++] = unit;
    }
    this.#end(at);
  }

  /** Bytes that `prepared` made, as they are. */
  raw(bytes: Uint8Array): void {
    const { length } = bytes;
    if (length > FEW) {
      this.#out.bytes(bytes);
      return;
    }
    const at = this.#out.room(FEW);
    const { buffer } = this.#out;
    for (let i = 0; i < length; i++) buffer[at + i] = bytes[i]!;
    this.#out.used = at + length;
  }

  /** The bytes of groups that are written again and again; they must be short texts of ASCII. */
  prepared(...pairs: readonly (string | number)[]): Uint8Array {
    let text = '';
    for (let i = 0; i + 1 < pairs.length; i += 2) text += `${String(pairs[i]).padStart(3)}\n${pairs[i + 1]}\n`;
    return encoder.encode(text);
  }

  /** A whole number. */
  integer(code: number, value: number): void {
    const at = this.#code(code);
    const { buffer } = this.#out;
    this.#end(value >= 0 ? writeWhole(buffer, at, value) : writeShortest(buffer, at, value, POINT));
  }

  /** A real number in the shortest spelling that reads back as the very same double; whole ones with one decimal. */
  number(code: number, value: number): void {
    const start = this.#code(code);
    const { buffer } = this.#out;
    const written = Number.isFinite(value) ? value : 0;
    let at = writeShortest(buffer, start, written, POINT);
    // At 10^21 the spelling changes to one with an exponent.
    if (Number.isInteger(written) && Math.abs(written) < 1e21) {
      buffer[at++] = POINT;
      buffer[at++] = ZERO;
    }
    this.#end(at);
  }

  /** A position: groups `code`, `code + 10` and, unless the elevation is NaN, `code + 20`. */
  position3(code: number, easting: number, northing: number, elevation: number): void {
    this.number(code, easting);
    this.number(code + 10, northing);
    if (!Number.isNaN(elevation)) this.number(code + 20, elevation);
  }

  /** A handle or a pointer to one. */
  handle(code: number, handle: number): void {
    let at = this.#code(code);
    const { buffer } = this.#out;
    if (handle > LARGEST_INT) {
      for (const letter of handle.toString(16).toUpperCase()) buffer[at++] = letter.charCodeAt(0);
    } else {
      let shift = 0;
      while (handle >>> shift > 15) shift += 4;
      for (; shift >= 0; shift -= 4) {
        const digit = (handle >>> shift) & 15;
        buffer[at++] = digit < 10 ? ZERO + digit : 55 + digit;
      }
    }
    this.#end(at);
  }

  /** Several groups of code and text or whole number. */
  groups(...pairs: readonly (string | number)[]): void {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const value = pairs[i + 1]!;
      if (typeof value === 'string') this.text(Number(pairs[i]), value);
      else this.number(Number(pairs[i]), value);
    }
  }

  close(): void {
    this.#out.close();
  }

  abandon(): void {
    this.#out.abandon();
  }

  /** Writes a code on its line, at least three places wide; returns where the value goes. */
  #code(code: number): number {
    let at = this.#out.room(ROOM);
    const { buffer } = this.#out;
    if (code < 100) {
      buffer[at] = SPACE;
      buffer[at + 1] = code < 10 ? SPACE : ZERO + ((code / 10) | 0);
      buffer[at + 2] = ZERO + (code % 10);
      at += 3;
    } else at = writeWhole(buffer, at, code);
    buffer[at++] = LINE_FEED;
    this.#out.used = at;
    return at;
  }

  /** Ends a group whose value ends at `at`. */
  #end(at: number): void {
    this.#out.buffer[at] = LINE_FEED;
    this.#out.used = at + 1;
  }

  #long(text: string): void {
    // \U+XXXX takes seven bytes for one unit.
    const bytes = new Uint8Array(text.length * 7 + 1);
    let size = 0;
    const add = (part: string): void => {
      size += encoder.encodeInto(part, bytes.subarray(size)).written;
    };
    for (const character of text) {
      const point = character.codePointAt(0)!;
      const single = this.#utf8 ? undefined : WINDOWS_1252_BYTES.get(point);
      if (point < 32 || point === 127) add(' ');
      else if (point < 127 || this.#utf8) add(character);
      else if (single !== undefined) bytes[size++] = single;
      else for (let i = 0; i < character.length; i++) add(unicodeEscape(character.charCodeAt(i)));
    }
    bytes[size++] = LINE_FEED;
    this.#out.bytes(bytes.subarray(0, size));
  }
}

function unicodeEscape(unit: number): string {
  return `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
