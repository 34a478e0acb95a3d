import { createHash } from 'node:crypto';
import pg from 'pg';

/** One of the connections that a pool lends. */
export type Connection = pg.PoolClient;

/** How long a connection may take, and a statement: then the database counts as absent. */
const CONNECT_MS = 5000;
const STATEMENT_MS = 60_000;
/** Of this program among the locks of the database. */
const LOCK_CLASS = 0x46_42;

/** PostgreSQL's numbers of types that arrive as something else than the port says. */
const READERS: Readonly<Record<number, (text: string) => unknown>> = {
  // boolean, int8 and numeric (of a sum): all numbers that we store are safe integers.
  16: (text) => (text === 't' ? 1 : 0),
  20: Number,
  1700: Number,
};
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    READERS[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

/** What the connections of a pool are for. */
export interface PoolUse {
  /** Of the space. */
  readonly schema: string;
  readonly most: number;
  readonly isReadOnly?: boolean;
  /** How long a transaction may wait for this process before the database undoes it. */
  readonly idleMs?: number;
  /** How long a statement may take; a minute if absent. */
  readonly queryMs?: number;
}

/** How to connect. @param url postgres://user:password@host:port/database */
function connectTo(
  url: string,
  { schema, isReadOnly = false, idleMs = 0 }: Pick<PoolUse, 'schema' | 'isReadOnly' | 'idleMs'>,
): pg.ClientConfig {
  const address = new URL(url);
  const parameters = {
    search_path: `"${schema}"`,
    // Acknowledged means on the disk, whatever the server's own default is.
    synchronous_commit: 'on',
    // A step of a list reads some thousand rows of an index, but is estimated by all of them: from some million tickets
    // on PostgreSQL would compile each such statement, which takes longer than running it.
    jit: 'off',
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    idle_in_transaction_session_timeout: String(idleMs),
  };
  const options = Object.entries(parameters).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [address.searchParams.get('options') ?? [], ...options].flat().join(' '));
  return {
    connectionString: address.href,
    application_name: 'fieldbridge',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
  };
}

/** A pool of connections to one space, whose statements may be sent before the answer to the last one. */
export function openPool(url: string, use: PoolUse): pg.Pool {
  const pool = new pg.Pool({
    ...connectTo(url, use),
    ...{ max: use.most, query_timeout: use.queryMs ?? STATEMENT_MS, pipeline: true, idleTimeoutMillis: 60_000 },
  });
  // Without these a cut connection would end the process, also one that is lent out. Who uses it gets the error.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  return pool;
}

/** A connection of its own, outside of any pool. */
export async function connectClient(url: string, schema: string): Promise<pg.Client> {
  const client = new pg.Client(connectTo(url, { schema }));
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The two numbers of an advisory lock. */
export function lockOf(name: string): readonly [number, number] {
  return [LOCK_CLASS, createHash('sha256').update(name).digest().readInt32BE()];
}
