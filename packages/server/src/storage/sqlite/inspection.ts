import { DatabaseSync } from 'node:sqlite';

/** Rows by table. */
export type RowCounts = Readonly<Record<string, number>>;

/** A blob as a row of a database states it. */
export interface StatedBlob {
  readonly table: string;
  readonly blob: string;
  readonly size: number;
  readonly sha256: string;
}

/** Findings of one database that are reported. */
const FAULTS_MAX = 10;

/** The rows of each table of a database that nobody else has open. */
export function countRows(path: string): RowCounts {
  return inspect(path, (database) => {
    const counts: Record<string, number> = {};
    for (const table of tablesOf(database))
      counts[table] = Number(database.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()!['rows']);
    return counts;
  });
}

/** Reads a whole database through: structure, indexes, references. @returns faults, none if it is sound */
export function faultsIn(path: string): string[] {
  return inspect(path, (database) => {
    const found = database.prepare(`PRAGMA integrity_check(${FAULTS_MAX})`).all();
    const faults = found.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok');
    for (const row of database.prepare('PRAGMA foreign_key_check').all().slice(0, FAULTS_MAX))
      faults.push(`a row of ${String(row['table'])} refers to a row of ${String(row['parent'])} that is missing`);
    return faults;
  });
}

/** The blobs that the rows of a database state with size and digest; others have no digest to compare with. */
export function statedBlobs(path: string): StatedBlob[] {
  return inspect(path, (database) =>
    tablesOf(database).flatMap((table) => {
      const columns = database
        .prepare(`PRAGMA table_info("${table}")`)
        .all()
        .map(({ name }) => name);
      if (!['blob', 'size', 'sha256'].every((column) => columns.includes(column))) return [];
      const rows = database.prepare(`SELECT blob, size, sha256 FROM "${table}"`).all();
      return rows.map((row) => ({ table, ...row }) as unknown as StatedBlob);
    }),
  );
}

function tablesOf(database: DatabaseSync): string[] {
  const text = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return database
    .prepare(text)
    .all()
    .map(({ name }) => String(name));
}

/** Not read-only: such a connection would leave the files of its log behind. */
function inspect<T>(path: string, look: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}
