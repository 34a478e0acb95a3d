import type { ByteSource } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';
import { uint16 } from './numbers.ts';

const CHUNK = 1 << 20;
/** Programs write files in blocks of this many bytes, and leave something in the last one. */
const BLOCK = 512;
/** An element has at most 65535 words after its first two. */
const LARGEST = (0xffff + 2) * 2;
/** Bytes of the header that graphic elements share. */
export const HEADER_SIZE = 36;

/** One element of a V7 file: a view into the reader's buffer, valid until the next one is read. */
export interface DesignRecord {
  bytes: Uint8Array;
  /** Byte offset of its first byte in the file. */
  offset: number;
  type: number;
  level: number;
  /** Part of the complex element before it. */
  isComponent: boolean;
  isDeleted: boolean;
}

/** Iterates over the elements of a V7 design file from its first byte to the end mark. */
export class RecordReader {
  readonly record: DesignRecord = {
    bytes: new Uint8Array(0),
    offset: 0,
    type: 0,
    level: 0,
    isComponent: false,
    isDeleted: false,
  };
  readonly #source: ByteSource;
  readonly #buffer: Uint8Array<ArrayBuffer>;
  #start = 0;
  #end = 0;
  /** Offset in the file of `buffer[0]`. */
  #base = 0;

  constructor(source: ByteSource) {
    this.#source = source;
    this.#buffer = new Uint8Array(Math.min(CHUNK + LARGEST, source.size + 1));
  }

  /** Offset of the next element. */
  get position(): number {
    return this.#base + this.#start;
  }

  /** Whether what comes next is the end mark. */
  get isAtEndMark(): boolean {
    return this.#end - this.#start >= 2 && this.#buffer[this.#start] === 0xff && this.#buffer[this.#start + 1] === 0xff;
  }

  /**
   * Moves to the next element and fills `record`; false at the end mark or when the file ends between two elements.
   * @throws FormatError `unexpected-end` when the file ends inside an element
   */
  next(): boolean {
    if (this.#end - this.#start < LARGEST) this.#fill();
    const left = this.#end - this.#start;
    const buffer = this.#buffer;
    const at = this.#start;
    if (left < 4 || this.isAtEndMark) return false;
    const size = (uint16(buffer, at + 2) + 2) * 2;
    if (size > left) {
      const { position } = this;
      const missing = `${size - left} of the ${size} bytes of the element at offset ${position}`;
      throw new FormatError('unexpected-end', { size: position + left, missing }, position);
    }
    const { record } = this;
    record.bytes = buffer.subarray(at, at + size);
    record.offset = this.position;
    record.level = buffer[at]! & 63;
    record.isComponent = (buffer[at]! & 0x80) !== 0;
    record.type = buffer[at + 1]! & 127;
    record.isDeleted = (buffer[at + 1]! & 0x80) !== 0;
    this.#start += size;
    return true;
  }

  /** Bytes after the end mark, without the block that it is in, if any of them is used; 0 otherwise. */
  behindEnd(): number {
    const start = Math.ceil((this.position + 2) / BLOCK) * BLOCK;
    this.#start = Math.min(this.#end, start - this.#base);
    this.#base = start - this.#start;
    for (;;) {
      this.#fill();
      for (let i = 0; i < this.#end; i++)
        if (this.#buffer[i] !== 0 && this.#buffer[i] !== 0xff) return Math.max(0, this.#source.size - start);
      if (this.#end === 0) return 0;
      this.#start = this.#end;
    }
  }

  #fill(): void {
    this.#buffer.copyWithin(0, this.#start, this.#end);
    this.#base += this.#start;
    this.#end -= this.#start;
    this.#start = 0;
    while (this.#end < this.#buffer.length) {
      const count = this.#source.readInto(
        this.#buffer,
        this.#end,
        this.#buffer.length - this.#end,
        this.#base + this.#end,
      );
      if (count === 0) return;
      this.#end += count;
    }
  }
}
