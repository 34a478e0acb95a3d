import type { ViewBox } from './manifest.ts';

/**
 * Where places of Web Mercator (EPSG:3857) are in a job: an even net over a box, so that a viewer can put map tiles
 * below a job without knowing projections.
 */
export interface EarthNet {
  /** In metres of Web Mercator. */
  readonly mercator: ViewBox;
  /** Places along each side. */
  readonly side: number;
  /** Eastings and northings in the job's unit, row by row from the south-west; null where the system has no place. */
  readonly places: readonly (number | null)[];
  /** Largest distance in the job's unit of what is interpolated between four places from what is true. */
  readonly error: number;
  /** The operation between the systems, and how exact it is in metres; null if nobody states it. */
  readonly operation: string;
  readonly accuracy: number | null;
}
