import { existsSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { coreSettings } from '../config/core-settings.ts';
import { claimBlobs } from '../storage/blob-owner.ts';
import { refuseIncomplete } from '../storage/completeness.ts';
import { makeDataDirectory } from '../storage/data-directory.ts';
import { DiskSpace } from '../storage/disk-space.ts';
import { compareBlobs, copyBlobs } from '../storage/moving/move-blobs.ts';
import { moveNames } from '../storage/moving/move-names.ts';
import { beginMove, endMove, movingInto } from '../storage/moving/move-note.ts';
import { MoveRefused } from '../storage/moving/move-refused.ts';
import { compareRows, copyRows, sharedTables } from '../storage/moving/move-rows.ts';
import { openBlobStore } from '../storage/open-blobs.ts';
import type { BlobStore } from '../storage/port/blob-store.ts';
import type { TableRows } from '../storage/port/table-rows.ts';
import { ServerKey } from '../storage/server-key.ts';
import { SPACE_NAMES, type SpaceName, Spaces } from '../storage/spaces.ts';
import { lockDataDirectory } from '../storage/sqlite/lock.ts';
import { SqliteRows } from '../storage/sqlite/sqlite-rows.ts';
import { syncPath } from '../storage/sync-path.ts';
import { configure } from './assembly.ts';
import { spaceDefinitions } from './services.ts';

/** Files of the data directory that a server needs besides databases, names and blobs. The key is last. */
const FILES = ['uploads', 'highest-time', 'backups.jsonl', 'demo.json', 'operator.key', 'server.key'];

/** What to move. */
export interface MoveRequest {
  /** A data directory, or a file with the settings that the server is started with. */
  readonly from: string;
  /** The same for the other side. */
  readonly to: string;
  readonly signal: AbortSignal;
  /** The number done, the total, and the kind. */
  readonly progress: (done: number, total: number, phase: string) => void;
}

/** The amounts, the same on both sides. */
export interface MoveSummary {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  /** Jobs with point names. */
  readonly names: number;
  readonly blobs: number;
  /** Whether an earlier move was continued. */
  readonly continued: boolean;
}

/**
 * Moves all data of a server to other engines: the data directory to PostgreSQL and S3, or back. No server may run on
 * either side. The source is not changed, apart from a note. A move that was interrupted is continued by another one;
 * no server starts on the target before every row and every file was compared.
 * @throws MoveRefused, SettingError, DataDirectoryInUse, DataDirectoryDamaged; errors of the stores
 */
export async function moveStorage(request: MoveRequest): Promise<MoveSummary> {
  const [from, to] = [placeOf(request.from), placeOf(request.to)];
  if (from.directory === to.directory)
    throw new MoveRefused(`Both sides name the data directory ${from.directory}: each needs one of its own.`);
  refuseIncomplete(from.directory, from.core.database, from.core.blobs);
  const key = from.core.key === undefined ? ServerKey.read(from.directory) : ServerKey.named(from.core.key);
  const id = key?.publicId;
  if (id === undefined) throw new MoveRefused(`${from.directory} has no server.key: no server has run there.`);
  makeDataDirectory(to.directory);
  await using source = await Side.open(from);
  const before = movingInto(to.directory);
  if (before !== undefined && before.server !== id)
    throw new MoveRefused(`${to.directory} is the target of a move of another server's data (${before.server}).`);
  if (before === undefined && ServerKey.read(to.directory) !== undefined)
    throw new MoveRefused(`${to.directory} is a server's data directory already; name an empty one.`);
  await using target = await Side.open(to, () => beginMove(to.directory, { server: id, other: from.directory }));
  await target.claim(id);
  const counts = await moveSpaces(source, target, request, before !== undefined);
  await copyFiles(from.directory, to.directory);
  endMove(from.directory, to.directory, id);
  return { from: request.from, to: request.to, ...counts, continued: before !== undefined };
}

interface Place {
  readonly directory: string;
  readonly core: ReturnType<typeof coreOf>;
}

function coreOf(configuration: Configuration) {
  return configuration.values(coreSettings);
}

/** No server may work on it meanwhile. */
function databaseOf({ database }: Place['core']) {
  return database === undefined ? undefined : { url: database, isAlone: true };
}

function placeOf(name: string): Place {
  const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
  const core = coreOf(configure(isFile ? { file: name } : { flags: { data: name } }));
  return { directory: resolve(core.data), core };
}

/** One side, open and locked. */
class Side {
  readonly spaces: Spaces;
  readonly #place: Place;
  readonly #closers: (() => unknown)[];
  readonly #store: BlobStore | undefined;

  private constructor(spaces: Spaces, place: Place, store: BlobStore | undefined, closers: (() => unknown)[]) {
    this.spaces = spaces;
    this.#place = place;
    this.#store = store;
    this.#closers = closers;
  }

  /** @param locked called when nobody else has the directory, before anything is created in it */
  static async open(place: Place, locked: () => void = () => {}): Promise<Side> {
    const { directory, core } = place;
    const closers: (() => unknown)[] = [];
    try {
      const lock = lockDataDirectory(directory);
      closers.unshift(() => lock.release());
      locked();
      const reserve = { bytes: core.diskReserve, percent: core.diskReservePercent };
      const room = new DiskSpace(directory, reserve);
      // Without local copies, so that the comparison reads the store itself.
      const store = await openBlobStore({ ...core, blobsCacheBytes: 0 }, { directory, room, reserve });
      closers.unshift(() => store?.close());
      // Parts added by a setting change how rows are kept, not the rows themselves: the first start with the setting
      // adds them again.
      const where = { room, database: databaseOf(core), blobStore: store };
      const spaces = await Spaces.open(directory, spaceDefinitions(), where);
      closers.unshift(() => spaces.close());
      return new Side(spaces, place, store, closers);
    } catch (error) {
      for (const close of closers) await close();
      throw error;
    }
  }

  /** The rows of a space, on a connection of their own. */
  async rows(space: SpaceName): Promise<TableRows> {
    const { directory, core } = this.#place;
    if (core.database === undefined) return new SqliteRows(join(directory, `${space}.sqlite`));
    const { PostgresRows } = await import('../storage/postgres/postgres-rows.ts');
    return PostgresRows.open(core.database, space);
  }

  /** Marks a place outside the data directory as this server's. */
  async claim(id: string): Promise<void> {
    if (this.#store !== undefined) await claimBlobs(this.#store, id, async () => false);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const close of this.#closers) await close();
  }
}

async function moveSpaces(
  source: Side,
  target: Side,
  { signal, progress }: MoveRequest,
  isContinued: boolean,
): Promise<{ rows: number; names: number; blobs: number }> {
  const faults: string[] = [];
  const moved = { rows: 0, names: 0, blobs: 0 };
  for (const space of SPACE_NAMES) {
    const [from, to] = [await source.rows(space), await target.rows(space)];
    try {
      const tables = await sharedTables({ space, from, to });
      let rows = 0;
      for (const { name } of tables) {
        rows += await from.count(name);
        if (!isContinued && (await to.count(name)) > 0)
          throw new MoveRefused(`${space}: the table ${name} of the target has rows; name an empty database.`);
      }
      const steps = (phase: string) => {
        let done = 0;
        return (some: number) => progress((done += some), Math.max(rows, done), `${space}: ${phase}`);
      };
      await copyRows({ space, from, to, signal, done: steps('rows copied') }, tables);
      const differences = await compareRows({ space, from, to, signal, done: steps('rows compared') }, tables);
      faults.push(...differences);
      moved.rows += rows;
    } finally {
      await from.close();
      await to.close();
    }
    const sides = { space, signal, from: source.spaces.get(space), to: target.spaces.get(space) };
    const names = await moveNames({ ...sides, from: sides.from.names, to: sides.to.names });
    faults.push(...names.faults);
    moved.names += names.sets;
    const ids = await Array.fromAsync(sides.from.blobs.ids());
    const steps = (phase: string) => {
      let done = 0;
      return (some: number) => progress((done += some), ids.length, `${space}: ${phase}`);
    };
    const blobs = { ...sides, from: sides.from.blobs, to: sides.to.blobs };
    await copyBlobs({ ...blobs, done: steps('files copied') }, ids);
    faults.push(...(await compareBlobs({ ...blobs, done: steps('files compared') }, ids)));
    moved.blobs += ids.length;
  }
  if (faults.length > 0)
    throw new MoveRefused(
      `The two sides differ, so do not start a server on the target: ${faults.join(' ')} If a server ran on the source between two attempts, empty the target and start again.`,
    );
  return moved;
}

async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of FILES) {
    const [source, copy] = [join(from, name), join(to, name)];
    if (!existsSync(source)) continue;
    await cp(source, copy, { recursive: true, preserveTimestamps: true });
    await syncPath(copy);
  }
}
