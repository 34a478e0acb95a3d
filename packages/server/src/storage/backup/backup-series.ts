import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A scheduled backup. */
export interface ScheduledBackup {
  readonly path: string;
  /** When it was begun, in milliseconds since 1970, as its name says. */
  readonly at: number;
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\dZ)$/;

/** The scheduled backups of one server in a folder that it may share with others; each name has server and time. */
export class BackupSeries {
  readonly #folder: string;
  readonly #prefix: string;

  /** @param serverId `ServerKey.publicId` */
  constructor(folder: string, serverId: string) {
    this.#folder = folder;
    this.#prefix = `fieldbridge-${serverId.slice(0, 8)}-`;
  }

  /** The path of a backup begun at a time. @param now milliseconds since 1970 */
  pathAt(now: number): string {
    return join(this.#folder, this.#prefix + new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '-'));
  }

  /** The complete ones, newest first. */
  async list(): Promise<ScheduledBackup[]> {
    const found: ScheduledBackup[] = [];
    for (const name of await readdir(this.#folder)) {
      const at = Date.parse(name.slice(this.#prefix.length).replace(TIME, '$1:$2:$3'));
      if (name.startsWith(this.#prefix) && !Number.isNaN(at)) found.push({ path: join(this.#folder, name), at });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /** Removes all but the newest ones. @returns the paths of those that are gone */
  async keep(count: number): Promise<string[]> {
    const old = (await this.list()).slice(count).map(({ path }) => path);
    for (const path of old) {
      // Half of a backup must not have the name of one.
      const going = `${path}.unfinished-removal`;
      await rename(path, going);
      await rm(going, { recursive: true });
    }
    return old;
  }

  /** Removes what backups and removals left that ended with their process. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.#folder))
      if (name.startsWith(this.#prefix) && name.includes('.unfinished-'))
        await rm(join(this.#folder, name), { recursive: true, force: true });
  }
}
