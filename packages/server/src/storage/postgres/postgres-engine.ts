import { SettingError } from '../../config/parse.ts';
import { StoreAway } from '../failure.ts';
import type { MigrationSeries } from '../port/migration.ts';
import { type JoinOptions, PostgresCluster } from './postgres-cluster.ts';
import { isAbsence } from './postgres-failure.ts';
import { PostgresNameSets } from './postgres-name-sets.ts';
import { PostgresStore } from './postgres-store.ts';

/** SQLSTATEs of a refused connection: wrong password, no such user or database, no right to create a schema. */
const REFUSED: readonly unknown[] = ['28P01', '28000', '3D000', '42501'];

/** The database of a server: one schema for each space. */
export class PostgresEngine {
  readonly #url: string;
  readonly cluster: PostgresCluster;

  private constructor(url: string, cluster: PostgresCluster) {
    this.#url = url;
    this.cluster = cluster;
  }

  /** Joins the servers of a database. @throws StoreAway, SettingError if it refuses, DatabaseInUse */
  static async open(url: string, options: JoinOptions = {}): Promise<PostgresEngine> {
    try {
      return new PostgresEngine(url, await PostgresCluster.join(url, options));
    } catch (error) {
      throw openFailure(url, error);
    }
  }

  /** Opens a space. @throws MigrationError, StoreAway, SettingError */
  async space(
    name: string,
    migrations: readonly MigrationSeries[],
  ): Promise<{ store: PostgresStore; names: PostgresNameSets }> {
    try {
      const store = await PostgresStore.open(this.#url, name, migrations, {
        hindrance: () => this.cluster.trouble,
        memory: this.cluster.memoryOf(name),
      });
      return { store, names: new PostgresNameSets(this.#url, name) };
    } catch (error) {
      throw openFailure(this.#url, error);
    }
  }

  /** Leaves the database; the spaces must be closed. */
  close(): Promise<void> {
    return this.cluster.close();
  }
}

/** A sentence that names the database, without its password. */
function openFailure(url: string, error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  if (!isAbsence(error) && !REFUSED.includes(code)) return error;
  const { host, pathname } = new URL(url);
  const reason = message === undefined || message === '' ? String(code) : message;
  const text = `The database ${pathname.slice(1)} on ${host || 'this machine'} cannot be opened: ${reason}.`;
  return new (REFUSED.includes(code) ? SettingError : StoreAway)(text, { cause: error });
}
