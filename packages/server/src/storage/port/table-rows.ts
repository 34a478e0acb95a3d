import type { Value } from './space-store.ts';

/** What a table consists of. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
  /** Tables that its rows refer to. */
  readonly references: readonly string[];
}

/** A row by its columns, in the order of the shape. */
export type PlainRow = readonly Value[];

/**
 * All rows of a space, table by table, for moving them to another engine. Nothing else may write meanwhile. Rows are in
 * the order of their primary keys, which is the same for all engines: numbers by size, texts and bytes by their bytes.
 */
export interface TableRows {
  /** The tables of the space, without the one of its migrations. */
  tables(): Promise<TableShape[]>;
  /** Steps of migrations that were applied. */
  steps(): Promise<string[]>;
  count(table: string): Promise<number>;
  /** The key of the last row; undefined if the table is empty. */
  last(table: TableShape): Promise<PlainRow | undefined>;
  /** Rows after a key, at most so many. */
  page(table: TableShape, after: PlainRow | undefined, most: number): Promise<PlainRow[]>;
  /** Adds rows in one transaction; all of them, or none. */
  insert(table: TableShape, rows: readonly PlainRow[]): Promise<void>;
  empty(table: string): Promise<void>;
  /** Makes everything durable, and lets numbers that the engine gives begin after the highest. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The statement that reads a page, in the SQL of all engines: the key it begins after, and the most rows. */
export function pageStatement({ name, columns, key }: TableShape, isFirst: boolean): string {
  const keys = quoted(key);
  const after = isFirst ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')}) `;
  return `SELECT ${quoted(columns)} FROM "${name}" ${after}ORDER BY ${keys} LIMIT ?`;
}

/** Names in quotes, with commas between. @param order follows each, for instance DESC */
export function quoted(names: readonly string[], order = ''): string {
  return names.map((name) => `"${name}"${order}`).join(', ');
}
