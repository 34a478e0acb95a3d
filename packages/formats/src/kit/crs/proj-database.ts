import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

let opened: DatabaseSync | undefined;

/** PROJ's own database, with the EPSG registry, read by SQLite without starting PROJ. */
export function projDatabase(): DatabaseSync {
  opened ??= new DatabaseSync(join(dirname(createRequire(import.meta.url).resolve('proj-wasm')), 'proj.db'), {
    readOnly: true,
  });
  return opened;
}
