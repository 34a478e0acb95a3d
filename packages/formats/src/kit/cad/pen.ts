import type { JobSink, Justification, Surface, VerticalJustification } from '@fieldbridge/fieldjob';
import { Extent, type ExtentBox } from '@fieldbridge/fieldjob/extent.ts';
import { Feature } from '@fieldbridge/fieldjob/feature.ts';
import { Path } from '@fieldbridge/fieldjob/geometry/path.ts';
import { strokePath } from '@fieldbridge/fieldjob/geometry/stroke.ts';
import { fitAttribute, letterWidthAttribute } from '@fieldbridge/fieldjob/mapped-attributes.ts';
import { surfaceOf } from '@fieldbridge/fieldjob/surface.ts';
import { checkLimit, type Limits } from '../../core/limits.ts';
import { Affine } from './affine.ts';
import type { ClipBoundary } from './clip/boundary.ts';
import { ClippedSink } from './clip/clipped-sink.ts';
import { DrawingMeasures } from './drawing-measures.ts';
import type { FaceCollector } from './face-collector.ts';
import { isPlaced } from './placed.ts';
import { readable } from './readable-text.ts';

/** Where a text is placed, in the coordinates of the entity. Angles are in radians. */
export interface TextPlace {
  readonly easting: number;
  readonly northing: number;
  readonly elevation: number;
  readonly height: number;
  readonly rotation: number;
  readonly justification: Justification;
  readonly verticalJustification: VerticalJustification;
  /** The length that its letters are squeezed or stretched to; 0 or undefined for their natural one. */
  readonly fit?: number;
  /** By which factor its letters are wider than its font has them; undefined for 1. */
  readonly letterWidth?: number;
  /** Mirror writing: its up direction is a quarter turn clockwise from its reading direction. */
  readonly mirrored?: boolean;
}

/** Coordinate triples, of which the first `count` are in use. */
interface Positions {
  readonly coordinates: Float64Array;
  readonly count: number;
}

/** Each eighth feature is measured. */
const SAMPLED = 7;

/**
 * Draws CAD geometry into a sink. The caller fills `feature` and `path` (both are reused) in the entity's own
 * coordinates; `frame` maps them to the job's. Arcs stay arcs where the frame keeps circles round and become chords
 * within `tolerance` elsewhere. Positions that are not finite are refused, never passed on.
 */
export class Pen {
  readonly feature = new Feature();
  readonly path = new Path();
  /** Current map from entity coordinates to the job's. */
  readonly frame = new Affine();
  /** Elevation, in the entity's coordinates, of positions that state none; NaN leaves them without one. */
  ground = Number.NaN;
  /** Largest distance of a chord from its curve, in the job's unit. */
  readonly tolerance: number;
  /** Features drawn so far. */
  features = 0;
  /** Vertices drawn so far. */
  vertices = 0;
  /** Takes faces that may become surfaces. */
  readonly faces: FaceCollector | undefined;
  /** Measures of model space, by samples. */
  readonly measures = new DrawingMeasures();
  #sheet = 0;
  #sink: JobSink;
  #isClipped = false;
  readonly #limits: Limits;
  #extent = new Extent();
  readonly #extents = new Map([[0, this.#extent]]);
  readonly #stroked = new Path();

  constructor(sink: JobSink, limits: Limits, tolerance: number, faces?: FaceCollector) {
    this.#sink = sink;
    this.#limits = limits;
    this.tolerance = tolerance;
    this.faces = faces;
  }

  /** Tolerance in the entity's own coordinates. */
  get ownTolerance(): number {
    return this.frame.isIdentity ? this.tolerance : this.tolerance / (this.frame.stretch || 1);
  }

  /** Switches to a sheet (0 is model space). Each has its own box. */
  turnTo(sheet: number): void {
    this.#sheet = sheet;
    const known = this.#extents.get(sheet);
    this.#extent = known ?? new Extent();
    if (known === undefined) this.#extents.set(sheet, this.#extent);
  }

  /** Box of everything drawn on the current sheet; null before its first feature. */
  get extent(): ExtentBox | null {
    return this.#extent.box();
  }

  /** The current boxes of all sheets. */
  extents(): ReadonlyMap<number, ExtentBox | null> {
    return new Map(Array.from(this.#extents, ([sheet, extent]) => [sheet, extent.box()]));
  }

  /** Draws only what is inside a boundary, in the job's coordinates. @returns what became of it */
  inside(boundary: ClipBoundary, draw: () => void): ClippedSink {
    const [outer, wasClipped] = [this.#sink, this.#isClipped];
    const clipped = new ClippedSink(outer, boundary);
    this.#sink = clipped;
    this.#isClipped = true;
    try {
      draw();
    } finally {
      this.#sink = outer;
      this.#isClipped = wasClipped;
    }
    return clipped;
  }

  /** Draws a point; false when its position is not finite. */
  point(easting: number, northing: number, elevation: number): boolean {
    const { frame } = this;
    let e = easting;
    let n = northing;
    const own = Number.isNaN(elevation) ? this.ground : elevation;
    let z = own;
    if (!frame.isIdentity) {
      const height = Number.isNaN(own) ? 0 : own;
      e = frame.easting(easting, northing, height);
      n = frame.northing(easting, northing, height);
      z = height !== own && frame.keepsNoElevation ? Number.NaN : frame.elevation(easting, northing, height);
    }
    if (!isPlaced(e, n, z)) return false;
    this.#count(1);
    this.#extent.add(e, n, z);
    if ((this.features & SAMPLED) === 0) this.#measurePosition(e, n);
    this.#sink.point(this.feature, e, n, z);
    return true;
  }

  /** Draws `path` as a line; false when it is empty or a position is not finite. */
  line(): boolean {
    const placed = this.#place();
    if (placed === undefined) return false;
    this.#sink.line(this.feature, placed);
    return true;
  }

  /** Draws `path` as an area; false when it is empty or a position is not finite. */
  area(): boolean {
    this.path.closed = true;
    const placed = this.#place();
    if (placed === undefined) return false;
    this.#sink.area(this.feature, placed);
    return true;
  }

  /** Draws `path` as a face, which is an area unless it becomes a piece of a surface; false as of an area. */
  face(): boolean {
    this.path.closed = true;
    const placed = this.#place();
    if (placed === undefined) return false;
    if (this.#isClipped || this.faces?.take(this.feature, placed) !== true) this.#sink.area(this.feature, placed);
    return true;
  }

  /** Draws a text; false when its position is not finite. Mirror writing is made readable in the same place. */
  text(text: string, place: TextPlace): boolean {
    const { frame } = this;
    let { easting, northing, elevation, height, rotation, fit = 0, letterWidth = 1 } = place;
    if (Number.isNaN(elevation)) elevation = this.ground;
    if (!frame.isIdentity) {
      const z = Number.isNaN(elevation) ? 0 : elevation;
      const [c, s] = [Math.cos(rotation), Math.sin(rotation)];
      const [m0, m1, m4, m5] = [frame.m[0]!, frame.m[1]!, frame.m[4]!, frame.m[5]!];
      const along = Math.hypot(m4 * c + m5 * s, m0 * c + m1 * s);
      fit *= along;
      rotation = Math.atan2(m4 * c + m5 * s, m0 * c + m1 * s);
      const upright = Math.hypot(m1 * c - m0 * s, m5 * c - m4 * s, frame.m[9]! * c - frame.m[8]! * s);
      height *= upright;
      letterWidth *= along / upright;
      elevation = z !== elevation && frame.keepsNoElevation ? Number.NaN : frame.elevation(easting, northing, z);
      [easting, northing] = [frame.easting(easting, northing, z), frame.northing(easting, northing, z)];
    }
    if (!isPlaced(easting, northing, elevation) || !Number.isFinite(height + rotation)) return false;
    if (fit > 0 && fit < Infinity) this.feature.attributes = [...this.feature.attributes, ...fitAttribute(fit)];
    else if (letterWidth !== 1)
      this.feature.attributes = [...this.feature.attributes, ...letterWidthAttribute(letterWidth)];
    this.#count(1);
    this.#extent.add(easting, northing, elevation);
    if (this.#sheet === 0) this.measures.text(easting, northing, height);
    let { justification, verticalJustification } = place;
    if ((place.mirrored === true) !== frame.mirrors)
      ({ rotation, justification, verticalJustification } = readable(rotation, justification, verticalJustification));
    this.#sink.text(this.feature, {
      easting,
      northing,
      elevation,
      text,
      height,
      rotation,
      justification,
      verticalJustification,
    });
    return true;
  }

  /**
   * Draws a surface on the layer and in the colour of the feature; false when it is empty or a position is not finite.
   * @param vertices coordinate triples in the coordinates of the entity; they are changed
   */
  surface(name: string, vertices: Float64Array, triangles: Int32Array, rest: Partial<Surface> = {}): boolean {
    const { frame, feature } = this;
    const { breaklines = [] } = rest;
    const parts = [vertices, ...breaklines.map(({ coordinates }) => coordinates)];
    if (!frame.isIdentity)
      for (const coordinates of parts) transform({ coordinates, count: coordinates.length / 3 }, frame);
    if (vertices.length === 0 || !parts.every((part) => part.every(Number.isFinite))) return false;
    this.#measure({ coordinates: vertices, count: vertices.length / 3 });
    this.#count(vertices.length / 3);
    // Mirrored triangles run clockwise.
    const turned = frame.mirrors ? triangles.toReversed() : triangles;
    const { layer, colour } = feature;
    this.#sink.surface(surfaceOf(name, vertices, turned, { layer, colour: Math.max(-1, colour), ...rest }));
    return true;
  }

  /** `path` in the job's coordinates, counted; undefined when it is empty or a vertex is not finite. */
  #place(): Path | undefined {
    let { path } = this;
    const { frame } = this;
    if (path.count === 0) return undefined;
    if (!Number.isNaN(this.ground)) raise(path, this.ground);
    if (!frame.isIdentity) {
      if (path.hasBulges && !frame.keepsArcs) path = strokePath(path, this.ownTolerance, this.#stroked);
      transform(path, frame);
      if (path.hasBulges && frame.mirrors) for (let i = 0; i < path.count; i++) path.bulges[i] = -path.bulges[i]!;
    }
    if (!this.#measure(path)) return undefined;
    if (path.hasBulges) for (let i = 0; i < path.count; i++) if (!Number.isFinite(path.bulges[i]!)) path.bulges[i] = 0;
    this.#count(path.count);
    if ((this.features & SAMPLED) === 0) this.#measurePosition(path.coordinates[0]!, path.coordinates[1]!);
    return path;
  }

  /** Extends the box by a path. Returns false and changes nothing when a position is not finite. */
  #measure({ coordinates, count }: Positions): boolean {
    let minEasting = Infinity;
    let minNorthing = Infinity;
    let minElevation = Infinity;
    let maxEasting = -Infinity;
    let maxNorthing = -Infinity;
    let maxElevation = -Infinity;
    for (let i = 0; i < 3 * count; i += 3) {
      const e = coordinates[i]!;
      const n = coordinates[i + 1]!;
      const z = coordinates[i + 2]!;
      // x - x is 0 for finite numbers and NaN for all others; elevations may be NaN, but not infinite.
      if (e - e !== 0 || n - n !== 0 || z === Infinity || z === -Infinity) return false;
      if (e < minEasting) minEasting = e;
      if (e > maxEasting) maxEasting = e;
      if (n < minNorthing) minNorthing = n;
      if (n > maxNorthing) maxNorthing = n;
      if (z < minElevation) minElevation = z;
      if (z > maxElevation) maxElevation = z;
    }
    this.#extent.addBox(minEasting, minNorthing, minElevation, maxEasting, maxNorthing, maxElevation);
    return true;
  }

  #measurePosition(easting: number, northing: number): void {
    if (this.#sheet === 0) this.measures.position(easting, northing);
  }

  #count(vertices: number): void {
    this.features++;
    this.vertices += vertices;
    if (this.features > this.#limits.features) checkLimit(this.#limits, 'features', this.features, 'features');
    if (this.vertices > this.#limits.vertices) checkLimit(this.#limits, 'vertices', this.vertices, 'vertices');
  }
}

/** Gives an elevation to the vertices that have none. */
function raise({ coordinates, count }: Path, elevation: number): void {
  for (let i = 2; i < 3 * count; i += 3) if (Number.isNaN(coordinates[i])) coordinates[i] = elevation;
}

function transform({ coordinates, count }: Positions, frame: Affine): void {
  for (let i = 0; i < 3 * count; i += 3) {
    const e = coordinates[i]!;
    const n = coordinates[i + 1]!;
    const z = coordinates[i + 2]!;
    const height = Number.isNaN(z) ? 0 : z;
    coordinates[i] = frame.easting(e, n, height);
    coordinates[i + 1] = frame.northing(e, n, height);
    coordinates[i + 2] = height !== z && frame.keepsNoElevation ? Number.NaN : frame.elevation(e, n, height);
  }
}
