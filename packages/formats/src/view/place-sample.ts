import type { Surface } from '@fieldbridge/fieldjob';
import { VIEW_TABLES } from '@fieldbridge/view-wire';
import type { PathGather } from './path-gather.ts';
import type { Placed } from './strays.ts';

/** A place of something: easting, northing, number of its table in VIEW_TABLES, row. */
export type SampledPlace = readonly [easting: number, northing: number, table: number, row: number];

/** Some places of a segment, evenly distributed over all of them. */
export interface PlaceSample {
  /** The number of all places. */
  readonly places: number;
  readonly some: readonly SampledPlace[];
}

/** Most places of a sample: 10 kB. */
const MOST = 512;

/** Samples places; paths by two corners of their boxes. */
export function samplePlaces(
  paths: PathGather,
  gathered: readonly Placed[],
  surfaces: readonly { readonly surface: Surface }[],
): PlaceSample {
  const parts: { readonly count: number; readonly at: (i: number) => SampledPlace }[] = [
    {
      count: 2 * paths.length,
      at: (i) => [paths.boxes.values[2 * i]!, paths.boxes.values[2 * i + 1]!, ...origin(paths, i >> 1)],
    },
    ...gathered.map((one) => ({
      count: one.length,
      at: (i: number): SampledPlace => [one.plan.values[2 * i]!, one.plan.values[2 * i + 1]!, ...origin(one, i)],
    })),
    ...surfaces.map(({ surface: { vertices: v } }, row) => ({
      count: v.length / 3,
      at: (i: number): SampledPlace => [v[3 * i]!, v[3 * i + 1]!, VIEW_TABLES.indexOf('surfaces'), row],
    })),
  ];
  const places = parts.reduce((sum, { count }) => sum + count, 0);
  const step = Math.max(1, Math.ceil(places / MOST));
  const some: SampledPlace[] = [];
  let start = 0;
  for (const { count, at } of parts) {
    for (let i = (step - (start % step)) % step; i < count; i += step) some.push(at(i));
    start += count;
  }
  return { places, some: some.filter(([easting, northing]) => Number.isFinite(easting) && Number.isFinite(northing)) };
}

function origin({ table, row }: Pick<Placed, 'table' | 'row'>, i: number): [table: number, row: number] {
  return [table.values[i]!, row.values[i]!];
}
