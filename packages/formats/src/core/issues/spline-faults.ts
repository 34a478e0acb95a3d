/** Why a spline cannot be drawn as it is stated. */
export const SPLINE_FAULTS = {
  degree: 'its degree is {degree}',
  'few-controls': '{controls} control points are too few for degree {degree}',
  'knot-count': 'it has {knots} knots, but {controls} control points of degree {degree} need {needed}',
  'knots-descend': 'knot {knot} is smaller than the one before it',
  'knots-alike': 'its knots span no range',
  'weight-count': 'it has {weights} weights for {controls} control points',
  'weight-not-positive': 'a weight is not above 0',
  'control-not-finite': 'a control point is not a number',
} as const;
