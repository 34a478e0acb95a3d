import type { Crs, JobSink } from '@fieldbridge/fieldjob';
import type { Entity } from './entity.ts';
import type { ReportEntity } from './interpreter.ts';

const ALIAS = '<Alias';
const EPSG_CODE = /^[^>]*\bid="(\d{4,6})"/;
const OF_SYSTEM = /^[^>]*\btype="CoordinateSystem"/;
const OF_EPSG = /<Namespace>\s*EPSG Code\s*<\/Namespace>/;
const SYSTEM_NAME = /<(?:ProjectedCoordinateSystem|GeographicCoordinateSystem)\s+id="([^"]{1,200})"/;
/** Kind of coordinates (70): those of a grid that the drawing has for itself. */
const LOCAL_GRID = 1;
/** Share of a coordinate that is rounding, and what north may be off by. */
const ROUNDING = 1e-9;

/**
 * Takes the reference system of a GEODATA object: the EPSG code where the definition names one, else a local system with its name. Where the
 * drawing has a grid of its own (AutoCAD's usual way), which is tied to the system in one place, its coordinates are not those of the system: told.
 * The definition is XML in pieces (groups 303 and a last 301) whose line ends are written ^J.
 */
export function takeGeodata(entity: Entity, sink: JobSink, report: ReportEntity): void {
  const definition = entity.texts(303, 301).replaceAll('^J', '\n');
  const code = epsgCode(definition);
  const name = SYSTEM_NAME.exec(definition)?.[1];
  if (code === undefined && name === undefined) return;
  if (entity.number(70, 0) !== LOCAL_GRID || isSystemGrid(entity)) {
    const crs: Crs = code === undefined ? { kind: 'local', name: name! } : { kind: 'epsg', code, name };
    sink.describe({ crs });
    return;
  }
  const text = `the drawing has ${gridOf(entity, code, name)}; it was read in its own coordinates, which are not those of that system`;
  report({ code: 'geodata-own-grid', severity: 'note', text }, entity.place, entity.handle);
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

/** Whether a grid of the drawing's own is that of the system: the place in the one (10) is that in the other (11), and north (12) is up. */
function isSystemGrid(entity: Entity): boolean {
  const design = [entity.number(10, 0), entity.number(20, 0)];
  const reference = [entity.number(11, Number.NaN), entity.number(21, Number.NaN)];
  const metres = entity.number(40, 1);
  const [east, north] = [entity.number(12, 0), entity.number(22, 1)];
  const isUp = north > 0 && Math.abs(east) <= ROUNDING * north;
  const isAt = (scale: number): boolean =>
    design.every((value, k) => Math.abs(value * scale - reference[k]!) <= ROUNDING * (Math.abs(reference[k]!) + 1));
  return isUp && (isAt(1) || isAt(metres));
}

/** How the drawing's own grid lies in the system, in words. */
function gridOf(entity: Entity, code: number | undefined, name: string | undefined): string {
  const system = code === undefined ? name! : name === undefined ? `EPSG:${code}` : `EPSG:${code} (${name})`;
  const at = (x: number): string => `${entity.number(x, 0)}, ${entity.number(x + 10, 0)}`;
  if (!entity.has(11)) return `a grid of its own near ${system}`;
  const turn = entity.number(12, 0) === 0 ? '' : `, north points to ${at(12)}`;
  return `a grid of its own: ${at(10)} in it is ${at(11)} in ${system}${turn}`;
}
