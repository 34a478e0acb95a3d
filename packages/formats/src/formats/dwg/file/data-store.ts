/**
 * Fields of the file header: offset of the table of segments (preceded by its own header), number of segments, index of
 * the segment that is the index of data.
 */
const HEADER = 56;
const TABLE = 24;
const COUNT = 32;
const INDEX = 40;
/** A segment: its mark, and in its header its size and the offset of its data in units of 16 bytes. */
const SEGMENT = 48;
const MARK = 0xd5ac;
const SIZE = 16;
const DATA_START = 36;
const DATA_UNIT = 16;
/** An entry of the table of segments (u64 offset, u32 size) and of the index of data (segment, offset in it, kind). */
const ENTRY = 12;
/** The number of entries precedes those of the index, followed by four more bytes. */
const INDEX_HEADER = 8;
/** A record of data: its size, a number, u64 handle, and the offset of the data. */
const RECORD = 20;
const HANDLE = 8;
const PLACE = 16;
/**
 * Replaces the size of data in pages: then follow u64 size, the number of pages and five more, segment and size of each
 * page.
 */
const IN_PAGES = 0xbb106bb1;
const PAGED_SIZE = 4;
const PAGE_COUNT = 12;
const PAGES = 36;
/**
 * A page after the header of its segment: u64 size of all, u64 offset in all, its number, number of pages, u64 size,
 * the bytes.
 */
const PAGE_HEADER = 32;
const PAGE_PLACE = 8;
const PAGE_SIZE = 24;

interface Segment {
  readonly start: number;
  readonly end: number;
}

/**
 * The section `AcDb:AcDsPrototype_1b` of a drawing of 2013 and later: a small file of numbered segments that holds the
 * shapes of solids, among other data, by handle. Source: Open Design Specification 5.4.1, section 24. The samples of
 * the corpus agree with it; none of them has data in separate pages.
 */
export class DataStore {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #table: number;
  readonly #count: number;
  readonly #index: number;
  /** No byte is returned twice, so all data together never exceed the size of the store. */
  #left: number;

  /** @throws RangeError when it ends inside its header or its table of segments */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = view;
    this.#left = bytes.length;
    if (bytes.length < HEADER) throw damaged('it ends inside its header');
    this.#table = view.getUint32(TABLE, true) + SEGMENT;
    this.#count = view.getUint32(COUNT, true);
    this.#index = view.getUint32(INDEX, true);
    if (this.#table + this.#count * ENTRY > bytes.length) throw damaged(`it claims to have ${this.#count} segments`);
  }

  /**
   * Passes on its data.
   * @param take gets the bytes and the handle that they belong to @param lost gets the reason why a record cannot be
   * read
   * @throws RangeError when the index of data is damaged
   */
  records(take: (handle: number, data: Uint8Array) => void, lost: (reason: RangeError) => void): void {
    const view = this.#view;
    const index = this.#segment(this.#index);
    const first = index.start + SEGMENT + INDEX_HEADER;
    const count = first > index.end ? Infinity : view.getUint32(first - INDEX_HEADER, true);
    if (first + count * ENTRY > index.end) throw damaged(`its index claims to have ${count} entries`);
    for (let at = first; at < first + count * ENTRY; at += ENTRY) {
      // Segment 0 is never one of data: the record was deleted.
      if (view.getUint32(at, true) === 0) continue;
      try {
        const segment = this.#segment(view.getUint32(at, true));
        const record = segment.start + SEGMENT + view.getUint32(at + 4, true);
        if (record + RECORD > segment.end) throw damaged('a record is beyond the end of its segment');
        const data = this.#data(segment, view.getUint32(record + PLACE, true));
        this.#left -= data.length;
        if (this.#left < 0) throw damaged('its records share their data');
        take(wide(view, record + HANDLE), data);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        lost(error);
      }
    }
  }

  #segment(number: number): Segment {
    const entry = this.#table + number * ENTRY;
    const start = number < this.#count ? wide(this.#view, entry) : Infinity;
    if (start + SEGMENT > this.#bytes.length || this.#view.getUint16(start, true) !== MARK)
      throw damaged(`segment ${number} is not where its header says`);
    return { start, end: Math.min(this.#bytes.length, start + this.#view.getUint32(start + SIZE, true)) };
  }

  /**
   * Data of a record by their offset after the records: their size, then the bytes themselves or where their pages are.
   */
  #data({ start, end }: Segment, place: number): Uint8Array {
    const view = this.#view;
    const at = start + view.getUint32(start + DATA_START, true) * DATA_UNIT + place;
    const size = at + 4 > end ? Infinity : view.getUint32(at, true);
    if (size === IN_PAGES) return this.#paged(at, end);
    if (at + 4 + size > end) throw damaged('data extend beyond their segment');
    return this.#bytes.subarray(at + 4, at + 4 + size);
  }

  #paged(at: number, end: number): Uint8Array {
    const view = this.#view;
    const size = at + PAGES > end ? Infinity : wide(view, at + PAGED_SIZE);
    if (size > this.#left || at + PAGES + view.getUint32(at + PAGE_COUNT, true) * 8 > end)
      throw damaged('data are in more pages than there are');
    const whole = new Uint8Array(size);
    let filled = 0;
    for (let i = 0; i < view.getUint32(at + PAGE_COUNT, true); i++) {
      const page = this.#segment(view.getUint32(at + PAGES + i * 8, true));
      const header = page.start + SEGMENT;
      const from = header + PAGE_HEADER;
      const bytes = from > page.end ? Infinity : wide(view, header + PAGE_SIZE);
      if (from + bytes > page.end || filled + bytes > size || wide(view, header + PAGE_PLACE) !== filled)
        throw damaged('a page of data does not begin where the one before it ends');
      whole.set(this.#bytes.subarray(from, from + bytes), filled);
      filled += bytes;
    }
    if (filled < size) throw damaged(`of ${size} bytes of data ${filled} are there`);
    return whole;
  }
}

function damaged(what: string): RangeError {
  return new RangeError(`the store of shapes is damaged: ${what}`);
}

/** An unsigned 64-bit number; exact up to 2^53, far beyond any offset or handle. */
function wide(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}
