import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spaceDefinitions } from '../src/app/services.ts';
import { Spaces } from '../src/storage/spaces.ts';

let made: Promise<string> | undefined;

/**
 * Puts the databases of a server that was never started into a data directory, made once in a process: SQLite takes 20
 * ms of processor time for all steps of their schemas.
 */
export async function putFreshSpaces(directory: string): Promise<void> {
  made ??= make();
  const from = await made;
  for (const name of readdirSync(from))
    if (name.endsWith('.sqlite')) copyFileSync(join(from, name), join(directory, name));
}

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-fresh-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await (await Spaces.open(folder, spaceDefinitions())).close();
  return folder;
}
