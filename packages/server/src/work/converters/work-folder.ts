import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { linkOrCopy } from '../../storage/link-or-copy.ts';
import { copyResult, openResult } from './result-file.ts';

/** The operating system user converters run as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** File inside a work folder that names its process, for the sweep after a crash of the server. */
const PID_FILE = 'pid';
/** How often, and after how many milliseconds each, the sweep looks whether a killed process has ended. */
const END_ROUNDS = 200;
const END_PAUSE_MS = 10;

/** The folder of one converter process: its inputs are in `in` (read only), its outputs in `out`. */
export class WorkFolder {
  readonly path: string;
  readonly input: string;
  readonly output: string;
  /** Copies of results that the process cannot reach. */
  readonly #taken: string;
  readonly #user: OsUser | undefined;

  private constructor(path: string, user: OsUser | undefined) {
    this.path = path;
    this.input = join(path, 'in');
    this.output = join(path, 'out');
    this.#taken = join(path, 'taken');
    this.#user = user;
  }

  /** Creates the folder; `out` belongs to `user` if one is given. */
  static make(path: string, user?: OsUser): WorkFolder {
    const folder = new WorkFolder(path, user);
    mkdirSync(folder.input, { recursive: true });
    mkdirSync(folder.output, { mode: 0o700 });
    mkdirSync(folder.#taken, { mode: 0o700 });
    // Not as the server's umask has it.
    for (const each of [path, folder.input]) chmodSync(each, 0o755);
    if (user !== undefined) chownSync(folder.output, user.uid, user.gid);
    return folder;
  }

  /** Records which process works here. */
  claim(pid: number): void {
    writeFileSync(join(this.path, PID_FILE), String(pid));
  }

  /**
   * Puts a file of the server into `in` under another name: by hard link if possible (the process cannot write there),
   * otherwise by copy. Returns the path for the process.
   */
  async give(path: string, name: string): Promise<string> {
    const target = join(this.input, name);
    await linkOrCopy(path, target);
    const { mode, uid } = await lstat(target);
    // An owner may change a file whatever its mode. Older versions left results to the converter's user.
    if (this.#user !== undefined && uid === this.#user.uid) await chown(target, process.getuid!(), process.getgid!());
    // The folders above keep everyone else out; the process's own user must be able to read its input.
    if ((mode & 0o044) !== 0o044) await chmod(target, (mode & 0o777) | 0o444);
    return target;
  }

  /** Bytes of all inputs. */
  async inputBytes(): Promise<number> {
    const names = await readdir(this.input);
    const sizes = await Promise.all(names.map(async (name) => (await lstat(join(this.input, name))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Where the process leaves a result of that name. */
  made(name: string): string {
    return join(this.output, name);
  }

  /**
   * Takes a result out of the reach of its process.
   * @returns the path of a file that is the caller's, until the folder is cleared
   * @throws Error if the result is absent or anything but a plain file without a second name
   */
  async take(name: string): Promise<string> {
    const result = await openResult(this.made(name), this.#user?.uid);
    try {
      // A process of the server's own user could reach every other place as well.
      if (this.#user === undefined) return this.made(name);
      const copy = join(this.#taken, name);
      await copyResult(result, copy);
      return copy;
    } finally {
      await result.file.close();
    }
  }

  /** Reads a small result. @throws Error if it is longer than `most` bytes or not a plain file */
  async read(name: string, most: number): Promise<Buffer> {
    const { file, stats } = await openResult(this.made(name), this.#user?.uid);
    try {
      if (stats.size > most)
        throw new Error(`the converter's result ${name} has ${stats.size} bytes, more than ${most}`);
      const content = Buffer.alloc(stats.size);
      let length = 0;
      for (let got = -1; got !== 0 && length < content.length; length += got)
        got = (await file.read(content, length)).bytesRead;
      return content.subarray(0, length);
    } finally {
      await file.close();
    }
  }

  /**
   * Removes everything in `in` and `out`, between tasks.
   * @throws Error if the process left a folder: while it lives, it could exchange it for a link to another
   */
  async clear(): Promise<void> {
    for (const folder of [this.input, this.output, this.#taken])
      for (const name of await readdir(folder)) await unlink(join(folder, name));
  }

  /** Removes the folder, once its process has ended. */
  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

/**
 * Cleans up after a killed server: converter processes it left behind (one stuck in a loop does not see its channel
 * close) are killed and their folders removed. Only for the one server that holds the data directory.
 * @param root the folder that holds the work folders
 */
export async function sweepWorkFolders(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o711 });
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const pid = Number(await readFile(join(path, PID_FILE), 'utf8').catch(() => ''));
    // The number may belong to another program by now: only a process that names this folder is ours.
    if (pid > 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(path)) {
      try {
        process.kill(pid, 'SIGKILL');
        await ended(pid);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await rm(path, { recursive: true, force: true });
  }
}

/** Waits until a killed process can change its folder no more. */
async function ended(pid: number): Promise<void> {
  for (let round = 0; round < END_ROUNDS; round++) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    // The state follows the name in brackets: a zombie only waits for its parent.
    if (state === undefined || /\) [ZX] [^)]*$/.test(state)) return;
    await pause(END_PAUSE_MS);
  }
}
