export type Triple = [number, number, number];

/** Bytes read from front to back, little-endian. Reading past the end gives 0 and sets `isShort`. */
export class BytesAhead {
  isShort = false;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  uint32(): number {
    const at = this.skip(4);
    return this.isShort ? 0 : this.#view.getUint32(at, true);
  }

  float64(): number {
    const at = this.skip(8);
    return this.isShort ? 0 : this.#view.getFloat64(at, true);
  }

  triple(): Triple {
    return [this.float64(), this.float64(), this.float64()];
  }

  /** `count` triples, or as many as there are. */
  triples(count: number): Triple[] {
    const there = Math.floor((this.#bytes.length - this.#at) / 24);
    if (count > there) this.isShort = true;
    return Array.from({ length: Math.min(count, there) }, () => this.#tripleThere());
  }

  /** A text that ends with NUL, padded to a multiple of four bytes. */
  text(unitBytes: 1 | 2, decode: (bytes: Uint8Array) => string): string {
    const from = this.#at;
    let to = from;
    const isEnd = (at: number): boolean => this.#bytes[at] === 0 && (unitBytes === 1 || this.#bytes[at + 1] === 0);
    while (to + unitBytes <= this.#bytes.length && !isEnd(to)) to += unitBytes;
    this.skip(Math.ceil((to + unitBytes - from) / 4) * 4);
    const bytes = this.#bytes.subarray(from, to);
    return unitBytes === 2 ? new TextDecoder('utf-16le').decode(bytes) : decode(bytes);
  }

  /** Skips bytes; returns where they began. */
  skip(count: number): number {
    const at = this.#at;
    this.#at += count;
    if (this.#at > this.#bytes.length) this.isShort = true;
    return at;
  }

  #tripleThere(): Triple {
    const at = this.skip(24);
    return [this.#view.getFloat64(at, true), this.#view.getFloat64(at + 8, true), this.#view.getFloat64(at + 16, true)];
  }
}
