import type { Alignment } from '../alignment.ts';
import { withinTurn } from '../geometry/turn.ts';

/**
 * An alignment with easting and northing exchanged: its axis is the mirror image. Stations, profile, left and right
 * stay as stated, because they do not depend on the order of coordinates.
 */
export function mirroredAlignment(alignment: Alignment): Alignment {
  const horizontal = alignment.horizontal.map((element) => ({
    ...element,
    startEasting: element.startNorthing,
    startNorthing: element.startEasting,
    azimuth: withinTurn(Math.PI / 2 - element.azimuth),
    startRadius: turned(element.startRadius),
    endRadius: turned(element.endRadius),
  }));
  return { ...alignment, horizontal };
}

/** The radius to the other side; Infinity has no side. */
function turned(radius: number): number {
  return radius === Number.POSITIVE_INFINITY ? radius : -radius;
}
