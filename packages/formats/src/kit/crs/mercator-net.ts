import { type Crs, type ExtentBox, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type { EarthNet } from '@fieldbridge/view-wire';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { FormatError } from '../../core/failure.ts';
import { type CrsMap, crsChange } from './crs-change.ts';
import { earthArea, earthTransformer } from './earth-area.ts';
import { startProj } from './proj/start.ts';
import { systemOf } from './proj/system.ts';

const WEB_MERCATOR: Crs = { kind: 'epsg', code: 3857 };
/** Half the side of the map of the world, in metres: the equator of WGS 84 is a circle of 6 378 137 m. */
const HALF = Math.PI * 6_378_137;
/** Places along each side, and how much wider than the data the net is: a datum may be off by hundreds of metres. */
const SIDE = 9;
/** Decimals of places: a tenth of a millimetre. */
const DECIMALS = { plane: 4, degrees: 9 } as const;
const WIDER = 0.02;
const WIDER_METRES = 300;

/**
 * Where Web Mercator is in a reference system, for the part of the earth under a box.
 * @param box in the unit of the data; degrees in geographic systems
 * @throws FormatError `crs-no-position` if no part of the box is on the earth; as `crsChange`, except that an inexact
 * operation is taken where grids are missing: it says how exact it is
 */
export async function mercatorNet(crs: Crs, unit: Unit, box: ExtentBox, settings: CrsSettings = {}): Promise<EarthNet> {
  const proj = await startProj(settings.grids).library;
  const system = systemOf(proj, crs);
  const { numerator, denominator } = unitFactor(unit, 'metre');
  const perUnit = system.geographic ? 1 : numerator / denominator;
  const toEarth = earthTransformer(proj, system);
  const area = toEarth && earthArea(toEarth, system.geographic ? 1 / system.factor : perUnit / system.factor, box);
  if (area === undefined) throw new FormatError('crs-no-position', { source: system.label, target: 'Web Mercator' });
  const [west, east] = [area.west, area.east].map((degrees) => (degrees * HALF) / 180) as [number, number];
  const [south, north] = [area.south, area.north].map(mercatorNorthing) as [number, number];
  const margin = Math.max(east - west, north - south) * WIDER + WIDER_METRES;
  const [least, greatest] = [(value: number) => Math.max(-HALF, value), (value: number) => Math.min(HALF, value)];
  const mercator = {
    ...{ minEasting: least(west - margin), maxEasting: greatest(east + margin) },
    ...{ minNorthing: least(south - margin), maxNorthing: greatest(north + margin) },
  };
  const change = await crsChange(
    WEB_MERCATOR,
    crs,
    'metre',
    { main: mercator, whole: mercator },
    { ...settings, accuracy: Number.POSITIVE_INFINITY },
  );
  const map: CrsMap = (position) => {
    change?.map(position);
    position[0]! /= perUnit;
    position[1]! /= perUnit;
  };
  const places = placesOf(map, mercator, [0, 0]);
  // Inside a mesh both directions add up at worst.
  const errors = (
    [
      [1, 0],
      [0, 1],
    ] as const
  ).map(([across, up]) => worstOf(places, placesOf(map, mercator, [across / 2, up / 2]), [across, up]));
  const decimals = DECIMALS[system.geographic ? 'degrees' : 'plane'];
  return {
    mercator: [mercator.minEasting, mercator.minNorthing, mercator.maxEasting, mercator.maxNorthing],
    side: SIDE,
    places: Array.from(places, (value) => (Number.isFinite(value) ? Number(value.toFixed(decimals)) : null)),
    error: errors[0]! + errors[1]!,
    operation: change?.operation.name ?? 'none',
    accuracy: change === undefined ? 0 : (change.operation.accuracy ?? null),
  };
}

/** The longitude is proportional; the latitude is stretched until the map of the world is square. */
function mercatorNorthing(latitude: number): number {
  const bounded = Math.min(85.06, Math.max(-85.06, latitude));
  return (Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) * HALF) / Math.PI;
}

/** @param shift of the places, in steps of the net */
function placesOf(map: CrsMap, box: ExtentBox, shift: readonly [across: number, up: number]): Float64Array {
  const places = new Float64Array(2 * SIDE * SIDE);
  const position = new Float64Array(3);
  const [width, height] = [box.maxEasting - box.minEasting, box.maxNorthing - box.minNorthing];
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      position[0] = box.minEasting + (width * (column + shift[0])) / (SIDE - 1);
      position[1] = box.minNorthing + (height * (row + shift[1])) / (SIDE - 1);
      position[2] = 0;
      map(position);
      places.set(position.subarray(0, 2), 2 * (row * SIDE + column));
    }
  return places;
}

/** The largest distance of the middles of the net's sides in one direction from where they are. */
function worstOf(places: Float64Array, middles: Float64Array, [across, up]: readonly [number, number]): number {
  let worst = 0;
  for (let row = 0; row < SIDE - up; row++)
    for (let column = 0; column < SIDE - across; column++) {
      const [from, to] = [row * SIDE + column, (row + up) * SIDE + column + across];
      const off = [0, 1].map((i) => (places[2 * from + i]! + places[2 * to + i]!) / 2 - middles[2 * from + i]!);
      const distance = Math.hypot(...off);
      if (distance > worst) worst = distance;
    }
  return worst;
}
