import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { makeDurable } from '../durable.ts';
import { SpareBuffer } from '../spare-buffer.ts';

/** Bytes of pages buffered before they are written: several of the largest pages. */
const GATHERED = 1 << 20;
const buffers = new SpareBuffer(GATHERED);
const HEADER_SIZE = 100;
/** Offset of the page count in the header. */
const COUNT = 28;
/** The byte that SQLite locks: the page that contains it stays unused (fileformat2.html §1.5). */
const LOCK_BYTE = 2 ** 30;

/** Receives appended pages once they are written. The bytes are valid during the call only. */
export type PagesWritten = (pages: Uint8Array, position: number) => void;

/**
 * Appends pages to an SQLite file that SQLite created and nobody has open. The caller links them into a table's tree;
 * the page count in the header is set at the end.
 */
export class PageFile {
  /** Bytes of a page. */
  readonly size: number;
  /** The buffered pages; `page` returns where the last one begins. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  readonly #descriptor: number;
  readonly #onWritten: PagesWritten | undefined;
  #gathered = 0;
  #written: number;

  /** @param written receives the appended pages */
  constructor(path: string, written?: PagesWritten) {
    this.#onWritten = written;
    this.#descriptor = openSync(path, 'r+');
    const head = new Uint8Array(HEADER_SIZE);
    readSync(this.#descriptor, head, 0, HEADER_SIZE, 0);
    const view = new DataView(head.buffer);
    this.size = view.getUint16(16) === 1 ? 65536 : view.getUint16(16);
    this.#written = view.getUint32(COUNT);
    this.bytes = new Uint8Array(buffers.take());
    this.view = new DataView(this.bytes.buffer);
  }

  /** The number that the next page gets. */
  get next(): number {
    const number = this.#written + this.#gathered + 1;
    return number === LOCK_BYTE / this.size + 1 ? number + 1 : number;
  }

  /** Appends an empty page; returns where it begins in `bytes`, until the next call. */
  page(): number {
    const skipped = this.next - (this.#written + this.#gathered + 1);
    for (let i = 0; i < skipped; i++) this.#append();
    return this.#append();
  }

  /** Overwrites an existing page. */
  replace(number: number, page: Uint8Array): void {
    this.#write(page, (number - 1) * this.size);
  }

  /** Writes the buffered pages and the page count, and closes the file. @param durable whether to sync it to disk */
  close(durable: boolean): void {
    this.#flush();
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, this.#written);
    this.#write(new Uint8Array(count.buffer), COUNT);
    if (durable) makeDurable(this.#descriptor);
    closeSync(this.#descriptor);
    buffers.giveBack(this.bytes.buffer);
  }

  /** Closes the file as it is, after an error. */
  abandon(): void {
    closeSync(this.#descriptor);
  }

  #append(): number {
    if (this.#gathered * this.size === GATHERED) this.#flush();
    const at = this.#gathered++ * this.size;
    this.bytes.fill(0, at, at + this.size);
    return at;
  }

  #flush(): void {
    if (this.#gathered === 0) return;
    const pages = this.bytes.subarray(0, this.#gathered * this.size);
    const position = this.#written * this.size;
    this.#write(pages, position);
    this.#onWritten?.(pages, position);
    this.#written += this.#gathered;
    this.#gathered = 0;
  }

  #write(bytes: Uint8Array, position: number): void {
    let done = 0;
    while (done < bytes.length) done += writeSync(this.#descriptor, bytes, done, bytes.length - done, position + done);
  }
}
