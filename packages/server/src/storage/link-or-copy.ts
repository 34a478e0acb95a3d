import { constants } from 'node:fs';
import { copyFile, link } from 'node:fs/promises';

/** Gives a file a second name: a hard link, or a copy if the file system cannot link, for instance across two disks. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
