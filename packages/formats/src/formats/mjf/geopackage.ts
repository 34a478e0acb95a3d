import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nodeSqlite } from '../../kit/io/node-sqlite.ts';
import { PageFile, type PagesWritten } from '../../kit/io/sqlite/page-file.ts';
import { APPLICATION_ID } from './application-id.ts';
import { RtreeEntries } from './rtree.ts';
import { rtreeTriggers } from './rtree-triggers.ts';
import { GEOMETRY, type TableSchema } from './schema.ts';
import { REQUIRED_REFERENCES, type SpatialReference } from './srs.ts';

/**
 * The version stated in the file. The file conforms to GeoPackage 1.3 and 1.4; GDAL before 3.7 warns about 10400, so it
 * states the older one.
 */
const USER_VERSION = 10300;

const CORE_TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
 organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
 description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
 min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
 CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
 srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
 CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name),
 CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
 CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
 scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));`;

/** A name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Bounds of a feature table as stated in gpkg_contents. */
interface Bounds {
  minE: number;
  maxE: number;
  minN: number;
  maxN: number;
}

/** Name of the spatial index of a feature table. */
const indexOf = (table: string): string => `rtree_${table}_${GEOMETRY}`;

/** A feature table under construction. */
export class FeatureTable {
  readonly name: string;
  readonly srs: SpatialReference;
  readonly entries = new RtreeEntries();
  readonly bounds: Bounds = { minE: Infinity, maxE: -Infinity, minN: Infinity, maxN: -Infinity };

  constructor(name: string, srs: SpatialReference) {
    this.name = name;
    this.srs = srs;
  }

  /** Adds the box of a feature to the index and the bounds. */
  add(id: number, minE: number, maxE: number, minN: number, maxN: number): void {
    const { bounds } = this;
    if (minE < bounds.minE) bounds.minE = minE;
    if (maxE > bounds.maxE) bounds.maxE = maxE;
    if (minN < bounds.minN) bounds.minN = minN;
    if (maxN > bounds.maxN) bounds.maxN = maxN;
    this.entries.add(id, minE, maxE, minN, maxN);
  }
}

/**
 * Writes a new GeoPackage without a journal: an incomplete file is deleted, so nothing is ever rolled back. SQLite
 * creates the tables and fills the small ones; large tables and indexes are written as pages while SQLite has the file
 * closed.
 */
export class GeoPackageWriter {
  #db: DatabaseSync;
  readonly #path: string;
  /** The last change stated in gpkg_contents. */
  readonly changedAt: string;
  readonly #references = new Set<number>();
  readonly #features: FeatureTable[] = [];
  readonly #written: PagesWritten | undefined;
  #ownReferences = 0;

  /**
   * @param path an existing file is replaced
   * @param changedAt the last change stated in gpkg_contents: the job's, so that the same job gives the same bytes
   * @param written receives the pages that SQLite does not write; the file is then not synced to disk
   */
  constructor(path: string, changedAt: Date, written?: PagesWritten) {
    rmSync(path, { force: true });
    this.#path = path;
    this.#written = written;
    this.changedAt = changedAt.toISOString();
    this.#db = this.#open();
    this.db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${USER_VERSION};${CORE_TABLES}`);
    for (const reference of REQUIRED_REFERENCES) this.declare(reference);
  }

  /** The database, while no pages are being written. */
  get db(): DatabaseSync {
    return this.#db;
  }

  /** Number of reference systems with ids of our own so far. */
  get ownReferences(): number {
    return this.#ownReferences;
  }

  /** Creates an attributes table. */
  attributesTable(schema: TableSchema, name: string, description = ''): void {
    const columns = schema.columns.map(([column, type]) => `${quoted(column)} ${type}`).join(', ');
    this.db.exec(`CREATE TABLE ${quoted(name)} (id INTEGER PRIMARY KEY NOT NULL, ${columns})`);
    this.#contents(name, 'attributes', this.#title(schema, name), description, null);
  }

  /** Creates a feature table; pass every feature's box to the result. */
  featureTable(schema: TableSchema, name: string, reference: SpatialReference, description = ''): FeatureTable {
    this.declare(reference);
    const columns = schema.columns.map(([column, type]) => `${quoted(column)} ${type}`).join(', ');
    const geometry = `${GEOMETRY} ${schema.geometry}`;
    this.db.exec(`CREATE TABLE ${quoted(name)} (id INTEGER PRIMARY KEY NOT NULL, ${geometry}, ${columns})`);
    const table = new FeatureTable(name, reference);
    this.#features.push(table);
    this.#contents(name, 'features', this.#title(schema, name), description, reference.id);
    this.db
      .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 2, 0)')
      .run(name, GEOMETRY, schema.geometry!, reference.id);
    return table;
  }

  /** A statement that inserts rows with the given columns. */
  inserter(name: string, columns: readonly string[]): StatementSync {
    const names = columns.map(quoted).join(', ');
    return this.db.prepare(`INSERT INTO ${quoted(name)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`);
  }

  /** Declares an extension or a table outside the core. */
  extension(table: string | null, column: string | null, name: string, definition: string, scope: string): void {
    this.db.prepare('INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, ?)').run(table, column, name, definition, scope);
  }

  /** Adds a table's row to gpkg_contents. */
  registerAttributes(name: string, title: string): void {
    this.#contents(name, 'attributes', title, '', null);
  }

  /**
   * Fills tables by writing their pages. @param fill receives the file and a function that returns a table's first page
   * @throws any error of `fill`; the package is then unusable
   */
  async load(fill: (file: PageFile, rootOf: (table: string) => number) => Promise<void>): Promise<void> {
    await this.#pages(false, fill);
    this.#db = this.#open();
  }

  /** Creates and packs the indexes, states the bounds, commits, and makes the file durable. */
  async finish(): Promise<void> {
    for (const table of this.#features) this.#describe(table);
    const indexes = this.#features.filter(({ entries }) => entries.count > 0);
    const sizes = indexes.map(({ name }) => this.#nodeSize(indexOf(name)));
    await this.#pages(true, async (file, rootOf) => {
      indexes.forEach(({ name, entries }, i) => {
        const index = indexOf(name);
        const roots = {
          node: rootOf(`${index}_node`),
          rowid: rootOf(`${index}_rowid`),
          parent: rootOf(`${index}_parent`),
        };
        entries.pack(file, roots, sizes[i]!);
      });
    });
  }

  /** Closes an incomplete file; the caller removes it. */
  abandon(): void {
    if (this.db.isOpen) this.db.close();
  }

  #open(): DatabaseSync {
    const db = new (nodeSqlite().DatabaseSync)(this.#path, { defensive: false, enableForeignKeyConstraints: false });
    // The journal mode comes first: otherwise every following setting would be a durable transaction.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN');
    return db;
  }

  /** Commits, closes the database and has its file written. */
  async #pages(
    durable: boolean,
    fill: (file: PageFile, rootOf: (table: string) => number) => Promise<void>,
  ): Promise<void> {
    this.db.exec('COMMIT');
    const tables = this.db.prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table'").all();
    const roots = new Map(tables.map(({ name, rootpage }) => [name as string, rootpage as number]));
    this.db.close();
    const file = new PageFile(this.#path, this.#written);
    try {
      await fill(file, (table) => roots.get(table)!);
      file.close(durable && this.#written === undefined);
    } catch (error) {
      file.abandon();
      throw error;
    }
  }

  #nodeSize(index: string): number {
    const { size } = this.db.prepare(`SELECT length(data) AS size FROM "${index}_node" WHERE nodeno = 1`).get() as {
      size: number;
    };
    return size;
  }

  #title(schema: TableSchema, name: string): string {
    // Identifiers are unique in a GeoPackage, so tables of a drawing's scene include their prefix.
    return name === schema.name ? schema.title : `${schema.title} (${name})`;
  }

  /** Adds a reference system, unless it exists. */
  declare(reference: SpatialReference): void {
    if (this.#references.has(reference.id)) return;
    this.#references.add(reference.id);
    if (reference.organization === 'NONE' && reference.id > 0) this.#ownReferences++;
    const { name, id, organization, organizationId, definition, description } = reference;
    this.db
      .prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)')
      .run(name, id, organization, organizationId, definition, description);
  }

  #contents(name: string, type: string, title: string, description: string, srs: number | null): void {
    this.db
      .prepare(
        'INSERT INTO gpkg_contents(table_name, data_type, identifier, description, srs_id, last_change) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(name, type, title, description, srs, this.changedAt);
  }

  /** States the bounds of a table, and creates its (empty) index with the triggers that maintain it. */
  #describe(table: FeatureTable): void {
    const { minE, maxE, minN, maxN } = table.bounds;
    if (minE <= maxE && minN <= maxN) {
      this.db
        .prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?')
        .run(minE, minN, maxE, maxN, table.name);
    }
    const index = indexOf(table.name);
    this.db.exec(`CREATE VIRTUAL TABLE ${quoted(index)} USING rtree(id, minx, maxx, miny, maxy)`);
    this.db.exec(rtreeTriggers(table.name, GEOMETRY));
    const definition = 'http://www.geopackage.org/spec120/#extension_rtree';
    this.extension(table.name, GEOMETRY, 'gpkg_rtree_index', definition, 'write-only');
  }
}
