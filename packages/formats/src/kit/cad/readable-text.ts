import type { Justification, VerticalJustification } from '@fieldbridge/fieldjob';

/** How a text runs and which side of it its place is. */
export interface TextRun {
  /** Radians, counter-clockwise from east. */
  readonly rotation: number;
  readonly justification: Justification;
  readonly verticalJustification: VerticalJustification;
}

const OTHER_SIDE = { left: 'right', centre: 'centre', right: 'left' } as const;
/** A text that hangs from its base line fills the space below it. */
const OTHER_WAY_UP = { baseline: 'top', bottom: 'top', middle: 'middle', top: 'bottom' } as const;
const UPRIGHT = 1e-9;

/**
 * Turns a text in mirror writing (backwards, upside down, in a mirrored block or seen from behind) into one that can be read
 * and fills the same space, as CAD systems do it with MIRRTEXT = 0: either it runs the other way or it hangs the other way up,
 * whichever does not stand on its head.
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
