import { type Crs, crsText } from '@fieldbridge/fieldjob';
import { FormatError } from '../../../core/failure.ts';
import { labelOf } from '../registry.ts';
import type { ProjLibrary } from './library.ts';
import { type Area, areaOf } from './operation.ts';

/** A reference system as PROJ understood it. Units are those of its own axes, in east-north order. */
export interface System {
  /** PROJ's object. */
  readonly object: number;
  /** Its name in messages. */
  readonly label: string;
  /** Whether its plan coordinates are angles. */
  readonly geographic: boolean;
  /** Metres (or degrees, if geographic) per unit of its plan coordinates. */
  readonly factor: number;
  /** PROJ's object of its plan coordinates: of a compound system the first part. */
  readonly plan: number;
  /** Where it is meant to be used; undefined if nothing is stated. */
  readonly area: Area | undefined;
  /** Metres per unit of its heights; undefined if it has none. */
  readonly heightFactor: number | undefined;
}

const DEGREE = Math.PI / 180;

/**
 * Reads a system by its EPSG code, WKT (1, ESRI's or 2) or PROJJSON.
 * @throws FormatError `crs-local`, `crs-unknown`, `crs-axes`
 */
export function systemOf(proj: ProjLibrary, crs: Crs): System {
  if (crs.kind === 'local') throw new FormatError('crs-local');
  const label = nameOf(crs);
  const object = created(proj, crs);
  if (object === 0) throw new FormatError('crs-unknown', { system: label, reason: 'unknown' });
  const made = [object];
  const plan = planOf(proj, object, made);
  const axes = plan === 0 ? [] : axesOf(proj, plan);
  if (axes.length < 2) throw new FormatError('crs-unknown', { system: label, reason: 'no-plan' });
  const directions = axes.slice(0, 2).map(({ direction }) => direction);
  if (!directions.every((direction) => direction === 'east' || direction === 'north') && !isPolar(directions))
    throw new FormatError('crs-axes', { system: label, axes: directions.join(' and ') });
  const geographic = axes[0]!.isAngle;
  const vertical = axes[2] ?? verticalAxisOf(proj, object, made);
  if (vertical !== undefined && vertical.direction !== 'up')
    throw new FormatError('crs-unknown', { system: label, reason: 'depths' });
  const system = {
    ...{ object, label, geographic, plan, area: areaOf(proj, plan) },
    factor: geographic ? axes[0]!.factor / DEGREE : axes[0]!.factor,
    heightFactor: vertical?.factor,
  };
  for (const pointer of made) proj.keepFor(system, pointer);
  return system;
}

/** First of ESRI's codes for systems that EPSG lacks. */
const FIRST_ESRI = 37_000;

function created(proj: ProjLibrary, crs: Crs): number {
  const object = proj.create(projText(crs));
  return object === 0 && crs.kind === 'epsg' && crs.code >= FIRST_ESRI ? proj.create(`ESRI:${crs.code}`) : object;
}

/** A system as PROJ takes it. It does not catch what it throws for `EPSG:25832+7837`, and knows the URN of the pair. */
export function projText(crs: Crs): string {
  if (crs.kind !== 'epsg' || crs.vertical === undefined) return crsText(crs);
  return `urn:ogc:def:crs,crs:EPSG::${crs.code},crs:EPSG::${crs.vertical}`;
}

/** The axes of a polar system all point away from the pole, or all towards it. */
function isPolar([first, second]: readonly string[]): boolean {
  return first === second && (first === 'north' || first === 'south');
}

function nameOf(crs: Crs): string {
  return crs.kind === 'epsg' ? labelOf(crs) : (crs.name ?? 'the stated reference system');
}

/** PJ_TYPE of proj.h: the values used here. */
const VERTICAL_CRS = 14;
const COMPOUND_CRS = 16;
const BOUND_CRS = 19;

/** The part with the plan coordinates; 0 for a purely vertical system. */
function planOf(proj: ProjLibrary, object: number, made: number[]): number {
  const type = proj.call('get_type', object);
  if (type === VERTICAL_CRS) return 0;
  if (type !== COMPOUND_CRS) return object;
  const part = proj.call('crs_get_sub_crs', proj.context, object, 0);
  made.push(part);
  return planOf(proj, part, made);
}

function verticalAxisOf(proj: ProjLibrary, object: number, made: number[]): Axis | undefined {
  if (proj.call('get_type', object) !== COMPOUND_CRS) return undefined;
  const part = proj.call('crs_get_sub_crs', proj.context, object, 1);
  made.push(part);
  return axesOf(proj, part)[0];
}

interface Axis {
  readonly direction: string;
  readonly factor: number;
  readonly isAngle: boolean;
}

function axesOf(proj: ProjLibrary, object: number): Axis[] {
  if (proj.call('get_type', object) === BOUND_CRS) {
    const inner = proj.call('get_source_crs', proj.context, object);
    const axes = axesOf(proj, inner);
    proj.call('destroy', inner);
    return axes;
  }
  const system = proj.call('crs_get_coordinate_system', proj.context, object);
  if (system === 0) return [];
  const isAngle = proj.call('cs_get_type', proj.context, system) === ELLIPSOIDAL;
  const count = proj.call('cs_get_axis_count', proj.context, system);
  const axes = Array.from({ length: count }, (_, i) => {
    const found = proj.outputs(['*', '*', '*', 'double', '*', '*', '*'], (pointers) =>
      Boolean(proj.call('cs_get_axis_info', proj.context, system, i, ...pointers)),
    );
    return { direction: proj.text(found![2]!), factor: found![3]!, isAngle };
  });
  proj.call('destroy', system);
  return axes;
}

/** PJ_CS_TYPE of proj.h. */
const ELLIPSOIDAL = 2;
