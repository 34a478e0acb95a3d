import { isXmlName } from './characters.ts';

/** A name of an element or attribute; equal names of one document are the same object. */
export interface XmlName {
  /** As written. */
  readonly text: string;
  readonly prefix: string;
  /** Behind the colon. */
  readonly local: string;
  /** `''` for `xmlns`, the prefix for `xmlns:prefix`, undefined for all other names. */
  readonly declares: string | undefined;
  /** As written, in UTF-8. */
  readonly bytes: Uint8Array;
  /** Token of the last tag with this attribute: finds duplicates without a set. */
  seen: number;
}

interface Entry extends XmlName {
  readonly next: Entry | undefined;
}

const BUCKETS = 2048;
/** Most distinct names of one document; schemas of this field have some hundreds. */
export const MOST_NAMES = 20_000;

/** Factor of the hash, different in each run, so that collisions cannot be prepared. */
export const HASH_FACTOR = (Math.floor(Math.random() * 0x7fff_ffff) | 1) >>> 0;

/** The names of a document, looked up by their bytes. */
export class NameTable {
  readonly #buckets: (Entry | undefined)[] = new Array<Entry | undefined>(BUCKETS).fill(undefined);
  readonly #decode: (from: number, to: number) => string;
  #count = 0;

  /** @param decode returns the window's bytes as a string */
  constructor(decode: (from: number, to: number) => string) {
    this.#decode = decode;
  }

  /**
   * The name in `bytes[from, to)`.
   * @param hash running value `hash = Math.imul(hash ^ byte, HASH_FACTOR)` over its bytes, from 0
   * @returns undefined if it is not a name or has more than one colon; null if there are too many names
   */
  intern(bytes: Buffer, from: number, to: number, hash: number): XmlName | undefined | null {
    const bucket = (hash ^ (hash >>> 15)) & (BUCKETS - 1);
    const length = to - from;
    search: for (let entry = this.#buckets[bucket]; entry !== undefined; entry = entry.next) {
      const known = entry.bytes;
      if (known.length !== length) continue;
      for (let i = 0; i < length; i++) if (known[i] !== bytes[from + i]) continue search;
      return entry;
    }
    if (this.#count >= MOST_NAMES) return null;
    const text = this.#decode(from, to);
    const [first, second, third] = text.split(':', 3);
    if (!isXmlName(text) || third !== undefined || first === '' || (second !== undefined && !isXmlName(second))) {
      return undefined;
    }
    const prefix = second === undefined ? '' : first!;
    const local = second ?? first!;
    const declares = text === 'xmlns' ? '' : prefix === 'xmlns' ? local : undefined;
    const copy = Uint8Array.from(bytes.subarray(from, to));
    const entry: Entry = { text, prefix, local, declares, seen: -1, bytes: copy, next: this.#buckets[bucket] };
    this.#buckets[bucket] = entry;
    this.#count++;
    return entry;
  }
}
