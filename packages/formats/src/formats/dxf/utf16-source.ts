import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { guessEncoding } from '../../kit/text/encoding.ts';

/** Bytes of UTF-16 that are converted to UTF-8 at once; even. */
const BLOCK = 1 << 16;
/** Blocks measured between two pauses: a megabyte. */
const PAUSE_AFTER = 16;

/**
 * The UTF-16 encoding of a file, by its byte order mark or the NULs among its first bytes; undefined for other files.
 */
export function utf16Label(head: Uint8Array): string | undefined {
  // No other encoding of a drawing starts with one of these bytes, so nearly all files need no closer look.
  if (head[0] !== 0 && head[1] !== 0 && head[0]! < 0xfe) return undefined;
  const label = guessEncoding(head)?.label;
  return label?.startsWith('utf-16') === true ? label : undefined;
}

/**
 * UTF-16 text as UTF-8, in blocks that are decoded on request. The whole text is measured first, because the position
 * of a block depends on the length of those before it.
 * @param label `utf-16le` or `utf-16be`
 * @param pause called about once a megabyte
 */
export async function utf8Source(source: ByteSource, label: string, pause: () => Promise<void>): Promise<ByteSource> {
  const text = new Utf16Source(source, label);
  while (!text.isMeasured) {
    for (let i = 0; i < PAUSE_AFTER && !text.isMeasured; i++) text.measure();
    await pause();
  }
  return text;
}

/** UTF-16 text as UTF-8 with a byte order mark. */
class Utf16Source implements ByteSource {
  readonly name: string;
  readonly #source: ByteSource;
  readonly #decoder: TextDecoder;
  readonly #isBig: boolean;
  /** End of each block in UTF-8. */
  readonly #ends: number[] = [];
  #block: { readonly number: number; readonly bytes: Uint8Array } = { number: -1, bytes: new Uint8Array() };

  constructor(source: ByteSource, label: string) {
    this.#source = source;
    this.name = source.name;
    this.#isBig = label === 'utf-16be';
    this.#decoder = new TextDecoder(label, { ignoreBOM: true });
  }

  get size(): number {
    return this.#ends.at(-1) ?? 0;
  }

  get isMeasured(): boolean {
    return this.#ends.length * BLOCK >= this.#source.size;
  }

  /** Adds the length of the next block. */
  measure(): void {
    this.#ends.push(this.size + this.#decode(this.#ends.length).length);
  }

  readInto(target: Uint8Array, at: number, length: number, position: number): number {
    let got = 0;
    let number = this.#blockAt(position);
    while (got < length && number < this.#ends.length) {
      if (this.#block.number !== number) this.#block = { number, bytes: this.#decode(number) };
      const { bytes } = this.#block;
      const from = position + got - (this.#ends[number]! - bytes.length);
      const part = bytes.subarray(from, from + length - got);
      target.set(part, at + got);
      got += part.length;
      number++;
    }
    return got;
  }

  close(): void {
    this.#source.close();
  }

  /** Number of the first block that ends after a position. */
  #blockAt(position: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle]! > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #decode(number: number): Uint8Array {
    const from = this.#startOf(number);
    const bytes = readBytes(this.#source, from, Math.max(0, this.#startOf(number + 1) - from));
    const text = this.#decoder.decode(bytes);
    // One byte order mark before the first block, whether the text had one or not.
    return new TextEncoder().encode(number === 0 ? `\uFEFF${text.replace(/^\uFEFF/, '')}` : text);
  }

  /** Start of a block in UTF-16: after the second half of a surrogate pair that would be split. */
  #startOf(number: number): number {
    const at = number * BLOCK;
    const { size } = this.#source;
    if (at === 0 || at + 2 > size) return Math.min(at, size);
    const high = readBytes(this.#source, at + (this.#isBig ? 0 : 1), 1)[0]!;
    return high >= 0xdc && high <= 0xdf ? at + 2 : at;
  }
}
