import type { Unit } from '@fieldbridge/fieldjob';
import type { V8Model } from './model.ts';

/** Conversion of stored numbers to coordinates: (uor − origin) × numerator ÷ denominator, in `unit`. */
export interface V8Scale {
  readonly unit: Unit | undefined;
  readonly numerator: number;
  readonly denominator: number;
  readonly origin: readonly [number, number, number];
}

/** Exact ratios (units per metre) of the units that a job can have. */
type UnitRatio = readonly [Unit, number, number];
const METRE: UnitRatio = ['metre', 1, 1];
const FEET: readonly UnitRatio[] = [
  ['internationalFoot', 10000, 3048],
  ['usSurveyFoot', 3937, 1200],
];

/** The scale of a model: in its own unit if a job can have it, else in metres. */
export function scaleOf({ perMetre, storagePerMetre, uorPerStorage, origin }: V8Model): V8Scale {
  if (perMetre === undefined || storagePerMetre === undefined)
    return { unit: undefined, numerator: 1, denominator: uorPerStorage, origin };
  const [unit, n, d] = FEET.find((foot) => isSame(perMetre, foot)) ?? METRE;
  if (isSame(storagePerMetre, [unit, n, d])) return { unit, numerator: 1, denominator: uorPerStorage, origin };
  const [storageN, storageD] = storagePerMetre;
  return { unit, numerator: storageD * n, denominator: uorPerStorage * storageN * d, origin };
}

function isSame([numerator, denominator]: readonly [number, number], [, n, d]: UnitRatio): boolean {
  return numerator * d === denominator * n;
}
