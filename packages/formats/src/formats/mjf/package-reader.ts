import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type ByteSource, FileSource, readAll, readBytes } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { nodeSqlite } from '../../kit/io/node-sqlite.ts';
import { type Cells, ValueCells } from '../../kit/io/sqlite/cells.ts';
import { PageFault } from '../../kit/io/sqlite/page-fault.ts';
import { Pages } from '../../kit/io/sqlite/pages.ts';
import { TableScan } from '../../kit/io/sqlite/table-scan.ts';
import { checkHead, HEAD_SIZE } from './head.ts';
import { GEOMETRY, type TableSchema } from './schema.ts';

/** Most tables, indexes, views and triggers of a package: ten tables with index per drawing, a thousand drawings. */
const MOST_OBJECTS = 200_000;
/** In files up to this size a table is checked before a statement reads it; larger ones are checked while reading. */
const CHECKED_SIZE = 32 * 2 ** 20;

/** Values of a row, in the order of the requested columns. */
export type Row = readonly unknown[];

/** Iterates over rows; the cells are those of the schema's columns, after the geometry if there is one. */
export interface RowCursor {
  /** The cells of the next row, valid until the following call; undefined at the end. */
  next(): Cells | undefined;
}

const NO_ROWS: RowCursor = { next: () => undefined };

/**
 * A package of unknown origin: opened read-only and immutable (no journal is replayed, no file created next to it),
 * without ATTACH, extensions, trusted schema or double-quoted strings. Only base tables are read, by plain selections
 * in key order, so no view, trigger, generated column or index expression of the file ever runs.
 */
export class PackageReader {
  readonly name: string;
  readonly size: number;
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #tables: ReadonlySet<string>;
  readonly #checks: boolean;
  readonly #checked = new Set<string>();
  #source: FileSource | undefined;

  /**
   * @param path the file @param name its name in messages @param size its size in bytes
   * @param check whether to check the pages of tables before statements read them (only in files up to CHECKED_SIZE)
   * @throws FormatError `not-ours`, `unexpected-end` or `database-damaged`
   */
  constructor(path: string, name: string, size: number, check = true) {
    this.name = name;
    this.size = size;
    this.#path = path;
    this.#checks = check && size <= CHECKED_SIZE;
    const url = pathToFileURL(path);
    url.search = '?immutable=1';
    this.#db = this.#guard(
      () =>
        new (nodeSqlite().DatabaseSync)(url, {
          readOnly: true,
          allowExtension: false,
          defensive: true,
          enableDoubleQuotedStringLiterals: false,
          limits: { attach: 0, triggerDepth: 0 },
        }),
    );
    try {
      this.#guard(() =>
        this.#db.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON'),
      );
      this.#tables = this.#guard(() => this.#baseTables());
    } catch (error) {
      this.#db.close();
      throw error;
    }
  }

  /** Path of the file. */
  get path(): string {
    return this.#path;
  }

  /** Whether there is a base table of that name. */
  has(table: string): boolean {
    return this.#tables.has(table);
  }

  /** The object with the name of one of our tables that is not a base table: `view`, or `table` for a virtual table. */
  impostor(table: string): 'view' | 'table' | undefined {
    if (this.#tables.has(table)) return undefined;
    const found = this.#guard(() =>
      this.#db.prepare("SELECT type FROM sqlite_schema WHERE name = ? AND type IN ('view', 'table')").get(table),
    );
    return found?.['type'] as 'view' | 'table' | undefined;
  }

  /**
   * The rows of a table in id order: id, the geometry (feature tables), then the schema's columns. Missing columns (an
   * older version, an editor's change) are NULL; missing tables are empty.
   */
  *rows(
    schema: TableSchema,
    prefix: string,
    from = Number.MIN_SAFE_INTEGER,
    to = Number.MAX_SAFE_INTEGER,
  ): Generator<Row> {
    const table = prefix + schema.name;
    if (!this.#tables.has(table)) return;
    const statement = this.#guard(() => {
      this.#check(table);
      const present = new Set(this.#columns(table).map(({ name }) => name));
      const list = wantedColumns(schema)
        .map((name) => (present.has(name) ? `"${name}"` : 'NULL'))
        .join(', ');
      const prepared = this.#db.prepare(
        `SELECT id, ${list} FROM main."${table}" NOT INDEXED WHERE id >= ? AND id < ? ORDER BY id`,
      );
      prepared.setReturnArrays(true);
      return prepared;
    });
    const iterator = this.#guard(() => statement.iterate(from, to) as unknown as Iterator<Row>);
    let last = -Infinity;
    for (;;) {
      const { done, value } = this.#guard(() => iterator.next());
      if (done === true) return;
      const id = Number(value[0]);
      // A cycle of pages would give the same rows again and again.
      if (!(id > last)) throw this.#damaged(`the rows of table ${table} are out of order at id ${id}`);
      last = id;
      yield value;
    }
  }

  /**
   * The same rows as cells, for large tables: straight from the pages if possible (every table that this program
   * wrote), else by a statement.
   */
  cursor(schema: TableSchema, prefix: string): RowCursor {
    const table = prefix + schema.name;
    if (!this.#tables.has(table)) return NO_ROWS;
    const scan = this.#guard(() => this.#scan(table, wantedColumns(schema)));
    if (scan !== undefined)
      return {
        next: () => {
          try {
            return scan.next() ? scan : undefined;
          } catch (error) {
            throw this.#translated(error);
          }
        },
      };
    const rows = this.rows(schema, prefix);
    const cells = new ValueCells();
    return {
      next: () => {
        const { done, value } = rows.next();
        return done === true ? undefined : cells.take(value);
      },
    };
  }

  /** A scan of a table's pages; undefined if the pages alone are not enough to read it. */
  #scan(table: string, wanted: readonly string[]): TableScan | undefined {
    const columns = this.#columns(table);
    // A cell missing from an old row is the default of its column, which is an expression.
    if (columns.some(({ dflt_value }) => dflt_value !== null)) return undefined;
    // In tables without row ids (and with INTEGER PRIMARY KEY DESC) the key is a separate index.
    const keys = this.#db.prepare("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'").all(table);
    if (keys.length > 0) return undefined;
    this.#source ??= new FileSource(this.#path);
    const pages = new Pages(this.#source);
    if (!pages.utf8) return undefined;
    const { rootpage } = this.#db
      .prepare("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?")
      .get(table) as { rootpage: number };
    const places = columns.map(({ name }) => wanted.indexOf(name));
    return new TableScan(pages, rootpage, places, wanted.length);
  }

  /** Closes the file. */
  close(): void {
    this.#source?.close();
    this.#source = undefined;
    if (this.#db.isOpen) this.#db.close();
  }

  #baseTables(): Set<string> {
    const { count } = this.#db.prepare('SELECT count(*) AS count FROM sqlite_schema').get() as { count: number };
    if (count > MOST_OBJECTS) throw this.#damaged(`it has ${count} tables and indexes, more than ${MOST_OBJECTS}`);
    const list = this.#db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'");
    return new Set((list.all() as { name: string }[]).map(({ name }) => name));
  }

  #columns(table: string): Column[] {
    const columns = this.#db
      .prepare('SELECT name, type, pk, hidden, dflt_value FROM pragma_table_xinfo(?) ORDER BY cid')
      .all(table) as unknown as Column[];
    const id = columns.find(({ name }) => name === 'id');
    if (id === undefined || id.pk !== 1 || id.type.toUpperCase() !== 'INTEGER' || columns.some((c) => c.hidden !== 0)) {
      throw this.#damaged(`table ${table} has no integer key "id", or computed columns`);
    }
    return columns;
  }

  /** Has SQLite check the pages of a table. @throws FormatError if they are damaged */
  #check(table: string): void {
    if (!this.#checks || this.#checked.has(table)) return;
    this.#checked.add(table);
    const faults = this.#db.prepare(`PRAGMA main.quick_check("${table}")`).all() as { quick_check: string }[];
    const fault = faults[0]?.quick_check;
    if (fault !== 'ok') throw this.#damaged(String(fault).slice(0, 200));
  }

  /** Converts SQLite's errors into ours; others are passed on. */
  #guard<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw this.#translated(error);
    }
  }

  #translated(error: unknown): unknown {
    const { code, message } = error as NodeJS.ErrnoException;
    const isOurs = error instanceof PageFault || code === 'ERR_SQLITE_ERROR' || code === 'ERR_OUT_OF_RANGE';
    return isOurs ? this.#damaged(message) : error;
  }

  #damaged(found: string): FormatError {
    return new FormatError('database-damaged', { name: this.name, found });
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
  readonly hidden: number;
  readonly dflt_value: string | null;
}

/** The columns to request: the geometry (feature tables), then the schema's. */
const wantedColumns = (schema: TableSchema): string[] => [
  ...(schema.geometry === undefined ? [] : [GEOMETRY]),
  ...schema.columns.map(([name]) => name),
];

/**
 * Opens a source as a package. SQLite reads only files, so a source in memory is first written to the work folder.
 * @throws FormatError if it is not a GeoPackage, truncated or damaged
 */
export function openPackage(source: ByteSource, workFolder: string): PackageReader {
  const head = readBytes(source, 0, Math.min(HEAD_SIZE, source.size));
  checkHead(head, source.size, source.name);
  let { path } = source;
  if (path === undefined) {
    path = join(workFolder, `package-${process.pid}-${++copies}.mjf`);
    writeFileSync(path, readAll(source));
  }
  return new PackageReader(path, source.name, source.size);
}

let copies = 0;
