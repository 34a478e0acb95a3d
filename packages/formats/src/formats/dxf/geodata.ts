import type { Crs, JobSink } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Entity } from './entity.ts';
import { integer, type PointField, point, real, text } from './fields.ts';
import type { ReportEntity } from './interpreter.ts';

/**
 * The definition is XML in pieces; the design point is the reference point, in the drawing's local grid and in the
 * system.
 */
const GEODATA = {
  coordinates: integer(70),
  pieces: text(303),
  lastPiece: text(301),
  designPoint: point(10, 0),
  referencePoint: point(11),
  north: point(12, 0, 1),
  /** Metres per drawing unit. */
  unit: real(40, 1),
};
const ALIAS = '<Alias';
const EPSG_CODE = /^[^>]*\bid="(\d{4,6})"/;
const OF_SYSTEM = /^[^>]*\btype="CoordinateSystem"/;
const OF_EPSG = /<Namespace>\s*EPSG Code\s*<\/Namespace>/;
const SYSTEM_NAME = /<(?:ProjectedCoordinateSystem|GeographicCoordinateSystem)\s+id="([^"]{1,200})"/;
/** Kind of coordinates: a local grid of the drawing. */
const LOCAL_GRID = 1;
/** Rounding as a share of a coordinate, and the tolerance for north. */
const ROUNDING = 1e-9;

/**
 * Takes the reference system of a GEODATA object: the EPSG code if the definition names one, else a local system with
 * its name. If the drawing has a local grid (AutoCAD's usual way), tied to the system at one point, its coordinates are
 * not those of the system, which is reported. Line ends of the definition are written ^J.
 * @returns the system of the drawing's coordinates; undefined if it does not state one
 */
export function takeGeodata(entity: Entity, sink: JobSink, report: ReportEntity): Crs | undefined {
  const definition = entity.texts(GEODATA.pieces, GEODATA.lastPiece).replaceAll('^J', '\n');
  const code = epsgCode(definition);
  const name = SYSTEM_NAME.exec(definition)?.[1];
  if (code === undefined && name === undefined) return undefined;
  if (entity.get(GEODATA.coordinates) !== LOCAL_GRID || isSystemGrid(entity)) {
    const crs: Crs = code === undefined ? { kind: 'local', name: name! } : { kind: 'epsg', code, name };
    sink.describe({ crs });
    return crs;
  }
  const system = code === undefined ? name! : name === undefined ? `EPSG:${code}` : `EPSG:${code} (${name})`;
  report(issueOf('geodata-own-grid', { system, grid: gridOf(entity) }), entity.place, entity.handle);
  return undefined;
}

/**
 * The EPSG code of the first alias of a coordinate system. Aliases are examined one by one, because one may be
 * unclosed.
 */
function epsgCode(definition: string): number | undefined {
  for (const alias of definition.split(ALIAS).slice(1))
    if (OF_SYSTEM.test(alias) && OF_EPSG.test(alias)) {
      const code = EPSG_CODE.exec(alias)?.[1];
      if (code !== undefined) return Number(code);
    }
  return undefined;
}

/** Whether the local grid coincides with the system: the point is the same in both, and north is up. */
function isSystemGrid(entity: Entity): boolean {
  const design = entity.point(GEODATA.designPoint).slice(0, 2);
  const reference = entity.point(GEODATA.referencePoint);
  const metres = entity.get(GEODATA.unit);
  const [east, north] = entity.point(GEODATA.north);
  const isUp = north > 0 && Math.abs(east) <= ROUNDING * north;
  const isAt = (scale: number): boolean =>
    design.every((value, k) => Math.abs(value * scale - reference[k]!) <= ROUNDING * (Math.abs(reference[k]!) + 1));
  return isUp && (isAt(1) || isAt(metres));
}

/** How the local grid is tied to the system. */
function gridOf(entity: Entity): string {
  const at = ({ x, y }: PointField): string => `${rounded(entity.getOr(x, 0))}, ${rounded(entity.getOr(y, 0))}`;
  if (!entity.has(GEODATA.referencePoint.x)) return 'its position is not stated';
  const turn = entity.get(GEODATA.north.x) === 0 ? '' : `, north points to ${at(GEODATA.north)}`;
  return `${at(GEODATA.designPoint)} in it is ${at(GEODATA.referencePoint)} there${turn}`;
}

const rounded = (value: number): number => Number(value.toFixed(6));
