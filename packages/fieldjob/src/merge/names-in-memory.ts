import type { PointNames } from './point-names.ts';

/** The point names of parts that are joined in one process. Call `nextPart` before each part. */
export class NamesInMemory implements PointNames {
  /** The part that holds each name. */
  readonly #holders = new Map<string, number>();
  /** The last number tried for each name, so that many points of one name stay cheap. */
  readonly #numbers = new Map<string, number>();
  #part = 0;

  nextPart(): this {
    this.#part++;
    return this;
  }

  async claim(names: readonly string[]): Promise<number[]> {
    return names.flatMap((name, index) => {
      const holder = this.#holders.get(name) ?? this.#part;
      this.#holders.set(name, holder);
      return holder === this.#part ? [] : [index];
    });
  }

  async rename(names: readonly string[]): Promise<string[]> {
    return names.map((name) => {
      let number = this.#numbers.get(name) ?? 1;
      let free: string;
      do free = `${name}-${++number}`;
      while (this.#holders.has(free));
      this.#numbers.set(name, number);
      this.#holders.set(free, this.#part);
      return free;
    });
  }
}
