import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from '../config/parse.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'there is a file with that name',
  ENOTDIR: 'a part of the path is a file',
  ENOENT: 'folders cannot be created there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links form a loop',
};

/**
 * Creates the data directory, accessible to its owner only, with the folders above it. One by one, because `recursive`
 * in Node 26 never ends where the system reports an existing folder's subfolder as missing, as below /proc.
 * @param path absolute
 * @throws SettingError if it does not exist and cannot be created
 */
export function makeDataDirectory(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new SettingError(
      `The data directory ${path} cannot be created: ${REASONS[code] ?? message} (${code}). Choose another with --data.`,
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

/** New files and folders are durable only after the folder that contains them is synced. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
