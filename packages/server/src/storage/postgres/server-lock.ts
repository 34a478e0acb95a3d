import type { Client } from 'pg';
import { connectClient, lockOf } from './connections.ts';

/** How often a lock that was lost with its connection is asked for again. */
const AGAIN_MS = 1000;

/** Another server works on the database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/**
 * Holds a database for one server process: caches, queues and limits are still in its memory, so a second one would
 * answer from what it does not know. The lock ends with its connection, thus with the process.
 */
export class ServerLock {
  readonly #url: string;
  #client: Client;
  #trouble: string | undefined;
  #isClosed = false;

  private constructor(url: string, client: Client) {
    this.#url = url;
    this.#client = client;
    this.#watch();
  }

  /** @throws DatabaseInUse */
  static async take(url: string): Promise<ServerLock> {
    const client = await connectClient(url, 'public');
    if (await isTaken(client)) return new ServerLock(url, client);
    await client.end();
    throw new DatabaseInUse(
      'Another server works on this database. Several servers on one database are not possible yet: stop it, or name another database with --database.',
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
    this.#client.once('end', () => {
      if (this.#isClosed) return;
      this.#trouble = 'the connection that holds the database was cut';
      this.#again();
    });
  }

  #again(): void {
    setTimeout(async () => {
      if (this.#isClosed) return;
      try {
        const client = await connectClient(this.#url, 'public');
        if (await isTaken(client)) {
          this.#client = client;
          this.#trouble = undefined;
          this.#watch();
        } else {
          // What this process remembers may be untrue by now.
          this.#trouble = 'another server has taken the database; restart this one when it has stopped';
          await client.end();
        }
      } catch {
        this.#again();
      }
    }, AGAIN_MS).unref();
  }
}

async function isTaken(client: Client): Promise<boolean> {
  const text = 'SELECT pg_try_advisory_lock($1, $2) AS "isTaken"';
  const { rows } = await client.query<{ isTaken: number }>(text, [...lockOf('server')]);
  return rows[0]!.isTaken === 1;
}
