import type { Feature, JobSink } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';

import { issueOf } from '../../core/issues/issue-of.ts';

import type { CrsMap } from '../../kit/crs/crs-change.ts';

/** A position on the earth as stated in a row, in degrees, positive to the north and east. NaN: not stated. */
export interface EarthPosition {
  readonly latitude: number;
  readonly longitude: number;
  /** Ellipsoidal height. */
  readonly height: number;
  /** Elevation above the job's own datum. */
  readonly elevation: number;
  /** The same point on the grid, if the row has both. */
  readonly grid: { readonly easting: number; readonly northing: number } | undefined;
}

/** Takes positions on the earth; returns false for one that cannot be used. */
export interface PositionSink {
  take(feature: Feature, position: EarthPosition): boolean;
}

/** Keeps geographic rows as control points, because their place on the job's grid is unknown. */
export class ControlPositions implements PositionSink {
  readonly #sink: JobSink;
  #reported = false;
  readonly #report: (issue: Issue) => void;

  constructor(sink: JobSink, report: (issue: Issue) => void) {
    this.#sink = sink;
    this.#report = report;
  }

  take(feature: Feature, { latitude, longitude, height, elevation, grid }: EarthPosition): boolean {
    if (!isOnEarth(latitude, longitude)) return false;
    if (!this.#reported && grid === undefined) {
      this.#reported = true;
      this.#report(issueOf('geographic-as-control'));
    }
    if (feature.attributes.length > 0) this.#report(issueOf('control-without-attributes'));
    this.#sink.controlPoint({
      name: feature.name,
      code: feature.code,
      description: feature.description,
      easting: grid?.easting ?? Number.NaN,
      northing: grid?.northing ?? Number.NaN,
      elevation,
      latitude,
      longitude,
      ellipsoidHeight: height,
      useHorizontal: grid !== undefined,
      useVertical: grid !== undefined && Number.isFinite(elevation) && Number.isFinite(height),
      residualEasting: Number.NaN,
      residualNorthing: Number.NaN,
      residualElevation: Number.NaN,
      source: -1,
    });
    return true;
  }
}

/** Turns geographic rows into points, in degrees of WGS 84. */
export class GeographicPoints implements PositionSink {
  readonly #sink: JobSink;
  readonly #byGeoid: boolean;

  /** @param byGeoid whether the points get ellipsoid heights, which a geoid model turns into elevations afterwards */
  constructor(sink: JobSink, byGeoid: boolean) {
    this.#sink = sink;
    this.#byGeoid = byGeoid;
  }

  take(feature: Feature, { latitude, longitude, height, elevation }: EarthPosition): boolean {
    if (!isOnEarth(latitude, longitude)) return false;
    keepHeight(feature, height);
    this.#sink.point(feature, longitude, latitude, this.#byGeoid ? height : elevation);
    return true;
  }
}

/** Places rows by their coordinates on the grid, if they have them; latitude and longitude become attributes. */
export class GridPositions implements PositionSink {
  readonly #sink: JobSink;
  readonly #otherwise: PositionSink;

  /** @param otherwise takes rows without a position on the grid */
  constructor(sink: JobSink, otherwise: PositionSink) {
    this.#sink = sink;
    this.#otherwise = otherwise;
  }

  take(feature: Feature, position: EarthPosition): boolean {
    const { latitude, longitude, height, elevation, grid } = position;
    if (grid === undefined) return this.#otherwise.take(feature, position);
    feature.attributes = [...feature.attributes, 'latitude', String(latitude), 'longitude', String(longitude)];
    keepHeight(feature, height);
    this.#sink.point(feature, grid.easting, grid.northing, elevation);
    return true;
  }
}

/** Projects geographic rows. */
export class ProjectedPositions implements PositionSink {
  readonly #sink: JobSink;
  readonly #map: CrsMap | undefined;
  readonly #position = new Float64Array(3);
  readonly #onFirst: () => void;
  #isFirst = true;

  /**
   * @param map from WGS 84 to the system of the grid; undefined if they are the same
   * @param onFirst called before the first row is projected
   */
  constructor(sink: JobSink, map: CrsMap | undefined, onFirst: () => void) {
    this.#sink = sink;
    this.#map = map;
    this.#onFirst = onFirst;
  }

  take(feature: Feature, { latitude, longitude, height, elevation }: EarthPosition): boolean {
    if (!isOnEarth(latitude, longitude)) return false;
    if (this.#isFirst) this.#onFirst();
    this.#isFirst = false;
    const position = this.#position;
    position[0] = longitude;
    position[1] = latitude;
    this.#map?.(position);
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) return false;
    keepHeight(feature, height);
    this.#sink.point(feature, position[0]!, position[1]!, elevation);
    return true;
  }
}

/** An ellipsoidal height is not an elevation: without a geoid it stays an attribute. */
function keepHeight(feature: Feature, height: number): void {
  if (Number.isFinite(height)) feature.attributes = [...feature.attributes, 'ellipsoidHeight', String(height)];
}

/** Whether a latitude and a longitude are within their ranges. */
export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}
