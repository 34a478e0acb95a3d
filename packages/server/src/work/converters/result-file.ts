import { constants, type Stats } from 'node:fs';
import { chmod, chown, copyFile, type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A fifo would otherwise hold up the server until someone writes to it. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A result of a converter, open. Its content may still change: the process that wrote it may be running. */
export interface OpenResult {
  readonly file: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a result once and checks what was opened, because a hostile converter can exchange what a name stands for at
 * any moment. The caller closes it, and uses the name no more.
 * @param path in a folder that the converter cannot exchange
 * @param uid the user whom the file must belong to, so that it is no second name of a file of the server
 * @throws Error if it is absent or anything but a plain file with one name
 */
export async function openResult(path: string, uid?: number): Promise<OpenResult> {
  const file = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    // Links (ELOOP) and sockets (ENXIO) cannot be opened this way.
    throw error.code === 'ELOOP' || error.code === 'ENXIO' ? notPlain(path) : error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.nlink !== 1 || (uid !== undefined && stats.uid !== uid)) throw notPlain(path);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Copies what is open, never by its name, as far as it was long when it was opened. @param to must not exist */
export async function copyResult({ file, stats }: OpenResult, to: string): Promise<void> {
  if (process.platform === 'linux') {
    // The kernel copies it, without duplicating its blocks where the file system can.
    await copyFile(`/proc/self/fd/${file.fd}`, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    // libuv gives the copy the owner and the mode of the original: the converter could change it, now as a blob, and
    // a file that belongs to the server must not run as its user.
    await chown(to, process.getuid!(), process.getgid!());
    await chmod(to, 0o600);
    return;
  }
  const copy = await open(to, 'wx', 0o600);
  if (stats.size === 0) return copy.close();
  const content = file.createReadStream({ start: 0, end: stats.size - 1, autoClose: false });
  await pipeline(content, copy.createWriteStream());
}

function notPlain(path: string): Error {
  return new Error(`the converter's result ${path} is not a plain file`);
}
