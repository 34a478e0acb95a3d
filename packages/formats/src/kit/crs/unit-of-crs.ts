import type { Crs, Unit } from '@fieldbridge/fieldjob';
import { registeredSystem } from './registry.ts';

/** Units of a job by the names the registry has for them. */
const UNITS: Readonly<Record<string, Unit>> = {
  metre: 'metre',
  foot: 'internationalFoot',
  'US survey foot': 'usSurveyFoot',
};
const GEOGRAPHIC_TEXT = /^\s*(?:GEOG|GEODCRS|GEODETICCRS|\{[^{}]{0,200}"type"\s*:\s*"Geographic)/i;

/**
 * The unit that the coordinates of a system are in by its definition; undefined for local grids, and where a job cannot be in
 * that unit. Latitudes and longitudes are in degrees, whatever the registry says of their spelling.
 */
export function unitOfCrs(crs: Crs): Unit | 'degree' | undefined {
  if (crs.kind === 'wkt') return GEOGRAPHIC_TEXT.test(crs.wkt) ? 'degree' : undefined;
  const system = crs.kind === 'epsg' ? registeredSystem(crs.code) : undefined;
  if (system?.kind.startsWith('geographic') === true) return 'degree';
  return system?.unit === undefined ? undefined : UNITS[system.unit.name];
}
