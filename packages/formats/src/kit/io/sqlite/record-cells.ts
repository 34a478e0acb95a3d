import type { Cells } from './cells.ts';
import { PageFault } from './page-fault.ts';
import { decoded, ShortTexts } from './short-texts.ts';
import type { Span } from './span.ts';

/** Bytes of a value by its serial type. 10 and 11 are reserved; longer types include the length. */
const SIZES = Int8Array.of(0, 1, 2, 3, 4, 6, 8, 8, 0, 0, -1, -1);
const INTEGER_64 = 6;
const DOUBLE = 7;
const ZERO = 8;
const ONE = 9;
const FIRST_LONG = 12;

/** The cells of one record of an SQLite table. Source: sqlite.org/fileformat2.html §2.1. */
export class RecordCells implements Cells {
  id = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(this.#bytes.buffer);
  /** Per column of the table its position in the request, or -1. */
  readonly #columns: Int32Array;
  /** Per position the serial type of the value, and where it begins. */
  readonly #types: Int32Array;
  readonly #starts: Int32Array;
  /** The positions with a value, few in most rows. */
  readonly #filled: Int32Array;
  #filledCount = 0;
  readonly #texts = new ShortTexts();

  constructor(columns: readonly number[], places: number) {
    this.#columns = Int32Array.from(columns);
    this.#types = new Int32Array(places);
    this.#starts = new Int32Array(places);
    this.#filled = new Int32Array(places);
  }

  /** Starts the record in `bytes[at, at + size)`. @throws PageFault if it is invalid, or has an integer beyond 2^53 */
  protected record(bytes: Buffer, view: DataView, at: number, size: number): void {
    this.#bytes = bytes;
    this.#view = view;
    const columns = this.#columns;
    const types = this.#types;
    const starts = this.#starts;
    const filled = this.#filled;
    // Columns without a value in the record are NULL, also those added to the table after the row was written.
    for (let i = 0; i < this.#filledCount; i++) types[filled[i]!] = 0;
    let count = 0;
    this.#filledCount = 0;
    const end = at + size;
    let value = at;
    let header = 0;
    do header = (header << 7) | (bytes[at]! & 127);
    while (bytes[at++]! > 127 && at < end);
    const headerEnd = value + header;
    value = headerEnd;
    if (header < 0 || headerEnd > end || at > end) throw this.#fault();
    for (let column = 0; at < headerEnd; column++) {
      // Most columns are NULL: test four at once.
      while (at + 4 <= headerEnd && view.getInt32(at) === 0) {
        at += 4;
        column += 4;
      }
      if (at === headerEnd) break;
      let type = bytes[at++]!;
      if (type === 0) continue;
      if (type > 127) {
        type &= 127;
        let byte = 128;
        while (byte > 127 && at < headerEnd) {
          byte = bytes[at++]!;
          type = (type << 7) | (byte & 127);
        }
      }
      const start = value;
      value += type < FIRST_LONG ? SIZES[type]! : (type - FIRST_LONG) >> 1;
      // A type beyond 32 bits is negative here or longer than the row.
      if (type < 0 || value < start || value > end) throw this.#fault();
      const place = column < columns.length ? columns[column]! : -1;
      if (place < 0) continue;
      filled[count++] = place;
      types[place] = type;
      starts[place] = start;
      this.#filledCount = count;
      // Checked here, not where it is read: the integer may have no exact double.
      if (type === INTEGER_64) this.number(place);
    }
  }

  isNull(column: number): boolean {
    // SQLite has no NaN and reads it as NULL.
    return this.#types[column] === 0 || (this.#types[column] === DOUBLE && Number.isNaN(this.number(column)));
  }

  isEmpty(from: number, to: number): boolean {
    const filled = this.#filled;
    for (let i = 0; i < this.#filledCount; i++) if (filled[i]! >= from && filled[i]! < to) return false;
    return true;
  }

  isText(column: number): boolean {
    const type = this.#types[column]!;
    return type > FIRST_LONG && (type & 1) === 1;
  }

  word(column: number): string {
    const type = this.#types[column]!;
    if (type <= FIRST_LONG || (type & 1) === 0) return this.text(column);
    const start = this.#starts[column]!;
    return this.#texts.text(this.#bytes, this.#view, start, start + ((type - 13) >> 1));
  }

  text(column: number): string {
    const type = this.#types[column]!;
    if (type > FIRST_LONG && (type & 1) === 1) {
      const start = this.#starts[column]!;
      return decoded(this.#bytes, start, start + ((type - 13) >> 1));
    }
    const number = this.number(column);
    return Number.isNaN(number) ? '' : String(number);
  }

  number(column: number): number {
    const at = this.#starts[column]!;
    const view = this.#view;
    switch (this.#types[column]) {
      case 1:
        return view.getInt8(at);
      case 2:
        return view.getInt16(at);
      case 3:
        return view.getInt8(at) * 65536 + view.getUint16(at + 1);
      case 4:
        return view.getInt32(at);
      case 5:
        return view.getInt16(at) * 2 ** 32 + view.getUint32(at + 2);
      case INTEGER_64: {
        const value = view.getInt32(at) * 2 ** 32 + view.getUint32(at + 4);
        if (!Number.isSafeInteger(value))
          throw new PageFault(`the row with id ${this.id} has the integer ${value}, which is too large`);
        return value;
      }
      case DOUBLE:
        return view.getFloat64(at);
      case ZERO:
        return 0;
      case ONE:
        return 1;
      default:
        return Number.NaN;
    }
  }

  span(column: number, span: Span): boolean {
    const type = this.#types[column]!;
    if (type < FIRST_LONG || (type & 1) === 1) return false;
    span.bytes = this.#bytes;
    span.view = this.#view;
    span.from = this.#starts[column]!;
    span.to = span.from + ((type - FIRST_LONG) >> 1);
    return true;
  }

  #fault(): PageFault {
    return new PageFault(`the row with id ${this.id} is not a valid record`);
  }
}
