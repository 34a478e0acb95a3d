import { R2013 } from '../file/releases.ts';
import type { EntityReading } from '../object/entity-reading.ts';
import { type BitField, withFields } from '../object/fields.ts';

export const CIRCLE: readonly BitField[] = [
  ['3BD', 10],
  ['BD', 40],
  ['BT', 0],
  ['BE', 210],
];
export const ARC: readonly BitField[] = [...CIRCLE, ['A', 50], ['A', 51]];
export const readCircle = withFields(...CIRCLE);
export const readArc = withFields(...ARC);
/** ELLIPSE: its parameters are not angles and stay in radians. */
export const readEllipse = withFields(['3BD', 10], ['3BD', 11], ['3BE', 210], ['BD', 40], ['BD', 41], ['BD', 42]);

/** Flags of DXF: closed, periodic, rational. */
const [CLOSED, PERIODIC, RATIONAL] = [1, 2, 4];
/** Flags since 2013: closed; the spacing of fit points is stated. */
const [IS_CLOSED, HAS_SPACING] = [4, 8];
/** Spacing of the parameter of fit points, and its flags in DXF; 0 is by distance. */
const CUSTOM = 15;
const SPACING_FLAGS: Readonly<Record<number, number>> = { 1: 64, 2: 128 };
/** Kinds of splines: by control points, by fit points. */
const BY_FIT = 2;

/** SPLINE, and HELIX as the spline that it is drawn by. */
export function readSpline({ object, out }: EntityReading): void {
  const { data, release } = object;
  let kind = data.bitLong();
  let flags = 0;
  if (release >= R2013) {
    const stated = data.bitLong();
    const spacing = data.bitLong();
    if ((stated & IS_CLOSED) !== 0) flags = CLOSED;
    flags |= SPACING_FLAGS[spacing] ?? 0;
    kind = spacing === CUSTOM || (stated & HAS_SPACING) === 0 ? 1 : BY_FIT;
  }
  const degree = data.bitLong();
  if (kind === BY_FIT) {
    out.number(70, flags);
    out.number(71, degree);
    data.bitDouble();
    out.point(12, data.triple());
    out.point(13, data.triple());
    for (let i = data.count(6); i > 0; i--) out.point(11, data.triple());
    return;
  }
  if (data.flag()) flags |= RATIONAL;
  if (data.flag()) flags |= CLOSED;
  if (data.flag()) flags |= PERIODIC;
  out.number(70, flags);
  out.number(71, degree);
  data.bitDouble();
  data.bitDouble();
  const knots = data.count(2);
  const controls = data.count(6);
  const hasWeights = data.flag();
  for (let i = 0; i < knots; i++) out.number(40, data.bitDouble());
  for (let i = 0; i < controls; i++) {
    out.point(10, data.triple());
    if (hasWeights) out.number(41, data.bitDouble());
  }
}
