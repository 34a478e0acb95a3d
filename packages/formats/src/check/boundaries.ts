import { Path, PathCursor } from '@fieldbridge/fieldjob';
import { type CheckContext, layerName, lengthText } from './check-context.ts';

/** Metres: ends closer than this are one place. */
const SAME = 1e-4;
/** A boundary closes implicitly; a last side longer than this many times its longest other side is a gap. */
const LONGEST = 3;
/** Metres, and share of the length, between the ends of a line that was meant to be closed. */
const NEAR = 0.1;
const SHARE = 0.005;

/** Finds boundaries of surfaces that are open, and lines that end just before their start. */
export function checkBoundaries(context: CheckContext): void {
  const { job, metres, findings } = context;
  for (const { name, boundaries } of job.surfaces)
    for (const { coordinates } of boundaries) {
      const { gap, longest } = measure(coordinates, coordinates.length / 3);
      if (gap * metres <= SAME || (coordinates.length >= 9 && gap <= LONGEST * longest)) continue;
      const [easting, northing] = coordinates.subarray(coordinates.length - 3) as never as [number, number];
      findings.add('check-boundary-open', { easting, northing, name }, { name, gap: lengthText(gap, context) });
    }
  const cursor = new PathCursor(job.lines);
  const path = new Path();
  for (let row = 0; row < job.lines.length; row++) {
    const { closed, count, coordinates } = cursor.load(row, path);
    if (closed || count < 4) continue;
    const { gap, length } = measure(coordinates, count);
    if (gap * metres <= SAME || gap * metres > NEAR || gap > SHARE * length) continue;
    const [easting, northing] = coordinates.subarray(3 * count - 3) as never as [number, number];
    const layer = layerName(job, job.lines.layer.get(row));
    findings.add('check-line-gap', { easting, northing, layer }, { gap: lengthText(gap, context) });
  }
}

/** The distance of the ends of a line in plan, its length and its longest side. */
function measure(c: Float64Array, count: number): { gap: number; length: number; longest: number } {
  let [length, longest] = [0, 0];
  for (let i = 1; i < count; i++) {
    const side = Math.hypot(c[3 * i]! - c[3 * i - 3]!, c[3 * i + 1]! - c[3 * i - 2]!);
    length += side;
    longest = Math.max(longest, side);
  }
  const last = 3 * count - 3;
  return { gap: Math.hypot(c[last]! - c[0]!, c[last + 1]! - c[1]!), length, longest };
}
