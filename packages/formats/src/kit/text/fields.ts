import { isUtf8 } from 'node:buffer';

/** Most fields of a row; a hostile row could have a million. The last field contains the rest of the row. */
export const MOST_FIELDS = 1024;
const QUOTE = 34;
const SPACE = 32;
const TAB = 9;

/** The delimiter that means "any run of spaces and tabs". */
export const BLANKS = ' ';

/** Splits the bytes of a row into fields, without garbage. */
export class FieldSplitter {
  /** Field i is `bytes[starts[i], ends[i])`, without surrounding quotes and blanks. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  count = 0;
  /** Whether the row ended inside an open quote. */
  openQuote = false;
  /** Per field 1 if it was quoted (doubled quotes in it mean one quote). */
  readonly quoted: number[] = [];
  readonly #delimiter: number;
  readonly #blanks: boolean;
  readonly #quotes: boolean;

  /** @param delimiter one ASCII character, or BLANKS @param quotes whether double quotes enclose fields */
  constructor(delimiter: string, quotes = true) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#blanks = delimiter === BLANKS;
    this.#quotes = quotes;
  }

  /** Splits `bytes[from, to)`; returns the number of fields. */
  split(bytes: Uint8Array, from: number, to: number): number {
    this.count = 0;
    this.openQuote = false;
    if (this.#blanks) return this.#splitBlanks(bytes, from, to);
    const { starts, ends, quoted } = this;
    const delimiter = this.#delimiter;
    let count = 0;
    let start = from;
    for (let at = from; ; at++) {
      if (at < to) {
        const byte = bytes[at]!;
        if (byte === QUOTE && this.#quotes && this.#opens(bytes, start, at)) {
          at = this.#closing(bytes, at + 1, to);
          continue;
        }
        if (byte !== delimiter || count === MOST_FIELDS - 1) continue;
      }
      let end = Math.min(at, to);
      while (start < end && isBlank(bytes[start]!, delimiter)) start++;
      while (end > start && isBlank(bytes[end - 1]!, delimiter)) end--;
      const isQuoted = this.#quotes && end - start > 1 && bytes[start] === QUOTE && bytes[end - 1] === QUOTE;
      starts[count] = isQuoted ? start + 1 : start;
      ends[count] = isQuoted ? end - 1 : end;
      quoted[count++] = isQuoted ? 1 : 0;
      start = at + 1;
      if (at >= to) break;
    }
    this.count = count;
    return count;
  }

  /** End of the row, for a last column that starts at field `index` and may contain the delimiter. */
  restEnd(index: number): number {
    return this.ends[Math.max(index, this.count - 1)]!;
  }

  #splitBlanks(bytes: Uint8Array, from: number, to: number): number {
    let count = 0;
    let at = from;
    while (count < MOST_FIELDS) {
      while (at < to && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
      if (at >= to) break;
      const isQuoted = this.#quotes && bytes[at] === QUOTE;
      if (isQuoted) {
        const end = this.#closing(bytes, at + 1, to);
        this.starts[count] = at + 1;
        this.ends[count] = Math.min(end, to);
        at = end + 1;
      } else {
        this.starts[count] = at;
        while (at < to && bytes[at] !== SPACE && bytes[at] !== TAB) at++;
        this.ends[count] = at;
      }
      this.quoted[count++] = isQuoted ? 1 : 0;
    }
    this.count = count;
    return count;
  }

  /** Whether the quote at `at` is the first thing in its field. */
  #opens(bytes: Uint8Array, start: number, at: number): boolean {
    for (let i = start; i < at; i++) if (bytes[i] !== SPACE) return false;
    return true;
  }

  /** Position of the quote that closes a field opened before `at`; `to` if it is missing. */
  #closing(bytes: Uint8Array, at: number, to: number): number {
    for (; at < to; at++) {
      if (bytes[at] !== QUOTE) continue;
      if (bytes[at + 1] === QUOTE && at + 1 < to) at++;
      else return at;
    }
    this.openQuote = true;
    return to;
  }
}

function isBlank(byte: number, delimiter: number): boolean {
  return (byte === SPACE || byte === TAB) && byte !== delimiter;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes fields: ASCII directly, UTF-8 checked, anything else in a fallback encoding. */
export class FieldDecoder {
  /** Number of fields that were not valid UTF-8. */
  mended = 0;
  /** Number of fields that lost control characters. */
  stripped = 0;
  readonly #fallback: TextDecoder;

  /** @param fallback encoding of fields that are not valid UTF-8 */
  constructor(fallback = 'windows-1252') {
    this.#fallback = new TextDecoder(fallback);
  }

  /** The text of `bytes[from, to)` without control characters; in a quoted field doubled quotes are halved. */
  text(bytes: Buffer, from: number, to: number, quoted: boolean): string {
    if (from >= to) return '';
    let plain = true;
    for (let i = from; i < to; i++) {
      const byte = bytes[i]!;
      if (byte > 126 || byte < 32) {
        plain = false;
        break;
      }
    }
    if (plain) {
      const text = bytes.toString('latin1', from, to);
      return quoted ? text.replaceAll('""', '"') : text;
    }
    const part = bytes.subarray(from, to);
    let text: string;
    if (isUtf8(part)) text = utf8.decode(part);
    else {
      this.mended++;
      text = this.#fallback.decode(part);
    }
    const plainText = text.replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, '');
    if (plainText.length < text.length) this.stripped++;
    return quoted ? plainText.replaceAll('""', '"') : plainText;
  }
}
