import type { HorizontalElement } from '../alignment.ts';
import { traceElement } from './alignment-trace.ts';
import { Path } from './path.ts';
import { FULL_TURN } from './turn.ts';

/**
 * An element as straights between places on it, for programs that do not support its kind. The stations of the chords
 * are those of the element; their total length is slightly less.
 * @param tolerance largest distance between curve and chord, in the job's unit
 */
export function chordsOf(element: HorizontalElement, tolerance: number): HorizontalElement[] {
  const path = new Path();
  traceElement(element, tolerance, path);
  const { coordinates: c, count } = path;
  return Array.from({ length: count - 1 }, (_, i) => {
    const [startEasting, startNorthing] = [c[3 * i]!, c[3 * i + 1]!];
    const [ahead, aside] = [c[3 * i + 4]! - startNorthing, c[3 * i + 3]! - startEasting];
    const azimuth = Math.atan2(aside, ahead);
    return {
      ...{ kind: 'straight', startEasting, startNorthing, length: Math.hypot(ahead, aside) },
      ...{ azimuth: azimuth < 0 ? azimuth + FULL_TURN : azimuth, startRadius: Infinity, endRadius: Infinity },
      startStation: element.startStation + (element.length * i) / (count - 1),
    };
  });
}
