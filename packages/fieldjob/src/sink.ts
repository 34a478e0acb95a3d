import type { Alignment } from './alignment.ts';
import type { Feature } from './feature.ts';
import type { Path } from './geometry/path.ts';
import type { JobInfo } from './job.ts';
import type { Layer } from './layer.ts';
import type { Code, ControlPoint, Drawing, JobSource, Observation, Plane } from './records.ts';
import type { Surface } from './surface.ts';
import type { Label } from './tables/text-table.ts';

/**
 * Receives the data of a reader. Builder, counter, filter and transformation are all sinks, so that the counted,
 * selected and imported things are the same. Features, paths and labels are reused by the caller: copy what you keep.
 *
 * Order: `describe` with the unit (if the source states one) comes before the first geometry; a layer is declared
 * before the first feature on it. Everything else may come in any order.
 */
export interface JobSink {
  /** Describes the whole job; only the given fields change. */
  describe(info: Partial<JobInfo>): void;
  /** Declares where features came from; returns the index to put into `source`. */
  source(source: JobSource): number;
  /** Declares a layer, or finds the one of that name; returns the index to put into `layer`. */
  layer(layer: Layer): number;
  point(feature: Feature, easting: number, northing: number, elevation: number): void;
  line(feature: Feature, path: Path): void;
  area(feature: Feature, path: Path): void;
  text(feature: Feature, label: Label): void;
  surface(surface: Surface): void;
  alignment(alignment: Alignment): void;
  plane(plane: Plane): void;
  controlPoint(point: ControlPoint): void;
  code(code: Code): void;
  drawing(drawing: Drawing): void;
  observation(observation: Observation): void;
}
