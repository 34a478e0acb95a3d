import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const BLOCK = 512;

/**
 * Bytes that a file or folder takes on the disk.
 * @param seen files that were counted: a hard link takes no room
 */
export function sizeOf(path: string, seen = new Set<number>()): number {
  const found = lstatSync(path);
  if (seen.has(found.ino)) return 0;
  seen.add(found.ino);
  const own = found.blocks * BLOCK;
  if (!found.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name), seen), own);
}
