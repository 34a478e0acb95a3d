import type { DatabaseSync } from 'node:sqlite';
import { FormatError } from '../../core/failure.ts';
import { readOnlyTables, sqliteFailure } from '../../kit/io/untrusted-sqlite.ts';
import { checkBaseTable } from './base-table.ts';

/**
 * An element with geometry, placed. Angles are in degrees. Ids have 64 bits; the upper ones identify the program that
 * made an element.
 */
export interface ElementRow {
  readonly id: bigint;
  readonly className: string;
  readonly label: string;
  readonly category: bigint;
  readonly origin: readonly [number, number, number];
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly geometry: Uint8Array;
}

interface ColumnPlace {
  readonly table: string;
  readonly column: string;
}

/** The tables that are read, each with its key. */
const TABLES: Readonly<Record<string, string>> = {
  bis_Element: 'Id',
  ec_Class: 'Id',
  bis_GeometricElement3d: 'ElementId',
  bis_GeometricElement2d: 'ElementId',
  ec_PropertyMap: 'Id',
  ec_PropertyPath: 'Id',
  ec_Column: 'Id',
  ec_Table: 'Id',
};

/** The tables that name the column of a property. */
const MAPPING = ['ec_PropertyMap', 'ec_PropertyPath', 'ec_Column', 'ec_Table'];

const ELEMENTS = (table: string, columns: string): string =>
  `SELECT g.ElementId id, k.Name className, coalesce(e.UserLabel, e.CodeValue, '') label, g.CategoryId category, ${columns}, g.GeometryStream geometry
   FROM ${table} g LEFT JOIN bis_Element e ON e.Id = g.ElementId LEFT JOIN ec_Class k ON k.Id = g.ECClassId WHERE g.GeometryStream IS NOT NULL ORDER BY g.ElementId`;
const SOLID = ELEMENTS(
  'bis_GeometricElement3d',
  'g.Origin_X x, g.Origin_Y y, g.Origin_Z z, g.Yaw yaw, g.Pitch pitch, g.Roll roll',
);
const FLAT = ELEMENTS('bis_GeometricElement2d', 'g.Origin_X x, g.Origin_Y y, 0 z, g.Rotation yaw, 0 pitch, 0 roll');

/**
 * Geometry of a BIS database, as rows. Joins are CROSS JOINs, which SQLite does not reorder (the file's statistics
 * could mislead its planner): one pass over the first table, each other row looked up by its key.
 *
 * Every method may throw FormatError `sqlite-damaged` or `imodel-no-bis`. */
export class BisModel {
  readonly #database: DatabaseSync;
  readonly #tables: ReadonlySet<string>;
  /** Columns with the streams of parts and the properties of sub-categories; null if the file has none. */
  readonly #partColumn: ColumnPlace | null;
  readonly #subCategoryColumn: ColumnPlace | null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    try {
      this.#tables = new Set(
        Object.entries(TABLES).flatMap(([name, key]) => (checkBaseTable(database, name, key) ? name : [])),
      );
      if (!this.#tables.has('bis_Element') || !this.#tables.has('ec_Class')) throw new FormatError('imodel-no-bis');
      this.#partColumn = this.#columnOf('GeometryPart', 'GeometryStream');
      this.#subCategoryColumn = this.#columnOf('SubCategory', 'Properties');
    } catch (error) {
      throw sqliteFailure(error);
    }
    readOnlyTables(database);
  }

  /** Number of elements with geometry. */
  count(): number {
    return ['bis_GeometricElement3d', 'bis_GeometricElement2d']
      .filter((table) => this.#tables.has(table))
      .reduce(
        (sum, table) =>
          sum + Number(this.#all(`SELECT count(*) n FROM ${table} WHERE GeometryStream IS NOT NULL`)[0]!['n']),
        0,
      );
  }

  /** 3-D elements, then 2-D ones. */
  *elements(): Generator<ElementRow> {
    for (const [table, sql] of [
      ['bis_GeometricElement3d', SOLID],
      ['bis_GeometricElement2d', FLAT],
    ] as const) {
      if (!this.#tables.has(table)) continue;
      try {
        const statement = this.#database.prepare(sql);
        statement.setReadBigInts(true);
        for (const row of statement.iterate()) yield elementOf(row);
      } catch (error) {
        throw sqliteFailure(error);
      }
    }
  }

  /** Categories by element id, each with the colour of its default sub-category (0xBBGGRR) if stated. */
  categories(): Map<bigint, { readonly name: string; readonly colour: number | undefined }> {
    const rows = this.#all(
      `SELECT e.Id id, coalesce(e.CodeValue, '') name FROM bis_Element e CROSS JOIN ec_Class k ON k.Id = e.ECClassId WHERE k.Name IN ('SpatialCategory', 'DrawingCategory')`,
    );
    const own = new Map(this.#subCategories().map(({ parent, name, colour }) => [`${parent} ${name}`, colour]));
    return new Map(rows.map(({ id, name }) => [idOf(id), { name: String(name), colour: own.get(`${id} ${name}`) }]));
  }

  /** Colours of sub-categories by element id (0xBBGGRR). */
  subCategoryColours(): Map<bigint, number> {
    const all = this.#subCategories();
    return new Map(all.flatMap(({ id, colour }) => (colour === undefined ? [] : [[id, colour] as const])));
  }

  /** Geometry blob of a part; undefined if it has none. */
  partGeometry(id: bigint): Uint8Array | undefined {
    if (this.#partColumn === null) return undefined;
    const { table, column } = this.#partColumn;
    const [row] = this.#all(`SELECT "${column}" geometry FROM "${table}" WHERE ElementId = ${id}`);
    return row?.['geometry'] instanceof Uint8Array ? row['geometry'] : undefined;
  }

  #subCategories(): { id: bigint; parent: bigint; name: string; colour: number | undefined }[] {
    const place = this.#subCategoryColumn;
    if (place === null) return [];
    const rows = this.#all(
      `SELECT e.Id id, e.ParentId parent, coalesce(e.CodeValue, '') name, d."${place.column}" properties FROM bis_Element e
       CROSS JOIN ec_Class k ON k.Id = e.ECClassId CROSS JOIN "${place.table}" d ON d.ElementId = e.Id WHERE k.Name = 'SubCategory'`,
    );
    return rows.map(({ id, parent, name, properties }) => ({
      id: idOf(id),
      parent: idOf(parent),
      name: String(name),
      colour: colourIn(properties),
    }));
  }

  /** The mapping tables name the column of a property; null when they do not do so in plain words. */
  #columnOf(className: string, property: string): ColumnPlace | null {
    if (!MAPPING.every((table) => this.#tables.has(table))) return null;
    const [place] = this.#all(
      `SELECT t.Name tableName, c.Name columnName FROM ec_PropertyMap m CROSS JOIN ec_Column c ON c.Id = m.ColumnId CROSS JOIN ec_Table t ON t.Id = c.TableId
       CROSS JOIN ec_PropertyPath p ON p.Id = m.PropertyPathId CROSS JOIN ec_Class k ON k.Id = m.ClassId WHERE k.Name = '${className}' AND p.AccessString = '${property}'`,
    );
    const [table, column] = [String(place?.['tableName'] ?? ''), String(place?.['columnName'] ?? '')];
    // Names come from the file: only plain words are inserted into a statement.
    if (!/^\w+$/.test(table) || !/^\w+$/.test(column)) return null;
    return checkBaseTable(this.#database, table, 'ElementId') ? { table, column } : null;
  }

  #all(sql: string): Record<string, unknown>[] {
    try {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      return statement.all();
    } catch (error) {
      throw sqliteFailure(error);
    }
  }
}

/** An id as it is stored; an invalid one gives 0, which no element has. */
function idOf(value: unknown): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

function elementOf(row: Record<string, unknown>): ElementRow {
  const number = (name: string): number => {
    const value = row[name];
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0;
  };
  return {
    id: idOf(row['id']),
    className: String(row['className'] ?? 'unknown'),
    label: String(row['label'] ?? ''),
    category: idOf(row['category']),
    origin: [number('x'), number('y'), number('z')],
    yaw: number('yaw'),
    pitch: number('pitch'),
    roll: number('roll'),
    geometry: row['geometry'] instanceof Uint8Array ? row['geometry'] : new Uint8Array(0),
  };
}

/** The number after "color" in the JSON of a sub-category; anything else in it is ignored, damaged or not. */
function colourIn(properties: unknown): number | undefined {
  const digits = /"color"\s{0,4}:\s{0,4}(\d{1,10})/.exec(typeof properties === 'string' ? properties : '')?.[1];
  return digits === undefined ? undefined : Number(digits) & 0xffffff;
}
