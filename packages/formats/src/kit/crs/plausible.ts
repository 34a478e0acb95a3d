import type { ExtentBox } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import { type CrsMap, mapOf, type Scales } from './coordinate-map.ts';
import { contains, earthArea, samplesOf } from './earth-area.ts';
import type { ProjLibrary } from './proj/library.ts';
import { type Area, type Operation, roughOperation, Transformer } from './proj/operation.ts';
import type { System } from './proj/system.ts';

/**
 * Refuses data outside the area of its system, or far from that of the other one, which is inside with easting and
 * northing exchanged.
 * @throws FormatError `crs-axes-swapped`
 */
export function refuseSwapped(
  source: System,
  target: System,
  toEarth: Transformer,
  into: number,
  box: ExtentBox,
  area: Area | undefined,
): void {
  const own = [source.area, target.area].filter((one) => one !== undefined);
  // The area of the target says little where data is near it: neighbouring zones are used for it, too.
  const missed = own.find((one, i) => area === undefined || !meets(widened(one, i * FAR), area));
  if (missed === undefined) return;
  const exchanged = earthArea(toEarth, into, {
    ...{ minEasting: box.minNorthing, maxEasting: box.maxNorthing },
    ...{ minNorthing: box.minEasting, maxNorthing: box.maxEasting },
  });
  if (exchanged !== undefined && contains(missed, exchanged))
    throw new FormatError('crs-axes-swapped', { system: (missed === source.area ? source : target).label });
}

/** Degrees. */
const FAR = 15;

function widened({ west, south, east, north }: Area, by: number): Area {
  const latitudes = { south: south - by, north: north + by };
  // An area across the date line that is widened may go all around the earth.
  if (west > east && west - by <= east + by) return { west: -180, east: 180, ...latitudes };
  return { west: west - by, east: east + by, ...latitudes };
}

function meets(a: Area, b: Area): boolean {
  const inLongitude = a.west <= a.east ? b.west <= a.east && b.east >= a.west : b.west <= a.east || b.east >= a.west;
  return inLongitude && b.south <= a.north && b.north >= a.south;
}

/** Metres: no grid moves positions or heights by more. */
const MOST_SHIFT = 5000;
const MOST_LIFT = 500;
const METRES_PER_DEGREE = 111_320;

/** A change to be tried on the place of the data. */
interface Trial {
  readonly map: CrsMap;
  readonly scale: Scales;
  /** Metres to one of the caller's unit. */
  readonly metres: number;
  readonly box: ExtentBox;
  readonly source: System;
  readonly target: System;
}

/**
 * Refuses an operation that gives no position anywhere in the data, and grids that move it absurdly.
 * @param ends PROJ's objects of both systems
 * @throws FormatError `crs-no-position`, `crs-grid-elsewhere`, `crs-grid-damaged`
 */
export function refuseAbsurd(
  proj: ProjLibrary,
  ends: readonly [source: number, target: number],
  operation: Operation,
  { map, scale, metres, box, source, target }: Trial,
): void {
  const places = [...samplesOf(box)].filter((place) => place.every(Number.isFinite));
  const moved = places.map((place) => movedBy(map, place));
  const grid = operation.grids.join(' and ');
  if (places.length > 0 && !moved.some(isPosition)) {
    if (grid === '') throw new FormatError('crs-no-position', { source: source.label, target: target.label });
    throw new FormatError('crs-grid-elsewhere', { grid });
  }
  const rough = grid === '' ? undefined : roughOperation(proj, ...ends);
  if (rough === undefined) return;
  const roughly = mapOf(new Transformer(proj, rough, undefined), scale);
  const plan = target.geographic ? METRES_PER_DEGREE : metres;
  for (const [i, place] of places.entries()) {
    const [found, expected] = [moved[i]!, movedBy(roughly, place)];
    if (!isPosition(found) || !isPosition(expected)) continue;
    const shift = Math.hypot(found[0]! - expected[0]!, found[1]! - expected[1]!) * plan;
    const lift = Math.abs(found[2]! - expected[2]!) * metres;
    if (shift > MOST_SHIFT) throw damaged(grid, `moves positions by ${Math.round(shift / 1000)} km`);
    if (lift > MOST_LIFT) throw damaged(grid, `changes heights by ${Math.round(lift)} m`);
    if (scale.heights && !Number.isFinite(found[2])) throw damaged(grid, 'gives heights that are not numbers');
  }
}

function damaged(grid: string, reason: string): FormatError {
  return new FormatError('crs-grid-damaged', { grid, reason });
}

function movedBy(map: CrsMap, [easting, northing]: readonly [number, number]): Float64Array {
  const position = Float64Array.of(easting, northing, 0);
  map(position);
  return position;
}

function isPosition([easting, northing]: Float64Array): boolean {
  return Number.isFinite(easting) && Number.isFinite(northing);
}
