import { type Crs, type ExtentBox, sameCrs, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { FormatError } from '../../core/failure.ts';
import { type CrsMap, mapOf, scalesOf } from './coordinate-map.ts';
import { contains, earthArea, earthTransformer } from './earth-area.ts';
import { refuseDamaged } from './grid-check.ts';
import { digestOf } from './grid-folder.ts';
import { missingGrid, UNKNOWN_ACCURACY } from './missing-grid.ts';
import { refuseAbsurd, refuseSwapped } from './plausible.ts';
import { keptOffer, type Operation, type OperationInfo, offerOf, Transformer } from './proj/operation.ts';
import { startProj } from './proj/start.ts';
import { projText, type System, systemOf } from './proj/system.ts';

export type { CrsMap } from './coordinate-map.ts';

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
  /** The system that has no heights where the other one has: elevations of the data are kept as they are. */
  readonly heightsKept: string | undefined;
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
 * grid and the next one is worse than allowed; `crs-grid-damaged`, `crs-grid-elsewhere`; `crs-datum-unknown` if there
 * is no operation; `crs-epoch-missing`; `crs-axes-swapped` and `crs-no-position` if the data cannot be in the system
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
  const area = toEarth && earthArea(toEarth, scale.into, box!.main);
  if (toEarth !== undefined) refuseSwapped(source, target, toEarth, scale.into, box!.main, area);
  // Heights that are not converted need no geoid model.
  const ends = scale.heights ? ([source.object, target.object] as const) : ([source.plan, target.plan] as const);
  const key = JSON.stringify([projText(from), projText(to), area]);
  const offer = keptOffer(proj, key, () => offerOf(proj, ...ends, area, (grid) => files.has(grid)));
  const operation = chosen(source, target, offer, settings);
  for (const name of operation.grids) refuseDamaged(name, files.get(name)!);
  const whole = toEarth && earthArea(toEarth, scale.into, box!.whole);
  const map = mapOf(new Transformer(proj, operation, settings.epoch), scale);
  if (box !== undefined) {
    const { numerator, denominator } = unitFactor(unit, 'metre');
    const trial = { map, scale, metres: numerator / denominator, box: box.main, source, target };
    refuseAbsurd(proj, ends, operation, trial);
  }
  return {
    map,
    operation,
    better: offer.better,
    grids: operation.grids.map((name) => ({ name, sha256: digestOf(files.get(name)!) })),
    isOutside: whole !== undefined && operation.area !== undefined && !contains(operation.area, whole),
    heightsKept: hasElevations(box?.whole) ? heightsKept(source, target) : undefined,
  };
}

/** Whether data may have elevations: unknown data may, and plans drawn at 0 have none. */
function hasElevations(whole: ExtentBox | undefined): boolean {
  if (whole === undefined) return true;
  const { minElevation = Infinity, maxElevation = -Infinity } = whole;
  return minElevation <= maxElevation && (minElevation !== 0 || maxElevation !== 0);
}

/** The system without heights, if the other one has some. */
function heightsKept(source: System, target: System): string | undefined {
  const [from, to] = [source.heightFactor === undefined, target.heightFactor === undefined];
  return from === to ? undefined : (from ? source : target).label;
}

function chosen(
  source: System,
  target: System,
  { usable, better }: ReturnType<typeof offerOf>,
  { accuracy: worst = DEFAULT_ACCURACY, epoch }: CrsSettings,
): Operation {
  if (better !== undefined && (usable === undefined || (usable.accuracy ?? UNKNOWN_ACCURACY) > worst)) {
    throw missingGrid(source.label, target.label, better, usable);
  }
  if (usable === undefined) throw new FormatError('crs-datum-unknown', { source: source.label, target: target.label });
  if (usable.needsEpoch && epoch === undefined)
    throw new FormatError('crs-epoch-missing', { source: source.label, target: target.label });
  return usable;
}
