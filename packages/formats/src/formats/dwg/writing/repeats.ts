const HASH_BITS = 13;
const HASH_SHIFT = 32 - HASH_BITS;
const FACTOR = 0x9e3779b1;
/** Shortest repeat. */
export const LEAST = 4;
/** After so many positions without a repeat, every second one is looked at, and so on. */
const SKIP_BITS = 6;
const NOTHING = new Uint8Array(0);

/** Most bytes that `size` bytes are packed into. */
export function mostPacked(size: number): number {
  return size + (size >> 7) + 32;
}

/** Finds bytes that repeat earlier ones, for packing: of each beginning, the last place is known. */
export class Repeats {
  /** Where the current one begins, what it repeats, and how long it is. */
  at = 0;
  source = 0;
  length = 0;
  readonly #farthest: number;
  readonly #first: number;
  readonly #places = new Int32Array(1 << HASH_BITS);
  #bytes: Uint8Array = NOTHING;
  #from = 0;
  #end = 0;

  /** @param farthest distance of a repeat from its source @param first how many bytes must precede a repeat */
  constructor(farthest: number, first: number) {
    this.#farthest = farthest;
    this.#first = first;
  }

  /** Begins with `size` bytes from one on. */
  start(bytes: Uint8Array, from: number, size: number): void {
    this.#places.fill(-1);
    this.#bytes = bytes;
    this.#from = from;
    this.#end = from + size;
    this.at = from;
    this.length = 0;
  }

  /** Moves to the next repeat; false where there are no more. */
  next(): boolean {
    const bytes = this.#bytes;
    const places = this.#places;
    const end = this.#end;
    const least = this.#from + this.#first;
    let missed = 0;
    let next = this.at + this.length;
    while (next + LEAST <= end) {
      const word = bytes[next]! | (bytes[next + 1]! << 8) | (bytes[next + 2]! << 16) | (bytes[next + 3]! << 24);
      const slot = Math.imul(word, FACTOR) >>> HASH_SHIFT;
      const found = places[slot]!;
      places[slot] = next;
      if (
        found < 0 ||
        next < least ||
        next - found > this.#farthest ||
        bytes[found] !== bytes[next] ||
        bytes[found + 1] !== bytes[next + 1] ||
        bytes[found + 2] !== bytes[next + 2] ||
        bytes[found + 3] !== bytes[next + 3]
      ) {
        next += 1 + (missed++ >> SKIP_BITS);
        continue;
      }
      let length = LEAST;
      while (next + length < end && bytes[found + length] === bytes[next + length]) length++;
      this.at = next;
      this.source = found;
      this.length = length;
      return true;
    }
    this.#bytes = NOTHING;
    return false;
  }
}
