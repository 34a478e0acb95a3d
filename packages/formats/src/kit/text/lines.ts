import type { ByteSource } from '../../core/byte-source.ts';

/** Most bytes that are read at once. */
const MOST_BLOCK = 1 << 20;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** DOS programs end a text with this byte. */
const END_OF_FILE = 26;

/** How to read lines. */
export interface LineOptions {
  /** Encoding label; anything but UTF-8 is turned into UTF-8 block by block. */
  readonly encoding?: string;
  /** Bytes to skip at the start (a byte order mark). */
  readonly skip?: number;
  /** Longest line in bytes; a longer one is returned empty with `overlong` set. */
  readonly mostBytes: number;
  /** Whether lines end with a lone carriage return, as in files of old Macintosh programs. */
  readonly carriageReturns?: boolean;
}

/** The lines of a text file as ranges of UTF-8 bytes; memory is limited to one block and one line. */
export class LineReader {
  bytes: Buffer;
  /** The current line without its end: `bytes[from, to)`. */
  from = 0;
  to = 0;
  /** Number of the current line, counted from 1. */
  line = 0;
  /** Whether the current line was longer than allowed and is therefore empty. */
  overlong = false;
  readonly #source: ByteSource;
  /** Bytes read at once: no more than the file has, because most files are small. */
  readonly #block: number;
  readonly #mostBytes: number;
  readonly #end: number;
  readonly #decoder: TextDecoder | undefined;
  #next = 0;
  #used = 0;
  #position: number;
  #done = false;

  constructor(source: ByteSource, options: LineOptions) {
    this.#source = source;
    this.#block = Math.max(1, Math.min(MOST_BLOCK, source.size));
    this.bytes = Buffer.allocUnsafe(2 * this.#block);
    this.#mostBytes = options.mostBytes;
    this.#end = options.carriageReturns ? CARRIAGE_RETURN : LINE_FEED;
    this.#position = options.skip ?? 0;
    const encoding = options.encoding ?? 'utf-8';
    // Not fatal: invalid bytes become U+FFFD, which the caller can see.
    this.#decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { ignoreBOM: true });
  }

  /** Bytes read from the source so far. */
  get position(): number {
    return this.#position;
  }

  /** Goes to the next line; false at the end of the file. */
  next(): boolean {
    this.overlong = false;
    let searched = this.#next;
    for (;;) {
      const at = this.bytes.indexOf(this.#end, searched);
      if (at >= 0 && at < this.#used) {
        this.#take(at, at + 1);
        return true;
      }
      // The additional byte may be the carriage return of a line that fits.
      if (this.#used - this.#next > this.#mostBytes + 1) {
        this.overlong = true;
        this.#next = this.#used;
      }
      const held = this.#used - this.#next;
      if (!this.#fill()) {
        if (held === 0 && !this.overlong) return false;
        let end = this.#used;
        while (end > this.#next && this.bytes[end - 1] === END_OF_FILE) end--;
        this.#take(end, this.#used);
        return this.to > this.from || this.overlong;
      }
      searched = this.#next + held;
    }
  }

  #take(end: number, next: number): void {
    this.from = this.#next;
    this.to = end;
    if (this.to > this.from && this.bytes[this.to - 1] === CARRIAGE_RETURN) this.to--;
    if (this.overlong || this.to - this.from > this.#mostBytes) {
      this.overlong = true;
      this.to = this.from;
    }
    this.#next = next;
    this.line++;
  }

  /** Moves the remaining bytes to the front and reads a block; false at the end of the source. */
  #fill(): boolean {
    if (this.#done) return false;
    const held = this.#used - this.#next;
    const needed = held + (this.#decoder === undefined ? this.#block : 3 * this.#block);
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
      this.bytes.copy(larger, 0, this.#next, this.#used);
      this.bytes = larger;
    } else this.bytes.copyWithin(0, this.#next, this.#used);
    this.#next = 0;
    this.#used = held;
    if (this.#decoder === undefined) {
      const got = this.#source.readInto(this.bytes, held, this.#block, this.#position);
      this.#position += got;
      this.#used += got;
      this.#done = got === 0;
    } else this.#decode(this.#decoder);
    return this.#used > held || !this.#done;
  }

  #decode(decoder: TextDecoder): void {
    const block = Buffer.allocUnsafe(this.#block);
    const got = this.#source.readInto(block, 0, this.#block, this.#position);
    this.#position += got;
    this.#done = got === 0;
    const text = decoder.decode(block.subarray(0, got), { stream: got > 0 });
    this.#used += this.bytes.write(text, this.#used, 'utf8');
  }
}
