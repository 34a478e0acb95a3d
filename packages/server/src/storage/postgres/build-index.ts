import type { Client } from 'pg';

const INDEX = /^\s*CREATE (UNIQUE )?INDEX (\w+|"\w+") ON (\w+|"\w+")\s*([^;]*?);?\s*$/;
/** How long what takes a moment waits for a table that something else uses: behind it writes wait. */
const MOMENT_MS = 2000;

/** An index in words of SQL. */
interface Index {
  readonly unique: string;
  readonly name: string;
  readonly table: string;
  /** Columns and condition. */
  readonly rest: string;
}

/**
 * Builds an index while others write to its table: it reads the table twice and waits for transactions that have begun
 * before, but keeps nobody waiting. What an interrupted build left is removed first. In a divided table each part gets
 * its index so; parts made meanwhile get it by themselves.
 * @param client outside of a transaction
 * @param text one `CREATE INDEX`, in PostgreSQL's spelling
 */
export async function buildIndex(client: Client, text: string): Promise<void> {
  const match = INDEX.exec(text);
  if (match === null) throw new Error(`not one CREATE INDEX: ${text}`);
  const [, unique = '', name, table, rest] = match as unknown as [string, string?, ...string[]];
  const index = { unique, name: name!, table: table!, rest: rest! };
  const { rows } = await client.query<{ relkind: string }>('SELECT relkind FROM pg_class WHERE oid = $1::regclass', [
    table,
  ]);
  if (rows[0]!.relkind === 'p') await buildInParts(client, index);
  else await build(client, index);
}

async function build(client: Client, { unique, name, table, rest }: Index): Promise<void> {
  const { rows } = await client.query<{ indisvalid: number }>(
    'SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.indisvalid) return;
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  await client.query(`CREATE ${unique}INDEX CONCURRENTLY ${name} ON ${table} ${rest}`);
}

async function buildInParts(client: Client, index: Index): Promise<void> {
  const { unique, name, table, rest } = index;
  await client.query(`SET lock_timeout = ${MOMENT_MS}`);
  await client.query(`CREATE ${unique}INDEX IF NOT EXISTS ${name} ON ONLY ${table} ${rest}`);
  const { rows: parts } = await client.query<{ part: string; partIndex: string }>(
    `SELECT quote_ident(relname) AS part, quote_ident(relname || '_' || $2) AS "partIndex"
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = $1::regclass AND NOT EXISTS (
        SELECT FROM pg_inherits AS attached JOIN pg_index ON indexrelid = attached.inhrelid
         WHERE attached.inhparent = $3::regclass AND indrelid = pg_class.oid)
      ORDER BY relname`,
    [table, name.replaceAll('"', ''), name],
  );
  for (const { part, partIndex } of parts) {
    await client.query('SET lock_timeout = 0');
    await build(client, { ...index, name: partIndex, table: part });
    await client.query(`SET lock_timeout = ${MOMENT_MS}`);
    await client.query(`ALTER INDEX ${name} ATTACH PARTITION ${partIndex}`);
  }
  await client.query('SET lock_timeout = 0');
}
