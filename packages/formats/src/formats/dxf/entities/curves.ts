import { FULL_TURN } from '@fieldbridge/fieldjob';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { appendArc, appendCircle, sweepOfDegrees } from '../../../kit/cad/arc.ts';
import { minorAxis, strokeEllipse } from '../../../kit/cad/ellipse.ts';
import { type FitCurve, strokeThrough } from '../../../kit/cad/fit-spline.ts';
import { evenKnots, type Spline, splineFault, strokeSpline } from '../../../kit/cad/spline.ts';
import { COMMON } from '../common-fields.ts';
import { integer, point, real } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import { BAD_POSITION, type Outcome } from './draw.ts';

/** Share of a turn that is no arc. */
const NOTHING = 1e-10;
/** Difference from a turn, as a share of it, that comes from how 2π is spelled, often with too few digits (6.2832). */
const SPELLING = 5e-6;
/** Most vertices that one spline may be stroked into. */
export const MOST_SPLINE_VERTICES = 1_000_000;
/** Flags of a spline (70): closed; parameter of its fit points spaced by roots of their distances, or evenly. */
const CLOSED = 1;
const BY_ROOTS = 64;
const EVENLY = 128;
const BAD_RADIUS = issueOf('bad-radius');

export const CIRCLE = { centre: point(10), radius: real(40) };

/** CIRCLE: two half arcs, closed. */
export function drawCircle(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  const radius = entity.get(CIRCLE.radius);
  if (!(radius > 0)) return BAD_RADIUS;
  appendCircle(pen.path, entity.get(CIRCLE.centre.x), entity.get(CIRCLE.centre.y), entity.get(CIRCLE.centre.z), radius);
  pen.path.closed = true;
  return pen.line() ? undefined : BAD_POSITION;
}

/** Angles in degrees. */
export const ARC = { ...CIRCLE, start: real(50, 0), end: real(51, 360) };

/** ARC: counter-clockwise from its start angle to its end angle, in its own plane. */
export function drawArc(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  into.useExtrusion();
  const radius = entity.get(ARC.radius);
  if (!(radius > 0)) return BAD_RADIUS;
  const start = entity.get(ARC.start);
  appendArc(
    pen.path,
    entity.get(ARC.centre.x),
    entity.get(ARC.centre.y),
    entity.get(ARC.centre.z),
    radius,
    (start / 360) * FULL_TURN,
    sweepOfDegrees(start, entity.get(ARC.end)),
  );
  return pen.line() ? undefined : BAD_POSITION;
}

/** Start and end are parameters: radians on the circle of which the ellipse is the image. */
export const ELLIPSE = {
  centre: point(10, 0),
  majorAxis: point(11, 0),
  ratio: real(40, 1),
  start: real(41, 0),
  end: real(42, FULL_TURN),
};

/** ELLIPSE: world coordinates, stroked. */
export function drawEllipse(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  const centre = entity.point(ELLIPSE.centre);
  const major = entity.point(ELLIPSE.majorAxis);
  const ratio = entity.get(ELLIPSE.ratio);
  const start = entity.get(ELLIPSE.start);
  let end = entity.get(ELLIPSE.end);
  if (![...centre, ...major, ratio, start, end].every(Number.isFinite)) return BAD_POSITION;
  if (Math.hypot(...major) === 0) return BAD_RADIUS;
  const turns = (end - start) / FULL_TURN;
  if (turns <= NOTHING || turns > 1) end -= FULL_TURN * (Math.ceil(turns - (turns > 1 ? SPELLING : NOTHING)) - 1);
  const whole = Math.abs(end - start - FULL_TURN) < SPELLING * FULL_TURN;
  if (whole) end = start + FULL_TURN;
  const minor = minorAxis(major, entity.point(COMMON.extrusion), ratio);
  strokeEllipse({ centre, major, minor, start, end }, pen.ownTolerance, pen.path);
  if (whole) {
    pen.path.count--;
    pen.path.closed = true;
  }
  return pen.line() ? undefined : BAD_POSITION;
}

export const SPLINE = {
  flags: integer(70),
  degree: integer(71, 3),
  knots: real(40),
  weights: real(41),
  controls: point(10),
  fits: point(11),
  startTangent: point(12, 0),
  endTangent: point(13, 0),
};

/** SPLINE and HELIX (by the spline stored with it): stroked. Bad knots are replaced by even ones, which is reported. */
export function drawSpline(into: Interpreter): Outcome {
  const { entity, pen } = into;
  into.begin();
  // A HELIX has further groups of the same codes after its spline.
  let end = entity.find(COMMON.subclass);
  while (end < entity.to && entity.nameAt(end) !== 'AcDbHelix') end = entity.find(COMMON.subclass, end + 1);
  const spline: Spline = {
    degree: entity.get(SPLINE.degree),
    knots: entity.all(SPLINE.knots, entity.from, end),
    controls: noGaps(entity.triples(SPLINE.controls, entity.from, end)),
    weights: entity.all(SPLINE.weights, entity.from, end),
  };
  const fault =
    spline.controls.length > 0
      ? strokeRepaired(into, spline)
      : strokeFits(into, noGaps(entity.triples(SPLINE.fits, entity.from, end)));
  if (fault !== undefined) return fault;
  return pen.line() ? undefined : BAD_POSITION;
}

function strokeRepaired(into: Interpreter, spline: Spline): Outcome {
  const { pen } = into;
  let usable = spline;
  const reason = splineFault(spline);
  if (reason !== undefined) {
    const count = spline.controls.length / 3;
    usable = {
      ...spline,
      knots: evenKnots(count, spline.degree),
      weights: spline.weights.length === count ? spline.weights : [],
    };
    const still = splineFault(usable);
    if (still !== undefined) return issueOf('bad-spline', still);
    into.remark(issueOf('spline-repaired', reason));
  }
  strokeSpline(usable, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES);
  return undefined;
}

function strokeFits(into: Interpreter, fits: number[]): Outcome {
  const { entity, pen } = into;
  const flags = entity.get(SPLINE.flags);
  const curve: FitCurve = {
    fits,
    closed: (flags & CLOSED) !== 0,
    spacing: (flags & BY_ROOTS) !== 0 ? 'root' : (flags & EVENLY) !== 0 ? 'even' : 'chord',
    start: entity.point(SPLINE.startTangent),
    end: entity.point(SPLINE.endTangent),
  };
  if (!fits.every(Number.isFinite) || !strokeThrough(curve, pen.ownTolerance, pen.path, MOST_SPLINE_VERTICES))
    return issueOf('bad-spline', { fault: 'no-points' });
  into.remark(issueOf('spline-approximated'));
  return undefined;
}

/** Missing elevations of curves count as 0. */
export function noGaps(triples: number[]): number[] {
  for (let i = 2; i < triples.length; i += 3) if (Number.isNaN(triples[i])) triples[i] = 0;
  return triples;
}
