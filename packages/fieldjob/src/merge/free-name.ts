/** Tries before giving up: names that all are taken this often are no accident. */
const MOST_TRIES = 1_000_000;

/**
 * Finds free names for points whose own is taken: `12` becomes `12_1`, then `12_2`, …. The last number given per name is
 * remembered, so a thousand points of one name take a thousand steps and not half a million.
 */
export class FreeNames {
  readonly #isTaken: (name: string) => boolean;
  readonly #last = new Map<string, number>();

  /** @param isTaken whether a name is in use; must see the names handed out once they are in use */
  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken;
  }

  /**
   * A free name made from `name`.
   * @throws RangeError when a million candidates are taken
   */
  from(name: string): string {
    let number = this.#last.get(name) ?? 0;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const candidate = `${name}_${++number}`;
      if (!this.#isTaken(candidate)) {
        this.#last.set(name, number);
        return candidate;
      }
    }
    throw new RangeError(`no free name for point "${name}" among ${MOST_TRIES}`);
  }
}
