import assert from 'node:assert/strict';
import { deserialize, serialize } from 'node:v8';
import { Feature } from '../src/feature.ts';
import { Path } from '../src/geometry/path.ts';
import type { FieldJob } from '../src/job.ts';

/** A job as plain data, with layers and sources by name so that only what a user sees is compared. */
export function plainJob(job: FieldJob): Record<string, unknown> {
  const feature = new Feature();
  const path = new Path();
  const layerName = (layer: number): string | null => job.layers.get(layer)?.name ?? null;
  const sourceOf = (source: number): unknown => job.sources[source] ?? null;
  const placed = <T extends { layer: number; source: number }>(thing: T) => ({
    ...thing,
    layer: layerName(thing.layer),
    source: sourceOf(thing.source),
  });
  const features = <T>(
    table: { readonly length: number; load(row: number, feature: Feature): Feature },
    geometry: (row: number) => T,
  ) =>
    Array.from({ length: table.length }, (_, row) => {
      const { reset: _reset, ...values } = placed({ ...table.load(row, feature), reset: null });
      return { ...values, attributes: [...feature.attributes], ...geometry(row) };
    });
  const pathOf = (table: FieldJob['lines']) => (row: number) => {
    table.loadPath(row, path);
    const { count, rings, closed } = path;
    return {
      closed,
      rings: [...rings],
      coordinates: [...path.coordinates.subarray(0, 3 * count)],
      bulges: [...path.bulges.subarray(0, count)],
    };
  };
  const { points, lines, areas, texts } = job;
  return {
    info: { ...job.info, properties: { ...job.info.properties } },
    sources: job.sources,
    layers: [...job.layers],
    points: features(points, (row) => ({
      easting: points.easting(row),
      northing: points.northing(row),
      elevation: points.elevation(row),
    })),
    lines: features(lines, pathOf(lines)),
    areas: features(areas, pathOf(areas)),
    texts: features(texts, (row) => ({ label: texts.label(row) })),
    surfaces: job.surfaces.map(placed),
    alignments: job.alignments.map(placed),
    planes: job.planes.map((plane) => ({ ...plane, source: sourceOf(plane.source) })),
    controlPoints: job.controlPoints.map((point) => ({ ...point, source: sourceOf(point.source) })),
    codes: job.codes,
    drawings: job.drawings.map(({ scene, read, ...drawing }) => ({
      ...drawing,
      source: sourceOf(drawing.source),
      bytes: read === null ? null : [...read()],
      scene: plainJob(scene),
    })),
    observations: job.observations.map((one) => ({ ...one, source: sourceOf(one.source) })),
  };
}

/**
 * Asserts that two jobs hold the same, bit for bit (NaN equals NaN, 0 differs from -0). The order of features matters,
 * the indices of layers and sources do not.
 */
export function assertSameJob(actual: FieldJob, expected: FieldJob): void {
  // As bytes, so that objects created by fast-check without a prototype equal ordinary ones.
  const [ours, theirs] = [serialize(plainJob(actual)), serialize(plainJob(expected))];
  // The same numbers may have different bytes.
  if (!ours.equals(theirs)) assert.deepStrictEqual(deserialize(ours), deserialize(theirs));
}
