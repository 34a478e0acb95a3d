import type { Client } from 'pg';
import type { Value } from '../port/space-store.ts';
import { type PlainRow, pageStatement, quoted, type TableRows, type TableShape } from '../port/table-rows.ts';
import { connectClient } from './connections.ts';
import { copyIn } from './copy-in.ts';
import { postgresFailure } from './postgres-failure.ts';
import { translate } from './translate.ts';

/** Steps that only change how this engine keeps rows, with the table that they fill by triggers (ticketNumbers). */
const OWN_SERIES = 'ticket-months';
/** The key of a divided table without the column that divides it: the others are unique by themselves. */
const SHAPES = `
  SELECT c.relname AS name,
    (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT array_agg(a.attname::text ORDER BY array_position(i.indkey::int[], a.attnum::int)) FROM pg_index i
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary AND NOT EXISTS (SELECT FROM pg_partitioned_table p
        WHERE p.partrelid = c.oid AND a.attnum = ANY (p.partattrs::int2[]))) AS key,
    (SELECT coalesce(array_agg(DISTINCT other.relname::text), '{}') FROM pg_constraint f
      JOIN pg_class other ON other.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f') AS references
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition AND c.relname NOT IN ('migrations', 'ticketNumbers') AND c.relname NOT LIKE 'names %'
  ORDER BY c.relname COLLATE "C"`;
/** Columns whose numbers the engine gives. */
const NUMBERED = `
  SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attnum > 0 AND NOT a.attisdropped AND pg_get_serial_sequence(quote_ident(c.relname), a.attname) IS NOT NULL`;

/** The rows of a schema, on a connection of their own. */
export class PostgresRows implements TableRows {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(url: string, schema: string): Promise<PostgresRows> {
    return new PostgresRows(await connectClient(url, schema));
  }

  async tables(): Promise<TableShape[]> {
    return (await this.#query(SHAPES)).map(([name, columns, key, references]) => ({
      name: name as string,
      columns: columns as unknown as string[],
      key: (key as unknown as string[] | null) ?? [],
      references: references as unknown as string[],
    }));
  }

  async steps(): Promise<string[]> {
    const rows = await this.#query(
      `SELECT series, number FROM migrations WHERE series <> '${OWN_SERIES}' ORDER BY series COLLATE "C", number`,
    );
    return rows.map((row) => row.join(' '));
  }

  async count(table: string): Promise<number> {
    return Number((await this.#query(`SELECT count(*) FROM "${table}"`))[0]![0]);
  }

  async last({ name, key }: TableShape): Promise<PlainRow | undefined> {
    return (await this.#query(`SELECT ${quoted(key)} FROM "${name}" ORDER BY ${quoted(key, ' DESC')} LIMIT 1`))[0];
  }

  async page(table: TableShape, after: PlainRow | undefined, most: number): Promise<PlainRow[]> {
    return this.#query(translate(pageStatement(table, after === undefined)), [...(after ?? []), most]);
  }

  async insert({ name, columns }: TableShape, rows: readonly PlainRow[]): Promise<void> {
    try {
      await copyIn(this.#client, `COPY "${name}" (${quoted(columns)}) FROM STDIN`, rows);
    } catch (error) {
      throw postgresFailure(error);
    }
  }

  async empty(table: string): Promise<void> {
    await this.#query(`DELETE FROM "${table}"`);
  }

  async finish(): Promise<void> {
    for (const [table, column] of await this.#query(NUMBERED)) {
      const sequence = `pg_get_serial_sequence('"${table as string}"', '${column as string}')`;
      await this.#query(
        `SELECT setval(${sequence}, coalesce(max("${column}"), 1), max("${column}") IS NOT NULL) FROM "${table}"`,
      );
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #query(text: string, values: readonly Value[] = []): Promise<Value[][]> {
    try {
      return (await this.#client.query<Value[]>({ text, values: [...values], rowMode: 'array' })).rows;
    } catch (error) {
      throw postgresFailure(error);
    }
  }
}
