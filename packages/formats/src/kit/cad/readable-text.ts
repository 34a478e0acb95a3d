import type { Justification, VerticalJustification } from '@fieldbridge/fieldjob';

/** The direction of a text and how it is justified. */
export interface TextRun {
  /** Radians, counter-clockwise from east. */
  readonly rotation: number;
  readonly justification: Justification;
  readonly verticalJustification: VerticalJustification;
}

const OTHER_SIDE = { left: 'right', centre: 'centre', right: 'left' } as const;
/** A text that is turned over its base line fills the space on the other side of it. */
const OTHER_WAY_UP = { baseline: 'top', bottom: 'top', middle: 'middle', top: 'bottom' } as const;
const UPRIGHT = 1e-9;

/**
 * Turns mirror writing (backwards, upside down, in a mirrored block or seen from behind) into readable text that fills
 * the same space, as CAD systems do with MIRRTEXT = 0. Either its direction or its vertical justification is reversed,
 * whichever does not put it upside down.
 */
export function readable(
  rotation: number,
  justification: Justification,
  verticalJustification: VerticalJustification,
): TextRun {
  const across = Math.cos(rotation);
  const isUpright = across > UPRIGHT || (across > -UPRIGHT && Math.sin(rotation) > 0);
  if (isUpright) return { rotation, justification, verticalJustification: OTHER_WAY_UP[verticalJustification] };
  const turned = rotation > 0 ? rotation - Math.PI : rotation + Math.PI;
  return { rotation: turned, justification: OTHER_SIDE[justification], verticalJustification };
}
