import type { ViewBox } from './manifest.ts';

/**
 * Positions of Web Mercator places (EPSG:3857) in a job: an even net over a box, so that a viewer can put map tiles
 * below a job without knowing projections.
 */
export interface EarthNet {
  /** In metres of Web Mercator. */
  readonly mercator: ViewBox;
  /** Places along each side. */
  readonly side: number;
  /** Eastings and northings in the job's unit, row by row from the south-west; null where the system has no place. */
  readonly places: readonly (number | null)[];
  /** Largest error, in the job's unit, of interpolating between four places. */
  readonly error: number;
  /** The operation between the systems, and its accuracy in metres; null if unknown. */
  readonly operation: string;
  readonly accuracy: number | null;
}
