import type { DatabaseSync } from 'node:sqlite';
import { FormatError } from '../../core/failure.ts';
import { sqliteFailure } from '../../kit/io/untrusted-sqlite.ts';

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

const ELEMENTS = (table: string, columns: string): string =>
  `SELECT g.ElementId id, k.Name className, coalesce(e.UserLabel, e.CodeValue, '') label, g.CategoryId category, ${columns}, g.GeometryStream geometry
   FROM ${table} g LEFT JOIN bis_Element e ON e.Id = g.ElementId LEFT JOIN ec_Class k ON k.Id = g.ECClassId WHERE g.GeometryStream IS NOT NULL ORDER BY g.ElementId`;
const SOLID = ELEMENTS(
  'bis_GeometricElement3d',
  'g.Origin_X x, g.Origin_Y y, g.Origin_Z z, g.Yaw yaw, g.Pitch pitch, g.Roll roll',
);
const FLAT = ELEMENTS('bis_GeometricElement2d', 'g.Origin_X x, g.Origin_Y y, 0 z, g.Rotation yaw, 0 pitch, 0 roll');

/** Geometry of a BIS database, as rows. Every method may throw FormatError `sqlite-damaged` or `imodel-no-bis`. */
export class BisModel {
  readonly #database: DatabaseSync;
  /** Column with the streams of parts; undefined before it was looked up. */
  #partColumn: { readonly table: string; readonly column: string } | null | undefined;

  constructor(database: DatabaseSync) {
    this.#database = database;
    const tables = this.#all(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('bis_Element', 'ec_Class')`,
    );
    if (tables.length < 2) throw new FormatError('imodel-no-bis');
  }

  /** Number of elements with geometry. */
  count(): number {
    return ['bis_GeometricElement3d', 'bis_GeometricElement2d']
      .filter((table) => this.#hasTable(table))
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
      if (!this.#hasTable(table)) continue;
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
      `SELECT e.Id id, coalesce(e.CodeValue, '') name FROM bis_Element e JOIN ec_Class k ON k.Id = e.ECClassId WHERE k.Name IN ('SpatialCategory', 'DrawingCategory')`,
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
    this.#partColumn ??= this.#columnOf('GeometryPart', 'GeometryStream');
    if (this.#partColumn === null) return undefined;
    const { table, column } = this.#partColumn;
    const [row] = this.#all(`SELECT "${column}" geometry FROM "${table}" WHERE ElementId = ${id}`);
    return row?.['geometry'] instanceof Uint8Array ? row['geometry'] : undefined;
  }

  #subCategories(): { id: bigint; parent: bigint; name: string; colour: number | undefined }[] {
    const place = this.#columnOf('SubCategory', 'Properties');
    if (place === null) return [];
    const rows = this.#all(
      `SELECT e.Id id, e.ParentId parent, coalesce(e.CodeValue, '') name, d."${place.column}" properties FROM bis_Element e
       JOIN ec_Class k ON k.Id = e.ECClassId JOIN "${place.table}" d ON d.ElementId = e.Id WHERE k.Name = 'SubCategory'`,
    );
    return rows.map(({ id, parent, name, properties }) => ({
      id: idOf(id),
      parent: idOf(parent),
      name: String(name),
      colour: colourIn(properties),
    }));
  }

  /** The mapping tables name the column of a property; null when they do not do so in plain words. */
  #columnOf(className: string, property: string): { readonly table: string; readonly column: string } | null {
    const [place] = this.#all(
      `SELECT t.Name tableName, c.Name columnName FROM ec_PropertyMap m JOIN ec_Column c ON c.Id = m.ColumnId JOIN ec_Table t ON t.Id = c.TableId
       JOIN ec_PropertyPath p ON p.Id = m.PropertyPathId JOIN ec_Class k ON k.Id = m.ClassId WHERE k.Name = '${className}' AND p.AccessString = '${property}'`,
    );
    const [table, column] = [String(place?.['tableName'] ?? ''), String(place?.['columnName'] ?? '')];
    // Names come from the file: only plain words are inserted into a statement.
    return /^\w+$/.test(table) && /^\w+$/.test(column) ? { table, column } : null;
  }

  #hasTable(name: string): boolean {
    return this.#all(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${name}'`).length > 0;
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
