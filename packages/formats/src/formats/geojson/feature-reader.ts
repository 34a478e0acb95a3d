import {
  Feature,
  type JobSink,
  JUSTIFICATIONS,
  labelOf,
  layerOf,
  Path,
  VERTICAL_JUSTIFICATIONS,
} from '@fieldbridge/fieldjob';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { readControlPoint } from './read-control-point.ts';
import { isOurFeature, readProperties } from './read-properties.ts';
import { isRecord } from './system.ts';

/**
 * What heights are: elevations as someone stated; elevations by assumption, where RFC 7946 says that they are above the
 * ellipsoid of WGS 84; heights above that ellipsoid; or such heights that a geoid model turns into elevations
 * afterwards.
 */
export type Heights = 'elevation' | 'assumed' | 'ellipsoid' | 'geoid';

/** Converts the features of a GeoJSON text into features of a sink. */
export class FeatureReader {
  readonly #sink: JobSink;
  readonly #context: ReadContext;
  readonly #feature = new Feature();
  readonly #path = new Path();
  readonly #position = new Float64Array(3);
  #vertices = 0;
  #features = 0;
  /** Features made from the current one, and its unusable parts. */
  #made = 0;
  #lost = 0;
  /** Elevations that are not numbers. */
  readonly #elevations = { count: 0, first: '' };
  readonly #heights: Heights;
  /** Positions with heights of files of other programs. */
  #foreign = 0;
  /** Heights of vertices and texts, which have no place for one above the ellipsoid. */
  #leftOut = 0;

  constructor(sink: JobSink, context: ReadContext, heights: Heights) {
    this.#sink = sink;
    this.#context = context;
    this.#heights = heights;
  }

  /** Reports the issues that are counted over all features. */
  finish(): void {
    const { count, first } = this.#elevations;
    const { report } = this.#context;
    if (count > 0) report(issueOf('elevation-unreadable', { value: first }, { count }));
    if (this.#heights === 'assumed' && this.#foreign > 0) report(issueOf('geojson-heights', { count: this.#foreign }));
    if (this.#leftOut > 0) report(issueOf('geojson-heights-left-out', { count: this.#leftOut }));
  }

  /**
   * Reads one parsed value; anything but a feature or a geometry is an issue.
   * @param offset its position in the file
   */
  read(value: unknown, offset: number): void {
    const isFeature = isRecord(value) && value['type'] === 'Feature';
    const geometry = isFeature ? value['geometry'] : value;
    const type = isRecord(geometry) ? String(geometry['type']).slice(0, 40) : '(no geometry)';
    const tally = this.#context.tally.of(type);
    tally.found++;
    const properties = isFeature && isRecord(value['properties']) ? value['properties'] : {};
    if (isFeature && properties['kind'] === 'controlPoint') {
      this.#count();
      this.#sink.controlPoint(
        readControlPoint(properties, isRecord(geometry) ? this.#place(geometry['coordinates']) : undefined),
      );
      tally.read++;
      return;
    }
    this.#made = this.#lost = 0;
    if (this.#geometry(geometry, properties, isFeature ? value['id'] : undefined, 0)) {
      tally.read++;
      tally.expanded += this.#made - 1;
      if (this.#lost === 0) return;
      this.#context.report(issueOf('geometry-part-unreadable', { count: this.#lost, type }, { offset }));
      return;
    }
    tally.skipped++;
    this.#context.report(
      type === '(no geometry)'
        ? issueOf('feature-without-geometry', {}, { offset })
        : issueOf('geometry-unreadable', { type }, { offset }),
    );
  }

  #geometry(geometry: unknown, properties: Record<string, unknown>, id: unknown, depth: number): boolean {
    if (!isRecord(geometry)) return false;
    const { type, coordinates, geometries } = geometry;
    if (type === 'GeometryCollection' && Array.isArray(geometries) && depth < this.#context.limits.depth)
      return this.#parts(geometries, (part) => this.#geometry(part, properties, id, depth + 1));
    if (!Array.isArray(coordinates)) return false;
    switch (type) {
      case 'Point':
        return this.#point(coordinates, properties, id);
      case 'MultiPoint':
        return this.#parts(coordinates, (part) => this.#point(part, properties, id));
      case 'LineString':
        return this.#line(coordinates, properties, id);
      case 'MultiLineString':
        return this.#parts(coordinates, (part) => this.#line(part, properties, id));
      case 'Polygon':
        return this.#area(coordinates, properties, id);
      case 'MultiPolygon':
        return this.#area(coordinates.flat(1), properties, id);
      default:
        return false;
    }
  }

  /** Reads the parts of a geometry; true if any of them was usable. */
  #parts(parts: readonly unknown[], read: (part: unknown) => boolean): boolean {
    let some = false;
    for (const part of parts) {
      if (read(part)) some = true;
      else this.#lost++;
    }
    return some;
  }

  #point(coordinates: unknown, properties: Record<string, unknown>, id: unknown): boolean {
    const position = this.#place(coordinates);
    if (position === undefined) return false;
    const [easting, northing, height] = position as unknown as [number, number, number];
    const feature = this.#describe(properties, id);
    const isText = properties['kind'] === 'text' && typeof properties['text'] === 'string';
    if (!isText && (this.#heights === 'ellipsoid' || this.#heights === 'geoid') && Number.isFinite(height))
      feature.attributes = [...feature.attributes, 'ellipsoidHeight', String(height)];
    const elevation = this.#elevation(height, properties, isText);
    if (isText) {
      const label = labelOf(String(properties['text']), easting, northing, { elevation });
      const { height: size, rotation } = properties;
      if (typeof size === 'number') label.height = size;
      if (typeof rotation === 'number') label.rotation = rotation;
      label.justification = oneOf(JUSTIFICATIONS, properties['justification'], label.justification);
      label.verticalJustification = oneOf(
        VERTICAL_JUSTIFICATIONS,
        properties['verticalJustification'],
        label.verticalJustification,
      );
      this.#sink.text(feature, label);
    } else this.#sink.point(feature, easting, northing, elevation);
    return true;
  }

  #line(coordinates: unknown, properties: Record<string, unknown>, id: unknown): boolean {
    const path = this.#path.clear();
    if (!this.#vertexes(coordinates, properties) || path.count < 2) return false;
    const last = 3 * path.count - 1;
    // A line may end above its start.
    const level = Object.is(path.coordinates[2], path.coordinates[last]);
    if (path.count > 3 && level && this.#endsMeet(0)) {
      path.count--;
      path.closed = true;
    }
    this.#sink.line(this.#describe(properties, id), path);
    return true;
  }

  #area(rings: unknown[], properties: Record<string, unknown>, id: unknown): boolean {
    const path = this.#path.clear();
    for (const ring of rings) {
      const first = path.count;
      path.ring();
      if (!this.#vertexes(ring, properties)) return false;
      if (path.count > first + 1 && this.#endsMeet(first)) path.count--;
      // An empty list is not a ring.
      if (path.count === first && first > 0) path.rings.pop();
    }
    if (path.count < 3) return false;
    path.closed = true;
    this.#sink.area(this.#describe(properties, id), path);
    return true;
  }

  /** Whether the last vertex is at vertex `first`. */
  #endsMeet(first: number): boolean {
    const { coordinates: c, count } = this.#path;
    return c[3 * first] === c[3 * count - 3] && c[3 * first + 1] === c[3 * count - 2];
  }

  #vertexes(coordinates: unknown, properties: Record<string, unknown>): boolean {
    if (!Array.isArray(coordinates)) return false;
    for (const part of coordinates) {
      const position = this.#place(part);
      if (position === undefined) return false;
      this.#path.vertex(position[0]!, position[1]!, this.#elevation(position[2]!, properties, true));
    }
    checkLimit(this.#context.limits, 'vertices', (this.#vertices += coordinates.length), 'the number of vertices');
    return true;
  }

  /** The elevation that a height is. @param isLost whether a height above the ellipsoid has no other place */
  #elevation(height: number, properties: Record<string, unknown>, isLost: boolean): number {
    if (Number.isNaN(height)) return height;
    // Our own features have elevations, and 0 is written where there is no height.
    if (height !== 0 && !isOurFeature(properties)) this.#foreign++;
    if (this.#heights !== 'ellipsoid') return height;
    if (isLost) this.#leftOut++;
    return Number.NaN;
  }

  /** A position in the file's coordinates; undefined if it is not one. */
  #place(value: unknown): Float64Array | undefined {
    if (!Array.isArray(value) || typeof value[0] !== 'number' || typeof value[1] !== 'number') return undefined;
    const position = this.#position;
    position[0] = value[0];
    position[1] = value[1];
    position[2] = Number.isFinite(value[2]) ? value[2] : Number.NaN;
    const height: unknown = value[2];
    if (height !== undefined && height !== null && Number.isNaN(position[2]!)) {
      const shown = typeof height === 'object' ? JSON.stringify(height) : String(height);
      if (this.#elevations.count++ === 0) this.#elevations.first = shown.slice(0, 40);
    }
    return Number.isFinite(position[0]) && Number.isFinite(position[1]) ? position : undefined;
  }

  /** Counts a created feature. */
  #count(): void {
    checkLimit(this.#context.limits, 'features', ++this.#features, 'the number of features');
  }

  #describe(properties: Record<string, unknown>, id: unknown): Feature {
    this.#count();
    this.#made++;
    const feature = this.#feature.reset();
    const layer = readProperties(properties, feature);
    if (layer !== '') feature.layer = this.#sink.layer(layerOf(layer));
    if (feature.name === '' && (typeof id === 'string' || typeof id === 'number')) feature.name = String(id);
    return feature;
  }
}

/** The word, if it is one of the known ones. */
function oneOf<T extends string>(words: readonly T[], found: unknown, otherwise: T): T {
  return words.find((word) => word === found) ?? otherwise;
}
