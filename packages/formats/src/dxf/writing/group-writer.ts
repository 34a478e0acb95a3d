import { WINDOWS_1252 } from '../../cad/code-page.ts';
import { ByteWriter } from '../../io/byte-writer.ts';

const SIZE = 1 << 16;
/** Room that one short group may take in the buffer. */
const ROOM = 96;
const MILLION = 1e6;
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
  readonly #buffer = new Uint8Array(SIZE);
  readonly #codes: Uint8Array[] = [];
  #used = 0;
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
    return this.#out.position + this.#used;
  }

  /** The next free handle. */
  nextHandle(): number {
    return this.#handle++;
  }

  /** A text; line ends and other control characters become blanks. */
  text(code: number, text: string): void {
    this.#code(code);
    if (text.length > ROOM / 2) this.#long(text);
    else {
      const start = this.#used;
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 32 || unit > 126) {
          this.#used = start;
          this.#long(text);
          break;
        }
        this.#buffer[this.#used++] = unit;
      }
    }
    this.#buffer[this.#used++] = 10;
  }

  /** Bytes that `prepared` made, as they are. */
  raw(bytes: Uint8Array): void {
    if (this.#used + bytes.length > SIZE) this.#flush();
    if (bytes.length > SIZE) this.#out.bytes(bytes);
    else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  /** The bytes of groups that are written again and again; they must be short texts of ASCII. */
  prepared(...pairs: readonly (string | number)[]): Uint8Array {
    let text = '';
    for (let i = 0; i + 1 < pairs.length; i += 2) text += `${String(pairs[i]).padStart(3)}\n${pairs[i + 1]}\n`;
    return encoder.encode(text);
  }

  /** A whole number. */
  integer(code: number, value: number): void {
    this.#code(code);
    this.#integer(value);
    this.#buffer[this.#used++] = 10;
  }

  /** A real number in the shortest spelling that reads back as the very same double. */
  number(code: number, value: number): void {
    this.#code(code);
    const scaled = Math.round(value * MILLION);
    if (scaled / MILLION === value && Math.abs(scaled) < Number.MAX_SAFE_INTEGER && !Object.is(value, -0))
      this.#decimal(scaled);
    else this.#ascii(Number.isFinite(value) ? String(value) : '0.0');
    this.#buffer[this.#used++] = 10;
  }

  /** A position: groups `code`, `code + 10` and, unless the elevation is NaN, `code + 20`. */
  position3(code: number, easting: number, northing: number, elevation: number): void {
    this.number(code, easting);
    this.number(code + 10, northing);
    if (!Number.isNaN(elevation)) this.number(code + 20, elevation);
  }

  /** A handle or a pointer to one. */
  handle(code: number, handle: number): void {
    this.#code(code);
    if (handle > LARGEST_INT) this.#ascii(handle.toString(16).toUpperCase());
    else {
      let shift = 0;
      while (handle >>> shift > 15) shift += 4;
      for (; shift >= 0; shift -= 4) {
        const digit = (handle >>> shift) & 15;
        this.#buffer[this.#used++] = digit < 10 ? 48 + digit : 55 + digit;
      }
    }
    this.#buffer[this.#used++] = 10;
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
    this.#flush();
    this.#out.close();
  }

  abandon(): void {
    this.#out.abandon();
  }

  #code(code: number): void {
    if (this.#used + ROOM > SIZE) this.#flush();
    const bytes = (this.#codes[code] ??= encoder.encode(`${String(code).padStart(3)}\n`));
    for (let i = 0; i < bytes.length; i++) this.#buffer[this.#used++] = bytes[i]!;
  }

  #long(text: string): void {
    // \U+XXXX takes seven bytes for one unit.
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
    this.#flush();
    this.#out.bytes(bytes.subarray(0, size));
  }

  #ascii(text: string): void {
    for (let i = 0; i < text.length; i++) this.#buffer[this.#used++] = text.charCodeAt(i);
  }

  #integer(value: number): void {
    if (value < 0 || value > LARGEST_INT) {
      this.#ascii(String(value));
      return;
    }
    let digits = 1;
    for (let limit = 10; value >= limit && digits < 10; limit *= 10) digits++;
    let rest = value | 0;
    for (let at = this.#used + digits - 1; at >= this.#used; at--) {
      const next = (rest / 10) | 0;
      this.#buffer[at] = 48 + rest - next * 10;
      rest = next;
    }
    this.#used += digits;
  }

  /** Millionths as a decimal with at least one and at most six places. */
  #decimal(millionths: number): void {
    if (millionths < 0) this.#buffer[this.#used++] = 45;
    const size = Math.abs(millionths);
    const whole = Math.floor(size / MILLION);
    this.#integer(whole);
    this.#buffer[this.#used++] = 46;
    let fraction = size - whole * MILLION;
    let limit = 100_000;
    do {
      const digit = (fraction / limit) | 0;
      this.#buffer[this.#used++] = 48 + digit;
      fraction -= digit * limit;
      limit /= 10;
    } while (fraction > 0);
  }

  #flush(): void {
    if (this.#used > 0) this.#out.bytes(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }
}

function unicodeEscape(unit: number): string {
  return `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`;
}
