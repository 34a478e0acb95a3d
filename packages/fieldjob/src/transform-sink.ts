import type { Alignment } from './alignment.ts';
import { JobBuilder } from './builder.ts';
import { emitJob } from './emit.ts';
import type { Feature } from './feature.ts';
import { Path } from './geometry/path.ts';
import { FieldJob, type JobInfo } from './job.ts';
import type { Layer } from './layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { JobSink } from './sink.ts';
import type { Surface, SurfaceLine } from './surface.ts';
import type { Label } from './tables/text-table.ts';
import { convertLength, type Unit } from './unit.ts';
import { widthInUnit } from './width-attribute.ts';

/** What is done to every coordinate on its way, in this order: the axes, the unit, the reference system. */
export interface CoordinateChange {
  /** Exchanges easting and northing (the source had them the other way round). */
  readonly swap?: boolean;
  /** Converts every length. */
  readonly unit?: { readonly from: Unit; readonly to: Unit };
  /** Whether eastings and northings are degrees: they have no unit of length, all else has. */
  readonly angular?: boolean;
  /** Maps a position between reference systems: reads and writes `position[0..2]` = easting, northing, elevation. */
  readonly map?: (position: Float64Array) => void;
  /** What the target is told of unit and system. */
  readonly describe?: Pick<Partial<JobInfo>, 'unit' | 'crs'>;
}

/**
 * Told of what cannot follow an exchange of axes or a map between reference systems: alignments and planes are left out, drawings that
 * are laid by one position keep their direction.
 */
export type SkippedReport = (kind: 'alignment' | 'plane' | 'drawing', name: string) => void;

/**
 * Changes coordinates, and every length that goes with them, on the way to another sink. What to do is decided when the
 * first coordinate comes, from all that the source has said of itself by then; call `finish` at the end.
 */
export class TransformSink implements JobSink {
  readonly #next: JobSink;
  readonly #decide: (info: JobInfo) => CoordinateChange;
  readonly #skipped: SkippedReport;
  readonly #info = new FieldJob().info;
  readonly #position = new Float64Array(3);
  readonly #path = new Path();
  #decided: CoordinateChange | undefined;

  constructor(next: JobSink, decide: (info: JobInfo) => CoordinateChange, skipped: SkippedReport) {
    this.#next = next;
    this.#decide = decide;
    this.#skipped = skipped;
  }

  /** Decides, if no coordinate has made it do so before, so that the target is told its unit and system. */
  finish(): void {
    void this.#change;
  }

  /** Hands the description on, but for unit and system: those are told with the decision. */
  describe(info: Partial<JobInfo>): void {
    Object.assign(this.#info, info);
    const { unit: _unit, crs: _crs, ...rest } = info;
    if (Object.keys(rest).length > 0) this.#next.describe(rest);
  }

  source(source: JobSource): number {
    return this.#next.source(source);
  }

  layer(layer: Layer): number {
    return this.#next.layer(layer);
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    const [e, n, z] = this.#move(easting, northing, elevation);
    this.#withQuality(feature, () => this.#next.point(feature, e!, n!, z!));
  }

  line(feature: Feature, path: Path): void {
    this.#withWidth(feature, () => this.#next.line(feature, this.#moved(path)));
  }

  area(feature: Feature, path: Path): void {
    this.#withQuality(feature, () => this.#next.area(feature, this.#moved(path)));
  }

  text(feature: Feature, label: Label): void {
    const [easting, northing, elevation] = this.#move(label.easting, label.northing, label.elevation);
    const rotation = this.#change.swap === true ? Math.PI / 2 - label.rotation : label.rotation;
    const height = this.#length(label.height);
    const place = { easting: easting!, northing: northing!, elevation: elevation! };
    this.#withWidth(feature, () => this.#next.text(feature, { ...label, ...place, rotation, height }));
  }

  surface(surface: Surface): void {
    const swapped = this.#change.swap === true;
    this.#next.surface({
      ...surface,
      vertices: this.#triples(surface.vertices),
      // Exchanging the axes mirrors the surface: turning each triangle over keeps it counter-clockwise.
      triangles: swapped ? turned(surface.triangles, 0, 2, 1) : surface.triangles,
      neighbours: swapped && surface.neighbours !== null ? turned(surface.neighbours, 2, 1, 0) : surface.neighbours,
      breaklines: surface.breaklines.map((line) => this.#surfaceLine(line)),
      boundaries: surface.boundaries.map((line) => this.#surfaceLine(line)),
    });
  }

  alignment(alignment: Alignment): void {
    if (this.#change.map !== undefined || this.#change.swap === true) {
      this.#skipped('alignment', alignment.name);
      return;
    }
    const length = (value: number): number => this.#length(value);
    this.#next.alignment({
      ...alignment,
      startStation: length(alignment.startStation),
      horizontal: alignment.horizontal.map((element) => ({
        ...element,
        startStation: length(element.startStation),
        length: length(element.length),
        startEasting: length(element.startEasting),
        startNorthing: length(element.startNorthing),
        startRadius: length(element.startRadius),
        endRadius: length(element.endRadius),
      })),
      vertical: alignment.vertical.map((point) => ({
        ...point,
        station: length(point.station),
        elevation: length(point.elevation),
        length: length(point.length),
        radius: length(point.radius),
      })),
      sections: alignment.sections.map((section) => ({
        ...section,
        station: length(section.station),
        points: section.points.map(length),
      })),
      equations: alignment.equations.map(({ back, ahead }) => ({ back: length(back), ahead: length(ahead) })),
    });
  }

  plane(plane: Plane): void {
    if (this.#change.map !== undefined || this.#change.swap === true) {
      this.#skipped('plane', plane.name);
      return;
    }
    const [easting, northing, elevation] = this.#move(plane.easting, plane.northing, plane.elevation);
    this.#next.plane({ ...plane, easting: easting!, northing: northing!, elevation: elevation! });
  }

  controlPoint(point: ControlPoint): void {
    const [easting, northing, elevation] = this.#move(point.easting, point.northing, point.elevation);
    this.#next.controlPoint({
      ...point,
      easting: easting!,
      northing: northing!,
      elevation: elevation!,
      ellipsoidHeight: this.#length(point.ellipsoidHeight),
      residualEasting: this.#length(this.#change.swap === true ? point.residualNorthing : point.residualEasting),
      residualNorthing: this.#length(this.#change.swap === true ? point.residualEasting : point.residualNorthing),
      residualElevation: this.#length(point.residualElevation),
    });
  }

  code(code: Code): void {
    this.#next.code(code);
  }

  /**
   * Linework and placement follow the job's unit. A scene that lies on the job as it is (placement `none`) follows every change; of one
   * that is laid by positions, the positions in the job do.
   */
  drawing(drawing: Drawing): void {
    const { placement } = drawing;
    const { swap, map, unit } = this.#change;
    const inUnit = drawingInUnit(drawing, unit?.to);
    if (placement.kind === 'none') {
      const moves = swap === true || map !== undefined;
      const scene = moves ? transformedScene(inUnit.scene, { swap, map }, this.#skipped) : inUnit.scene;
      this.#next.drawing({ ...inUnit, scene });
      return;
    }
    if ((swap === true || map !== undefined) && placement.to.length < 2) this.#skipped('drawing', drawing.name);
    const to = placement.to.map(([easting, northing]) => {
      const moved = this.#move(easting, northing, Number.NaN);
      return [moved[0]!, moved[1]!] as const;
    });
    this.#next.drawing({ ...inUnit, placement: { ...inUnit.placement, to } });
  }

  /** Raw records stay as they were written. */
  observation(observation: Observation): void {
    this.#next.observation(observation);
  }

  get #change(): CoordinateChange {
    if (this.#decided === undefined) {
      this.#decided = this.#decide(this.#info);
      this.#next.describe(this.#decided.describe ?? { unit: this.#info.unit, crs: this.#info.crs });
    }
    return this.#decided;
  }

  #length(value: number): number {
    const { unit } = this.#change;
    return unit === undefined ? value : convertLength(value, unit.from, unit.to);
  }

  #move(easting: number, northing: number, elevation: number): Float64Array {
    const position = this.#position;
    const { swap, map, unit, angular } = this.#change;
    position[0] = swap === true ? northing : easting;
    position[1] = swap === true ? easting : northing;
    position[2] = elevation;
    const first = angular === true ? 2 : 0;
    if (unit !== undefined)
      for (let i = first; i < 3; i++) position[i] = convertLength(position[i]!, unit.from, unit.to);
    map?.(position);
    return position;
  }

  #moved(path: Path): Path {
    const target = this.#path.clear();
    target.closed = path.closed;
    const sign = this.#change.swap === true ? -1 : 1;
    for (let ring = 0; ring < path.rings.length; ring++) {
      if (ring > 0) target.ring();
      for (let i = path.rings[ring]!; i < path.ringEnd(ring); i++) {
        const at = 3 * i;
        const [e, n, z] = this.#move(path.coordinates[at]!, path.coordinates[at + 1]!, path.coordinates[at + 2]!);
        target.vertex(e!, n!, z!, path.bulges[i] === 0 ? 0 : sign * path.bulges[i]!);
      }
    }
    return target;
  }

  #triples(coordinates: Float64Array): Float64Array {
    const moved = new Float64Array(coordinates.length);
    for (let i = 0; i < coordinates.length; i += 3) {
      moved.set(this.#move(coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!), i);
    }
    return moved;
  }

  #surfaceLine(line: SurfaceLine): SurfaceLine {
    return { ...line, coordinates: this.#triples(line.coordinates) };
  }

  #withQuality(feature: Feature, hand: () => void): void {
    const own = feature.quality;
    feature.quality = this.#length(own);
    hand();
    feature.quality = own;
  }

  /** Hands on a line or a text: the width that a drawing gave it is a length, too. */
  #withWidth(feature: Feature, hand: () => void): void {
    const { attributes } = feature;
    const { unit } = this.#change;
    if (unit !== undefined) feature.attributes = widthInUnit(attributes, unit.from, unit.to);
    this.#withQuality(feature, hand);
    feature.attributes = attributes;
  }
}

/**
 * A drawing whose scene, and the positions in it that place it, are in a unit: its scale is between drawing and job and stays. A scene
 * that states no unit is in the job's already.
 */
export function drawingInUnit(drawing: Drawing, to: Unit | undefined): Drawing {
  const { scene, placement } = drawing;
  const from = scene.info.unit;
  if (from === undefined || to === undefined || from === to) return drawing;
  const length = (value: number): number => convertLength(value, from, to);
  return {
    ...drawing,
    placement: { ...placement, from: placement.from.map(([e, n]) => [length(e), length(n)] as const) },
    scene: transformedScene(scene, { unit: { from, to }, describe: { unit: to, crs: scene.info.crs } }, () => {}),
  };
}

function transformedScene(scene: FieldJob, change: CoordinateChange, skipped: SkippedReport): FieldJob {
  const builder = new JobBuilder();
  const sink = new TransformSink(
    builder,
    (info) => ({ describe: { unit: info.unit, crs: info.crs }, ...change }),
    skipped,
  );
  emitJob(scene, sink);
  sink.finish();
  return builder.job;
}

/** Copies triples with their members in another order. */
function turned(triples: Int32Array, a: number, b: number, c: number): Int32Array {
  const copy = new Int32Array(triples.length);
  for (let i = 0; i < triples.length; i += 3) {
    copy[i] = triples[i + a]!;
    copy[i + 1] = triples[i + b]!;
    copy[i + 2] = triples[i + c]!;
  }
  return copy;
}
