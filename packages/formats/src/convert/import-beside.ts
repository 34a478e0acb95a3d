import {
  type Alignment,
  type Code,
  type ControlPoint,
  type Drawing,
  type Feature,
  ForwardSink,
  type JobInfo,
  type JobSink,
  type JobSource,
  type Label,
  type Layer,
  type Observation,
  type Path,
  type Plane,
  type Surface,
} from '@fieldbridge/fieldjob';
import { crsSettings } from '../core/crs-settings.ts';
import { FormatError } from '../core/failure.ts';
import { IssueLog } from '../core/issues/issue.ts';
import { type Stage, targetStage } from './change-to-target.ts';
import type { ImportRequest } from './import-file.ts';

/** A sink for the result of an import of everything in a file, and the most positions it receives. */
export interface Beside {
  readonly sink: JobSink;
  readonly most: number;
}

/**
 * Passes everything on, and sends the result of an import of everything to another sink, as long as it is small and
 * such an import is not refused.
 */
export class ImportBeside extends ForwardSink {
  /** Undefined once nothing more is sent. */
  #stage: Stage<unknown> | undefined;
  /** Positions left until the limit. */
  #room: number;

  /** @param next receives everything first */
  constructor(next: JobSink, request: ImportRequest, { sink, most }: Beside) {
    super(next);
    this.#room = most;
    this.#stage = targetStage(sink, { ...request.target, settings: crsSettings(request) }, new IssueLog());
  }

  /** Stops sending. */
  drop(): void {
    this.#stage = undefined;
  }

  /** @returns whether everything was sent: it was not too large, and could be imported */
  async finish(): Promise<boolean> {
    try {
      await this.#stage?.finish();
    } catch (error) {
      this.#refused(error);
    }
    return this.#stage !== undefined;
  }

  override describe(info: Partial<JobInfo>): void {
    super.describe(info);
    this.#also(0, (sink) => sink.describe(info));
  }

  override source(source: JobSource): number {
    this.#also(0, (sink) => sink.source(source));
    return super.source(source);
  }

  override layer(layer: Layer): number {
    this.#also(0, (sink) => sink.layer(layer));
    return super.layer(layer);
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    super.point(feature, easting, northing, elevation);
    this.#also(1, (sink) => sink.point(feature, easting, northing, elevation));
  }

  override line(feature: Feature, path: Path): void {
    super.line(feature, path);
    this.#also(path.count, (sink) => sink.line(feature, path));
  }

  override area(feature: Feature, path: Path): void {
    super.area(feature, path);
    this.#also(path.count, (sink) => sink.area(feature, path));
  }

  override text(feature: Feature, label: Label): void {
    super.text(feature, label);
    this.#also(1, (sink) => sink.text(feature, label));
  }

  override surface(surface: Surface): void {
    super.surface(surface);
    this.#also(surface.vertices.length / 3, (sink) => sink.surface(surface));
  }

  override alignment(alignment: Alignment): void {
    super.alignment(alignment);
    this.#also(1, (sink) => sink.alignment(alignment));
  }

  override plane(plane: Plane): void {
    super.plane(plane);
    this.#also(1, (sink) => sink.plane(plane));
  }

  override controlPoint(point: ControlPoint): void {
    super.controlPoint(point);
    this.#also(1, (sink) => sink.controlPoint(point));
  }

  override code(code: Code): void {
    super.code(code);
    this.#also(1, (sink) => sink.code(code));
  }

  override drawing(drawing: Drawing): void {
    super.drawing(drawing);
    this.#also(1, (sink) => sink.drawing(drawing));
  }

  override observation(observation: Observation): void {
    super.observation(observation);
    this.#also(1, (sink) => sink.observation(observation));
  }

  #also(positions: number, pass: (sink: JobSink) => void): void {
    if (this.#stage === undefined) return;
    this.#room -= positions;
    if (this.#room < 0) this.drop();
    else
      try {
        pass(this.#stage.sink);
      } catch (error) {
        this.#refused(error);
      }
  }

  /** An import of the file fails as well, and says why. */
  #refused(error: unknown): void {
    if (!(error instanceof FormatError)) throw error;
    this.drop();
  }
}
