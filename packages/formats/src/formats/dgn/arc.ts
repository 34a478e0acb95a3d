import { FULL_TURN, type Path } from '@fieldbridge/fieldjob';
import { appendArc, appendCircle } from '../../kit/cad/arc.ts';
import { type Ellipse, strokeEllipse } from '../../kit/cad/ellipse.ts';
import type { Drawn } from './dialect.ts';
import type { Axes } from './rotation.ts';

/** Half axes that differ by less than this share make a circle. */
const ROUND = 1e-9;

/** An ellipse or arc element in the job's coordinates. */
export interface DesignArc {
  /** Elevation NaN in a 2-D file. */
  readonly centre: readonly [number, number, number];
  readonly primary: number;
  readonly secondary: number;
  readonly axes: Axes;
  /** Radians in the element's own axes; `sweep` is signed, a full turn for an ellipse. */
  readonly start: number;
  readonly sweep: number;
}

/** Appends an arc to a path: level circular ones stay arcs, all others become chords within `tolerance`. */
export function appendDesignArc(arc: DesignArc, tolerance: number, path: Path): Drawn {
  const { centre, primary, secondary, axes, start, sweep } = arc;
  if (![primary, secondary, start, sweep, centre[0], centre[1]].every(Number.isFinite))
    return { fault: 'dgn-position-invalid' };
  const isFull = Math.abs(sweep) >= FULL_TURN;
  if (isFull) path.closed = true;
  const isLevel = axes.across[2] === 0 && axes.along[2] === 0;
  if (isLevel && Math.abs(primary - secondary) <= ROUND * Math.abs(primary)) {
    const turn = Math.atan2(axes.across[1], axes.across[0]);
    const upright = axes.across[0] * axes.along[1] - axes.across[1] * axes.along[0] > 0 ? 1 : -1;
    if (isFull) appendCircle(path, ...centre, primary);
    else appendArc(path, ...centre, primary, turn + upright * start, upright * sweep);
    return 'drawn';
  }
  const rise = Number.isNaN(centre[2]) ? 0 : 1;
  const scaled = (axis: readonly [number, number, number], size: number): [number, number, number] => [
    axis[0] * size,
    axis[1] * size,
    axis[2] * size * rise,
  ];
  const ellipse: Ellipse = {
    centre,
    major: scaled(axes.across, primary),
    minor: scaled(axes.along, secondary),
    start,
    end: start + sweep,
  };
  const first = path.count;
  strokeEllipse(ellipse, tolerance, path);
  // The last vertex of a full ellipse equals its first.
  if (isFull && path.count > first + 1) path.count--;
  return 'stroked';
}
