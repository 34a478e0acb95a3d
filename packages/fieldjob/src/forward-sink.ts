import type { Alignment } from './alignment.ts';
import type { Feature } from './feature.ts';
import type { Path } from './geometry/path.ts';
import type { JobInfo } from './job.ts';
import type { Layer } from './layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { JobSink } from './sink.ts';
import type { Surface } from './surface.ts';
import type { Label } from './tables/text-table.ts';

/** Passes everything on unchanged: the base of sinks that change one thing. */
export class ForwardSink implements JobSink {
  protected readonly next: JobSink;

  constructor(next: JobSink) {
    this.next = next;
  }

  describe(info: Partial<JobInfo>): void {
    this.next.describe(info);
  }

  source(source: JobSource): number {
    return this.next.source(source);
  }

  layer(layer: Layer): number {
    return this.next.layer(layer);
  }

  point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.next.point(feature, easting, northing, elevation);
  }

  line(feature: Feature, path: Path): void {
    this.next.line(feature, path);
  }

  area(feature: Feature, path: Path): void {
    this.next.area(feature, path);
  }

  text(feature: Feature, label: Label): void {
    this.next.text(feature, label);
  }

  surface(surface: Surface): void {
    this.next.surface(surface);
  }

  alignment(alignment: Alignment): void {
    this.next.alignment(alignment);
  }

  plane(plane: Plane): void {
    this.next.plane(plane);
  }

  controlPoint(point: ControlPoint): void {
    this.next.controlPoint(point);
  }

  code(code: Code): void {
    this.next.code(code);
  }

  drawing(drawing: Drawing): void {
    this.next.drawing(drawing);
  }

  observation(observation: Observation): void {
    this.next.observation(observation);
  }
}
