import type { QueryResult } from 'pg';
import type { Value } from '../port/space-store.ts';
import type { Connection } from './connections.ts';
import { translate } from './translate.ts';

/** Something that runs statements: a connection, or a pool that lends one for each. */
type Runs = Pick<Connection, 'query'>;

const named = new Map<string, { readonly name: string; readonly text: string }>();

/**
 * Runs a statement, which each connection prepares once. Texts are constants, so their number is limited.
 * @throws the error of PostgreSQL or of the connection
 */
export function query(by: Runs, sql: string, values: readonly Value[]): Promise<QueryResult> {
  let statement = named.get(sql);
  if (statement === undefined) {
    statement = { name: `s${named.size}`, text: translate(sql) };
    named.set(sql, statement);
  }
  return by.query({ ...statement, values: values as Value[] });
}
