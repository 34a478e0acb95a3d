import { POWERS } from './decimal.ts';
import { POINT } from './number.ts';
import { NUMBER_ROOM, writeShortest, writeWhole } from './number-bytes.ts';
import type { Piece } from './piece.ts';
import { writeUtf8 } from './utf8-bytes.ts';

const ZERO = 48;
const QUOTE = 34;
const BACKSLASH = 92;

/** A row of a text file under construction. The buffer is reused row after row. */
export class RowBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  #view = viewOf(this.bytes);
  length = 0;
  readonly #number = new Float64Array(1);

  /** Starts an empty row. */
  clear(): void {
    this.length = 0;
  }

  /** Appends one byte. */
  byte(value: number): void {
    if (this.length === this.bytes.length) this.#reserve(1);
    this.bytes[this.length++] = value;
  }

  /** Appends a text as UTF-8. */
  text(text: string): void {
    this.#reserve(text.length * 3);
    this.length += writeUtf8(text, this.bytes, this.length);
  }

  /** Appends a piece. */
  piece({ words, length }: Piece): void {
    // The last word may be padded.
    this.#reserve(length + 4);
    const view = this.#view;
    let at = this.length;
    for (let i = 0; i < words.length; i++, at += 4) view.setUint32(at, words[i]!, true);
    this.length += length;
  }

  /** Appends bytes. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const target = this.bytes;
    let at = this.length;
    for (let i = 0; i < bytes.length; i++) target[at++] = bytes[i]!;
    this.length = at;
  }

  /**
   * Appends `bytes[from, to)` (UTF-8) as a JSON string; if something needs escaping, appends nothing and returns false.
   */
  quoted(bytes: Uint8Array, from: number, to: number): boolean {
    this.#reserve(to - from + 2);
    const target = this.bytes;
    let at = this.length;
    target[at++] = QUOTE;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      if (byte < 32 || byte === QUOTE || byte === BACKSLASH) return false;
      target[at++] = byte;
    }
    target[at++] = QUOTE;
    this.length = at;
    return true;
  }

  /** Appends `bytes[from, to)` (UTF-8), quoted (RFC 4180) if the reader would otherwise split or trim them. */
  field(bytes: Uint8Array, delimiter: number, guarded: boolean, from = 0, to = bytes.length): void {
    this.#reserve(2 * (to - from) + 2);
    const target = this.bytes;
    let at = this.length;
    if (!guarded && !outerNeedQuotes(bytes, delimiter, from, to)) {
      let i = from;
      for (; i < to; i++) {
        const byte = bytes[i]!;
        if (byte === delimiter || byte === QUOTE || byte === 10 || byte === 13) break;
        if (byte === 9 && delimiter === 32) break;
        target[at++] = byte;
      }
      if (i === to) {
        this.length = at;
        return;
      }
      at = this.length;
    }
    target[at++] = QUOTE;
    for (let i = from; i < to; i++) {
      if (bytes[i] === QUOTE) target[at++] = QUOTE;
      target[at++] = bytes[i]!;
    }
    target[at++] = QUOTE;
    this.length = at;
  }

  /**
   * Appends a finite number with exactly `decimals` decimals, or else as the shortest decimal that reads back the same.
   */
  number(value: number, decimals: number | undefined, mark: number = POINT): void {
    this.#reserve(340);
    if (decimals !== undefined) {
      const scaled = Math.round(Math.abs(value) * POWERS[decimals]!);
      // Ties and very large numbers take the exact path.
      const tie = Math.abs(((Math.abs(value) * POWERS[decimals]!) % 1) - 0.5) < 1e-3;
      if (scaled < 1e12 && !tie) this.#digits(value < 0 && scaled > 0, scaled, decimals, mark);
      else this.#spelt(plainZero(value.toFixed(decimals)), mark);
      return;
    }
    this.#number[0] = value;
    this.length = writeShortest(this.#view, this.length, this.#number, 0, mark);
  }

  /** Appends the finite number `values[index]` as the shortest decimal that reads back as the same double. */
  shortest(values: Float64Array, index: number, mark: number = POINT): void {
    this.#reserve(NUMBER_ROOM);
    this.length = writeShortest(this.#view, this.length, values, index, mark);
  }

  #spelt(text: string, mark: number): void {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.bytes[this.length++] = unit === POINT ? mark : unit;
    }
  }

  /** Writes `scaled` / 10^places. */
  #digits(negative: boolean, scaled: number, places: number, mark: number): void {
    const power = POWERS[places]!;
    const whole = Math.floor(scaled / power);
    if (negative) this.bytes[this.length++] = 45;
    this.length = writeWhole(this.#view, this.length, whole);
    if (places === 0) return;
    this.bytes[this.length++] = mark;
    this.#places(scaled - whole * power, places);
  }

  /** Writes a whole number with exactly `digits` digits. */
  #places(value: number, digits: number): void {
    const target = this.bytes;
    for (let i = this.length + digits - 1; i >= this.length; i--) {
      const next = Math.floor(value / 10);
      target[i] = ZERO + (value - next * 10);
      value = next;
    }
    this.length += digits;
  }

  #reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const next = Buffer.allocUnsafeSlow(Math.max(this.length + more, 2 * this.bytes.length));
    this.bytes.copy(next, 0, 0, this.length);
    this.bytes = next;
    this.#view = viewOf(next);
  }
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Removes the sign of `-0.00`, which has no meaning. */
function plainZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** Whether the first or last byte of a field requires quotes. */
function outerNeedQuotes(bytes: Uint8Array, delimiter: number, from: number, to: number): boolean {
  if (from === to) return delimiter === 32;
  const first = bytes[from]!;
  const last = bytes[to - 1]!;
  // Blanks at the ends would be trimmed; a leading #, %, !, / or ; could turn a row into a comment.
  return first <= 35 || last <= 32 || first === 37 || first === 47 || first === 59;
}
