import type { Client } from 'pg';
import { lockOf } from './connections.ts';

/** Schema of what the servers of a database have in common, besides the spaces. */
export const CLUSTER = 'cluster';

/**
 * Creates the tables. Existing ones are changed only where a column is missing: a change waits for a running backup,
 * and every sign of life behind it. `knows` of a server are the steps of migrations that it knows, by series; `needs`
 * those that a server must know. Signs of life and leases are not logged: after a crash of the database they are empty,
 * so that every server starts again under a new id and nobody holds anything.
 */
export async function createClusterSchema(client: Client): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [...lockOf(`migrate ${CLUSTER}`)]);
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS "${CLUSTER}";
    CREATE UNLOGGED TABLE IF NOT EXISTS "${CLUSTER}".servers (
      id text PRIMARY KEY, role text NOT NULL, place text NOT NULL, "beatAt" timestamptz NOT NULL,
      knows jsonb NOT NULL DEFAULT '{}'
    );
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = '"${CLUSTER}".servers'::regclass AND attname = 'knows')
      THEN ALTER TABLE "${CLUSTER}".servers ADD COLUMN knows jsonb NOT NULL DEFAULT '{}'; END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS "${CLUSTER}".needs (series text PRIMARY KEY, number integer NOT NULL);
    CREATE UNLOGGED TABLE IF NOT EXISTS "${CLUSTER}".leases (name text PRIMARY KEY, holder text NOT NULL);
    CREATE UNLOGGED TABLE IF NOT EXISTS "${CLUSTER}".demand (
      name text, server text, amount double precision NOT NULL, "at" timestamptz NOT NULL, PRIMARY KEY (name, server)
    );
    CREATE UNLOGGED TABLE IF NOT EXISTS "${CLUSTER}".opened (name text PRIMARY KEY, counts jsonb NOT NULL);
    CREATE TABLE IF NOT EXISTS "${CLUSTER}".marks (
      space text, kind text, number bigint NOT NULL, PRIMARY KEY (space, kind)
    );
    CREATE SEQUENCE IF NOT EXISTS "${CLUSTER}".ranges START 16;`);
  await client.query('COMMIT');
}
