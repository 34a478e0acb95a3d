import { join } from 'node:path';
import { Alone } from './alone.ts';
import { coreMigrations } from './core-migrations.ts';
import { openFailure } from './damaged.ts';
import { syncFolder } from './data-directory.ts';
import { ENDLESS_ROOM, type Room } from './disk-space.ts';
import { openBlobs } from './open-blobs.ts';
import type { BlobStore } from './port/blob-store.ts';
import type { Blobs } from './port/blobs.ts';
import type { Cluster } from './port/cluster.ts';
import { type MigrationSeries, stepsOf } from './port/migration.ts';
import type { NameSets } from './port/name-sets.ts';
import type { SpaceStore } from './port/space-store.ts';
import type { JoinOptions } from './postgres/postgres-cluster.ts';
import type { PostgresEngine } from './postgres/postgres-engine.ts';
import { Checkpointer } from './sqlite/checkpointer.ts';
import type { LogKeeper } from './sqlite/log-keeper.ts';
import { SqliteNameSets } from './sqlite/sqlite-name-sets.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';

/** The tenant spaces, and the desk's own. They share no row, no blob and no credential. */
export const SPACE_NAMES = [
  'project-sandbox',
  'project-production',
  'weighing-sandbox',
  'weighing-production',
  'conversion',
  'desk',
] as const;
export type SpaceName = (typeof SPACE_NAMES)[number];

/** One tenant space: its database, its blobs and its sets of names. */
export interface Space {
  readonly name: SpaceName;
  readonly store: SpaceStore;
  readonly blobs: Blobs;
  readonly names: NameSets;
}

/** A space as this folder opened it, for its metrics and its end. */
export interface OpenSpace extends Space {
  readonly store: SpaceStore & {
    readonly counts: WriteCounts;
    readonly keeper?: LogKeeper;
    /** Of an engine behind a network. */
    readonly connections?: ConnectionUse;
    close(): Promise<void>;
  };
  readonly names: NameSets & { close(): Promise<void> };
}

/** Transactions, syncs of this process, and operations in the transactions. */
type WriteCounts = Readonly<Record<'batches' | 'syncs' | 'operations', number>>;

/** Connections to a database, and what waits for one, now. */
export interface ConnectionUse {
  /** By what they are for. */
  readonly pools: Readonly<
    Record<'read' | 'write', { readonly open: number; readonly busy: number; readonly waiting: number }>
  >;
  /** Write operations that wait for their transaction. */
  readonly writesWaiting: number;
}

/** What a service asks for: a space and its migrations. */
export interface SpaceDefinition {
  readonly name: SpaceName;
  readonly migrations: MigrationSeries;
  /** Only where this setting is true. */
  readonly setting?: string;
}

/** Where the parts of the spaces are, unless they are all in the directory. */
interface OpenOptions {
  /** On the disk of the directory. */
  readonly room?: Room;
  /** The address of a PostgreSQL database, and how to join its servers. */
  readonly database?: (Omit<JoinOptions, 'knows'> & { readonly url: string }) | undefined;
  /** Where the blobs are, if not in the directory. */
  readonly blobStore?: BlobStore | undefined;
  /** Whether a setting is on that a definition depends on; none is by default. */
  readonly isOn?: (setting: string) => boolean;
}

/** All open spaces of a server. */
export class Spaces {
  readonly #spaces: Map<SpaceName, OpenSpace>;
  readonly #engine: Pick<Checkpointer | PostgresEngine, 'close'>;
  /** The servers that work on the rows. */
  readonly cluster: Cluster;

  private constructor(
    spaces: Map<SpaceName, OpenSpace>,
    engine: Pick<Checkpointer | PostgresEngine, 'close'>,
    cluster: Cluster,
  ) {
    this.#spaces = spaces;
    this.#engine = engine;
    this.cluster = cluster;
  }

  /**
   * Opens every space, with its blobs under `blobs/<name>/` of the directory, unless a store is given. The rows are
   * in the directory, too, as `<name>.sqlite` and `names/<name>/`, unless a database is named.
   * @param definitions all of this program; a space without any has only the core's tables
   * @throws MigrationError, DataDirectoryDamaged; SettingError, DatabaseInUse
   */
  static async open(
    directory: string,
    definitions: readonly SpaceDefinition[],
    { room = ENDLESS_ROOM, database, blobStore, isOn = () => false }: OpenOptions = {},
  ): Promise<Spaces> {
    const blobs = await Promise.all(SPACE_NAMES.map((name) => openBlobs(name, { directory, room }, blobStore)));
    const applied = definitions.filter(({ setting }) => setting === undefined || isOn(setting));
    const seriesOf = (name: SpaceName) => [
      coreMigrations,
      ...applied.filter((d) => d.name === name).map((d) => d.migrations),
    ];
    const spaces = new Map<SpaceName, OpenSpace>();
    if (database !== undefined) {
      const { PostgresEngine } = await import('./postgres/postgres-engine.ts');
      const engine = await PostgresEngine.open(database.url, {
        ...database,
        // Also what no setting asks for: it is no reason for others to take this one for an earlier version.
        knows: stepsOf([coreMigrations, ...definitions.map((d) => d.migrations)]),
      });
      const opening = await Promise.allSettled(SPACE_NAMES.map((name) => engine.space(name, seriesOf(name))));
      for (const [i, name] of SPACE_NAMES.entries())
        if (opening[i]!.status === 'fulfilled') spaces.set(name, { name, ...opening[i].value, blobs: blobs[i]! });
      const opened = new Spaces(spaces, engine, engine.cluster);
      const failed = opening.find((one) => one.status === 'rejected');
      if (failed === undefined) return opened;
      await opened.close();
      throw failed.reason;
    }
    const checkpointer = new Checkpointer();
    for (const [i, name] of SPACE_NAMES.entries()) {
      const store = openStore(join(directory, `${name}.sqlite`), seriesOf(name), checkpointer, room);
      const names = new SqliteNameSets(join(directory, 'names', name), checkpointer);
      spaces.set(name, { name, store, blobs: blobs[i]!, names });
    }
    // The files and their logs, all at once.
    syncFolder(directory);
    return new Spaces(spaces, checkpointer, new Alone());
  }

  /** Puts something between all stores and their users, before anyone has asked for one. */
  watch(wrap: (space: OpenSpace) => OpenSpace['store']): void {
    for (const space of this.all()) this.#spaces.set(space.name, { ...space, store: wrap(space) });
  }

  get(name: SpaceName): Space {
    return this.#spaces.get(name)!;
  }

  all(): OpenSpace[] {
    return [...this.#spaces.values()];
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map(({ store, names }) => Promise.all([store.close(), names.close()])));
    await this.#engine.close();
  }
}

function openStore(
  path: string,
  series: readonly MigrationSeries[],
  checkpointer: Checkpointer,
  room: Room,
): SqliteStore {
  try {
    return new SqliteStore(path, series, checkpointer, room);
  } catch (error) {
    throw openFailure(path, error);
  }
}
