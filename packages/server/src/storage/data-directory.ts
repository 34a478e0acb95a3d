import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from '../config/parse.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'no folder can be made there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
};

/**
 * Makes the data directory, open to its owner only, with the folders above it. One by one: `recursive` of Node 26 never ends
 * where the system says of a folder in a folder that is there that there is none, as below /proc.
 * @param path absolute
 * @throws SettingError when it is none and cannot be made
 */
export function makeDataDirectory(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `The data directory ${path} cannot be made: ${REASONS[code] ?? message} (${code}). Choose another with --data.`,
    );
  }
}

function makeFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && statSync(parent, { throwIfNoEntry: false }) === undefined) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** The names of new files and folders are durable only when the folder they stand in is. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
