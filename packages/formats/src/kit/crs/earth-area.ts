import type { ExtentBox } from '@fieldbridge/fieldjob';
import { ProjError, type ProjLibrary } from './proj/library.ts';
import { type Area, Transformer } from './proj/operation.ts';
import type { System } from './proj/system.ts';

const WGS84_TEXT = 'EPSG:4326';
/** Steps along each side of a box, because the sides of a projected box are curves on the earth. */
const STEPS = 4;

/** From a system to longitude and latitude; undefined if PROJ has no operation. */
export function earthTransformer(proj: ProjLibrary, source: System): Transformer | undefined {
  const earth = proj.create(WGS84_TEXT);
  const made = operationBetween(proj, source.plan, earth);
  proj.call('destroy', earth);
  if (made === 0) return undefined;
  const operation = { object: proj.call('normalize_for_visualization', proj.context, made) };
  proj.call('destroy', made);
  proj.keepFor(operation, operation.object);
  return new Transformer(proj, operation, undefined);
}

/** 0 if PROJ has none, or fails on its own: it does for some systems whose datum it reaches in no way it knows. */
function operationBetween(proj: ProjLibrary, from: number, to: number): number {
  try {
    return proj.call('create_crs_to_crs_from_pj', proj.context, from, to, 0, 0);
  } catch (error) {
    if (error instanceof ProjError) return 0;
    throw error;
  }
}

/** Positions all over a box, `STEPS` + 1 along each side. */
export function* samplesOf(box: ExtentBox): Generator<readonly [easting: number, northing: number]> {
  for (let i = 0; i <= STEPS; i++)
    for (let k = 0; k <= STEPS; k++)
      yield [
        box.minEasting + ((box.maxEasting - box.minEasting) * i) / STEPS,
        box.minNorthing + ((box.maxNorthing - box.minNorthing) * k) / STEPS,
      ];
}

/** A box of plan coordinates as a box of longitudes and latitudes; undefined if no part of it is on the earth. */
export function earthArea(transformer: Transformer, into: number, box: ExtentBox): Area | undefined {
  const area = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const position = new Float64Array(3);
  for (const [easting, northing] of samplesOf(box)) {
    position[0] = easting * into;
    position[1] = northing * into;
    position[2] = 0;
    transformer.move(position);
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) continue;
    area.west = Math.min(area.west, position[0]!);
    area.east = Math.max(area.east, position[0]!);
    area.south = Math.min(area.south, position[1]!);
    area.north = Math.max(area.north, position[1]!);
  }
  return area.west <= area.east ? area : undefined;
}

/** Degrees, because the outlines of areas are rounded. */
const MARGIN = 0.01;

/** Whether an area holds another one. @param margin degrees by which the other one may be larger */
export function contains(outer: Area, inner: Area, margin = MARGIN): boolean {
  // An area across the date line has a west limit greater than its east limit.
  const inLongitude =
    outer.west <= outer.east
      ? inner.west >= outer.west - margin && inner.east <= outer.east + margin
      : inner.west >= outer.west - margin || inner.east <= outer.east + margin;
  return inLongitude && inner.south >= outer.south - margin && inner.north <= outer.north + margin;
}
