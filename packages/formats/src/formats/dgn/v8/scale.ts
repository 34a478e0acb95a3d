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
const FEET: readonly (readonly [Unit, number, number])[] = [
  ['internationalFoot', 10000, 3048],
  ['usSurveyFoot', 3937, 1200],
];

/** The scale of a model: its own unit if a job can have it, else converted to metres by the stated ratio. */
export function scaleOf({ perMetre, uorPerMaster, origin }: V8Model): V8Scale {
  if (perMetre === undefined) return { unit: undefined, numerator: 1, denominator: uorPerMaster, origin };
  const [numerator, denominator] = perMetre;
  for (const [unit, n, d] of FEET) {
    if (numerator * d === denominator * n) return { unit, numerator: 1, denominator: uorPerMaster, origin };
  }
  return { unit: 'metre', numerator: denominator, denominator: uorPerMaster * numerator, origin };
}
