import type { Crs, Unit } from '@fieldbridge/fieldjob';
import { registeredSystem } from './registry.ts';

/** Units of a job by their names in the registry. */
const UNITS: Readonly<Record<string, Unit>> = {
  metre: 'metre',
  foot: 'internationalFoot',
  'US survey foot': 'usSurveyFoot',
};
const GEOGRAPHIC_TEXT = /^\s*(?:GEOG|GEODCRS|GEODETICCRS|\{[^{}]{0,200}"type"\s*:\s*"Geographic)/i;

/**
 * The unit of a system's coordinates by its definition; undefined for local grids and if a job cannot have that unit.
 * Latitudes and longitudes are in degrees, whatever unit the registry states for them.
 */
export function unitOfCrs(crs: Crs): Unit | 'degree' | undefined {
  if (crs.kind === 'wkt') return GEOGRAPHIC_TEXT.test(crs.wkt) ? 'degree' : undefined;
  const system = crs.kind === 'epsg' ? registeredSystem(crs.code) : undefined;
  if (system?.kind.startsWith('geographic') === true) return 'degree';
  return system?.unit === undefined ? undefined : UNITS[system.unit.name];
}
