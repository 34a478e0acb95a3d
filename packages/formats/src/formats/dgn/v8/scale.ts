import type { Unit } from '@fieldbridge/fieldjob';
import type { Ratio, V8Model } from './model.ts';

/** Conversion of stored numbers to coordinates: (uor − origin) × numerator ÷ denominator, in `unit`. */
export interface V8Scale {
  readonly unit: Unit | undefined;
  readonly numerator: number;
  readonly denominator: number;
  readonly origin: readonly [number, number, number];
  /** The units that dimensions show; undefined where the header states none. */
  readonly shown: ShownUnits | undefined;
}

/** Master and sub units, with what follows a number of them. */
export interface ShownUnits {
  /** Master units in a unit of the job. */
  readonly perUnit: number;
  readonly subsPerMaster: number;
  readonly labels: readonly [master: string, sub: string];
}

/** Exact ratios (units per metre) of the units that a job can have. */
type UnitRatio = readonly [Unit, number, number];
const METRE: UnitRatio = ['metre', 1, 1];
const FEET: readonly UnitRatio[] = [
  ['internationalFoot', 10000, 3048],
  ['usSurveyFoot', 3937, 1200],
];

/** The scale of a model: in its own unit if a job can have it, else in metres. */
export function scaleOf(model: V8Model): V8Scale {
  const { perMetre, storagePerMetre, uorPerStorage, origin } = model;
  if (perMetre === undefined || storagePerMetre === undefined)
    return { unit: undefined, numerator: 1, denominator: uorPerStorage, origin, shown: undefined };
  const [unit, n, d] = FEET.find((foot) => isSame(perMetre, foot)) ?? METRE;
  const shown = shownUnits(unit, perMetre, model.subPerMetre ?? perMetre, model.labels);
  if (isSame(storagePerMetre, [unit, n, d])) return { unit, numerator: 1, denominator: uorPerStorage, origin, shown };
  const [storageN, storageD] = storagePerMetre;
  return { unit, numerator: storageD * n, denominator: uorPerStorage * storageN * d, origin, shown };
}

/** The units that dimensions show in a job. @param master units per metre @param sub units per metre */
export function shownUnits(
  unit: Unit | undefined,
  [masterN, masterD]: Ratio,
  [subN, subD]: Ratio,
  labels: readonly [master: string, sub: string],
): ShownUnits {
  const [, n, d] = FEET.find(([foot]) => foot === unit) ?? METRE;
  return { perUnit: (masterN * d) / (masterD * n), subsPerMaster: (subN * masterD) / (subD * masterN), labels };
}

function isSame([numerator, denominator]: readonly [number, number], [, n, d]: UnitRatio): boolean {
  return numerator * d === denominator * n;
}
