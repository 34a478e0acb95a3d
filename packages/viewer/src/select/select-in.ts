import { PATH_FLAGS, VIEW_TABLES, type ViewBox, type ViewChunk } from '@fieldbridge/view-wire';
import { strokeChunk } from '../stroke.ts';
import type { Viewer } from '../viewer.ts';
import type { Region } from './region.ts';

/** Something that was selected. */
export interface Found {
  readonly segment: number;
  readonly table: string;
  readonly row: number;
  /** A place on it. */
  readonly easting: number;
  readonly northing: number;
  /** Its line in plan, eastings and northings alternately; empty for a place. */
  readonly shape: readonly number[];
}

/** The result of a selection, and whether it ended before everything was examined. */
export interface Selection {
  readonly found: readonly Found[];
  readonly isCut: boolean;
}

/** Limits: lines, points, triangles examined, things found, and vertices of their shapes kept. */
const MOST_ITEMS = 5_000_000;
export const MOST_FOUND = 100_000;
export const MOST_SHAPES = 50_000;
const EVERYWHERE: ViewBox = [-Infinity, -Infinity, Infinity, Infinity];
const KINDS = ['paths', 'points', 'texts', 'mesh'] as const;

interface Candidate {
  readonly found: Omit<Found, 'shape'> & { readonly shape: number[] };
  isInside: boolean;
  isTouched: boolean;
}

/**
 * Everything visible that lies in a region, by the picture's coordinates (a ten-thousandth of the unit).
 * @param isCrossing whether things that cross its edge are selected, too @param isWanted whether the answer is still
 * needed
 */
export async function selectIn(
  viewer: Viewer,
  region: Region,
  isCrossing: boolean,
  isWanted: () => boolean = () => true,
): Promise<Selection> {
  const candidates = new Map<string, Candidate>();
  const left = { items: MOST_ITEMS, vertices: MOST_SHAPES };
  let isCut = false;
  for (const kind of KINDS) {
    let hasParts = false;
    const look = async (box: ViewBox, isKnownOnly: boolean): Promise<void> => {
      for await (const { segment, chunk } of viewer.finest(kind, box)) {
        if (!isWanted() || left.items < 0 || candidates.size > MOST_FOUND) {
          isCut = true;
          return;
        }
        for (const item of itemsOf(chunk)) {
          left.items--;
          if (!viewer.isShown(segment, item.pen)) continue;
          hasParts ||= item.isPart;
          const key = `${segment} ${item.table} ${item.row}`;
          const known = candidates.get(key);
          if (isKnownOnly && known === undefined) continue;
          const { isInside, isTouched } = compare(item, region);
          const one = known ?? { found: foundOf(segment, item), isInside: true, isTouched: false };
          one.isInside &&= isInside;
          one.isTouched ||= isTouched;
          if (known === undefined && isTouched) candidates.set(key, one);
          if (isTouched && item.places.length > 2 && kind !== 'mesh' && !isKnownOnly && left.vertices > 0) {
            left.vertices -= item.places.length / 2;
            one.found.shape.push(...item.places, Number.NaN, Number.NaN);
          }
        }
      }
    };
    await look(region.box, false);
    // Things with several parts may continue outside of the chunks that touch the region.
    if (hasParts && !isCrossing) await look(EVERYWHERE, true);
  }
  const found = [...candidates.values()].filter(({ isInside, isTouched }) => (isCrossing ? isTouched : isInside));
  return { found: found.map((one) => one.found), isCut };
}

interface Item {
  readonly table: string;
  readonly row: number;
  readonly pen: number;
  /** Eastings and northings alternately. */
  readonly places: readonly number[];
  /** Whether other items may belong to the same thing. */
  readonly isPart: boolean;
}

function* itemsOf(chunk: ViewChunk): Generator<Item, void> {
  const { head } = chunk;
  const placesOf = (plan: Int32Array, from: number, to: number): number[] => {
    const places: number[] = [];
    for (let v = from; v < to; v++)
      places.push(head.easting + plan[2 * v]! * head.step, head.northing + plan[2 * v + 1]! * head.step);
    return places;
  };
  if (chunk.kind === 'mesh') {
    const { triangles, surface, pen } = chunk;
    for (let i = 0; i + 2 < triangles.length; i += 3) {
      const places = [0, 1, 2, 0].flatMap((k) => placesOf(chunk.plan, triangles[i + k]!, triangles[i + k]! + 1));
      yield { table: 'surfaces', row: surface, pen, places, isPart: true };
    }
    return;
  }
  const { table, row, pen } = chunk;
  const { plan, ends } = chunk.kind === 'paths' ? strokeChunk(chunk, 1) : { plan: chunk.plan, ends: null };
  let start = 0;
  for (let i = 0; i < row.length; i++) {
    const end = ends === null ? i + 1 : ends[i]!;
    const name = VIEW_TABLES[table[i]!] ?? '';
    const isPart = name === 'drawings' || (chunk.kind === 'paths' && (chunk.flags[i]! & PATH_FLAGS.part) !== 0);
    yield { table: name, row: row[i]!, pen: pen[i]!, places: placesOf(plan, start, end), isPart };
    start = end;
  }
}

function compare({ table, places }: Item, region: Region): { isInside: boolean; isTouched: boolean } {
  // A region may lie within one triangle.
  if (table === 'surfaces' && triangleHolds(places, region.corner)) return { isInside: false, isTouched: true };
  let [isInside, isTouched] = [true, false];
  for (let i = 0; i + 1 < places.length && (isInside || !isTouched); i += 2) {
    const place = [places[i]!, places[i + 1]!] as const;
    const isHeld = region.holds(...place);
    isInside &&= isHeld;
    isTouched ||= isHeld;
    if (i < 2 || isHeld !== region.holds(places[i - 2]!, places[i - 1]!)) continue;
    if (!region.isCrossedBy([places[i - 2]!, places[i - 1]!], place)) continue;
    [isInside, isTouched] = [false, true];
  }
  return { isInside, isTouched };
}

function triangleHolds(places: readonly number[], [e, n]: readonly [number, number]): boolean {
  const sides = [0, 2, 4].map((i) => {
    const [ae, an, be, bn] = places.slice(i, i + 4) as [number, number, number, number];
    return Math.sign((be - ae) * (n - an) - (bn - an) * (e - ae));
  });
  return !(sides.includes(1) && sides.includes(-1));
}

function foundOf(segment: number, { table, row, places }: Item): Candidate['found'] {
  const middle = 2 * Math.floor(places.length / 4);
  return { segment, table, row, easting: places[middle]!, northing: places[middle + 1]!, shape: [] };
}
