import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { BOOLEAN, CHUNK, DOUBLE, HIGHEST_CODE, INT16, INT32, INT64, KIND_OF, UNKNOWN_KIND } from './group-kinds.ts';
import type { StreamFault, TagStream } from './tag-stream.ts';

/** First bytes of a binary DXF file. */
export const BINARY_SIGNATURE = 'AutoCAD Binary DXF\r\n\x1a\0';
const HEADER_SIZE = 22;
const CHUNK_SIZE = 1 << 20;
/** Longest value other than a text: a binary chunk of 255 bytes, its length and a three-byte code. */
const MOST_FIXED = 260;

/** Whether a file starts like a binary DXF. */
export function isBinary(source: ByteSource): boolean {
  const head = readBytes(source, 0, Math.min(BINARY_SIGNATURE.length, source.size));
  return new TextDecoder('latin1').decode(head) === BINARY_SIGNATURE;
}

/**
 * Groups of a binary DXF file. Up to R12 a code is one byte (255: two more follow), from R13 on two; numbers are
 * little-endian, texts end in NUL. Source: DXF reference, "Binary DXF files".
 */
export class BinaryTags implements TagStream {
  code = 0;
  kind = 0;
  value = 0;
  bytes: Uint8Array<ArrayBuffer>;
  from = 0;
  to = 0;
  readonly isText = false;
  readonly #source: ByteSource;
  readonly #limits: Limits;
  readonly #fault: StreamFault;
  readonly #wideCodes: boolean;
  #view: DataView;
  #base = HEADER_SIZE;
  #end = 0;
  #at = 0;
  #start = 0;

  constructor(source: ByteSource, limits: Limits, fault: StreamFault) {
    this.#source = source;
    this.#limits = limits;
    this.#fault = fault;
    this.bytes = new Uint8Array(Math.min(CHUNK_SIZE, source.size + 1));
    this.#view = new DataView(this.bytes.buffer);
    // The first group is "0 SECTION": a second NUL means that codes are two bytes wide.
    this.#wideCodes = source.size <= HEADER_SIZE + 1 || readBytes(source, HEADER_SIZE + 1, 1)[0] === 0;
  }

  get offset(): number {
    return this.#base + this.#start;
  }

  get place(): number {
    return this.offset;
  }

  seek(offset: number): void {
    this.#base = offset;
    this.#end = this.#at = this.#start = 0;
  }

  /** Nothing is faster than `next` here. */
  takeQuickly(): boolean {
    return false;
  }

  next(): boolean {
    this.#start = this.#at;
    // A source may give less than was asked for.
    while (this.#end - this.#at < MOST_FIXED && this.#refill());
    if (this.#at >= this.#end) return false;
    if (!this.#readCode()) return this.#cutOff();
    this.kind = this.code <= HIGHEST_CODE ? KIND_OF[this.code]! : UNKNOWN_KIND;
    if (this.kind === UNKNOWN_KIND) {
      this.#fault(issueOf('group-code-unknown', { code: this.code }), this.place);
      return false;
    }
    return this.#readValue();
  }

  #readCode(): boolean {
    const { bytes } = this;
    const left = this.#end - this.#at;
    if (this.#wideCodes) {
      if (left < 2) return false;
      this.code = bytes[this.#at]! | (bytes[this.#at + 1]! << 8);
      this.#at += 2;
      return true;
    }
    this.code = bytes[this.#at++]!;
    if (this.code !== 255) return true;
    if (left < 3) return false;
    this.code = bytes[this.#at]! | (bytes[this.#at + 1]! << 8);
    this.#at += 2;
    return true;
  }

  #readValue(): boolean {
    const at = this.#at;
    if (this.kind === CHUNK) {
      const size = this.bytes[at] ?? 0;
      this.from = at + 1;
      this.to = at + 1 + size;
      return this.#take(1 + size);
    }
    const size = SIZE_OF[this.kind];
    if (size === undefined) return this.#readText();
    if (at + size > this.#end) return this.#cutOff();
    const view = this.#view;
    if (this.kind === DOUBLE) this.value = view.getFloat64(at, true);
    else if (this.kind === INT16) this.value = view.getInt16(at, true);
    else if (this.kind === INT32) this.value = view.getInt32(at, true);
    else if (this.kind === INT64) this.value = Number(view.getBigInt64(at, true));
    else this.value = this.bytes[at]!;
    return this.#take(size);
  }

  #readText(): boolean {
    let at = this.#at;
    for (;;) {
      const { bytes } = this;
      const end = this.#end;
      while (at < end && bytes[at] !== 0) at++;
      if (at < end) {
        this.from = this.#at;
        this.to = at;
        this.#at = at + 1;
        return true;
      }
      at = this.#end - this.#start;
      // The code is kept before the text, so its start moves along with the buffer.
      if (!this.#refill()) return this.#cutOff();
    }
  }

  #take(size: number): boolean {
    if (this.#at + size > this.#end) return this.#cutOff();
    this.#at += size;
    return true;
  }

  #cutOff(): false {
    this.#fault(issueOf('missing-value', { code: this.code }), this.place);
    return false;
  }

  /** Moves the bytes from the group's start to the front and reads on; false at the end of the file. */
  #refill(): boolean {
    const keep = this.#end - this.#start;
    if (keep === this.bytes.length) {
      checkLimit(this.#limits, 'recordBytes', keep, `bytes of the text at offset ${this.place}`);
      const grown = new Uint8Array(Math.min(keep * 2, this.#limits.recordBytes + 1));
      grown.set(this.bytes);
      this.bytes = grown;
      this.#view = new DataView(grown.buffer);
    } else this.bytes.copyWithin(0, this.#start, this.#end);
    this.#base += this.#start;
    this.#at -= this.#start;
    this.#start = 0;
    const got = this.#source.readInto(this.bytes, keep, this.bytes.length - keep, this.#base + keep);
    this.#end = keep + got;
    return got > 0;
  }
}

/** Sizes of numbers in bytes, by kind. */
const SIZE_OF: Readonly<Record<number, number>> = { [DOUBLE]: 8, [INT16]: 2, [INT32]: 4, [INT64]: 8, [BOOLEAN]: 1 };
