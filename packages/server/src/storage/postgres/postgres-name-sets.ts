import type { Pool } from 'pg';
import type { NameClaims, NameSets, OwnedName } from '../port/name-sets.ts';
import { type Connection, lockOf, openPool } from './connections.ts';
import { postgresFailure } from './postgres-failure.ts';

const KEY_FORM = /^[\w-]{1,50}$/;
const PREFIX = 'names ';
/** Claims open at once; each has a connection for as long as its import runs. */
const MOST_CLAIMS = 16;

/**
 * Ends the connection of a server that has open claims of a set although the job is not its own any more: it was held
 * up, and what it has claimed would make others wait. PostgreSQL shows the numbers of a lock without sign.
 */
const END_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND classid = ($1::bigint & 4294967295)::oid AND objid = ($2::bigint & 4294967295)::oid AND objsubid = 2`;

/**
 * Sets of names as tables of their own, one for each key, in the schema of the space. The claims of an owner are one
 * transaction, so what is not kept leaves nothing, and a dropped table costs nothing however large it was.
 */
export class PostgresNameSets implements NameSets {
  readonly #pool: Pool;
  readonly #schema: string;
  readonly #open = new Map<string, TableClaims>();

  /** @param schema exists: the store of the space has created it */
  constructor(url: string, schema: string) {
    this.#schema = schema;
    this.#pool = openPool(url, { schema, most: MOST_CLAIMS });
  }

  /** Shows who has open claims of a set. */
  #lockOf(key: string): readonly [number, number] {
    return lockOf(`${PREFIX}${this.#schema} ${key}`);
  }

  async open(key: string, owner: string, known: readonly string[]): Promise<NameClaims> {
    if (this.#open.has(key)) throw new Error('The set has open claims.');
    const table = tableOf(key);
    const claims = new TableClaims(table, owner, () => this.#open.delete(key));
    this.#open.set(key, claims);
    try {
      await claims.begin(await this.#pool.connect(), known, this.#lockOf(key));
      return claims;
    } catch (error) {
      await claims.close();
      throw postgresFailure(error);
    }
  }

  async drop(key: string): Promise<void> {
    const table = tableOf(key);
    await this.#open.get(key)?.close();
    await this.#query(END_OTHERS, [...this.#lockOf(key)]);
    await this.#query(`DROP TABLE IF EXISTS ${table}`);
  }

  async keys(): Promise<string[]> {
    const rows = await this.#query(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND starts_with(tablename, '${PREFIX}')`,
    );
    return rows.map(({ name }) => (name as string).slice(PREFIX.length));
  }

  async page(key: string, after: string, most: number): Promise<OwnedName[]> {
    const table = tableOf(key);
    if (!(await this.keys()).includes(key)) return [];
    const rows = await this.#query(`SELECT name, owner FROM ${table} WHERE name > $1 ORDER BY name LIMIT $2`, [
      after,
      most,
    ]);
    return rows as unknown as OwnedName[];
  }

  async fill(key: string, names: AsyncIterable<readonly OwnedName[]>): Promise<void> {
    const table = tableOf(key);
    await this.drop(key);
    const connection = await this.#pool.connect();
    let isOver = false;
    try {
      await connection.query(`BEGIN; ${createTable(table)}`);
      const insert = `INSERT INTO ${table} SELECT name, owner FROM json_populate_recordset(NULL::${table}, $1)`;
      for await (const some of names) await connection.query(insert, [JSON.stringify(some)]);
      await connection.query('COMMIT');
      isOver = true;
    } catch (error) {
      throw postgresFailure(error);
    } finally {
      // Closing the connection undoes what it began.
      connection.release(!isOver);
    }
  }

  /** Closes whatever is open, without keeping it. */
  async close(): Promise<void> {
    for (const claims of this.#open.values()) await claims.close();
    await this.#pool.end();
  }

  async #query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    try {
      return (await this.#pool.query(text, values)).rows;
    } catch (error) {
      throw postgresFailure(error);
    }
  }
}

function tableOf(key: string): string {
  if (!KEY_FORM.test(key)) throw new RangeError(`Not the key of a set of names: ${JSON.stringify(key)}`);
  return `"${PREFIX}${key}"`;
}

function createTable(table: string): string {
  return `CREATE TABLE IF NOT EXISTS ${table} (name text COLLATE "C" PRIMARY KEY, owner text NOT NULL)`;
}

/** The claims of one owner: a transaction on a connection of its own. */
class TableClaims implements NameClaims {
  readonly #table: string;
  readonly #owner: string;
  readonly #onClose: () => void;
  #connection: Connection | undefined;
  #isKept = false;

  constructor(table: string, owner: string, onClose: () => void) {
    this.#table = table;
    this.#owner = owner;
    this.#onClose = onClose;
  }

  /** @param known owners whose names stay */
  async begin(connection: Connection, known: readonly string[], lock: readonly [number, number]): Promise<void> {
    this.#connection = connection;
    await connection.query('BEGIN');
    await connection.query(END_OTHERS, [...lock]);
    await connection.query('SELECT pg_advisory_xact_lock($1, $2)', [...lock]);
    await connection.query(createTable(this.#table));
    await connection.query(`DELETE FROM ${this.#table} WHERE owner <> ALL ($1::text[])`, [[...known, this.#owner]]);
  }

  async claim(names: readonly string[]): Promise<number[]> {
    await this.#insert(names);
    const text = `SELECT name FROM ${this.#table} WHERE name = ANY ($1::text[]) AND owner <> $2`;
    const foreign = new Set(await this.#names(text, [names, this.#owner]));
    return [...names.keys()].filter((i) => foreign.has(names[i]!));
  }

  async claimFree(names: readonly string[]): Promise<string[]> {
    // All names that are a base and a hyphen and more: in the order of bytes they lie between "-" and ".".
    const text = `SELECT held.name AS name FROM unnest($1::text[]) AS base
      JOIN ${this.#table} AS held ON held.name >= (base || '-') COLLATE "C" AND held.name < (base || '.') COLLATE "C"`;
    const held = new Set(await this.#names(text, [[...new Set(names)]]));
    const next = new Map<string, number>();
    const free = names.map((name) => {
      let number = next.get(name) ?? 2;
      while (held.has(`${name}-${number}`)) number++;
      next.set(name, number + 1);
      held.add(`${name}-${number}`);
      return `${name}-${number}`;
    });
    await this.#insert(free);
    return free;
  }

  async keep(): Promise<void> {
    await this.#query('COMMIT', []);
    this.#isKept = true;
  }

  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#onClose();
    if (connection === undefined) return;
    const isOver =
      this.#isKept ||
      (await connection.query('ROLLBACK').then(
        () => true,
        () => false,
      ));
    connection.release(!isOver);
  }

  /** A name that another owner has stays with that owner. */
  #insert(names: readonly string[]): Promise<unknown> {
    const text = `INSERT INTO ${this.#table} SELECT DISTINCT name, $2 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`;
    return this.#query(text, [names, this.#owner]);
  }

  async #names(text: string, values: unknown[]): Promise<string[]> {
    return (await this.#query(text, values)).map(({ name }) => name as string);
  }

  async #query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    if (this.#connection === undefined || this.#isKept) throw new Error('The claims are closed.');
    try {
      return (await this.#connection.query(text, values)).rows;
    } catch (error) {
      throw postgresFailure(error);
    }
  }
}
