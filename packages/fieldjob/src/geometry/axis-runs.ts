import type { Alignment } from '../alignment.ts';
import { traceAlignment } from './alignment-trace.ts';
import { Path } from './path.ts';

/**
 * The axis of an alignment as lines whose elevations are either all known or all unknown: most programs read a missing
 * elevation within a line as 0. Where the profile begins or ends within the axis, one line ends and the next begins.
 * @param tolerance as for `traceAlignment`
 */
export function* axisRuns(alignment: Alignment, tolerance: number): Generator<Path, void> {
  const whole = traceAlignment(alignment, tolerance);
  const { coordinates: c, count } = whole;
  const known = (vertex: number): boolean => Number.isFinite(c[3 * vertex + 2]!);
  let from = 0;
  while (from + 1 < count) {
    // A chord has elevations if both of its ends have; the end of the profile belongs to the runs on both sides.
    const level = known(from) && known(from + 1);
    let to = from + 1;
    while (to + 1 < count && (known(to) && known(to + 1)) === level) to++;
    const run = new Path();
    for (let i = from; i <= to; i++) run.vertex(c[3 * i]!, c[3 * i + 1]!, level ? c[3 * i + 2]! : Number.NaN);
    yield run;
    from = to;
  }
}
