/** A unit of mass with its exact size in kilograms, as a decimal fraction digits × 10^-scale. */
export interface MassUnit {
  /** The short name used in totals. */
  readonly id: 'kg' | 't' | 'g' | 'lb' | 'STN' | 'LTN';
  readonly digits: bigint;
  readonly scale: number;
}

const KILOGRAM: MassUnit = { id: 'kg', digits: 1n, scale: 0 };
const TONNE: MassUnit = { id: 't', digits: 1000n, scale: 0 };
const GRAM: MassUnit = { id: 'g', digits: 1n, scale: 3 };
/** International avoirdupois pound: 0.45359237 kg exactly (agreement of 1959). */
const POUND: MassUnit = { id: 'lb', digits: 45359237n, scale: 8 };
/** US ton of 2000 lb. */
const SHORT_TON: MassUnit = { id: 'STN', digits: 90718474n, scale: 5 };
/** Imperial ton of 2240 lb. */
const LONG_TON: MassUnit = { id: 'LTN', digits: 10160469088n, scale: 7 };

/** Known unit names in lower case: the everyday ones and the codes of UN/ECE Recommendation 20. */
const NAMES: ReadonlyMap<string, MassUnit> = new Map([
  ['kg', KILOGRAM],
  ['kgm', KILOGRAM],
  ['t', TONNE],
  ['tne', TONNE],
  ['g', GRAM],
  ['grm', GRAM],
  ['lb', POUND],
  ['lbr', POUND],
  ['stn', SHORT_TON],
  ['ltn', LONG_TON],
]);

/** Finds a unit of mass by any of its names in any case; undefined if it is unknown. */
export function massUnit(name: string): MassUnit | undefined {
  return NAMES.get(name.toLowerCase());
}
