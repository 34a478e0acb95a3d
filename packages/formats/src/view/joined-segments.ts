import { isInside, MainExtent, type PlanBox } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, VIEW_TABLES, type ViewBox, type ViewLayer, type ViewSegment } from '@fieldbridge/view-wire';
import type { PlaceSample, SampledPlace } from './place-sample.ts';

/** The view of a part of a job, made separately. */
export interface SegmentPart {
  readonly segment: ViewSegment;
  readonly sample: PlaceSample;
}

/**
 * Segments as parts of one job, whose first view shows the data of all: a segment far from the others
 * consists of strays. Layers and line types of one name are those of the first segment that has them, as in the job.
 */
export function joinSegmentViews(parts: readonly SegmentPart[]): ViewSegment[] {
  const near = nearOf(parts);
  const layers = new Map<string, ViewLayer>();
  let dashes: ViewSegment['dashes'];
  return parts.map(({ segment, sample }) => {
    for (const layer of segment.layers)
      if (!layers.has(layer.name.toLowerCase())) layers.set(layer.name.toLowerCase(), layer);
    if (segment.dashes !== undefined) dashes = { ...segment.dashes, ...dashes };
    return {
      ...segment,
      ...(near !== undefined && placedIn(near, segment, sample)),
      layers: segment.layers.map(({ name }) => layers.get(name.toLowerCase())!),
      ...(dashes !== undefined && { dashes }),
    };
  });
}

/** The box outside which a place of the whole job is a stray; undefined if it has no strays. */
function nearOf(parts: readonly SegmentPart[]): PlanBox | undefined {
  if (parts.length < 2) return undefined;
  const extent = new MainExtent();
  // A sampled place stands for several of its segment: samples of small segments are thinned to the share of large
  // ones.
  const most = Math.max(...parts.map(({ sample }) => sample.places / Math.max(1, sample.some.length)));
  for (const { segment, sample } of parts) {
    const step = (most * sample.some.length) / Math.max(1, sample.places);
    for (let i = 0; i < sample.some.length; i += step) {
      const [easting, northing] = sample.some[Math.floor(i)]!;
      extent.add(easting, northing);
    }
    if (segment.whole === null) continue;
    extent.whole.add(segment.whole[0], segment.whole[1], Number.NaN);
    extent.whole.add(segment.whole[2], segment.whole[3], Number.NaN);
  }
  const { near } = extent.result();
  return Number.isFinite(near.minEasting) ? near : undefined;
}

/** The part of a segment in the first view, and its strays. */
function placedIn(near: PlanBox, segment: ViewSegment, { places, some }: PlaceSample): Partial<ViewSegment> {
  const { main, strays, strayCount } = segment;
  const far = some.filter(([easting, northing]) => !isInside(near, easting, northing));
  if (main === null || far.length === 0) return {};
  const known = new Set(strays.map(keyOf));
  const more = new Map(far.map((place) => [keyOf(strayOf(place)), strayOf(place)]));
  const all = [...strays, ...[...more].flatMap(([key, stray]) => (known.has(key) ? [] : [stray]))];
  return {
    main: inside(main, near),
    strays: all.slice(0, VIEW_LIMITS.strays),
    // Of many, a number according to their share of the sample.
    strayCount: Math.max(strayCount, all.length, far.length === some.length ? thingsIn(segment, places) : 0),
  };
}

const strayOf = ([easting, northing, table, row]: SampledPlace) => ({
  ...{ table: VIEW_TABLES[table]!, row, easting, northing },
});
const keyOf = ({ table, row }: { readonly table: string; readonly row: number }): string => `${table} ${row}`;

/** Things of a segment with a place. */
function thingsIn({ counts, unplaced }: ViewSegment, places: number): number {
  const things = VIEW_TABLES.reduce((sum, table) => sum + (counts[table] ?? 0), 0);
  return Math.min(places, Math.max(1, things - unplaced));
}

/** The intersection of two boxes; null if they do not touch. */
function inside([west, south, east, north]: ViewBox, near: PlanBox): ViewBox | null {
  const [left, bottom] = [Math.max(west, near.minEasting), Math.max(south, near.minNorthing)];
  const [right, top] = [Math.min(east, near.maxEasting), Math.min(north, near.maxNorthing)];
  return left > right || bottom > top ? null : [left, bottom, right, top];
}
