/** How many objects of one native type (`LINE`, table 14, …) a source has, and their fate: found = read + skipped. */
export interface TypeTally {
  found: number;
  read: number;
  /** Features made from `read` beyond one each (block expansion, arrays). */
  expanded: number;
  skipped: number;
}

/** The part of a source in which a native type was found. */
export type SourceSpace = 'model' | 'paper' | 'block';

/** One row of the report's `source`. */
export interface TallyRow extends TypeTally {
  readonly type: string;
  readonly space: SourceSpace;
}

/** Most distinct native types kept; a hostile file could name a million. */
const MOST_TYPES = 2000;

/** Counts the contents of a source by native type and space. */
export class SourceTally {
  readonly #rows = new Map<string, TallyRow>();

  /** The counters of a type; change them in place. */
  of(type: string, space: SourceSpace = 'model'): TypeTally {
    const key = `${space} ${type}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      if (this.#rows.size >= MOST_TYPES && type !== '(other)') return this.of('(other)', space);
      row = { type, space, found: 0, read: 0, expanded: 0, skipped: 0 };
      this.#rows.set(key, row);
    }
    return row;
  }

  /** The rows in order of first appearance. */
  rows(): TallyRow[] {
    return Array.from(this.#rows.values(), (row) => ({ ...row }));
  }
}
