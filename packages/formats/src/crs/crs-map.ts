import { createRequire } from 'node:module';
import { type Crs, sameCrs, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type proj4 from 'proj4';
import { FormatError } from '../failure.ts';
import { epsgDefinition } from './epsg-table.ts';

/** Maps `position[0..1]` (easting, northing; longitude, latitude in degrees for geographic systems) in place; the elevation stays. */
export type CrsMap = (position: Float64Array) => void;

/** WGS 84, longitude and latitude in degrees. */
export const WGS84: Crs = { kind: 'epsg', code: 4326 };

let loaded: typeof proj4 | undefined;

/** The library is loaded when a system is changed for the first time: most runs of the program do not need it. */
function projection(): typeof proj4 {
  loaded ??= createRequire(import.meta.url)('proj4') as typeof proj4;
  return loaded;
}

interface Definition {
  readonly proj4: string;
  readonly grid: string | undefined;
  readonly geographic: boolean;
  /** Metres per unit of the definition's coordinates. */
  readonly metres: number;
  readonly label: string;
}

/**
 * The map from one reference system to another for coordinates in `unit`; elevations are not touched (no geoid is applied).
 * @throws FormatError `crs-unknown` when a code is not in the offline table, `crs-local` when one of them is a local grid,
 * `crs-grid-missing` when the way between the two needs a correction grid, which are not part of the table
 */
export function crsMap(from: Crs, to: Crs, unit: Unit): CrsMap | undefined {
  if (sameCrs(from, to)) return undefined;
  const source = define(from);
  const target = define(to);
  if (source.grid !== target.grid) {
    const [needy, grid] = source.grid === undefined ? [target, target.grid] : [source, source.grid];
    throw new FormatError(
      'crs-grid-missing',
      `${needy.label} is tied to the earth by the correction grid ${grid}, which is not available here; transform to a system of the same datum, or leave the coordinates in ${needy.label}`,
    );
  }
  const converter = projection()(source.proj4, target.proj4);
  const toMetre = unitFactor(unit, 'metre');
  const into = source.geographic ? 1 : toMetre.numerator / toMetre.denominator / source.metres;
  const out = target.geographic ? 1 : (toMetre.denominator * target.metres) / toMetre.numerator;
  return (position) => {
    // What has no position has none in the other system either.
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) return;
    const result = converter.forward([position[0]! * into, position[1]! * into]);
    position[0] = result[0]! * out;
    position[1] = result[1]! * out;
  };
}

function define(crs: Crs): Definition {
  if (crs.kind === 'local') {
    throw new FormatError(
      'crs-local',
      'the coordinates are in a local grid whose place on the earth is not known; state a CRS (for example crs=25832)',
    );
  }
  if (crs.kind === 'wkt') {
    const geographic = /^\s*GEOG/i.test(crs.wkt);
    const metres = wktMetres(crs.wkt);
    return { proj4: crs.wkt, grid: undefined, geographic, metres, label: crs.name ?? 'the WKT system' };
  }
  const definition = epsgDefinition(crs.code);
  if (definition?.proj4 == null) {
    throw new FormatError('crs-unknown', `EPSG:${crs.code} is not in the offline table of projections; check the code`);
  }
  const grid = /\+nadgrids=(?!@null)(\S+)/.exec(definition.proj4)?.[1];
  // In metres throughout: the caller's exact unit factors do the rest. The grid is taken out, both sides share it.
  const metric = definition.proj4
    .replace(/\+(units|to_meter)=\S+/g, '')
    .replace(/\+nadgrids=(?!@null)\S+/, '')
    .replace('+type=crs', '');
  const geographic = /\+proj=longlat/.test(metric);
  return {
    proj4: geographic ? metric : `${metric} +units=m`,
    grid,
    geographic,
    metres: 1,
    label: `EPSG:${crs.code} (${definition.name})`,
  };
}

/** @throws FormatError `crs-unknown` when proj4 cannot read the text */
function wktMetres(wkt: string): number {
  try {
    const { Proj } = projection();
    return (new Proj(wkt) as { to_meter?: number }).to_meter ?? 1;
  } catch (error) {
    throw new FormatError('crs-unknown', `the WKT of the reference system cannot be used: ${String(error)}`);
  }
}
