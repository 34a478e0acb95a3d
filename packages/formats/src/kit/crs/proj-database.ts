import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { nodeSqlite } from '../io/node-sqlite.ts';

let opened: DatabaseSync | undefined;

/** PROJ's own database, with the EPSG registry, read by SQLite without starting PROJ. */
export function projDatabase(): DatabaseSync {
  if (opened !== undefined) return opened;
  const path = join(dirname(createRequire(import.meta.url).resolve('proj-wasm')), 'proj.db');
  opened = new (nodeSqlite().DatabaseSync)(path, { readOnly: true });
  return opened;
}
