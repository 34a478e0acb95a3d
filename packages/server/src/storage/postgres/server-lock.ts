import type { Client } from 'pg';
import { SettingError } from '../../config/parse.ts';
import { createClusterSchema } from './cluster-schema.ts';
import { connectClient, lockOf } from './connections.ts';
import { CHANNEL } from './marks.ts';

const LISTEN = `LISTEN ${CHANNEL}`;
/** How often a lock that was lost with its connection is asked for again. */
const AGAIN_MS = 1000;

/** Something works on the database that must have it for itself. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** How a database is taken. */
export interface LockOptions {
  /** Keeps every server away, as for a move. */
  readonly isAlone?: boolean;
  /** Receives the notices of all servers. */
  readonly onNotice?: (payload: string) => void;
}

/**
 * A connection that shows that a server works on the database, and receives the notices of the others. Servers share
 * the lock; a move, and servers of versions that could not share, have it alone. It ends with its connection, thus with
 * the process.
 */
export class ServerLock {
  readonly #url: string;
  readonly #options: LockOptions;
  #client: Client;
  #trouble: string | undefined;
  #isClosed = false;

  private constructor(url: string, options: LockOptions, client: Client) {
    this.#url = url;
    this.#options = options;
    this.#client = client;
    this.#watch();
  }

  /** @throws DatabaseInUse */
  static async take(url: string, options: LockOptions = {}): Promise<ServerLock> {
    const client = await hold(url, options, createClusterSchema);
    if (client !== undefined) return new ServerLock(url, options, client);
    throw new DatabaseInUse(
      options.isAlone === true
        ? 'A server works on this database. Stop it, or name another database with --database.'
        : 'A server of an earlier version, or a move, works on this database and needs it for itself. Stop it, or name another database with --database.',
    );
  }

  /** Why this process must not write now; undefined while it holds the lock. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#client.end().catch(() => {});
  }

  #watch(): void {
    const { onNotice } = this.#options;
    this.#client.on('notification', ({ payload }) => onNotice?.(payload ?? ''));
    this.#client.once('end', () => {
      if (this.#isClosed) return;
      this.#trouble = 'the connection that holds the database was cut';
      this.#again();
    });
  }

  async #takeAgain(): Promise<void> {
    const client = await hold(this.#url, this.#options);
    if (client === undefined) this.#trouble = 'something else works on the database that needs it for itself';
    else if (this.#isClosed) await client.end();
    else {
      this.#client = client;
      this.#trouble = undefined;
      this.#watch();
    }
  }

  #again(): void {
    setTimeout(async () => {
      if (this.#isClosed) return;
      try {
        await this.#takeAgain();
      } catch (error) {
        this.#trouble = `the database does not respond: ${(error as Error).message}`;
      }
      if (this.#trouble !== undefined) this.#again();
    }, AGAIN_MS).unref();
  }
}

/**
 * Connects, takes the lock and listens.
 * @param prepare what is done before it listens @returns undefined if something else needs the database for itself
 */
async function hold(
  url: string,
  options: LockOptions,
  prepare?: (client: Client) => Promise<void>,
): Promise<Client | undefined> {
  const client = await connectClient(url, 'public');
  try {
    if (await isTaken(client, options)) {
      await prepare?.(client);
      // A standby refuses it.
      await client.query(LISTEN);
      return client;
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  await client.end();
  return undefined;
}

async function isTaken(client: Client, { isAlone = false }: LockOptions): Promise<boolean> {
  const text = `SELECT pg_try_advisory_lock${isAlone ? '' : '_shared'}($1, $2) AS "isTaken"`;
  const { rows } = await client.query<{ isTaken: number }>(text, [...lockOf('server')]);
  return rows[0]!.isTaken === 1;
}

/** A server with files of its own would not find those of the others. */
export function otherFiles(): SettingError {
  return new SettingError(
    'Another server works on this database and keeps its files elsewhere. Several servers need one place for them: name the same bucket or shared folder on each of them with --blobs.',
  );
}
