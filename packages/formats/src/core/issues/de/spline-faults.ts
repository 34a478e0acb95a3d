import type { SPLINE_FAULTS as ENGLISH } from '../spline-faults.ts';

/** Why a spline cannot be drawn, in German. */
export const SPLINE_FAULTS = {
  degree: 'sein Grad ist {degree}',
  'few-controls': '{controls} Kontrollpunkte sind zu wenig für Grad {degree}',
  'knot-count': 'er hat {knots} Knoten, aber {controls} Kontrollpunkte vom Grad {degree} brauchen {needed}',
  'knots-descend': 'der Knoten {knot} ist kleiner als der vorige',
  'knots-alike': 'seine Knoten spannen keinen Bereich auf',
  'weight-count': 'er hat {weights} Gewichte für {controls} Kontrollpunkte',
  'weight-not-positive': 'ein Gewicht ist nicht größer als 0',
  'control-not-finite': 'ein Kontrollpunkt ist keine Zahl',
} as const satisfies Record<keyof typeof ENGLISH, string>;
