/** Bytes inside a larger buffer: `bytes[from, to)`. One object is reused for all values. */
export class Span {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(this.bytes.buffer);
  from = 0;
  to = 0;

  /** Spans all of `bytes`. */
  static of(bytes: Uint8Array): Span {
    const span = new Span();
    span.cover(bytes);
    return span;
  }

  /** Sets the span to all of `bytes`. */
  cover(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.from = 0;
    this.to = bytes.length;
  }

  get length(): number {
    return this.to - this.from;
  }
}
