import pg, { type Pool, type QueryResult } from 'pg';
import type { Value } from '../port/space-store.ts';
import { arrayBytes, type ElementType } from './array-bytes.ts';
import type { Connection } from './connections.ts';
import { translate } from './translate.ts';

interface Named {
  /** Absent for a statement that is parsed each time. */
  readonly name?: string;
  readonly text: string;
}

/**
 * All columns, whose number changes when a newer version of the server adds one: PostgreSQL would refuse what was
 * prepared before ("cached plan must not change result type").
 */
const ALL_COLUMNS = /\bSELECT (?:\w+\.)?\*/;

const named = new Map<string, Named>();

/**
 * Runs a statement, which each connection prepares once, unless it reads all columns. Texts are constants, so their
 * number is limited.
 * @throws the error of PostgreSQL or of the connection
 */
export function query(by: Pool | Connection, sql: string, values: readonly Value[]): Promise<QueryResult> {
  const statement = nameOf(sql, () => translate(sql));
  return by instanceof pg.Pool
    ? by.query({ ...statement, values: values as Value[] })
    : ask(by, statement, values as Value[]);
}

/**
 * Runs a `SELECT` or an `INSERT … VALUES (…)` as one statement for many lists of values: each value of the text becomes
 * an array. Besides the texts only the columns that are empty in all lists make statements differ.
 * @param lists at least one
 * @throws the error of PostgreSQL or of the connection
 */
export function queryEach(by: Connection, sql: string, lists: readonly (readonly Value[])[]): Promise<QueryResult> {
  const types = lists[0]!.map((_, i) => typeOf(lists, i));
  const statement = nameOf(`${sql}\n${types.join()}`, () => textForEach(sql, types));
  const values = types.flatMap((type, i) => (type === undefined ? [] : [arrayBytes(lists, i, type)]));
  return ask(by, statement, values);
}

/** `query` of the driver, which copies the properties of its argument at the expense of a small statement. */
function ask(connection: Connection, { name, text }: Named, values: unknown[]): Promise<QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  const statement = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
  connection.query(Object.assign(statement, { name }));
  return promise;
}

function nameOf(key: string, text: () => string): Named {
  let statement = named.get(key);
  if (statement === undefined) {
    statement = { ...(ALL_COLUMNS.test(key) ? {} : { name: `s${named.size}` }), text: text() };
    named.set(key, statement);
  }
  return statement;
}

/** PostgreSQL's type of the values of a column; undefined if all are NULL, which fits every type. */
function typeOf(lists: readonly (readonly Value[])[], column: number): ElementType | undefined {
  const value = lists.find((values) => values[column] !== null)?.[column] ?? null;
  if (value === null) return undefined;
  if (typeof value === 'string') return 'text';
  if (typeof value !== 'number') return 'bytea';
  const isWhole = lists.every((values) => values[column] === null || Number.isSafeInteger(values[column]));
  return isWhole ? 'bigint' : 'double precision';
}

function textForEach(sql: string, types: readonly (string | undefined)[]): string {
  const known = types.flatMap((type, i) => (type === undefined ? [] : [{ type, column: `v${i + 1}` }]));
  // Not `unnest` of all arrays in FROM: that keeps a store of rows for each, whose memory is new in every statement.
  const columns = known.map(({ type, column }, i) => `unnest($${i + 1}::${type}[]) AS ${column}`);
  const lists = `(SELECT ${columns.join(', ')}) AS list`;
  const text = translate(sql, (n) => (types[n - 1] === undefined ? 'NULL' : `list.v${n}`));
  const insert = text.replace(/\bVALUES \(([^()]*)\)/, (_, values: string) => `SELECT ${values} FROM ${lists}`);
  // OFFSET 0 keeps the planner from one large join instead of a look-up for each list.
  return insert !== text ? insert : `SELECT found.* FROM ${lists} CROSS JOIN LATERAL (${text} OFFSET 0) AS found`;
}
