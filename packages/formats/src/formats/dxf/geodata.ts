import type { Crs, JobSink } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { Entity } from './entity.ts';
import { integer, type PointField, point, real, text } from './fields.ts';
import type { ReportEntity } from './interpreter.ts';

/** The definition is XML in pieces; the design point is the reference point, in the drawing's own grid and in the system. */
const GEODATA = {
  coordinates: integer(70),
  pieces: text(303),
  lastPiece: text(301),
  designPoint: point(10, 0),
  referencePoint: point(11),
  north: point(12, 0, 1),
  /** Metres in a unit of the drawing. */
  unit: real(40, 1),
};
const ALIAS = '<Alias';
const EPSG_CODE = /^[^>]*\bid="(\d{4,6})"/;
const OF_SYSTEM = /^[^>]*\btype="CoordinateSystem"/;
const OF_EPSG = /<Namespace>\s*EPSG Code\s*<\/Namespace>/;
const SYSTEM_NAME = /<(?:ProjectedCoordinateSystem|GeographicCoordinateSystem)\s+id="([^"]{1,200})"/;
/** Kind of coordinates: those of a grid that the drawing has for itself. */
const LOCAL_GRID = 1;
/** Share of a coordinate that is rounding, and what north may be off by. */
const ROUNDING = 1e-9;

/**
 * Takes the reference system of a GEODATA object: the EPSG code where the definition names one, else a local system with its name. Where the
 * drawing has a grid of its own (AutoCAD's usual way), which is tied to the system in one place, its coordinates are not those of the system, which is reported.
 * Line ends of the definition are written ^J.
 */
export function takeGeodata(entity: Entity, sink: JobSink, report: ReportEntity): void {
  const definition = entity.texts(GEODATA.pieces, GEODATA.lastPiece).replaceAll('^J', '\n');
  const code = epsgCode(definition);
  const name = SYSTEM_NAME.exec(definition)?.[1];
  if (code === undefined && name === undefined) return;
  if (entity.get(GEODATA.coordinates) !== LOCAL_GRID || isSystemGrid(entity)) {
    const crs: Crs = code === undefined ? { kind: 'local', name: name! } : { kind: 'epsg', code, name };
    sink.describe({ crs });
    return;
  }
  const system = code === undefined ? name! : name === undefined ? `EPSG:${code}` : `EPSG:${code} (${name})`;
  report(issueOf('geodata-own-grid', { system, grid: gridOf(entity) }), entity.place, entity.handle);
}

/** The code of the first alias that is one of a coordinate system at EPSG. Looked at alias by alias: one may lack its end. */
function epsgCode(definition: string): number | undefined {
  for (const alias of definition.split(ALIAS).slice(1))
    if (OF_SYSTEM.test(alias) && OF_EPSG.test(alias)) {
      const code = EPSG_CODE.exec(alias)?.[1];
      if (code !== undefined) return Number(code);
    }
  return undefined;
}

/** Whether a grid of the drawing's own is that of the system: the point is the same in both, and north is up. */
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

/** Where the drawing's own grid is tied to the system. */
function gridOf(entity: Entity): string {
  const at = ({ x, y }: PointField): string => `${rounded(entity.getOr(x, 0))}, ${rounded(entity.getOr(y, 0))}`;
  if (!entity.has(GEODATA.referencePoint.x)) return 'its position is not stated';
  const turn = entity.get(GEODATA.north.x) === 0 ? '' : `, north points to ${at(GEODATA.north)}`;
  return `${at(GEODATA.designPoint)} in it is ${at(GEODATA.referencePoint)} there${turn}`;
}

const rounded = (value: number): number => Number(value.toFixed(6));
