import { type Crs, type ExtentBox, sameCrs, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { FormatError } from '../../core/failure.ts';
import { refuseDamaged } from './grid-check.ts';
import { digestOf } from './grid-folder.ts';
import type { ProjLibrary } from './proj/library.ts';
import { type Area, keptOffer, type Operation, type OperationInfo, offerOf, Transformer } from './proj/operation.ts';
import { startProj } from './proj/start.ts';
import { projText, type System, systemOf } from './proj/system.ts';

/**
 * Moves `position[0..2]` (easting, northing, elevation; longitude and latitude in degrees for geographic systems) in
 * place.
 */
export type CrsMap = (position: Float64Array) => void;

/** WGS 84, longitude and latitude in degrees. */
export const WGS84: Crs = { kind: 'epsg', code: 4326 };

/** A change of reference system: one operation for all positions of a conversion. */
export interface CrsChange {
  readonly map: CrsMap;
  readonly operation: OperationInfo;
  /** The operation that would be better if its grids were available. */
  readonly better: OperationInfo | undefined;
  /** The grid files used. */
  readonly grids: readonly { readonly name: string; readonly sha256: string }[];
  /** Whether part of the data is outside the area of the operation. */
  readonly isOutside: boolean;
}

/** Metres; beyond this, a surveyor's grid coordinates are useless. */
export const DEFAULT_ACCURACY = 1;

/**
 * Chooses the operation between two systems for the location of the data, as ranked by PROJ.
 * @param unit of the coordinates on both sides; plan coordinates of geographic systems are degrees
 * @param box the data in the source system: `main` without outliers, for choosing the operation, and `whole`
 * @returns undefined if both are the same system
 * @throws FormatError `crs-local`, `crs-unknown`, `crs-axes`; `crs-grid-missing` if the best operation needs a missing
 * grid and the next one is worse than allowed; `crs-grid-damaged`; `crs-datum-unknown` if there is no operation;
 * `crs-epoch-missing`
 */
export async function crsChange(
  from: Crs,
  to: Crs,
  unit: Unit,
  box: { readonly main: ExtentBox; readonly whole: ExtentBox } | undefined,
  settings: CrsSettings = {},
): Promise<CrsChange | undefined> {
  if (sameCrs(from, to)) return undefined;
  const { files, library } = startProj(settings.grids);
  const proj = await library;
  const [source, target] = [systemOf(proj, from), systemOf(proj, to)];
  const scale = scalesOf(source, target, unit);
  const toEarth = box && earthTransformer(proj, source);
  const area = toEarth && areaOf(toEarth, scale.into, box!.main);
  const key = JSON.stringify([projText(from), projText(to), area]);
  const offer = keptOffer(proj, key, () => offerOf(proj, source.object, target.object, area));
  const operation = chosen(source, target, offer, settings);
  for (const name of operation.grids) refuseDamaged(name, files.get(name)!);
  const whole = toEarth && areaOf(toEarth, scale.into, box!.whole);
  return {
    map: mapOf(new Transformer(proj, operation.object, settings.epoch), scale),
    operation,
    better: offer.better,
    grids: operation.grids.map((name) => ({ name, sha256: digestOf(files.get(name)!) })),
    isOutside: whole !== undefined && operation.area !== undefined && !contains(operation.area, whole),
  };
}

function chosen(
  source: System,
  target: System,
  { usable, better }: ReturnType<typeof offerOf>,
  { accuracy: worst = DEFAULT_ACCURACY, epoch }: CrsSettings,
): Operation {
  if (better !== undefined && (usable === undefined || (usable.accuracy ?? Infinity) > worst)) {
    const next =
      usable === undefined
        ? 'there is no other operation'
        : `the next best, "${usable.name}", has an accuracy of ${usable.accuracy ?? 'unknown'} m`;
    const grid = better.grids.join(' and ');
    throw new FormatError('crs-grid-missing', { source: source.label, target: target.label, grid, next });
  }
  if (usable === undefined) throw new FormatError('crs-datum-unknown', { source: source.label, target: target.label });
  if (usable.needsEpoch && epoch === undefined)
    throw new FormatError('crs-epoch-missing', { source: source.label, target: target.label });
  return usable;
}

/** Factors between the caller's unit and those of the systems' axes. */
interface Scales {
  readonly into: number;
  readonly out: number;
  readonly heightInto: number;
  readonly heightOut: number;
  /** Whether both systems have heights, which are then also converted. */
  readonly heights: boolean;
}

function scalesOf(source: System, target: System, unit: Unit): Scales {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  const scale = (factor: number): number => numerator / denominator / factor;
  const heights = source.heightFactor !== undefined && target.heightFactor !== undefined;
  return {
    into: source.geographic ? 1 / source.factor : scale(source.factor),
    out: target.geographic ? target.factor : 1 / scale(target.factor),
    heightInto: heights ? scale(source.heightFactor!) : 0,
    heightOut: heights ? 1 / scale(target.heightFactor!) : 0,
    heights,
  };
}

function mapOf(transformer: Transformer, { into, out, heightInto, heightOut, heights }: Scales): CrsMap {
  return (position) => {
    const [easting, northing, elevation] = position as unknown as [number, number, number];
    // An unknown position stays unknown.
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return;
    const hasHeight = heights && Number.isFinite(elevation);
    position[0] = easting * into;
    position[1] = northing * into;
    position[2] = hasHeight ? elevation * heightInto : 0;
    transformer.move(position);
    position[0]! *= out;
    position[1]! *= out;
    position[2] = hasHeight ? position[2]! * heightOut : elevation;
  };
}

const WGS84_TEXT = 'EPSG:4326';
/** Steps along each side of a box, because the sides of a projected box are curves on the earth. */
const STEPS = 4;

/** From a system to longitude and latitude; undefined if PROJ has no operation. */
function earthTransformer(proj: ProjLibrary, source: System): Transformer | undefined {
  const earth = proj.create(WGS84_TEXT);
  const made = proj.call('create_crs_to_crs_from_pj', proj.context, source.object, earth, 0, 0);
  if (made === 0) return undefined;
  return new Transformer(proj, proj.call('normalize_for_visualization', proj.context, made), undefined);
}

/** A box of plan coordinates as a box of longitudes and latitudes; undefined if no part of it is on the earth. */
function areaOf(transformer: Transformer, into: number, box: ExtentBox): Area | undefined {
  const area = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  const position = new Float64Array(3);
  for (let i = 0; i <= STEPS; i++)
    for (let k = 0; k <= STEPS; k++) {
      position[0] = (box.minEasting + ((box.maxEasting - box.minEasting) * i) / STEPS) * into;
      position[1] = (box.minNorthing + ((box.maxNorthing - box.minNorthing) * k) / STEPS) * into;
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

function contains(outer: Area, inner: Area): boolean {
  // An area across the date line has a west limit greater than its east limit.
  const inLongitude =
    outer.west <= outer.east
      ? inner.west >= outer.west - MARGIN && inner.east <= outer.east + MARGIN
      : inner.west >= outer.west - MARGIN || inner.east <= outer.east + MARGIN;
  return inLongitude && inner.south >= outer.south - MARGIN && inner.north <= outer.north + MARGIN;
}
