import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'backups.jsonl';

/** A backup that was made of a data directory. */
export interface MadeBackup {
  /** When it began, ISO 8601. */
  readonly at: string;
  readonly path: string;
  /** Whether something is at that path on this machine. */
  readonly isThere: boolean;
}

/**
 * Records a backup next to the data, so that an erasure can name the backups that still have what it erased.
 * @returns false if the data directory cannot be written, which must not prevent a backup
 */
export async function recordBackup(directory: string, path: string): Promise<boolean> {
  const line = `${JSON.stringify({ at: new Date().toISOString(), path })}\n`;
  return appendFile(join(directory, NAME), line, { mode: 0o600 }).then(
    () => true,
    () => false,
  );
}

/** The backups that were recorded, oldest first. */
export async function madeBackups(directory: string): Promise<MadeBackup[]> {
  const text = await readFile(join(directory, NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const made: MadeBackup[] = [];
  for (const line of text.split('\n')) {
    // A line that was cut off by a power loss names no backup that was finished.
    const { at, path } = parsed(line);
    if (typeof at === 'string' && typeof path === 'string') made.push({ at, path, isThere: existsSync(path) });
  }
  return made;
}

function parsed(line: string): { readonly at?: unknown; readonly path?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as { at?: unknown; path?: unknown };
  } catch {
    return {};
  }
}
