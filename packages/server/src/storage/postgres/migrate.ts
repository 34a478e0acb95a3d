import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { MigrationError, type MigrationSeries } from '../port/migration.ts';
import { connectClient, lockOf } from './connections.ts';
import { translate } from './translate.ts';

/** The oldest version of PostgreSQL that this is tested with. */
const OLDEST = 150_000;

/**
 * Creates the schema of a space, or brings it up to date, in one transaction.
 * @throws MigrationError if the numbers have gaps, an applied step was edited, or the database is newer than the
 * program, too old, or not in UTF-8
 */
export async function migrate(url: string, schema: string, all: readonly MigrationSeries[]): Promise<void> {
  const client = await connectClient(url, schema);
  try {
    await refuseUnfit(client);
    await client.query('BEGIN');
    // Two servers that start at once: the second finds the work done.
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...lockOf(`migrate ${schema}`)]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    // Besides the table of steps, what statements use as SQLite has it.
    await client.query(`
      CREATE TABLE IF NOT EXISTS migrations (
        series text, number integer, name text NOT NULL, checksum text NOT NULL, "appliedAt" timestamptz DEFAULT now(),
        PRIMARY KEY (series, number)
      );
      CREATE COLLATION IF NOT EXISTS nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE OR REPLACE FUNCTION instr(text, text) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT strpos($1, $2)';
      CREATE OR REPLACE FUNCTION jsontext(text, text) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT $1::json ->> $2';
      DO $$ BEGIN CREATE OPERATOR ->> (LEFTARG = text, RIGHTARG = text, FUNCTION = jsontext);
        EXCEPTION WHEN duplicate_function THEN NULL; END $$;`);
    for (const series of all) await applyMissing(client, series);
    await client.query('COMMIT');
  } finally {
    await client.end();
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

async function applyMissing(client: Client, { series, migrations }: MigrationSeries): Promise<void> {
  const { rows: applied } = await client.query<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM migrations WHERE series = $1 ORDER BY number',
    [series],
  );
  if (applied.length > migrations.length)
    throw new MigrationError(
      `The database is newer than this program (${series} ${applied.length} > ${migrations.length}). Start a newer version.`,
    );
  for (const [index, step] of migrations.entries()) {
    if (step.number !== index + 1)
      throw new MigrationError(`Migration ${series} ${step.number} is at position ${index + 1}.`);
    const sql = step.postgres ?? step.sql;
    const checksum = createHash('sha256').update(sql).digest('hex').slice(0, 16);
    const before = applied[index];
    if (before !== undefined && (before.number !== step.number || before.checksum !== checksum))
      throw new MigrationError(
        `Migration ${series} ${step.number} (${step.name}) is not the one this database was made with.`,
      );
    if (before !== undefined) continue;
    try {
      await client.query(translate(sql));
    } catch (error) {
      throw new MigrationError(
        `Migration ${series} ${step.number} (${step.name}) failed: ${(error as Error).message}`,
        { cause: error },
      );
    }
    const note = 'INSERT INTO migrations (series, number, name, checksum) VALUES ($1, $2, $3, $4)';
    await client.query(note, [series, step.number, step.name, checksum]);
  }
}
