import type { Alignment } from './alignment.ts';
import type { Feature } from './feature.ts';
import type { Path } from './geometry/path.ts';
import { FieldJob, type JobInfo } from './job.ts';
import type { Layer } from './layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { JobSink } from './sink.ts';
import type { Surface } from './surface.ts';
import type { Label } from './tables/text-table.ts';

/** The sink that collects everything into a field job, unchanged and in order. */
export class JobBuilder implements JobSink {
  readonly job: FieldJob;

  /** @param job the job to add to; a new one when left out */
  constructor(job = new FieldJob()) {
    this.job = job;
  }

  describe(info: Partial<JobInfo>): void {
    Object.assign(this.job.info, info);
  }

  source(source: JobSource): number {
    return this.job.sources.push(source) - 1;
  }

  layer(layer: Layer): number {
    return this.job.layers.add(layer);
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.job.points.add(feature, easting, northing, elevation);
  }

  line(feature: Feature, path: Path): void {
    this.job.lines.add(feature, path);
  }

  area(feature: Feature, path: Path): void {
    this.job.areas.add(feature, path);
  }

  text(feature: Feature, label: Label): void {
    this.job.texts.add(feature, label);
  }

  surface(surface: Surface): void {
    this.job.surfaces.push(surface);
  }

  alignment(alignment: Alignment): void {
    this.job.alignments.push(alignment);
  }

  plane(plane: Plane): void {
    this.job.planes.push(plane);
  }

  controlPoint(point: ControlPoint): void {
    this.job.controlPoints.push(point);
  }

  code(code: Code): void {
    this.job.codes.push(code);
  }

  drawing(drawing: Drawing): void {
    this.job.drawings.push(drawing);
  }

  observation(observation: Observation): void {
    this.job.observations.push(observation);
  }
}
