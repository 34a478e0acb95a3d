import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { LEASE_MS } from '../port/cluster.ts';
import { EarlierServers, type Migration, MigrationError, type MigrationSeries } from '../port/migration.ts';
import { buildIndex } from './build-index.ts';
import { CLUSTER, createClusterSchema } from './cluster-schema.ts';
import { connectClient, lockOf } from './connections.ts';
import { translate } from './translate.ts';

/** The oldest version of PostgreSQL that this is tested with. */
const OLDEST = 150_000;
/** How long steps wait for a table that something else uses: behind them everybody waits. */
const LOCK_MS = 2000;
/** How often and when they are tried again. */
const MOST_ATTEMPTS = 30;
const AGAIN_MS = 1000;
/** SQLSTATEs of a lock that was not available in time, or that an index waited for as its holder did for the index. */
const LOCKED: readonly unknown[] = ['55P03', '40P01'];
/** How often a server that starts asks whether another has brought the schema up to date. */
const TURN_MS = 200;
/** Two servers create a schema at once: one may have looked for it before it waited for the other. */
const SCHEMA_TAKEN = 'pg_namespace_nspname_index';

/** Besides the table of steps, what statements use as SQLite has it. A change here needs a step, too. */
const FOUNDATION = `
  CREATE TABLE IF NOT EXISTS migrations (
    series text, number integer, name text NOT NULL, checksum text NOT NULL, "appliedAt" timestamptz DEFAULT now(),
    PRIMARY KEY (series, number)
  );
  CREATE COLLATION IF NOT EXISTS nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  CREATE OR REPLACE FUNCTION instr(text, text) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT strpos($1, $2)';
  CREATE OR REPLACE FUNCTION jsontext(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1::json ->> $2';
  DO $$ BEGIN CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = jsontext);
    EXCEPTION WHEN duplicate_function THEN NULL; END $$;`;

/**
 * Creates the schema of a space, or brings it up to date, while servers of earlier versions may work on it: in one
 * transaction, except that indexes of large tables are built between two of them.
 * @throws MigrationError if the numbers have gaps, an applied step was edited, or the database is too old or not in
 * UTF-8, or a newer program has made it that this one cannot follow; EarlierServers
 */
export async function migrate(url: string, schema: string, all: readonly MigrationSeries[]): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      return await migrateNow(url, schema, all);
    } catch (error) {
      const { cause = error } = error as { cause?: unknown };
      const { code, constraint } = cause as { code?: unknown; constraint?: unknown };
      if ((!LOCKED.includes(code) && constraint !== SCHEMA_TAKEN) || attempt === MOST_ATTEMPTS) throw error;
      if (LOCKED.includes(code)) await pause(AGAIN_MS);
    }
}

async function migrateNow(url: string, schema: string, all: readonly MigrationSeries[]): Promise<void> {
  const client = await connectClient(url, schema);
  try {
    await refuseUnfit(client);
    if (await lacksCluster(client)) await createClusterSchema(client);
    await takeTurn(client, schema);
    await client.query('BEGIN');
    if (await lacksFoundation(client)) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
      await client.query(FOUNDATION);
    }
    const missing: Step[] = [];
    for (const series of all) missing.push(...(await missingSteps(client, series)));
    for (let next = 0; next < missing.length; ) {
      const step = missing[next]!;
      const end = missing.findIndex((one, i) => i > next && isBeside(one));
      const steps = missing.slice(next, end < 0 ? undefined : end);
      if (isBeside(step)) {
        await refuseEarlier(client, step);
        await client.query('COMMIT');
        await attempt(step, () => buildIndex(client, translate(step.text)));
        await client.query('BEGIN');
      }
      await applySteps(client, schema, steps);
      next += steps.length;
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other server that starts changes the schema; the second finds the work done. It does not wait within a
 * statement, because an index that the other builds waits for all statements.
 */
async function takeTurn(client: Client, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: number }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
      ...lockOf(`migrate ${schema}`),
    ]);
    if (rows[0]!.mine) return;
    await pause(TURN_MS);
  }
}

async function refuseUnfit(client: Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version, current_setting('server_encoding') AS encoding",
  );
  const { number, version, encoding } = rows[0] as { number: string; version: string; encoding: string };
  if (Number(number) < OLDEST) throw new MigrationError(`PostgreSQL 15 or newer is needed; the server is ${version}.`);
  if (encoding !== 'UTF8')
    throw new MigrationError(`The database must be in UTF8, but is in ${encoding}: create it with ENCODING 'UTF8'.`);
}

/** Without servers that have joined, as for a store alone. */
async function lacksCluster(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ needs: string | null }>(`SELECT to_regclass('"${CLUSTER}".needs') AS needs`);
  return rows[0]!.needs === null;
}

/** Whether any of `FOUNDATION` is missing: making all of it again takes 60 ms, with five schemas at a time. */
async function lacksFoundation(client: Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 WHERE to_regclass('migrations') IS NOT NULL
    AND to_regcollation('nocase') IS NOT NULL AND to_regprocedure('instr(text, text)') IS NOT NULL
    AND to_regprocedure('jsontext(text, text)') IS NOT NULL AND to_regoperator('->> (text, text)') IS NOT NULL`);
  return rows.length === 0;
}

/** A step that a schema lacks. */
interface Step extends Migration {
  readonly series: string;
  readonly text: string;
  readonly checksum: string;
  /** Whether no step of its series is applied yet. */
  readonly isOfNewSeries: boolean;
}

async function missingSteps(client: Client, { series, migrations }: MigrationSeries): Promise<Step[]> {
  const { rows: applied } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM migrations WHERE series = $1 ORDER BY number',
    [series],
  );
  const isOfNewSeries = applied.length === 0;
  const missing: Step[] = [];
  for (const [index, step] of migrations.entries()) {
    if (step.number !== index + 1)
      throw new MigrationError(`Migration ${series} ${step.number} is at position ${index + 1}.`);
    const text = step.postgres ?? step.sql;
    const checksum = createHash('sha256').update(text).digest('hex').slice(0, 16);
    const before = applied[index];
    if (before === undefined) missing.push({ ...step, series, text, checksum, isOfNewSeries });
    else if (before.number !== step.number || before.checksum !== checksum)
      throw new MigrationError(
        `Migration ${series} ${step.number} (${step.name}) is not the one this database was made with.`,
      );
  }
  if (applied.length > migrations.length) {
    const { rows } = await client.query<{ number: number }>(`SELECT number FROM "${CLUSTER}".needs WHERE series = $1`, [
      series,
    ]);
    if ((rows[0]?.number ?? applied.length) > migrations.length)
      throw new MigrationError(
        `The database is newer than this program (${series} ${applied.length} > ${migrations.length}). Start a newer version.`,
      );
  }
  return missing;
}

/** Whether a step is done outside of a transaction. The tables of a schema that is being made are empty. */
function isBeside(step: Step): boolean {
  return step.isBeside === true && !step.isOfNewSeries;
}

async function applySteps(client: Client, schema: string, steps: readonly Step[]): Promise<void> {
  // No write operation is under way from here on: a step would wait for its rows, and it for the step.
  await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...lockOf(schema)]);
  for (const step of steps) {
    const { series, number, name, text, checksum, worksFrom = number } = step;
    await refuseEarlier(client, step);
    if (!isBeside(step)) await attempt(step, () => client.query(translate(text)));
    await client.query('INSERT INTO migrations (series, number, name, checksum) VALUES ($1, $2, $3, $4)', [
      ...[series, number, name, checksum],
    ]);
    await client.query(
      `INSERT INTO "${CLUSTER}".needs AS n VALUES ($1, $2)
        ON CONFLICT (series) DO UPDATE SET number = excluded.number WHERE n.number < excluded.number`,
      [series, worksFrom],
    );
  }
}

async function attempt({ series, number, name }: Step, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const text = `Migration ${series} ${number} (${name}) failed: ${(error as Error).message}`;
    throw new MigrationError(text, { cause: error });
  }
}

/** A server that joins later finds the step applied, because it waits for this transaction. */
async function refuseEarlier(client: Client, { series, number, name, worksFrom = number }: Step): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) AS count FROM "${CLUSTER}".servers
      WHERE coalesce((knows ->> $1::text)::int, 0) < $2 AND "beatAt" > clock_timestamp() - $3 * interval '1 millisecond'`,
    [series, worksFrom, LEASE_MS],
  );
  const { count } = rows[0]!;
  if (count > 0)
    throw new EarlierServers(
      `${count === 1 ? 'A server of an earlier version works' : `${count} servers of an earlier version work`} on this database and cannot go on after the step ${series} ${worksFrom} (${name}). Stop ${count === 1 ? 'it' : 'them'} first.`,
    );
}
