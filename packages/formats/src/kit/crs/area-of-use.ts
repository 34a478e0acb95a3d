import { type Crs, type ExtentBox, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import { contains, earthArea, earthTransformer } from './earth-area.ts';
import { startProj } from './proj/start.ts';
import { systemOf } from './proj/system.ts';

/** Degrees: sites at the border of a zone are surveyed in that zone, and narrow zones are used beside themselves. */
const BESIDE = 0.5;

/** Tells whether data lies in the area for which a reference system is made. */
export interface AreaOfUse {
  /** The system as a sentence names it. */
  readonly label: string;
  /** Whether a box of coordinates in metres lies in the area or close to it. */
  readonly holds: (metres: ExtentBox) => boolean;
}

/** Metres in a unit of a job. */
export function metresIn(unit: Unit): number {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  return numerator / denominator;
}

/**
 * The area of use of a projected system; undefined for others, and where PROJ states no area.
 * @throws FormatError `crs-unknown`, `crs-axes` @param grids folder with grid files
 */
export async function areaOfUse(crs: Crs, grids?: string): Promise<AreaOfUse | undefined> {
  if (crs.kind === 'local') return undefined;
  const proj = await startProj(grids).library;
  const system = systemOf(proj, crs);
  const toEarth = earthTransformer(proj, system);
  const { area, label, factor, geographic } = system;
  if (toEarth === undefined || area === undefined || geographic) return undefined;
  return {
    label,
    holds: (metres) => {
      const found = earthArea(toEarth, 1 / factor, metres);
      return found !== undefined && contains(area, found, BESIDE);
    },
  };
}
