import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { FormatError } from '../../core/failure.ts';
import { gridNames } from './registry.ts';

/** Grid files by their endings: NTv2, GTX, GeoTIFF, NOAA's binary geoids. */
const GRID = /\.(?:gsb|gtx|tiff?|byn|bin|las|los|dat)$/i;
const MOST_GRIDS = 2000;

/**
 * The grid files of a folder, by every name under which PROJ looks for them: their own, and the name that PROJ gives to
 * a file that its publisher names differently.
 * @throws FormatError `grids-unreadable` if the folder cannot be read or holds too many files
 */
export function gridFiles(folder: string | undefined): Map<string, string> {
  const files = new Map<string, string>();
  if (folder === undefined) return files;
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => GRID.test(name));
  } catch (error) {
    throw new FormatError('grids-unreadable', { reason: 'unreadable', message: (error as Error).message });
  }
  if (names.length > MOST_GRIDS)
    throw new FormatError('grids-unreadable', { reason: 'too-many', files: names.length, most: MOST_GRIDS });
  for (const name of names)
    for (const known of [name, ...gridNames(name)]) if (!files.has(known)) files.set(known, join(folder, name));
  return files;
}

const CHUNK = 1 << 20;

/** SHA-256 of a grid file, lower-case hex. */
export function digestOf(path: string): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'r');
  try {
    const chunk = new Uint8Array(CHUNK);
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) hash.update(chunk.subarray(0, got));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
