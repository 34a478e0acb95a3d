import type { BitReader } from '../bits/bit-reader.ts';

const FIRST_GROUPS = 256;
const FIRST_BYTES = 4096;
/** Most hexadecimal digits of a number without a fraction. */
const MOST_DIGITS = 256;
/** In place of the end of a text: the value is a handle. */
export const NUMERIC = -1;
/** Longest text that is moved letter by letter. */
const SHORT = 64;
const CARET = 94;
/** The first code of extended data. */
const EXTENDED = 1000;
/** Characters that DXF writes as "^" and a letter, and "^" itself. */
const NEEDS_CARET = /[\0-\x1f^]/;
const encoder = new TextEncoder();

/** A name that is kept for all records: where its bytes are. */
export interface Constant {
  readonly from: number;
  readonly to: number;
}

/** A position in a plane. */
export interface XY {
  readonly x: number;
  readonly y: number;
}

/** A position or direction. */
export interface XYZ extends XY {
  readonly z: number;
}

/**
 * The groups of one record as a DXF file of the newest version would hold them, in flat arrays. A record is written
 * here, passed on and forgotten, so that groups cost no objects and no bytes of a file.
 */
export class Groups {
  codes = new Int16Array(FIRST_GROUPS);
  /** The number itself; for a text its start in `bytes`. */
  values = new Float64Array(FIRST_GROUPS);
  /** For a text: its end; for a handle NUMERIC. */
  ends = new Int32Array(FIRST_GROUPS);
  /** UTF-8. */
  bytes = new Uint8Array(FIRST_BYTES);
  count = 0;
  /** Whether positions state an elevation of 0; false for an entity of unknown elevation. */
  hasElevations = true;
  #used = 0;
  /** Behind the constants. */
  #first = 0;

  clear(): void {
    this.count = 0;
    this.#used = this.#first;
  }

  /** The current position, for `rewind`. */
  mark(): number {
    return this.count;
  }

  /** Drops everything written since a mark. */
  rewind(mark: number): void {
    this.count = mark;
    this.hasElevations = true;
  }

  number(code: number, value: number): void {
    if (this.count === this.codes.length) this.#growGroups();
    this.codes[this.count] = code;
    this.values[this.count++] = value;
  }

  /** A name or a handle: characters that need no escape. A missing name is empty. */
  name(code: number, value: string | null | undefined): void {
    const text = value ?? '';
    // A character takes at most three bytes.
    if (this.#used + 3 * text.length > this.bytes.length) this.#growBytes(3 * text.length);
    const { bytes } = this;
    const from = this.#used;
    let to = from;
    for (let i = 0; i < text.length; i++) {
      const character = text.charCodeAt(i);
      if (character > 127) {
        to += encoder.encodeInto(text.slice(i), bytes.subarray(to)).written;
        break;
      }
      bytes[to++] = character;
    }
    this.#used = to;
    this.number(code, from);
    this.ends[this.count - 1] = to;
  }

  /** Keeps a name for all records; only before the first one. */
  constant(text: string): Constant {
    const bytes = encoder.encode(text);
    if (this.#used + bytes.length > this.bytes.length) this.#growBytes(bytes.length);
    const from = this.#used;
    this.bytes.set(bytes, from);
    this.#used = this.#first = from + bytes.length;
    return { from, to: this.#used };
  }

  /** A name that was kept. */
  constantName(code: number, { from, to }: Constant): void {
    this.number(code, from);
    this.ends[this.count - 1] = to;
  }

  /** A handle; its digits are written only when somebody asks for them. */
  handle(code: number, handle: number): void {
    this.number(code, handle);
    this.ends[this.count - 1] = NUMERIC;
    // Extended data are texts.
    if (code >= EXTENDED) this.spell(this.count - 1);
  }

  /** Writes the hexadecimal digits of the handle at an index. */
  spell(index: number): void {
    if (this.#used + MOST_DIGITS > this.bytes.length) this.#growBytes(MOST_DIGITS);
    const { written } = encoder.encodeInto(this.values[index]!.toString(16), this.bytes.subarray(this.#used));
    this.values[index] = this.#used;
    this.#used += written;
    this.ends[index] = this.#used;
  }

  /**
   * Moves a short text of usual characters straight into a group, without a string; false, without a change, for
   * any other text.
   * @param length in characters, of which each has one byte, or two if it `isWide`
   */
  takeText(code: number, from: BitReader, length: number, isWide: boolean): boolean {
    const end = from.bit + length * (isWide ? 16 : 8);
    if (length > SHORT || end > from.end) return false;
    if (this.#used + length > this.bytes.length) this.#growBytes(length);
    const { bytes } = this;
    const source = from.bytes;
    const first = this.#used;
    const right = 8 - (from.bit & 7);
    let at = from.base + (from.bit >> 3);
    let high = source[at]!;
    for (let i = 0; i < length; i++) {
      let low = source[++at]!;
      const unit = (((high << 8) | low) >> right) & 255;
      if (unit < 32 || unit > 126 || unit === CARET) return false;
      bytes[first + i] = unit;
      high = low;
      if (!isWide) continue;
      low = source[++at]!;
      // The other byte of a usual character is zero.
      if (((((high << 8) | low) >> right) & 255) !== 0) return false;
      high = low;
    }
    from.bit = end;
    this.#used = first + length;
    this.number(code, first);
    this.ends[this.count - 1] = this.#used;
    return true;
  }

  /** A text as people typed it: control characters are written in the DXF spelling, "^J" for a line end. */
  text(code: number, value: string | null | undefined): void {
    const text = value ?? '';
    this.name(code, NEEDS_CARET.test(text) ? text.replace(/[\0-\x1f^]/g, caret) : text);
  }

  /** Bytes of a binary chunk. */
  chunk(code: number, bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.bytes.length) this.#growBytes(bytes.length);
    this.bytes.set(bytes, this.#used);
    this.number(code, this.#used);
    this.#used += bytes.length;
    this.ends[this.count - 1] = this.#used;
  }

  /** A position or direction: `code`, `code + 10`, `code + 20`. */
  point(code: number, { x, y, z }: XYZ): void {
    this.number(code, x);
    this.number(code + 10, y);
    if (this.hasElevations || z !== 0) this.number(code + 20, z);
  }

  /** A position in a plane: `code`, `code + 10`. */
  point2(code: number, { x, y }: XY): void {
    this.number(code, x);
    this.number(code + 10, y);
  }

  /** An angle in radians, as degrees. */
  angle(code: number, radians: number): void {
    this.number(code, (radians / Math.PI) * 180);
  }

  /** The extrusion direction, omitted if it is the default. */
  normal({ x, y, z }: XYZ): void {
    if (x === 0 && y === 0 && z === 1) return;
    this.number(210, x);
    this.number(220, y);
    this.number(230, z);
  }

  #growGroups(): void {
    this.codes = grown(this.codes, new Int16Array(this.count * 2));
    this.values = grown(this.values, new Float64Array(this.count * 2));
    this.ends = grown(this.ends, new Int32Array(this.count * 2));
  }

  #growBytes(more: number): void {
    this.bytes = grown(this.bytes, new Uint8Array(Math.max(this.bytes.length * 2, this.#used + more)));
  }
}

function caret(character: string): string {
  return character === '^' ? '^ ' : `^${String.fromCharCode(character.charCodeAt(0) + 64)}`;
}

function grown<T extends { set(from: T): void }>(old: T, next: T): T {
  next.set(old);
  return next;
}
