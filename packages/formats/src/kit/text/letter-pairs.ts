/**
 * Texts by the pairs of neighbouring letters that they have, to find those most like another text: asking costs as much
 * as the texts that have a pair in common with it, instead of all of them.
 */
export class LetterPairs {
  /** How many different pairs each text has. */
  readonly #sizes: number[] = [];
  /** Of each pair, the numbers of the texts that have it. */
  readonly #having = new Map<number, number[]>();

  /** Adds a text, whose number is how many were added before. */
  add(text: string): void {
    const number = this.#sizes.length;
    let size = 0;
    for (let i = 1; i < text.length; i++) {
      const having = this.#having.getOrInsertComputed(pairAt(text, i), () => []);
      if (having.at(-1) === number) continue;
      having.push(number);
      size++;
    }
    this.#sizes.push(size);
  }

  /** Share of the pairs that a text has in common with each of the texts, 0 to 1, by their numbers (Dice). */
  likeness(text: string): Float64Array {
    const pairs = new Set<number>();
    for (let i = 1; i < text.length; i++) pairs.add(pairAt(text, i));
    const shares = new Float64Array(this.#sizes.length);
    for (const pair of pairs) for (const number of this.#having.get(pair) ?? []) shares[number]!++;
    return shares.map((common, number) => (2 * common) / Math.max(1, pairs.size + this.#sizes[number]!));
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at);
}
