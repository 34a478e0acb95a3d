import { WINDOWS_1252 } from '../../../kit/cad/code-page.ts';
import { ByteWriter } from '../../../kit/io/byte-writer.ts';
import { POINT } from '../../../kit/text/number.ts';
import { writeShortest, writeWhole } from '../../../kit/text/number-bytes.ts';
import { type Piece, pieceOf } from '../../../kit/text/piece.ts';

/** Most bytes of a group's code and one short value in the buffer. */
const ROOM = 96;
/** Longest text that is written code unit by code unit. */
const SHORT_TEXT = 48;
const LINE_FEED = 10;
const SPACE = 32;
const ZERO = 48;
const LARGEST_INT = 0x7fffffff;
/** Codes are written from a table: three places and the line end. */
const CODE_SIZE = 4;
/** Bytes after a piece that copying it may overwrite. */
const OVERSHOOT = 8;
const MOST_CODES = 1000;
const NO_NUMBER = new Float64Array(1);
const encoder = new TextEncoder();

/** Bytes of the characters beyond ASCII in the code page of versions without UTF-8. */
export const WINDOWS_1252_BYTES: ReadonlyMap<number, number> = new Map(
  Array.from({ length: 128 }, (_, i) => [WINDOWS_1252(Uint8Array.of(128 + i)).codePointAt(0)!, 128 + i]),
);

/** The lines of the codes as words, the first byte lowest. */
const CODES = new Uint32Array(MOST_CODES);
for (let code = 0; code < MOST_CODES; code++) {
  const hundreds = code < 100 ? SPACE : ZERO + ((code / 100) | 0);
  const tens = code < 10 ? SPACE : ZERO + (((code / 10) | 0) % 10);
  CODES[code] = hundreds | (tens << 8) | ((ZERO + (code % 10)) << 16) | (LINE_FEED << 24);
}
/** The hexadecimal digits of 0 … 255, two each, the first lowest. */
const HEXADECIMAL = Uint16Array.from({ length: 256 }, (_, value) => hexDigit(value >> 4) | (hexDigit(value & 15) << 8));

/** Writes DXF groups as ASCII, code and value on separate lines, and assigns handles. */
export class GroupWriter {
  readonly #out: ByteWriter;
  readonly #view: DataView;
  readonly #utf8: boolean;
  /** Buffer for numbers to be written. */
  readonly #values = new Float64Array(3);
  #handle: number;

  /**
   * @param utf8 whether texts are UTF-8; otherwise characters beyond ASCII are written in Windows-1252 or as \U+XXXX
   * @param firstHandle first handle to assign
   */
  constructor(path: string, utf8: boolean, firstHandle: number) {
    this.#out = new ByteWriter(path, true);
    this.#view = this.#out.view;
    this.#utf8 = utf8;
    this.#handle = firstHandle;
  }

  /** The next free handle. */
  nextHandle(): number {
    return this.#handle++;
  }

  /** A text; line ends and other control characters become blanks. */
  text(code: number, text: string): void {
    const start = this.#code(code);
    this.#out.used = start;
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
      buffer[start + i] = unit;
    }
    this.#end(start + length);
  }

  /**
   * The bytes of groups that are written again and again: code, text, code, text, … A code without a text begins a
   * group.
   */
  piece(...pairs: readonly (string | number)[]): Piece {
    return pieceOf(Buffer.concat(this.#lines(pairs)));
  }

  /** Writes bytes that `piece` made. */
  raw({ words, doubles, length }: Piece): void {
    const at = this.#out.room(length + OVERSHOOT);
    const view = this.#view;
    if (doubles !== undefined)
      for (let i = 0, to = at; i < doubles.length; i++, to += 8) view.setFloat64(to, doubles[i]!, true);
    else for (let i = 0, to = at; i < words.length; i++, to += 4) view.setUint32(to, words[i]!, true);
    this.#out.used = at + length;
  }

  /** A whole number. */
  integer(code: number, value: number): void {
    const at = this.#code(code);
    const values = this.#values;
    values[0] = value;
    this.#end(value >= 0 ? writeWhole(this.#view, at, value) : writeShortest(this.#view, at, values, 0, POINT));
  }

  /** A real number in the shortest spelling that reads back as the same double; whole numbers with one decimal. */
  number(code: number, value: number): void {
    const values = this.#values;
    values[0] = value;
    this.#real(code, values, 0);
  }

  /** A position: groups `code`, `code + 10` and, unless the elevation is NaN, `code + 20`. */
  position3(code: number, easting: number, northing: number, elevation: number): void {
    const values = this.#values;
    values[0] = easting;
    values[1] = northing;
    values[2] = elevation;
    this.position(code, values, 0);
  }

  /** The same for the position at `values[at]`. */
  position(code: number, values: Float64Array, at: number): void {
    this.#reals(code, values, at, Number.isNaN(values[at + 2]!) ? 2 : 3);
  }

  /** The same in plan. */
  place(code: number, values: Float64Array, at: number): void {
    this.#reals(code, values, at, 2);
  }

  /** A handle or a pointer to one. */
  handle(code: number, handle: number): void {
    this.#out.used = this.#code(code);
    this.hexadecimal(handle);
  }

  /** The value of a handle group whose code is already written. */
  hexadecimal(handle: number): void {
    let at = this.#out.room(ROOM);
    const { buffer } = this.#out;
    if (handle > LARGEST_INT) {
      for (const letter of handle.toString(16).toUpperCase()) buffer[at++] = letter.charCodeAt(0);
    } else {
      // Two digits at a time; the first may be single.
      let shift = (31 - Math.clz32(handle | 1)) & ~7;
      const first = handle >>> shift;
      if (first > 15) {
        this.#view.setUint16(at, HEXADECIMAL[first]!, true);
        at += 2;
      } else buffer[at++] = HEXADECIMAL[first]! >>> 8;
      for (shift -= 8; shift >= 0; shift -= 8, at += 2)
        this.#view.setUint16(at, HEXADECIMAL[(handle >>> shift) & 255]!, true);
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

  /** Ends the file. @throws the operating system's error when it could not be written */
  finish(): Promise<void> {
    return this.#out.finish();
  }

  abandon(): void {
    this.#out.abandon();
  }

  /** The number `values[index]` as a group; an invalid one is written as 0. */
  #real(code: number, values: Float64Array, index: number): void {
    const at = this.#code(code);
    const view = this.#view;
    const end = Number.isFinite(values[index]!)
      ? writeShortest(view, at, values, index, POINT, true)
      : writeShortest(view, at, NO_NUMBER, 0, POINT, true);
    view.setUint8(end, LINE_FEED);
    this.#out.used = end + 1;
  }

  /**
   * The same for up to three numbers with the codes `code`, `code + 10` … below 1000. Half of all groups are of this
   * kind, so everything is inlined.
   */
  #reals(code: number, values: Float64Array, index: number, count: number): void {
    let at = this.#out.room(3 * ROOM);
    const view = this.#view;
    for (let i = 0; i < count; i++) {
      view.setUint32(at, CODES[code + 10 * i]!, true);
      at = Number.isFinite(values[index + i]!)
        ? writeShortest(view, at + CODE_SIZE, values, index + i, POINT, true)
        : writeShortest(view, at + CODE_SIZE, NO_NUMBER, 0, POINT, true);
      view.setUint8(at++, LINE_FEED);
    }
    this.#out.used = at;
  }

  /** Writes a code on its line, at least three places wide; returns the position of the value. */
  #code(code: number): number {
    const at = this.#out.room(ROOM);
    if (code < MOST_CODES) {
      this.#view.setUint32(at, CODES[code]!, true);
      return at + CODE_SIZE;
    }
    const end = writeWhole(this.#view, at, code);
    this.#view.setUint8(end, LINE_FEED);
    return end + 1;
  }

  /** Ends a group whose value ends at `at`. */
  #end(at: number): void {
    this.#out.buffer[at] = LINE_FEED;
    this.#out.used = at + 1;
  }

  #long(text: string): void {
    this.#out.bytes(this.#encoded(text));
    this.#out.byte(LINE_FEED);
  }

  /** Codes and texts on their lines. */
  #lines(pairs: readonly (string | number)[]): Uint8Array[] {
    return pairs.flatMap((value, i) =>
      i % 2 === 0 ? [encoder.encode(lineOf(Number(value)))] : [this.#encoded(String(value)), Uint8Array.of(LINE_FEED)],
    );
  }

  /** The encoded text. */
  #encoded(text: string): Uint8Array {
    // \U+XXXX takes seven bytes for one code unit.
    const bytes = new Uint8Array(text.length * 7);
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
    return bytes.subarray(0, size);
  }
}

function hexDigit(value: number): number {
  return value < 10 ? ZERO + value : 55 + value;
}

/** The line of a group's code. */
function lineOf(code: number): string {
  return `${String(code).padStart(3)}\n`;
}

function unicodeEscape(unit: number): string {
  return `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
