import { meansNoElevation } from '../kit/no-elevation.ts';

/** Metres: the deepest trench, and the highest mountain. */
const LOWEST = -12_000;
const HIGHEST = 9000;
/** Not read as "none", because it may be a height, but doubtful in any data. */
const DOUBTFUL = -999;

/** Whether a known elevation cannot be one. @param metres metres in its unit */
export function isImpossible(elevation: number, metres: number): boolean {
  const isPossible = elevation * metres >= LOWEST && elevation * metres <= HIGHEST;
  return !isPossible || elevation === DOUBTFUL || meansNoElevation(elevation);
}
