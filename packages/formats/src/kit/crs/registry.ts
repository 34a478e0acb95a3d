import type { StatementSync } from 'node:sqlite';
import type { Crs, UnitFactor } from '@fieldbridge/fieldjob';
import { projDatabase } from './proj-database.ts';

/** A reference system in the EPSG registry. */
export interface RegisteredSystem {
  readonly code: number;
  readonly name: string;
  /** `projected`, `geographic 2D`, `geographic 3D`, `geocentric`, `vertical`, `compound`, `engineering`, … */
  readonly kind: string;
  readonly deprecated: boolean;
  /** Unit of its first axis (in a compound system, of the horizontal part); undefined if it has none. */
  readonly unit: RegisteredUnit | undefined;
}

/** A unit in the registry. */
export interface RegisteredUnit {
  readonly name: string;
  /** Metres or radians per unit. */
  readonly factor: number;
  readonly isAngle: boolean;
}

const HIGHEST_CODE = 999_999;
const FIND = `SELECT s.name, s.type AS kind, s.deprecated, u.name AS unit, u.conv_factor AS factor,
    u.type = 'angle' AS isAngle
  FROM crs_view s
  LEFT JOIN compound_crs c ON s.table_name = 'compound_crs' AND c.auth_name = s.auth_name AND c.code = s.code
  LEFT JOIN projected_crs p ON p.auth_name = 'EPSG' AND p.code = ifnull(c.horiz_crs_code, s.code)
  LEFT JOIN geodetic_crs g ON g.auth_name = 'EPSG' AND g.code = ifnull(c.horiz_crs_code, s.code)
  LEFT JOIN vertical_crs v ON v.auth_name = 'EPSG' AND v.code = s.code
  LEFT JOIN axis a ON a.coordinate_system_auth_name = 'EPSG' AND a.coordinate_system_order = 1
    AND a.coordinate_system_code = coalesce(p.coordinate_system_code, g.coordinate_system_code, v.coordinate_system_code)
  LEFT JOIN unit_of_measure u ON u.auth_name = a.uom_auth_name AND u.code = a.uom_code
  WHERE s.auth_name = 'EPSG' AND s.code = ? LIMIT 1`;
const FIND_COMPOUND = `SELECT code FROM compound_crs WHERE auth_name = 'EPSG' AND horiz_crs_auth_name = 'EPSG'
  AND horiz_crs_code = ? AND vertical_crs_auth_name = 'EPSG' AND vertical_crs_code = ? ORDER BY deprecated, code LIMIT 1`;

const PROJECTED = "SELECT code FROM projected_crs WHERE auth_name = 'EPSG' ORDER BY code";
const PLAIN = `SELECT code FROM crs_view WHERE auth_name = 'EPSG'
  AND type IN ('projected', 'geographic 2D', 'geographic 3D', 'compound') ORDER BY code`;
const FIND_NAMES = `SELECT code FROM projected_crs WHERE auth_name = 'EPSG' AND name IN (?, ?, ?, ?) AND NOT deprecated`;
const FIND_PUBLISHED = `SELECT original_grid_name AS file, CASE WHEN direct_download THEN url END AS address
  FROM grid_alternatives WHERE proj_grid_name = :name OR old_proj_grid_name = :name LIMIT 1`;
const FIND_GRID = `SELECT proj_grid_name AS name FROM grid_alternatives
    WHERE original_grid_name = :file COLLATE NOCASE OR old_proj_grid_name = :file COLLATE NOCASE
  UNION SELECT old_proj_grid_name FROM grid_alternatives
    WHERE old_proj_grid_name NOTNULL AND original_grid_name = :file COLLATE NOCASE`;

let opened:
  | {
      readonly find: StatementSync;
      readonly findCompound: StatementSync;
      readonly findNames: StatementSync;
      readonly findGrid: StatementSync;
      readonly findPublished: StatementSync;
      readonly projected: StatementSync;
    }
  | undefined;
const known = new Map<number, RegisteredSystem | undefined>();

/**
 * Looks a system up in PROJ's own database (EPSG registry), which SQLite reads without starting PROJ.
 * @returns undefined if the registry does not have the code
 */
export function registeredSystem(code: number): RegisteredSystem | undefined {
  if (!Number.isInteger(code) || code < 1 || code > HIGHEST_CODE) return undefined;
  if (!known.has(code)) {
    const row = registry().find.get(code);
    known.set(code, row === undefined ? undefined : systemOf(code, row));
  }
  return known.get(code);
}

/** The code that the registry has for a pair of a plan and a height system; undefined where it has none. */
function compoundCode(code: number, vertical: number): number | undefined {
  const row = registry().findCompound.get(code, vertical);
  return row === undefined ? undefined : Number(row['code']);
}

/** A plan system and that of its heights, if any, by the code of the pair where the registry has one. */
export function registeredPair(code: number, vertical: number | undefined): Crs & { readonly kind: 'epsg' } {
  const own = vertical === undefined ? code : compoundCode(code, vertical);
  return { kind: 'epsg', ...(own === undefined ? { code, vertical: vertical! } : { code: own }) };
}

/** What the registry adds to the name of a system for the unit of its coordinates. */
const UNIT_SUFFIX = / \((?:ftUS|ft|m)\)$/;

/** The system of the same map projection with coordinates in another unit, where the registry has one ("(ftUS)"). */
export function siblingIn(code: number, { numerator, denominator }: UnitFactor): RegisteredSystem | undefined {
  const plain = registeredSystem(code)?.name.replace(UNIT_SUFFIX, '');
  if (plain === undefined) return undefined;
  const names = ['', ' (ftUS)', ' (ft)', ' (m)'].map((suffix) => plain + suffix);
  return registry()
    .findNames.all(...names)
    .map((row) => registeredSystem(Number(row['code'])))
    .find((system) => Math.abs(((system?.unit?.factor ?? 0) * denominator) / numerator - 1) < 1e-7);
}

/** How a sentence names a code, or a pair of codes. */
export function labelOf(crs: { readonly code: number; readonly vertical?: number }): string {
  const names = [crs.code, crs.vertical].map((code) => code && registeredSystem(code)?.name).filter(Boolean);
  const text = crs.vertical === undefined ? `EPSG:${crs.code}` : `EPSG:${crs.code}+${crs.vertical}`;
  return names.length > 0 ? `${text} (${names.join(' + ')})` : text;
}

/** Every projected code of the registry. */
export function projectedCodes(): number[] {
  return registry()
    .projected.all()
    .map(({ code }) => Number(code));
}

/** Every code of the registry that has plan coordinates. */
export function planCodes(): number[] {
  return projDatabase()
    .prepare(PLAIN)
    .all()
    .map(({ code }) => Number(code));
}

/** The names under which PROJ looks for a grid with this publisher's name; [] if there are no others. */
export function gridNames(file: string): string[] {
  return registry()
    .findGrid.all({ file })
    .map(({ name }) => String(name));
}

/** The file that a grid of PROJ is published as, and an address from which anybody may fetch it. */
export function publishedGrid(name: string): { readonly file?: string; readonly address?: string } {
  const row = registry().findPublished.get({ name });
  if (row === undefined) return {};
  return { file: String(row['file']), ...(row['address'] !== null && { address: String(row['address']) }) };
}

function systemOf(code: number, row: Record<string, unknown>): RegisteredSystem {
  const { name, kind, deprecated, unit, factor, isAngle } = row;
  return {
    code,
    name: String(name),
    kind: String(kind),
    deprecated: deprecated === 1,
    unit: unit === null ? undefined : { name: String(unit), factor: Number(factor), isAngle: isAngle === 1 },
  };
}

function registry(): NonNullable<typeof opened> {
  if (opened === undefined) {
    const database = projDatabase();
    opened = {
      find: database.prepare(FIND),
      findCompound: database.prepare(FIND_COMPOUND),
      findNames: database.prepare(FIND_NAMES),
      findGrid: database.prepare(FIND_GRID),
      findPublished: database.prepare(FIND_PUBLISHED),
      projected: database.prepare(PROJECTED),
    };
  }
  return opened;
}
