import type { Crs, Unit } from '@fieldbridge/fieldjob';
import { unitOfCrs } from '../crs/unit-of-crs.ts';

/** The unit of coordinates in a report, in words: elevations of a system in degrees are lengths. */
export function coordinateUnit(crs: Crs, unit: Unit): string {
  return unitOfCrs(crs) === 'degree' ? 'degrees in plan' : unit;
}
