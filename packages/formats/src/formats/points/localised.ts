import {
  applyLocalisation,
  type ControlPoint,
  type Feature,
  type JobSink,
  type Localisation,
  LocalisationError,
  localise,
  type Unit,
} from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { type EarthPosition, isOnEarth, type PositionSink } from './geographic.ts';
import { invalid } from './options.ts';

/** Most pairs of a localisation; the length of the option usually allows fewer. */
const MOST_PAIRS = 200;

/**
 * Parses the option with control pairs: `name,easting,northing,elevation,latitude,longitude,height` joined by
 * semicolons; elevation and height may be empty.
 * @throws FormatError `option-invalid`
 */
export function parseControl(text: string): ControlPoint[] {
  const pairs = text.split(';').filter((pair) => pair.trim() !== '');
  if (pairs.length > MOST_PAIRS)
    throw invalid('control', `has ${pairs.length} pairs; at most ${MOST_PAIRS} are supported`);
  return pairs.map((pair) => {
    const [name, ...rest] = pair.split(',').map((part) => part.trim());
    const [easting, northing, elevation, latitude, longitude, ellipsoidHeight] = rest.map((part) =>
      part === '' ? Number.NaN : Number(part),
    );
    const isWhole = [easting, northing, latitude, longitude].every(Number.isFinite) && isOnEarth(latitude!, longitude!);
    // A height may be empty; any other text that is not a number is a mistake.
    const isHeight = rest.every((part, i) => part === '' || i % 3 !== 2 || Number.isFinite(Number(part)));
    if (rest.length !== 6 || !isWhole || !isHeight) {
      throw invalid(
        'control',
        `"${pair.slice(0, 80)}" is not name,easting,northing,elevation,latitude,longitude,height`,
      );
    }
    const useVertical = Number.isFinite(elevation) && Number.isFinite(ellipsoidHeight);
    return {
      name: name ?? '',
      code: '',
      description: '',
      easting: easting!,
      northing: northing!,
      elevation: elevation!,
      latitude: latitude!,
      longitude: longitude!,
      ellipsoidHeight: ellipsoidHeight!,
      useHorizontal: true,
      useVertical,
      residualEasting: Number.NaN,
      residualNorthing: Number.NaN,
      residualElevation: Number.NaN,
      source: -1,
    };
  });
}

/** Converts geographic rows to the site's grid by a localisation computed from control pairs. */
export class LocalisedPositions implements PositionSink {
  readonly #sink: JobSink;
  readonly #localisation: Localisation;

  /**
   * Computes the localisation, passes the control points on with their residuals, and reports how well they fit.
   * @throws FormatError `option-invalid` if the pairs do not determine it
   */
  constructor(sink: JobSink, control: readonly ControlPoint[], unit: Unit, report: (issue: Issue) => void) {
    this.#sink = sink;
    try {
      const { localisation, points } = localise(control, unit);
      this.#localisation = localisation;
      for (const point of points) sink.controlPoint(point);
      report(issueOf('localised', summary(localisation, points, unit)));
    } catch (error) {
      if (error instanceof LocalisationError) throw invalid('control', error.message);
      throw error;
    }
  }

  take(feature: Feature, { latitude, longitude, height, elevation, grid }: EarthPosition): boolean {
    if (!isOnEarth(latitude, longitude)) return false;
    const place = applyLocalisation(this.#localisation, latitude, longitude, height);
    // Values stated in the row override computed ones.
    const up = Number.isFinite(elevation) ? elevation : place.elevation;
    this.#sink.point(feature, grid?.easting ?? place.easting, grid?.northing ?? place.northing, up);
    return true;
  }
}

/** How well the control points fit. */
function summary(
  { vertical }: Localisation,
  points: readonly ControlPoint[],
  unit: Unit,
): { count: number; unit: string; horizontal: string; vertical: string } {
  const worst = (residuals: number[]): string => Math.max(0, ...residuals.filter(Number.isFinite)).toFixed(4);
  return {
    count: points.length,
    unit,
    horizontal: worst(points.map((point) => Math.hypot(point.residualEasting, point.residualNorthing))),
    vertical:
      vertical === undefined ? 'none (heights not localised)' : worst(points.map((p) => Math.abs(p.residualElevation))),
  };
}
