import { mkdirSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '../../core/uuid.ts';
import type { Room } from '../disk-space.ts';

/** A copy that nobody used for this long is removed: its blob may have been deleted by another server. */
const UNUSED_MS = 3_600_000;
const LOOK_MS = UNUSED_MS / 6;

interface Copy {
  readonly bytes: number;
  usedAt: number;
}

/**
 * Copies of blobs in the scratch folder of this server, because readers need files with random access, and what was
 * just stored is read at once. Those used last stay, up to a number of bytes; a copy in use is never removed.
 */
export class LocalCopies {
  readonly #folder: string;
  readonly #most: number;
  readonly #room: Room;
  /** The one used last is at the end. */
  readonly #copies = new Map<string, Copy>();
  /** How many use a copy now. */
  readonly #uses = new Map<string, number>();
  readonly #arriving = new Map<string, Promise<void>>();
  readonly #looking: NodeJS.Timeout;
  #bytes = 0;

  /** @param folder empty, on the disk of `room` @param most bytes */
  constructor(folder: string, most: number, room: Room) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#most = most;
    this.#room = room;
    this.#looking = setInterval(() => void this.#trim(0, UNUSED_MS), LOOK_MS);
    this.#looking.unref();
  }

  /** A path for a file that becomes a copy, or is removed by its maker. */
  newPath(): string {
    return join(this.#folder, `${uuidv7()}.new`);
  }

  /** Takes a complete file over as the copy of a blob, if it can be had by renaming; removes it otherwise. */
  async add(id: string, path: string): Promise<void> {
    const { size } = await stat(path);
    try {
      await rename(path, this.#path(id));
    } catch {
      await rm(path, { force: true });
      return;
    }
    this.#forget(id);
    this.#copies.set(id, { bytes: size, usedAt: performance.now() });
    this.#bytes += size;
    await this.#trim(0);
  }

  /** Opens a copy for reading; undefined if there is no copy. */
  async open(id: string): Promise<FileHandle | undefined> {
    if (!this.#copies.has(id)) return undefined;
    this.#touch(id);
    return open(this.#path(id)).catch(() => undefined);
  }

  /**
   * Calls `work` with the path of a copy, which stays until the work is done.
   * @param fetch makes the file if there is no copy; it is called once for all who wait
   */
  async use<T>(id: string, fetch: (path: string) => Promise<void>, work: (path: string) => T | Promise<T>): Promise<T> {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    try {
      if (!this.#copies.has(id)) await this.#arrive(id, fetch);
      this.#touch(id);
      return await work(this.#path(id));
    } finally {
      const left = this.#uses.get(id)! - 1;
      if (left === 0) this.#uses.delete(id);
      else this.#uses.set(id, left);
      await this.#trim(0);
    }
  }

  /** Makes room for a file that arrives. @throws ProblemError disk-full */
  async makeRoom(bytes: number): Promise<void> {
    await this.#trim(bytes);
    try {
      this.#room.require(bytes);
    } catch {
      await this.#trim(Number.POSITIVE_INFINITY);
      this.#room.require(bytes);
    }
  }

  async remove(id: string): Promise<void> {
    this.#forget(id);
    await rm(this.#path(id), { force: true });
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #arrive(id: string, fetch: (path: string) => Promise<void>): Promise<void> {
    let arriving = this.#arriving.get(id);
    if (arriving === undefined) {
      const path = this.newPath();
      arriving = fetch(path)
        .then(() => this.add(id, path))
        .catch(async (error: unknown) => {
          await rm(path, { force: true });
          throw error;
        })
        .finally(() => this.#arriving.delete(id));
      this.#arriving.set(id, arriving);
    }
    return arriving;
  }

  /** Removes copies that were not used for longest, until there is room for so many bytes. */
  async #trim(coming: number, unusedMs = Number.POSITIVE_INFINITY): Promise<void> {
    const oldest = performance.now() - unusedMs;
    const going: string[] = [];
    for (const [id, { usedAt }] of this.#copies) {
      if (this.#bytes + coming <= this.#most && usedAt >= oldest) break;
      if (this.#uses.has(id)) continue;
      this.#forget(id);
      going.push(id);
    }
    for (const id of going) await rm(this.#path(id), { force: true });
  }

  #touch(id: string): void {
    const copy = this.#copies.get(id);
    if (copy === undefined) return;
    copy.usedAt = performance.now();
    this.#copies.delete(id);
    this.#copies.set(id, copy);
  }

  #forget(id: string): void {
    this.#bytes -= this.#copies.get(id)?.bytes ?? 0;
    this.#copies.delete(id);
  }

  #path(id: string): string {
    return join(this.#folder, id);
  }
}
