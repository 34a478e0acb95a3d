import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';

/**
 * The engine that test servers run on: `TEST_DATABASE=postgres` runs the tests of the server on PostgreSQL
 * instead of in their data directories, `postgres-months` with tickets divided by month besides.
 */
const engine = process.env['TEST_DATABASE'];
const wanted = engine === 'postgres' || engine === 'postgres-months';
/** Settings of test servers that go with the engine. */
export const engineSettings = engine === 'postgres-months' ? { ticketMonths: true } : {};
/** Why a test of the embedded engine's own files is skipped; false if it is not. */
export const embeddedOnly = wanted && 'is about the files of the embedded engine, and the tests run on PostgreSQL';
/** Settings of a server that is about the embedded engine, whatever the tests run on. */
export const IN_FILES = { database: undefined, ticketMonths: false } as const;
let postgres: Promise<TestPostgres> | undefined;
/** By data directory: a server that starts again finds its rows. */
const databases = new Map<string, Promise<string>>();

/** The address of the database for a data directory; undefined if its rows are in its files. */
export async function databaseFor(directory: string): Promise<string | undefined> {
  if (!wanted) return undefined;
  postgres ??= start();
  const { database } = await postgres;
  if (!databases.has(directory)) databases.set(directory, database());
  return databases.get(directory);
}

async function start(): Promise<TestPostgres> {
  const started = await startTestPostgres();
  if (typeof started === 'string') throw new Error(`TEST_DATABASE=postgres cannot be done: ${started}`);
  started.leave();
  return started;
}
