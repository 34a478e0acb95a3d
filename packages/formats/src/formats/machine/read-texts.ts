import { issueOf } from '../../core/issues/issue-of.ts';
import { readText } from './field.ts';
import { POOL_UNITS, TEXT_TRIPLE, TP3_TABLE } from './layouts.ts';
import type { Reading } from './reading.ts';
import { NOWHERE, type Table } from './table.ts';

/** The texts of a file by reference. */
export class Texts {
  readonly #triples: Table;
  readonly #pools: ReadonlyMap<number, Table>;
  readonly #missing: (offset: number) => void;

  /** @param missing called with the file offset of each triple that refers to a missing text */
  constructor(triples: Table, pools: ReadonlyMap<number, Table>, missing: (offset: number) => void) {
    this.#triples = triples;
    this.#pools = pools;
    this.#missing = missing;
  }

  /** The triple of the reference at `at`: an ordinal, NOWHERE or MISSING. */
  triple(view: DataView, at: number): number {
    return this.#triples.resolve(view, at);
  }

  /** A text of a triple; '' for a null reference. */
  text(triple: number, field: keyof typeof TEXT_TRIPLE.fields): string {
    if (triple < 0) return '';
    const at = triple * this.#triples.recordSize + TEXT_TRIPLE.fields[field].at;
    const { view } = this.#triples;
    const pool = this.#pools.get(view.getUint16(at, true));
    const record = pool?.resolve(view, at) ?? this.#triples.resolve(view, at);
    if (record === NOWHERE) return '';
    if (pool === undefined || record < 0) {
      this.#missing(this.#triples.offsetOf(triple));
      return '';
    }
    return readText(pool.view, record * pool.recordSize, POOL_UNITS.get(pool.id)!);
  }
}

/** Loads the text pools and the triples that refer to them. */
export async function readTexts(reading: Reading): Promise<Texts> {
  const pools = new Map<number, Table>();
  for (const [id, units] of POOL_UNITS) {
    const pool = await reading.table(id);
    if (pool.count > 0 && pool.recordSize !== 2 * units) {
      const parameters = { table: id, size: pool.recordSize, expected: 2 * units };
      reading.problems.report(issueOf('record-size', parameters, { offset: pool.pages[0]?.at }));
      pool.release();
      continue;
    }
    pools.set(id, pool);
    countAll(reading, id, pool.count);
  }
  const triples = await reading.table(TP3_TABLE.text, TEXT_TRIPLE);
  countAll(reading, TP3_TABLE.text, triples.count);
  return new Texts(triples, pools, (offset) =>
    reading.problems.report(issueOf('reference-missing', { what: 'a name or code', missing: 'a text' }, { offset })),
  );
}

/** Counts the records of a table that are only read as part of others. */
export function countAll(reading: Reading, id: number, count: number): void {
  if (count === 0) return;
  const tally = reading.tally(id);
  tally.found += count;
  tally.read += count;
}
