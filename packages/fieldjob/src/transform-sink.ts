import type { Alignment } from './alignment.ts';
import { JobBuilder } from './builder.ts';
import { emitJob } from './emit.ts';
import { Feature } from './feature.ts';
import { axisRuns } from './geometry/axis-runs.ts';
import type { Path } from './geometry/path.ts';
import { defaultStrokeTolerance } from './geometry/stroke.ts';
import { FieldJob, type JobInfo } from './job.ts';
import type { Layer } from './layer.ts';
import { lineDashes } from './line-dashes.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { JobSink } from './sink.ts';
import type { Surface } from './surface.ts';
import type { Label } from './tables/text-table.ts';
import { withLengths } from './transform/alignment-lengths.ts';
import { type CoordinateChange, CoordinateMover } from './transform/coordinate-mover.ts';
import { mapAlignment } from './transform/mapped-alignment.ts';
import { mirroredAlignment } from './transform/mirrored-alignment.ts';
import { type FeatureSink, MovedFeatures } from './transform/moved-features.ts';
import { movedSurface } from './transform/moved-surface.ts';
import { convertLength, type Unit } from './unit.ts';

/**
 * Called for things that cannot follow a change: planes (of axes or system) and alignments with a part outside the
 * other system are left out; drawings placed by one position keep their direction.
 */
export type SkippedReport = (kind: 'alignment' | 'plane' | 'drawing', name: string) => void;

/** How an alignment went through a map between reference systems. */
export interface FollowedAlignment {
  readonly name: string;
  /** Element by element, with some in parts or as chords, or as a line without stations. */
  readonly as: 'elements' | 'parts' | 'line';
  readonly parted: number;
  /** New length over old. */
  readonly scale: number;
  /** Largest distance from the mapped positions, in the target's unit. */
  readonly tolerance: number;
}

/** Called for each alignment that followed a map between reference systems. */
export type FollowedReport = (followed: FollowedAlignment) => void;

/**
 * Changes coordinates, and every length that goes with them, on the way to another sink. The change is decided at the
 * first coordinate, from everything the source has stated by then. Call `finish` at the end.
 */
export class TransformSink implements JobSink {
  readonly #next: JobSink;
  readonly #decide: (info: JobInfo) => CoordinateChange;
  readonly #skipped: SkippedReport;
  readonly #followed: FollowedReport;
  readonly #info = new FieldJob().info;
  #decided: CoordinateMover | undefined;
  #decidedFeatures: FeatureSink | undefined;

  constructor(
    next: JobSink,
    decide: (info: JobInfo) => CoordinateChange,
    skipped: SkippedReport,
    followed: FollowedReport = () => undefined,
  ) {
    this.#next = next;
    this.#decide = decide;
    this.#skipped = skipped;
    this.#followed = followed;
  }

  /** Decides now if no coordinate has arrived, so that the target learns its unit and system. */
  finish(): void {
    void this.#mover;
  }

  /** Passes the description on except unit, system and lengths, which are stated with the decision. */
  describe(info: Partial<JobInfo>): void {
    Object.assign(this.#info, info);
    const { unit: _unit, crs: _crs, lineDashes: dashes, ...rest } = info;
    if (dashes !== undefined && this.#decided !== undefined) this.#describeDashes(this.#decided.change);
    if (Object.keys(rest).length > 0) this.#next.describe(rest);
  }

  source(source: JobSource): number {
    return this.#next.source(source);
  }

  layer(layer: Layer): number {
    return this.#next.layer(layer);
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.#features.point(feature, easting, northing, elevation);
  }

  line(feature: Feature, path: Path): void {
    this.#features.line(feature, path);
  }

  area(feature: Feature, path: Path): void {
    this.#features.area(feature, path);
  }

  text(feature: Feature, label: Label): void {
    this.#features.text(feature, label);
  }

  surface(surface: Surface): void {
    this.#next.surface(movedSurface(surface, this.#mover));
  }

  /** Its elements follow an exchange of axes and a map; it becomes a line where the other system has degrees. */
  alignment(alignment: Alignment): void {
    const mover = this.#mover;
    const { map, angular, toAngular } = mover.change;
    const moved = (value: number): number => mover.length(value);
    const given = mover.swapped ? mirroredAlignment(alignment) : alignment;
    if (map === undefined) this.#next.alignment(withLengths(given, moved));
    else if (angular) this.#skipped('alignment', alignment.name);
    else if (toAngular) this.#axis(alignment);
    else {
      const tolerance = defaultStrokeTolerance(mover.change.describe?.unit ?? 'metre');
      const mapped = mapAlignment(withLengths(given, moved), map, tolerance);
      if (mapped === undefined) {
        this.#skipped('alignment', alignment.name);
        return;
      }
      const { parted, scale } = mapped;
      this.#followed({ name: alignment.name, as: parted > 0 ? 'parts' : 'elements', parted, scale, tolerance });
      this.#next.alignment(mapped.alignment);
    }
  }

  plane(plane: Plane): void {
    const mover = this.#mover;
    if (mover.turns) {
      this.#skipped('plane', plane.name);
      return;
    }
    const [easting, northing, elevation] = mover.position(plane.easting, plane.northing, plane.elevation);
    this.#next.plane({ ...plane, easting: easting!, northing: northing!, elevation: elevation! });
  }

  controlPoint(point: ControlPoint): void {
    const mover = this.#mover;
    const [easting, northing, elevation] = mover.position(point.easting, point.northing, point.elevation);
    const { residualEasting, residualNorthing } = point;
    this.#next.controlPoint({
      ...point,
      easting: easting!,
      northing: northing!,
      elevation: elevation!,
      ellipsoidHeight: mover.length(point.ellipsoidHeight),
      residualEasting: mover.length(mover.swapped ? residualNorthing : residualEasting),
      residualNorthing: mover.length(mover.swapped ? residualEasting : residualNorthing),
      residualElevation: mover.length(point.residualElevation),
    });
  }

  code(code: Code): void {
    this.#next.code(code);
  }

  /**
   * Linework and placement follow the job's unit. A scene without placement (`none`) follows every change; if it is
   * placed by positions, the positions in the job do.
   */
  drawing(drawing: Drawing): void {
    const { placement } = drawing;
    const mover = this.#mover;
    const { swap, map, unit } = mover.change;
    const inUnit = drawingInUnit(drawing, unit?.to);
    if (placement.kind === 'none') {
      const scene = mover.turns ? transformedScene(inUnit.scene, { swap, map }, this.#skipped) : inUnit.scene;
      this.#next.drawing({ ...inUnit, scene });
      return;
    }
    if (mover.turns && placement.to.length < 2) this.#skipped('drawing', drawing.name);
    const to = placement.to.map(([easting, northing]) => {
      const moved = mover.position(easting, northing, Number.NaN);
      return [moved[0]!, moved[1]!] as const;
    });
    this.#next.drawing({ ...inUnit, placement: { ...inUnit.placement, to } });
  }

  /** Raw records stay as written. */
  observation(observation: Observation): void {
    this.#next.observation(observation);
  }

  /** Passes on the axis of an alignment as lines. */
  #axis(alignment: Alignment): void {
    const { name, code, description, layer, source } = alignment;
    const tolerance = defaultStrokeTolerance(this.#info.unit ?? 'metre');
    const feature = Object.assign(new Feature(), { name, code, description, layer, source });
    for (const run of axisRuns(alignment, tolerance)) this.line(feature, run);
    this.#followed({ name, as: 'line', parted: alignment.horizontal.length, scale: Number.NaN, tolerance });
  }

  /** The receiver of features. Most files are imported unchanged: then nothing is in between. */
  get #features(): FeatureSink {
    return (this.#decidedFeatures ??= this.#mover.moves ? new MovedFeatures(this.#next, this.#mover) : this.#next);
  }

  get #mover(): CoordinateMover {
    if (this.#decided === undefined) {
      const change = this.#decide(this.#info);
      this.#decided = new CoordinateMover(change);
      this.#next.describe(change.describe ?? { unit: this.#info.unit, crs: this.#info.crs });
      this.#describeDashes(change);
    }
    return this.#decided;
  }

  /** Lengths of dashes follow the unit. */
  #describeDashes({ unit }: CoordinateChange): void {
    const factor = unit === undefined ? 1 : convertLength(1, unit.from, unit.to);
    const { lineDashes: dashes } = this.#info;
    if (dashes !== undefined) this.#next.describe({ lineDashes: lineDashes(Object.entries(dashes), factor) });
  }
}

/**
 * A drawing with its scene, and its positions in the scene, in another unit. Its scale relates drawing and job and does
 * not change. A scene that states no unit is already in the job's.
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
