/**
 * Sets of names, one for each key, in which every name has one owner. A set may hold millions of names and is thrown
 * away as a whole, so it must cost nothing to remove, and claims that are not kept must leave nothing behind, however
 * full the disk is.
 */
export interface NameSets {
  /**
   * Begins the claims of an owner. A set has at most one open claim at a time.
   * @param known owners whose names stay; names of any other owner, left by a process that ended, are released
   * @throws ProblemError `disk-full`; RangeError if the key is not made of letters, digits and hyphens
   */
  open(key: string, owner: string, known: readonly string[]): Promise<NameClaims>;

  /** Removes a set with every name in it, after closing its claims. Does nothing if there is no such set. */
  drop(key: string): Promise<void>;

  /** The keys of all sets. */
  keys(): Promise<string[]>;

  /** The names of a set after one, in the order of their bytes, at most so many; none if there is no such set. */
  page(key: string, after: string, most: number): Promise<OwnedName[]>;

  /** Makes a set that has these names, instead of one that is there: all of it or nothing. */
  fill(key: string, names: AsyncIterable<readonly OwnedName[]>): Promise<void>;
}

/** A name of a set and whose it is. */
export interface OwnedName {
  readonly name: string;
  readonly owner: string;
}

/** What one owner claims in a set: all of it is kept, or nothing. */
export interface NameClaims {
  /**
   * Claims names; one that the owner has claimed before is claimed again.
   * @returns the indices of names that another owner has
   * @throws ProblemError `disk-full`
   */
  claim(names: readonly string[]): Promise<number[]>;

  /**
   * Claims a free name for each given one: the name, a hyphen and a number from 2.
   * @throws ProblemError `disk-full`
   */
  claimFree(names: readonly string[]): Promise<string[]>;

  /** Keeps the claims. When it resolves, they are durable. @throws ProblemError `disk-full` */
  keep(): Promise<void>;

  /** Releases what was not kept, and whatever the claims held open. May be called twice. */
  close(): Promise<void>;
}
