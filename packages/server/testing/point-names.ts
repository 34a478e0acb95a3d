import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../src/storage/sqlite/connection.ts';

/** How many point names a server has stored for a job, those of running imports aside. */
export function storedNames({ directory }: { readonly directory: string }, jobId: string): number {
  const path = join(directory, 'names', 'conversion', `${jobId}.sqlite`);
  if (!existsSync(path)) return 0;
  const database = openDatabase(path);
  try {
    return database.prepare('SELECT count(*) AS n FROM names').get()!['n'] as number;
  } finally {
    database.close();
  }
}
