import { type Crs, UNITS, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import { definedUnit } from './definition-unit.ts';
import { labelOf, type RegisteredUnit, registeredSystem, siblingIn } from './registry.ts';

/** Relative: definitions round their factors, and the two feet differ by 2e-6. */
const SAME = 1e-7;

/**
 * The unit of the coordinates of a system by its definition; undefined for local grids, and where a job cannot be in
 * that unit. Latitudes and longitudes are in degrees, whatever the registry says of their spelling.
 */
export function unitOfCrs(crs: Crs): Unit | 'degree' | undefined {
  const own = axisUnit(crs);
  return own?.isAngle === true ? 'degree' : own && UNITS.find((unit) => isSame(own.factor, unit));
}

/** The unit of a job in a system; undefined for local grids and for latitudes and longitudes. */
export function lengthUnitOf(crs: Crs): Unit | undefined {
  const unit = unitOfCrs(crs);
  return unit === 'degree' ? undefined : unit;
}

/** Why coordinates cannot be in this unit and this system: theirs is another; undefined where they can. */
export function contradiction(crs: Crs, unit: Unit): FormatError | undefined {
  const own = axisUnit(crs);
  if (own === undefined || own.isAngle || isSame(own.factor, unit)) return undefined;
  const system = crs.kind === 'epsg' ? labelOf(crs) : (crs.name ?? 'the stated reference system');
  const known = lengthUnitOf(crs);
  const parameters = { system, own: known === undefined ? own.name : NAMES[known], unit: NAMES[unit] };
  return new FormatError('unit-contradicts-crs', { ...parameters, cure: cureOf(crs, unit) });
}

/**
 * Refuses coordinates in another unit than that of their system.
 * @throws FormatError `unit-contradicts-crs`, which says what to choose
 */
export function refuseContradiction(crs: Crs, unit: Unit): void {
  const error = contradiction(crs, unit);
  if (error !== undefined) throw error;
}

const NAMES: Readonly<Record<Unit, string>> = {
  metre: 'metres',
  internationalFoot: 'international feet',
  usSurveyFoot: 'US survey feet',
};
const WORDS: Readonly<Record<Unit, string>> = { metre: 'm', internationalFoot: 'ft', usSurveyFoot: 'usft' };

/** What can be chosen: the unit of the system, or a system in the unit. */
function cureOf(crs: Crs, unit: Unit): string {
  const own = lengthUnitOf(crs);
  const keep = own === undefined ? '' : `unit=${WORDS[own]}, `;
  const sibling = crs.kind === 'epsg' ? siblingIn(crs.code, unitFactor(unit, 'metre')) : undefined;
  const other = sibling === undefined ? `a system in ${NAMES[unit]}` : `crs=${sibling.code} (${sibling.name})`;
  return `choose ${keep}${other}, or crs=local`;
}

function axisUnit(crs: Crs): RegisteredUnit | undefined {
  if (crs.kind === 'wkt') return definedUnit(crs.wkt);
  return crs.kind === 'epsg' ? registeredSystem(crs.code)?.unit : undefined;
}

function isSame(factor: number, unit: Unit): boolean {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  return Math.abs((factor * denominator) / numerator - 1) < SAME;
}
