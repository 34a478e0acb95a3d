import { DatabaseSync } from 'node:sqlite';

/** All rows of a database as texts, by table: read without anything of the program. */
export function rowsOf(path: string): Map<string, string[]> {
  const database = new DatabaseSync(path);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const all = tables.map(({ name }) => {
    const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
    const text = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value);
    const lines = rows.map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([column, value]) => [column, text(value)])
          .sort(),
      ),
    );
    return [String(name), name === 'migrations' ? [] : lines] as const;
  });
  database.close();
  return new Map(all);
}

/** Changes a database behind the back of the program. */
export function changeDatabase(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}
