import { LocalisationError } from './helmert.ts';

/** A point whose height is known in two systems. */
export interface HeightPair {
  readonly easting: number;
  readonly northing: number;
  /** Source height (above the ellipsoid), in the unit of `to`. */
  readonly from: number;
  readonly to: number;
}

/** The difference of two height systems as a plane: to − from = shift + slopeE (e − e0) + slopeN (n − n0). */
export interface HeightPlane {
  readonly shift: number;
  readonly slopeEasting: number;
  readonly slopeNorthing: number;
  readonly easting: number;
  readonly northing: number;
}

export interface HeightFit {
  readonly plane: HeightPlane;
  /** Target minus adjusted height, pair by pair. */
  readonly residuals: readonly number[];
  /** Standard deviation of unit weight; NaN without redundancy. */
  readonly sigma: number;
}

/** Pairs are collinear if their breadth is less than this share of their length. */
const LEAST_BREADTH = 1e-4;

/**
 * The vertical adjustment that fits the pairs best by least squares: a shift for one or two pairs, an inclined plane
 * for three or more. Collinear pairs are refused, because a plane through them could turn about their line. Source: the
 * bilinear normal equations of a plane about the centroid.
 * @throws LocalisationError
 */
export function fitHeightPlane(pairs: readonly HeightPair[]): HeightFit {
  if (pairs.length === 0)
    throw new LocalisationError('too-few-pairs', 'a vertical localisation needs at least one pair');
  const count = pairs.length;
  const easting = pairs.reduce((sum, pair) => sum + pair.easting, 0) / count;
  const northing = pairs.reduce((sum, pair) => sum + pair.northing, 0) / count;
  const shift = pairs.reduce((sum, pair) => sum + (pair.to - pair.from), 0) / count;
  let ee = 0;
  let nn = 0;
  let en = 0;
  let ed = 0;
  let nd = 0;
  for (const pair of pairs) {
    const e = pair.easting - easting;
    const n = pair.northing - northing;
    const d = pair.to - pair.from - shift;
    ee += e * e;
    nn += n * n;
    en += e * n;
    ed += e * d;
    nd += n * d;
  }
  if (!Number.isFinite(ee + nn + ed + nd + shift)) {
    throw new LocalisationError('not-finite', 'a pair has a height or coordinate that is not a number');
  }
  let slopeEasting = 0;
  let slopeNorthing = 0;
  if (count >= 3) {
    const determinant = ee * nn - en * en;
    // The determinant is the product of the squared length and breadth of the cloud of pairs.
    if (!(determinant > LEAST_BREADTH ** 2 * (ee + nn) ** 2)) {
      throw new LocalisationError(
        'pairs-in-line',
        'the pairs are collinear and define no plane; use one or two of them for a shift',
      );
    }
    slopeEasting = (ed * nn - nd * en) / determinant;
    slopeNorthing = (nd * ee - ed * en) / determinant;
  }
  const plane: HeightPlane = { shift, slopeEasting, slopeNorthing, easting, northing };
  const residuals = pairs.map((pair) => pair.to - pair.from - heightDifference(plane, pair.easting, pair.northing));
  const freedom = count - (count >= 3 ? 3 : 1);
  const left = residuals.reduce((sum, residual) => sum + residual * residual, 0);
  return { plane, residuals, sigma: freedom === 0 ? Number.NaN : Math.sqrt(left / freedom) };
}

/** The correction to add to a height at a position. */
export function heightDifference(plane: HeightPlane, easting: number, northing: number): number {
  return (
    plane.shift + plane.slopeEasting * (easting - plane.easting) + plane.slopeNorthing * (northing - plane.northing)
  );
}
