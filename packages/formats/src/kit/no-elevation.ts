/** Numbers between these are elevations, and nearly all numbers are. */
const [LOWEST, HIGHEST] = [-999.9, 99_999];
/** No height on earth, in whatever unit: 1e20, 1e30, 1.70141e38 of grid programs. */
const BEYOND = 1e10;
/** Only nines: -9999, -9999.99, -99999, -999.99; 99999, 99999.999. Possible heights such as -999 and 9999 are not. */
const NINES = /^(-9{4,}(\.9+)?|-999\.99+|9{5,}(\.9+)?)$/;
/** The lowest 16-bit integers, which raster programs use. */
const LOWEST_INTEGERS = [-32_768, -32_767];

/**
 * Whether a program writes this number where there is no elevation: -9999 and longer rows of nines below zero, also
 * with decimals that are nines; rows of five nines and more above zero; -32768 and -32767; 1e10 and more of either
 * sign.
 */
export function meansNoElevation(value: number): boolean {
  if ((value > LOWEST && value < HIGHEST) || !Number.isFinite(value)) return false;
  return Math.abs(value) >= BEYOND || LOWEST_INTEGERS.includes(value) || NINES.test(String(value));
}
