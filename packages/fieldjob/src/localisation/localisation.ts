import type { ControlPoint } from '../records.ts';
import { convertLength, type Unit } from '../unit.ts';
import { fitHeightPlane, type HeightPlane, heightDifference } from './height-plane.ts';
import { applyHelmert, fitHelmert, type Helmert } from './helmert.ts';
import { type LocalProjection, projectLocally } from './transverse-mercator.ts';

/** How positions on the earth map to positions on a site's grid. */
export interface Localisation {
  readonly projection: LocalProjection;
  readonly unit: Unit;
  readonly horizontal: Helmert;
  /** Standard deviation of unit weight of the horizontal fit, in the grid's unit; NaN with two pairs. */
  readonly horizontalSigma: number;
  /** undefined if no pair has both heights. */
  readonly vertical: HeightPlane | undefined;
  readonly verticalSigma: number;
}

/** A position on the grid; the elevation is NaN if heights are not localised or not known. */
export interface GridPosition {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
}

/**
 * Computes a localisation from control points that are known on the grid and on the earth: WGS 84 is projected about
 * the pairs' middle (transverse Mercator, scale 1), a Helmert transformation fits that to the grid, and a plane fits
 * the ellipsoid heights to the elevations. `useHorizontal` and `useVertical` say where a pair is used.
 * @param unit of the grid's coordinates and of the ellipsoid heights
 * @returns the localisation, and the control points with their residuals (grid minus computed; NaN where a pair is not
 * used)
 * @throws LocalisationError if the pairs do not determine it
 */
export function localise(
  points: readonly ControlPoint[],
  unit: Unit,
): { localisation: Localisation; points: ControlPoint[] } {
  const horizontal = points.filter(isHorizontal);
  const projection = middleOf(horizontal);
  const plane = (point: ControlPoint): { easting: number; northing: number } => {
    const { easting, northing } = projectLocally(projection, point.latitude, point.longitude);
    return { easting: convertLength(easting, 'metre', unit), northing: convertLength(northing, 'metre', unit) };
  };
  const fit = fitHelmert(
    horizontal.map((point) => {
      const { easting, northing } = plane(point);
      return { fromEasting: easting, fromNorthing: northing, toEasting: point.easting, toNorthing: point.northing };
    }),
  );
  const vertical = points.filter((point) => isVertical(point));
  const heights =
    vertical.length === 0
      ? undefined
      : fitHeightPlane(
          vertical.map((point) => ({
            easting: point.easting,
            northing: point.northing,
            from: point.ellipsoidHeight,
            to: point.elevation,
          })),
        );
  const localisation: Localisation = {
    projection,
    unit,
    horizontal: fit.helmert,
    horizontalSigma: fit.sigma,
    vertical: heights?.plane,
    verticalSigma: heights?.sigma ?? Number.NaN,
  };
  // Residuals are in the order of the pairs that were used.
  const across = fit.residuals.values();
  const upward = heights?.residuals.values();
  const adjusted = points.map((point) => {
    const h = isHorizontal(point) ? across.next().value : undefined;
    const v = isVertical(point) ? upward?.next().value : undefined;
    return {
      ...point,
      residualEasting: h?.easting ?? Number.NaN,
      residualNorthing: h?.northing ?? Number.NaN,
      residualElevation: v ?? Number.NaN,
    };
  });
  return { localisation, points: adjusted };
}

/**
 *  * The grid position of a position on the earth.
 * @param latitude degrees @param longitude degrees @param height above the ellipsoid in the localisation's unit; NaN:
 * not known
 */
export function applyLocalisation(
  localisation: Localisation,
  latitude: number,
  longitude: number,
  height: number,
): GridPosition {
  const { unit, vertical } = localisation;
  const plane = projectLocally(localisation.projection, latitude, longitude);
  const { easting, northing } = applyHelmert(
    localisation.horizontal,
    convertLength(plane.easting, 'metre', unit),
    convertLength(plane.northing, 'metre', unit),
  );
  const elevation = vertical === undefined ? Number.NaN : height + heightDifference(vertical, easting, northing);
  return { easting, northing, elevation };
}

function isHorizontal(point: ControlPoint): boolean {
  return point.useHorizontal && [point.easting, point.northing, point.latitude, point.longitude].every(Number.isFinite);
}

function isVertical(point: ControlPoint): boolean {
  return (
    point.useVertical && [point.easting, point.northing, point.elevation, point.ellipsoidHeight].every(Number.isFinite)
  );
}

/**
 * The middle of the pairs. Longitudes are taken relative to the first, so that sites across the 180th meridian work.
 */
function middleOf(points: readonly ControlPoint[]): LocalProjection {
  const first = points[0]?.longitude ?? 0;
  const offset = (longitude: number): number => longitude - first - 360 * Math.round((longitude - first) / 360);
  const count = Math.max(1, points.length);
  return {
    latitude: points.reduce((sum, point) => sum + point.latitude, 0) / count,
    longitude: first + points.reduce((sum, point) => sum + offset(point.longitude), 0) / count,
  };
}
