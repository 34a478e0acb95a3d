import { writeUtf8 } from '../text/utf8-bytes.ts';

/** A reusable buffer that grows as it is filled. */
export class GrowingBytes {
  bytes: Uint8Array<ArrayBuffer>;
  view: DataView;
  /** Bytes in use. */
  used = 0;

  /** @param capacity initial size in bytes */
  constructor(capacity = 1 << 12) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  /** Makes room for `more` further bytes. */
  reserve(more: number): void {
    if (this.used + more <= this.bytes.length) return;
    const next = new Uint8Array(Math.max(2 * this.bytes.length, this.used + more));
    next.set(this.bytes.subarray(0, this.used));
    this.bytes = next;
    this.view = new DataView(next.buffer);
  }

  /** Appends bytes. */
  add(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.used);
    this.used += bytes.length;
  }

  /** Appends a text as UTF-8; returns its length in bytes. */
  text(text: string): number {
    this.reserve(3 * text.length);
    const written = writeUtf8(text, this.bytes, this.used);
    this.used += written;
    return written;
  }
}
