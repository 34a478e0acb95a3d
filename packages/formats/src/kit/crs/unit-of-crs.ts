import type { Crs, Unit } from '@fieldbridge/fieldjob';
import { epsgDefinition } from './epsg-table.ts';

/** Units as the registry names them, and as PROJ does where the table leaves that out. */
const UNITS: Readonly<Record<string, Unit>> = {
  metre: 'metre',
  foot: 'internationalFoot',
  'US survey foot': 'usSurveyFoot',
  m: 'metre',
  ft: 'internationalFoot',
  'us-ft': 'usSurveyFoot',
};

/**
 * The unit that the coordinates of a system are in by its definition; undefined for local grids and where it is none of ours. Latitudes and
 * longitudes are taken in degrees, whatever the registry says of their spelling.
 */
export function unitOfCrs(crs: Crs): Unit | 'degree' | undefined {
  if (crs.kind === 'wkt') return /^\s*GEOG/i.test(crs.wkt) ? 'degree' : undefined;
  const definition = crs.kind === 'epsg' ? epsgDefinition(crs.code) : undefined;
  if (definition?.kind.startsWith('CRS-GEOG') === true) return 'degree';
  const stated = definition?.unit ?? /\+units=(\S+)/.exec(definition?.proj4 ?? '')?.[1];
  return stated === undefined ? undefined : UNITS[stated];
}
