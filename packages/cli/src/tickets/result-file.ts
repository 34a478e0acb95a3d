import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { UsageError } from '../command.ts';
import { type Overwriting, refuseToOverwrite } from '../overwriting.ts';

/**
 * Opens the file for the results of an import before anything is sent.
 * @param path its old content is replaced, if that is allowed
 * @param file of the tickets, `-` for standard input
 * @throws UsageError if both are the same file, by whatever names; the error of the file system if one of them cannot
 * be opened; PathError EEXIST if an older one may not be replaced
 */
export async function openResults(path: string, file: string, overwriting: Overwriting): Promise<Writable> {
  if (file !== '-') {
    // Opened first, also so that a mistyped name does not overwrite the results of an earlier import.
    const tickets = await stat(file, { bigint: true });
    const present = await stat(path, { bigint: true }).catch(() => undefined);
    if (present?.ino === tickets.ino && present.dev === tickets.dev)
      throw new UsageError(`--results ${path} is the file of tickets, which would be overwritten; give another name`);
  }
  await refuseToOverwrite(path, overwriting);
  const results = createWriteStream(path);
  await once(results, 'open');
  return results;
}
