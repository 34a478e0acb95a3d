import { Feature } from './feature.ts';
import { Path } from './geometry/path.ts';
import type { FieldJob } from './job.ts';
import type { JobSink } from './sink.ts';
import { FeatureCursor } from './tables/feature-cursor.ts';
import { PathCursor } from './tables/path-cursor.ts';

/**
 * Sends a whole job into a sink as if it were read from a file. Copying, filtering, converting and merging a job differ
 * only in the sink. Layer and source indices are translated to those of the sink.
 */
export function emitJob(job: FieldJob, sink: JobSink): void {
  sink.describe(job.info);
  const sources = job.sources.map((source) => sink.source(source));
  const layers = Array.from(job.layers, (layer) => sink.layer(layer));
  const layerOf = (layer: number): number => layers[layer] ?? -1;
  const sourceOf = (source: number): number => sources[source] ?? -1;
  const moved = <T extends { readonly layer: number; readonly source: number }>(thing: T): T => ({
    ...thing,
    layer: layerOf(thing.layer),
    source: sourceOf(thing.source),
  });
  const feature = new Feature();
  const path = new Path();
  const load = (row: number, cursor: FeatureCursor): Feature => {
    cursor.load(row, feature);
    feature.layer = layerOf(feature.layer);
    feature.source = sourceOf(feature.source);
    return feature;
  };

  for (const code of job.codes) sink.code(code);
  const { points, lines, areas, texts } = job;
  const ofPoints = new FeatureCursor(points);
  for (let row = 0; row < points.length; row++)
    sink.point(load(row, ofPoints), points.easting(row), points.northing(row), points.elevation(row));
  const ofLines = new FeatureCursor(lines);
  const linePaths = new PathCursor(lines);
  for (let row = 0; row < lines.length; row++) sink.line(load(row, ofLines), linePaths.load(row, path));
  const ofAreas = new FeatureCursor(areas);
  const areaPaths = new PathCursor(areas);
  for (let row = 0; row < areas.length; row++) sink.area(load(row, ofAreas), areaPaths.load(row, path));
  const ofTexts = new FeatureCursor(texts);
  for (let row = 0; row < texts.length; row++) sink.text(load(row, ofTexts), texts.label(row));
  for (const surface of job.surfaces) sink.surface(moved(surface));
  for (const alignment of job.alignments) sink.alignment(moved(alignment));
  for (const plane of job.planes) sink.plane({ ...plane, source: sourceOf(plane.source) });
  for (const point of job.controlPoints) sink.controlPoint({ ...point, source: sourceOf(point.source) });
  for (const drawing of job.drawings) sink.drawing({ ...drawing, source: sourceOf(drawing.source) });
  for (const observation of job.observations)
    sink.observation({ ...observation, source: sourceOf(observation.source) });
}
