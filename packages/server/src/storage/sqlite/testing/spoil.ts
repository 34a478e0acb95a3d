import { DatabaseSync } from 'node:sqlite';

/** Runs a statement on a database that nobody has open, past every rule of its store. */
export function spoil(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
