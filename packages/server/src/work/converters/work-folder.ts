import { chownSync, constants, mkdirSync, type Stats, writeFileSync } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkOrCopy } from '../../storage/link-or-copy.ts';

/** The operating system user converters run as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** File inside a work folder that names its process, for the sweep after a crash of the server. */
const PID_FILE = 'pid';

/** The folder of one converter process: its inputs are in `in` (read only), its outputs in `out`. */
export class WorkFolder {
  readonly path: string;
  readonly input: string;
  readonly output: string;

  private constructor(path: string) {
    this.path = path;
    this.input = join(path, 'in');
    this.output = join(path, 'out');
  }

  /** Creates the folder; `out` belongs to `user` if one is given. */
  static make(path: string, user?: OsUser): WorkFolder {
    const folder = new WorkFolder(path);
    mkdirSync(folder.input, { recursive: true, mode: 0o755 });
    mkdirSync(folder.output, { recursive: true, mode: 0o700 });
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
    const { mode } = await lstat(target);
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
   * Checks a result before the server takes it: it must be a plain file without a second name, never a link.
   * @throws Error if it is anything else or absent
   */
  async inspect(name: string): Promise<Stats> {
    const stats = await lstat(this.made(name));
    if (!stats.isFile() || stats.nlink !== 1) throw new Error(`the converter's result ${name} is not a plain file`);
    return stats;
  }

  /** Reads a small result. @throws Error if it is longer than `most` bytes or not a plain file */
  async read(name: string, most: number): Promise<Buffer> {
    const { size } = await this.inspect(name);
    if (size > most) throw new Error(`the converter's result ${name} has ${size} bytes, more than ${most}`);
    const file = await open(this.made(name), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  /** Removes everything in `in` and `out`, between tasks. */
  async clear(): Promise<void> {
    for (const folder of [this.input, this.output]) {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  /** Removes the folder. */
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
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
    await rm(path, { recursive: true, force: true });
  }
}
