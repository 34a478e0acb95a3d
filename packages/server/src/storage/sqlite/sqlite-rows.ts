import type { DatabaseSync } from 'node:sqlite';
import type { Value } from '../port/space-store.ts';
import { type PlainRow, pageStatement, quoted, type TableRows, type TableShape } from '../port/table-rows.ts';
import { openDatabase } from './connection.ts';
import { storeFailure } from './store-failure.ts';

/** The rows of a database file that exists, on a connection of their own. */
export class SqliteRows implements TableRows {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = openDatabase(path);
    // Rows arrive as they were, in an order that satisfies other engines.
    this.#database.exec('PRAGMA foreign_keys=OFF');
  }

  async tables(): Promise<TableShape[]> {
    const names = this.#all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations' ORDER BY name",
    );
    return names.map(([name]) => {
      const columns = this.#all('SELECT name, pk FROM pragma_table_info(?) ORDER BY cid', name as string);
      const keys = columns.filter(([, place]) => place !== 0).sort(([, a], [, b]) => Number(a) - Number(b));
      const references = this.#all('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)', name as string);
      return {
        name: name as string,
        columns: columns.map(([column]) => column as string),
        key: keys.map(([column]) => column as string),
        references: references.map(([other]) => other as string),
      };
    });
  }

  async steps(): Promise<string[]> {
    return this.#all('SELECT series, number FROM migrations ORDER BY series, number').map((row) => row.join(' '));
  }

  async count(table: string): Promise<number> {
    return Number(this.#all(`SELECT count(*) FROM "${table}"`)[0]![0]);
  }

  async last({ name, key }: TableShape): Promise<PlainRow | undefined> {
    return this.#all(`SELECT ${quoted(key)} FROM "${name}" ORDER BY ${quoted(key, ' DESC')} LIMIT 1`)[0];
  }

  async page(table: TableShape, after: PlainRow | undefined, most: number): Promise<PlainRow[]> {
    return this.#all(pageStatement(table, after === undefined), ...(after ?? []), most);
  }

  async insert({ name, columns }: TableShape, rows: readonly PlainRow[]): Promise<void> {
    const places = columns.map(() => '?').join(', ');
    const statement = this.#database.prepare(`INSERT INTO "${name}" (${quoted(columns)}) VALUES (${places})`);
    this.#transact(() => {
      for (const row of rows) statement.run(...(row as Value[]));
    });
  }

  async empty(table: string): Promise<void> {
    this.#transact(() => this.#database.exec(`DELETE FROM "${table}"`));
  }

  async finish(): Promise<void> {
    // Copies the log into the file, and syncs both.
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #all(sql: string, ...values: readonly Value[]): Value[][] {
    const statement = this.#database.prepare(sql);
    statement.setReturnArrays(true);
    return statement.all(...(values as Value[])) as unknown as Value[][];
  }

  #transact(work: () => void): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw storeFailure(error);
    }
  }
}
