import type { TextDecode } from '../../kit/cad/code-page.ts';
import { decodeEscapes } from '../../kit/cad/text-codes.ts';

/** Shift of a 32-bit hash to its place in the cache of recent names. */
const RECENT_SHIFT = 24;
const RECENT = 1 << (32 - RECENT_SHIFT);
/** Numbers per place: length, four words of bytes, the name's number, two unused. */
const PLACE_SHIFT = 3;
/** Longest cached name: four words, of which the last two may overlap the first two. */
const LONGEST = 16;

/** Number of a name: equal bytes have equal numbers. */
export type NameId = number;

/**
 * Interns short texts (entity types, layers, blocks, line types) by their bytes: one string per distinct name, not per
 * entity.
 */
export class Names {
  /** Replaced when the code page is known; only names that were not used before are affected. */
  decode: TextDecode;
  #table = new Int32Array(1 << 12).fill(-1);
  #pool = new Uint8Array(1 << 14);
  #used = 0;
  /** Start of each name in the pool, followed by the end of the last one. */
  #starts = new Int32Array(1 << 10);
  #count = 0;
  readonly #recent = new Int32Array(RECENT << PLACE_SHIFT);
  /** The most recent buffer, and a view of it. */
  #bytes: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  readonly #hashes: number[] = [];
  readonly #texts: (string | undefined)[] = [];

  constructor(decode: TextDecode) {
    this.decode = decode;
  }

  /** Number of the name `bytes[from, to)`, without blanks around it. */
  intern(bytes: Uint8Array, from: number, to: number): NameId {
    const size = to - from;
    if (size > LONGEST || size <= 0) return this.#trimmed(bytes, from, to);
    if (bytes !== this.#bytes) this.#turnTo(bytes);
    // Most names are repeats of recent ones, which are compared by words, not byte by byte.
    const view = this.#view;
    let first = bytes[from]!;
    let second = 0;
    let third = 0;
    let last = bytes[to - 1]!;
    if (size >= 4) {
      first = view.getInt32(from, true);
      last = view.getInt32(to - 4, true);
      if (size >= 8) {
        second = view.getInt32(from + 4, true);
        third = view.getInt32(to - 8, true);
      }
    } else if (size === 3) second = bytes[from + 1]!;
    const mixed = first ^ Math.imul(second, 0x9e3779b1) ^ Math.imul(third, 0x85ebca77) ^ Math.imul(last, 0xc2b2ae3d);
    const place = (Math.imul(mixed, 0x27d4eb2f) >>> RECENT_SHIFT) << PLACE_SHIFT;
    const recent = this.#recent;
    if (
      recent[place] === size &&
      recent[place + 1] === first &&
      recent[place + 2] === second &&
      recent[place + 3] === third &&
      recent[place + 4] === last
    )
      return recent[place + 5]!;
    const id = this.#trimmed(bytes, from, to);
    recent[place] = size;
    recent[place + 1] = first;
    recent[place + 2] = second;
    recent[place + 3] = third;
    recent[place + 4] = last;
    return (recent[place + 5] = id);
  }

  #turnTo(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  #trimmed(bytes: Uint8Array, from: number, to: number): NameId {
    while (from < to && bytes[from]! <= 32) from++;
    while (to > from && bytes[to - 1]! <= 32) to--;
    return this.#find(bytes, from, to);
  }

  #find(bytes: Uint8Array, from: number, to: number): NameId {
    let hash = 0x811c9dc5;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    const table = this.#table;
    const mask = table.length - 1;
    let slot = hash & mask;
    for (let id = table[slot]!; id !== -1; id = table[slot]!) {
      if (this.#hashes[id] === hash && this.#equals(id, bytes, from, to)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(slot, hash, bytes.subarray(from, to));
  }

  /** The bytes of a name. */
  bytesOf(id: NameId): Uint8Array {
    return this.#pool.subarray(this.#starts[id], this.#starts[id + 1]);
  }

  /** Number of a name given as text. */
  of(text: string): NameId {
    const bytes = new TextEncoder().encode(text);
    return this.intern(bytes, 0, bytes.length);
  }

  /** The name itself; before 2007 letters beyond the code page are spelled as escapes. */
  text(id: NameId): string {
    return (this.#texts[id] ??= decodeEscapes(this.decode(this.bytesOf(id))));
  }

  #equals(id: NameId, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[id]!;
    const size = to - from;
    if (this.#starts[id + 1]! - start !== size) return false;
    const pool = this.#pool;
    for (let i = 0; i < size; i++) if (pool[start + i] !== bytes[from + i]) return false;
    return true;
  }

  #add(slot: number, hash: number, bytes: Uint8Array): NameId {
    const id = this.#count++;
    if (this.#used + bytes.length > this.#pool.length) {
      const pool = new Uint8Array(Math.max(this.#pool.length * 2, this.#used + bytes.length));
      pool.set(this.#pool.subarray(0, this.#used));
      this.#pool = pool;
    }
    this.#pool.set(bytes, this.#used);
    if (this.#count === this.#starts.length) {
      const starts = new Int32Array(this.#starts.length * 2);
      starts.set(this.#starts);
      this.#starts = starts;
    }
    this.#hashes.push(hash);
    this.#texts.push(undefined);
    this.#used += bytes.length;
    this.#starts[this.#count] = this.#used;
    this.#table[slot] = id;
    if (2 * id > this.#table.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2).fill(-1);
    const mask = table.length - 1;
    for (let id = 0; id < this.#hashes.length; id++) {
      let slot = this.#hashes[id]! & mask;
      while (table[slot] !== -1) slot = (slot + 1) & mask;
      table[slot] = id;
    }
    this.#table = table;
  }
}
