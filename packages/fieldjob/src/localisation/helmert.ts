/** A point known in two plane systems, both in the same unit. */
export interface PlanePair {
  readonly fromEasting: number;
  readonly fromNorthing: number;
  readonly toEasting: number;
  readonly toNorthing: number;
}

/**
 * A plane similarity: E = a e − b n + tE, N = b e + a n + tN. Stored about the centroid of its pairs, to keep digits.
 */
export interface Helmert {
  readonly a: number;
  readonly b: number;
  /** Centroid of the pairs in the first and in the second system. */
  readonly fromEasting: number;
  readonly fromNorthing: number;
  readonly toEasting: number;
  readonly toNorthing: number;
}

/** Residual of a pair: target minus transformed, in the unit of the target. */
export interface PlaneResidual {
  readonly easting: number;
  readonly northing: number;
}

export interface HelmertFit {
  readonly helmert: Helmert;
  readonly residuals: readonly PlaneResidual[];
  /** Standard deviation of unit weight; NaN with two pairs, which have no redundancy. */
  readonly sigma: number;
}

/** The pairs do not determine the localisation. */
export class LocalisationError extends Error {
  readonly code: 'too-few-pairs' | 'pairs-coincide' | 'pairs-mirrored' | 'pairs-in-line' | 'not-finite';

  constructor(code: LocalisationError['code'], message: string) {
    super(message);
    this.name = 'LocalisationError';
    this.code = code;
  }
}

/** Pairs closer together than this, in their unit, coincide: means of coordinates are rounded. */
const LEAST_SPREAD = 1e-4;
/** If less than this part of one figure is found in the other, they are different figures. */
const LEAST_LIKENESS = 1e-6;

/**
 * The Helmert transformation (scale, rotation, two shifts) that fits the pairs best by least squares, all with equal
 * weight. About the centroids the normal equations decouple, so the solution is closed. Source: C. D. Ghilani,
 * Adjustment Computations, 6th ed., chapter 18.2.
 * @throws LocalisationError for fewer than two pairs, coincident pairs, dissimilar figures, or numbers that are not
 * finite
 */
export function fitHelmert(pairs: readonly PlanePair[]): HelmertFit {
  if (pairs.length < 2) {
    throw new LocalisationError('too-few-pairs', `a horizontal localisation needs two pairs, not ${pairs.length}`);
  }
  const mean = (pick: (pair: PlanePair) => number): number =>
    pairs.reduce((sum, pair) => sum + pick(pair), 0) / pairs.length;
  const fromEasting = mean((pair) => pair.fromEasting);
  const fromNorthing = mean((pair) => pair.fromNorthing);
  const toEasting = mean((pair) => pair.toEasting);
  const toNorthing = mean((pair) => pair.toNorthing);
  let along = 0;
  let across = 0;
  let square = 0;
  let squareTo = 0;
  for (const pair of pairs) {
    const e = pair.fromEasting - fromEasting;
    const n = pair.fromNorthing - fromNorthing;
    const E = pair.toEasting - toEasting;
    const N = pair.toNorthing - toNorthing;
    along += e * E + n * N;
    across += e * N - n * E;
    square += e * e + n * n;
    squareTo += E * E + N * N;
  }
  if (!Number.isFinite(square + squareTo)) {
    throw new LocalisationError('not-finite', 'a pair has a coordinate that is not a number');
  }
  if (Math.min(square, squareTo) < pairs.length * LEAST_SPREAD ** 2) {
    throw new LocalisationError('pairs-coincide', 'all pairs coincide: scale and rotation cannot be computed');
  }
  if (Math.hypot(along, across) < LEAST_LIKENESS * Math.sqrt(square * squareTo)) {
    const text =
      'the pairs form different figures in the two systems: perhaps easting and northing are exchanged in one of them';
    throw new LocalisationError('pairs-mirrored', text);
  }
  const helmert: Helmert = { a: along / square, b: across / square, fromEasting, fromNorthing, toEasting, toNorthing };
  const residuals = pairs.map((pair) => {
    const { easting, northing } = applyHelmert(helmert, pair.fromEasting, pair.fromNorthing);
    return { easting: pair.toEasting - easting, northing: pair.toNorthing - northing };
  });
  const left = residuals.reduce((sum, { easting, northing }) => sum + easting * easting + northing * northing, 0);
  const freedom = 2 * pairs.length - 4;
  return { helmert, residuals, sigma: freedom === 0 ? Number.NaN : Math.sqrt(left / freedom) };
}

/** Transforms a position. */
export function applyHelmert(
  helmert: Helmert,
  easting: number,
  northing: number,
): { easting: number; northing: number } {
  const e = easting - helmert.fromEasting;
  const n = northing - helmert.fromNorthing;
  return {
    easting: helmert.toEasting + helmert.a * e - helmert.b * n,
    northing: helmert.toNorthing + helmert.b * e + helmert.a * n,
  };
}

/** Scale, rotation (radians, counter-clockwise) and shifts, as reports show them. */
export function helmertParameters(helmert: Helmert): {
  scale: number;
  rotation: number;
  shiftEasting: number;
  shiftNorthing: number;
} {
  const { a, b } = helmert;
  return {
    scale: Math.hypot(a, b),
    rotation: Math.atan2(b, a),
    shiftEasting: helmert.toEasting - a * helmert.fromEasting + b * helmert.fromNorthing,
    shiftNorthing: helmert.toNorthing - b * helmert.fromEasting - a * helmert.fromNorthing,
  };
}
