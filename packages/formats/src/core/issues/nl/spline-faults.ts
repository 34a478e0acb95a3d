import type { SPLINE_FAULTS as ENGLISH } from '../spline-faults.ts';

/** Why a spline cannot be drawn, in Dutch. */
export const SPLINE_FAULTS = {
  degree: 'zijn graad is {degree}',
  'few-controls': '{controls} controlepunten zijn te weinig voor graad {degree}',
  'knot-count': 'hij heeft {knots} knopen, maar {controls} controlepunten van graad {degree} hebben er {needed} nodig',
  'knots-descend': 'knoop {knot} is kleiner dan de vorige',
  'knots-alike': 'zijn knopen omspannen geen bereik',
  'weight-count': 'hij heeft {weights} gewichten voor {controls} controlepunten',
  'weight-not-positive': 'een gewicht is niet groter dan 0',
  'control-not-finite': 'een controlepunt is geen getal',
} as const satisfies Record<keyof typeof ENGLISH, string>;
