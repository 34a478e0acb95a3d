import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { coreMigrations } from './core-migrations.ts';
import { openFailure } from './damaged.ts';
import { syncFolder } from './data-directory.ts';
import { SpaceDatabase } from './database.ts';
import { FolderBlobs } from './folder/folder-blobs.ts';
import type { Blobs } from './port/blobs.ts';
import type { MigrationSeries } from './port/migration.ts';
import { Checkpointer } from './sqlite/checkpointer.ts';
import type { SqliteStore } from './sqlite/sqlite-store.ts';

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

/** One tenant space: its database and its blobs. */
export interface Space {
  readonly name: SpaceName;
  readonly store: SqliteStore;
  /** The same, for code that does not use the port yet. */
  readonly database: SpaceDatabase;
  readonly blobs: Blobs;
}

/** What a service asks for: a space and its migrations. */
export interface SpaceDefinition {
  readonly name: SpaceName;
  readonly migrations: MigrationSeries;
}

/** All open spaces of a data directory. */
export class Spaces {
  readonly #spaces: ReadonlyMap<SpaceName, Space>;
  readonly #checkpointer: Checkpointer;

  private constructor(spaces: ReadonlyMap<SpaceName, Space>, checkpointer: Checkpointer) {
    this.#spaces = spaces;
    this.#checkpointer = checkpointer;
  }

  /**
   * Opens every space under the directory: `<name>.sqlite` and `blobs/<name>/`.
   * @param definitions the services' own migrations; a space without any has only the core's tables
   * @throws MigrationError, DataDirectoryDamaged
   */
  static async open(directory: string, definitions: readonly SpaceDefinition[]): Promise<Spaces> {
    await mkdir(join(directory, 'blobs'), { recursive: true, mode: 0o700 });
    const spaces = new Map<SpaceName, Space>();
    const checkpointer = new Checkpointer();
    const blobs = await Promise.all(SPACE_NAMES.map((name) => FolderBlobs.open(join(directory, 'blobs', name))));
    for (const [i, name] of SPACE_NAMES.entries()) {
      const series = [coreMigrations, ...definitions.filter((d) => d.name === name).map((d) => d.migrations)];
      const database = openSpace(join(directory, `${name}.sqlite`), series, checkpointer);
      spaces.set(name, { name, store: database, database, blobs: blobs[i]! });
    }
    // The files and their logs, all at once.
    syncFolder(directory);
    return new Spaces(spaces, checkpointer);
  }

  get(name: SpaceName): Space {
    return this.#spaces.get(name)!;
  }

  all(): Space[] {
    return [...this.#spaces.values()];
  }

  async close(): Promise<void> {
    await Promise.all(this.all().map(({ store }) => store.close()));
    await this.#checkpointer.close();
  }
}

function openSpace(path: string, series: readonly MigrationSeries[], checkpointer: Checkpointer): SpaceDatabase {
  try {
    return new SpaceDatabase(path, series, checkpointer);
  } catch (error) {
    throw openFailure(path, error);
  }
}
