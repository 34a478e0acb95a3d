import type { PlainRow, TableRows, TableShape } from '../port/table-rows.ts';
import { MoveRefused } from './move-refused.ts';

/** Tables that triggers fill while rows of others arrive: what they have then is replaced. */
const FILLED_BY_TRIGGERS: readonly string[] = ['idempotencyShares'];
/** Rows of a page: as many as have about so many bytes. */
const PAGE_BYTES = 2 ** 20;
const MOST_ROWS = 5000;
const FIRST_ROWS = 100;
/** Differences that are named; a whole table may differ. */
const MOST_FAULTS = 10;

/** Both sides of a space. */
export interface RowSides {
  /** For messages. */
  readonly space: string;
  readonly from: TableRows;
  readonly to: TableRows;
  /** Called for rows that were done. */
  readonly done: (rows: number) => void;
  readonly signal: AbortSignal;
}

/**
 * The tables that both sides have, those that others refer to first.
 * @throws MoveRefused if the sides were made by different versions
 */
export async function sharedTables({
  space,
  from,
  to,
}: Pick<RowSides, 'space' | 'from' | 'to'>): Promise<TableShape[]> {
  const [ours, theirs] = [await from.steps(), await to.steps()];
  if (ours.join() !== theirs.join())
    throw new MoveRefused(
      `${space}: the two sides have different migrations. Start this version on each of them once.`,
    );
  const [tables, others] = [await from.tables(), await to.tables()];
  const form = ({ name, columns, key }: TableShape) => [name, [...columns].sort(), key].join(' ');
  const known = new Set(others.map(form));
  const odd =
    tables.find((table) => !known.has(form(table))) ?? others.find(({ name }) => !tables.some((t) => t.name === name));
  if (odd !== undefined) throw new MoveRefused(`${space}: the table ${odd.name} is not the same on both sides.`);
  const referring = new Map(others.map(({ name, references }) => [name, references]));
  const ordered: TableShape[] = [];
  const add = (table: TableShape): void => {
    if (ordered.includes(table)) return;
    const first = new Set([...table.references, ...(referring.get(table.name) ?? [])]);
    for (const name of first) if (name !== table.name) add(tables.find((one) => one.name === name)!);
    ordered.push(table);
  };
  for (const table of tables) if (!FILLED_BY_TRIGGERS.includes(table.name)) add(table);
  for (const table of tables) add(table);
  return ordered;
}

/** Copies what is not there yet: a move that was interrupted goes on behind the last row. */
export async function copyRows(sides: RowSides, tables: readonly TableShape[]): Promise<void> {
  const { from, to, done, signal } = sides;
  for (const table of tables) {
    if (FILLED_BY_TRIGGERS.includes(table.name)) await to.empty(table.name);
    const last = await to.last(table);
    if (last !== undefined) done(await to.count(table.name));
    // The next page is read while one is inserted.
    let inserted = Promise.resolve();
    for await (const rows of pages(from, table, signal, last)) {
      await inserted;
      inserted = to.insert(table, rows).then(() => done(rows.length));
      // Looked at above and below; until then a failure must not count as unhandled.
      inserted.catch(() => {});
    }
    await inserted;
  }
  await to.finish();
}

/** Compares every row of both sides. @returns sentences, none if they are the same */
export async function compareRows(sides: RowSides, tables: readonly TableShape[]): Promise<string[]> {
  const { space, from, to, done, signal } = sides;
  const faults: string[] = [];
  for (const table of tables) {
    const theirs = rowsOf(pages(to, table, signal));
    let compared = 0;
    for await (const rows of pages(from, table, signal)) {
      for (const row of rows) {
        const other = (await theirs.next()).value as PlainRow | undefined;
        if (other !== undefined && isSame(row, other)) continue;
        const key = table.key.map((column) => `${column} ${shown(row[table.columns.indexOf(column)]!)}`).join(', ');
        faults.push(
          `${space}: the row of ${table.name} with ${key} is ${other === undefined ? 'missing' : 'another one'}.`,
        );
        if (other === undefined || faults.length === MOST_FAULTS) return faults;
      }
      compared += rows.length;
      done(rows.length);
    }
    if ((await theirs.next()).done !== true) faults.push(`${space}: ${table.name} has more than ${compared} rows.`);
  }
  return faults;
}

/** All rows after a key, in pages of bounded size; each is read while the one before is used. */
async function* pages(
  side: TableRows,
  table: TableShape,
  signal: AbortSignal,
  after?: PlainRow,
): AsyncGenerator<PlainRow[]> {
  const key = table.key.map((column) => table.columns.indexOf(column));
  let most = FIRST_ROWS;
  let next = side.page(table, after, most);
  while (true) {
    const rows = await next;
    signal.throwIfAborted();
    if (rows.length < most) {
      if (rows.length > 0) yield rows;
      return;
    }
    const last = key.map((i) => rows.at(-1)![i]!);
    most = Math.max(1, Math.min(MOST_ROWS, Math.floor((rows.length * PAGE_BYTES) / bytesOf(rows))));
    next = side.page(table, last, most);
    // Looked at in the next turn; before that, or if the rest is not wanted, a failure must not count as unhandled.
    next.catch(() => {});
    yield rows;
  }
}

async function* rowsOf(source: AsyncGenerator<PlainRow[]>): AsyncGenerator<PlainRow> {
  for await (const rows of source) yield* rows;
}

function bytesOf(rows: readonly PlainRow[]): number {
  let bytes = 0;
  for (const row of rows)
    for (const value of row) bytes += typeof value === 'number' || value === null ? 8 : value.length;
  return bytes;
}

function isSame(a: PlainRow, b: PlainRow): boolean {
  return a.every((value, i) => {
    const other = b[i]!;
    if (value instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(value, other) === 0;
    return value === other;
  });
}

/** A value of a key for a message; keys of bytes are hashes of secrets. */
function shown(value: PlainRow[number]): string {
  return value instanceof Uint8Array ? '(bytes)' : JSON.stringify(value);
}
