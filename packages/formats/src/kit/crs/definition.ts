import { createRequire } from 'node:module';
import type { Crs } from '@fieldbridge/fieldjob';
import type proj4 from 'proj4';
import { FormatError } from '../../core/failure.ts';
import { epsgDefinition } from './epsg-table.ts';

let loaded: typeof proj4 | undefined;

/** The library is loaded when a system is changed for the first time: most runs of the program do not need it. */
export function projection(): typeof proj4 {
  loaded ??= createRequire(import.meta.url)('proj4') as typeof proj4;
  return loaded;
}

/** A reference system as the library is told of it. */
export interface Definition {
  readonly proj4: string;
  /** Correction grid that ties it to the earth. */
  readonly grid: string | undefined;
  /** What ties it to the earth otherwise: WGS84, or an ellipsoid whose place in the earth is not stated. */
  readonly datum: string;
  readonly geographic: boolean;
  /** Metres per unit of the definition's coordinates. */
  readonly metres: number;
  readonly label: string;
}

/** Tied to WGS 84, or the same within a metre or two as all systems on its ellipsoid or that of GRS 80 are. */
export const EARTH = 'WGS84';
const EARTH_ELLIPSOID = /\+(ellps=(GRS80|WGS84)\b|a=6378137(\.0*)?(\s|$))/;
/** Ellipsoids that the library takes for WGS 84 because it does not know their names (semi-major axis, inverse flattening; PROJ 9, `proj -le`). */
const ELLIPSOIDS: Readonly<Record<string, string>> = {
  WGS72: '+a=6378135 +rf=298.26',
  GSK2011: '+a=6378136.5 +rf=298.2564151',
};

/** @throws FormatError `crs-local`, `crs-unknown`, `crs-axes` */
export function define(crs: Crs): Definition {
  if (crs.kind === 'local') throw new FormatError('crs-local');
  if (crs.kind === 'wkt') {
    const label = crs.name ?? 'the WKT system';
    const metres = read(crs.wkt, 'the WKT of the reference system').to_meter ?? 1;
    return { proj4: crs.wkt, grid: undefined, datum: EARTH, geographic: /^\s*GEOG/i.test(crs.wkt), metres, label };
  }
  const definition = epsgDefinition(crs.code);
  if (definition?.proj4 == null) {
    const reason = 'it is not in the offline table of projections';
    throw new FormatError('crs-unknown', { system: `EPSG:${crs.code}`, reason });
  }
  const label = `EPSG:${crs.code} (${definition.name})`;
  const { proj4: text } = definition;
  const axes = /\+axis=(?!en)(\w+)/.exec(text)?.[1];
  if (axes !== undefined) throw new FormatError('crs-axes', { system: label, axes });
  if (/\+R_A\b/.test(text)) {
    const reason = 'it is projected from a sphere of equal area, which is not supported';
    throw new FormatError('crs-unknown', { system: label, reason });
  }
  const grid = /\+nadgrids=(?!@null)(\S+)/.exec(text)?.[1];
  // In metres throughout: the caller's exact unit factors do the rest. The grid is taken out, both sides share it.
  const metric = text
    .replace(/\+(units|to_meter)=\S+/g, '')
    .replace(/\+nadgrids=(?!@null)\S+/, '')
    .replace('+type=crs', '')
    .replace(/\+ellps=(\w+)/, (named, name: string) => ELLIPSOIDS[name] ?? named);
  const geographic = /\+proj=longlat/.test(metric);
  const whole = geographic ? metric : `${metric} +units=m`;
  read(whole, label);
  return { proj4: whole, grid, datum: datumOf(text), geographic, metres: 1, label };
}

function datumOf(text: string): string {
  const tied = /\+towgs84=|\+nadgrids=|\+datum=(WGS84|NAD83)\b/.test(text) || EARTH_ELLIPSOID.test(text);
  if (tied) return EARTH;
  return text.match(/\+(datum|ellps|a|b|rf|f|R|pm)=\S+/g)?.join(' ') ?? 'an ellipsoid that is not stated';
}

/** @throws FormatError `crs-unknown` when the library cannot read the text, or does not know the projection it names */
function read(text: string, label: string): { to_meter?: number } {
  try {
    const { Proj } = projection();
    return new Proj(text) as { to_meter?: number };
  } catch (error) {
    throw new FormatError('crs-unknown', { system: label, reason: String(error) });
  }
}
