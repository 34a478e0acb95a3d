import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { UsageError } from '../command.ts';

/**
 * Opens the file for the results of an import, before anything is sent: an import whose results nobody can read is not begun.
 * @param path what it held is lost
 * @param file of the tickets, `-` for standard input
 * @throws UsageError when both are one file, by whatever names; the error of the file system when one of them cannot be opened
 */
export async function openResults(path: string, file: string): Promise<Writable> {
  if (file !== '-') {
    // Looked at first, also so that the results of an earlier import outlive a name that was mistyped.
    const tickets = await stat(file, { bigint: true });
    const present = await stat(path, { bigint: true }).catch(() => undefined);
    if (present?.ino === tickets.ino && present.dev === tickets.dev)
      throw new UsageError(`--results ${path} is the file of the tickets, which would be lost; give another name`);
  }
  const results = createWriteStream(path);
  await once(results, 'open');
  return results;
}
