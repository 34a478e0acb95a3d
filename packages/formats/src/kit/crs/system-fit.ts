import { type Crs, type ExtentBox, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { FormatError } from '../../core/failure.ts';
import { crsChange } from './crs-change.ts';
import { contains, earthArea, earthTransformer } from './earth-area.ts';
import type { Area } from './proj/operation.ts';
import { startProj } from './proj/start.ts';
import { type System, systemOf } from './proj/system.ts';

/** Data whose reference system is to be chosen, or to be changed. */
export interface FitQuestion {
  /** In the unit of the data; degrees in geographic systems. */
  readonly box: ExtentBox;
  readonly unit: Unit;
  /** The system of the data; undefined if each candidate is to be tried as that. */
  readonly from: Crs | undefined;
  /** The system that the data goes to; undefined with `from`, and if it stays where it is. */
  readonly to: Crs | undefined;
  /** Whether to look for the operation, which takes PROJ a tenth of a second. */
  readonly wantsChange: boolean;
}

/** How data and a candidate go together. */
export interface Fit {
  /** Where the data is on the earth; null if nowhere. */
  readonly earth: Area | null;
  /** Whether that is in the area of use; null if none is known. */
  readonly fits: boolean | null;
  readonly change: FitChange | null;
  /** Why the candidate cannot be used. */
  readonly problem: { readonly code: string; readonly text: string } | null;
}

/** The operation by which coordinates would change. */
export interface FitChange {
  readonly name: string;
  /** Metres; null if unknown. */
  readonly accuracy: number | null;
  /** A better one whose grids are missing. */
  readonly better: {
    readonly name: string;
    readonly accuracy: number | null;
    readonly grids: string[];
  } | null;
}

/** Tells where data would be, with a candidate as its reference system or its target. @throws never for bad systems */
export async function fitOf(
  candidate: Crs,
  { box, unit, from, to, wantsChange }: FitQuestion,
  settings: CrsSettings,
): Promise<Fit> {
  const proj = await startProj(settings.grids).library;
  let [earth, fits]: [Area | null, boolean | null] = [null, null];
  try {
    const system = systemOf(proj, candidate);
    const source = from === undefined ? system : systemOf(proj, from);
    const toEarth = earthTransformer(proj, source);
    earth = (toEarth && earthArea(toEarth, into(source, unit), box)) ?? null;
    fits = toEarth === undefined || system.area === undefined ? null : earth !== null && contains(system.area, earth);
    const ends = from === undefined ? to && ([candidate, to] as const) : ([from, candidate] as const);
    const change =
      wantsChange && ends ? await crsChange(...ends, unit, { main: box, whole: box }, settings) : undefined;
    return { earth, fits, change: change === undefined ? null : changeOf(change), problem: null };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { earth, fits, change: null, problem: { code: error.code, text: error.message } };
  }
}

/** What coordinates in a unit are multiplied by to be in that of the system's axes. */
function into({ geographic, factor }: System, unit: Unit): number {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  return geographic ? 1 / factor : numerator / denominator / factor;
}

function changeOf({ operation, better }: NonNullable<Awaited<ReturnType<typeof crsChange>>>): FitChange {
  const accuracy = operation.accuracy ?? null;
  return {
    ...{ name: operation.name, accuracy },
    better:
      better === undefined ? null : { name: better.name, accuracy: better.accuracy ?? null, grids: [...better.grids] },
  };
}
