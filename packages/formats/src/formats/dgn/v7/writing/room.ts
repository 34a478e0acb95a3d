import {
  Extent,
  Feature,
  type FieldJob,
  fitOf,
  type Label,
  letterWidthOf,
  Path,
  type PathTable,
} from '@fieldbridge/fieldjob';
import { axesOf } from './axes.ts';

/** The height of a written text: its own, or the default for texts without a height. */
export function heightOf({ height }: Pick<Label, 'height'>, textHeight: number): number {
  return height > 0 && Number.isFinite(height) ? height : textHeight;
}

/**
 * Extent of everything that is written, with the room that texts may need, and the height of the tallest text.
 * @param textHeight default height of texts, in the job's unit
 */
export function roomOf(job: FieldJob, textHeight: number): { extent: Extent; heights: number } {
  const extent = new Extent();
  const { points, lines, areas, texts, surfaces } = job;
  for (const { coordinates } of [points, lines, areas])
    if (coordinates.length > 0) addPlaces(coordinates.view(), coordinates.length, extent);
  for (const { vertices } of surfaces) addPlaces(vertices, vertices.length, extent);
  for (const [{ coordinates, count }] of axesOf(job)) addPlaces(coordinates, 3 * count, extent);
  let heights = 0;
  const feature = new Feature();
  for (let row = 0; row < texts.length; row++) {
    const label = texts.label(row);
    const { easting, northing, elevation, text } = label;
    if (Math.abs(elevation) === Infinity) continue;
    const height = heightOf(label, textHeight);
    heights = Math.max(heights, height);
    const reach = 2 * Math.max(height * text.length * letterWidthOf(texts.load(row, feature)), fitOf(feature));
    extent.add(easting - reach, northing - reach, elevation);
    extent.add(easting + reach, northing + reach, elevation);
  }
  for (const table of [lines, areas]) if (!table.bulges.isDefault) addArcs(table, table === areas, extent);
  return { extent, heights };
}

/** Includes coordinate triples; features with an infinite elevation are not written and take no room. */
function addPlaces(coordinates: Float64Array, length: number, extent: Extent): void {
  const all = new Extent();
  all.addTriples(coordinates, length / 3);
  if (all.minElevation !== -Infinity && all.maxElevation !== Infinity) {
    if (!all.isEmpty) extent.addExtent(all);
    return;
  }
  for (let i = 0; i < length; i += 3)
    if (Math.abs(coordinates[i + 2]!) !== Infinity)
      extent.add(coordinates[i]!, coordinates[i + 1]!, coordinates[i + 2]!);
}

/**
 * Adds the room of arcs beyond their ends: no point of an arc is farther from the middle of its chord than its apex or
 * its ends.
 */
function addArcs(table: PathTable, isRing: boolean, extent: Extent): void {
  const path = new Path();
  for (let row = 0; row < table.length; row++) {
    const { coordinates: c, bulges, count, hasBulges, closed } = table.loadPath(row, path);
    if (!hasBulges) continue;
    // The bulge after the last vertex of an open line has no effect.
    for (let i = 0; i < (closed || isRing ? count : count - 1); i++) {
      if (bulges[i] === 0) continue;
      const next = ringNext(path, i);
      const chord = Math.hypot(c[3 * next]! - c[3 * i]!, c[3 * next + 1]! - c[3 * i + 1]!);
      const reach = (chord / 2) * Math.max(1, Math.abs(bulges[i]!));
      const [easting, northing] = [(c[3 * i]! + c[3 * next]!) / 2, (c[3 * i + 1]! + c[3 * next + 1]!) / 2];
      extent.add(easting - reach, northing - reach, Number.NaN);
      extent.add(easting + reach, northing + reach, Number.NaN);
    }
  }
}

/** The vertex that follows another in its ring. */
function ringNext(path: Path, vertex: number): number {
  const ring = path.rings.findLastIndex((start) => start <= vertex);
  return vertex + 1 < path.ringEnd(ring) ? vertex + 1 : path.rings[ring]!;
}
