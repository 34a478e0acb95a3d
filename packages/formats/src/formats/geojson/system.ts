import { type Crs, LOCAL_CRS, parseUnit, sameCrs, type Unit } from '@fieldbridge/fieldjob';
import { WGS84 } from '../../kit/crs/crs-change.ts';
import { statedCrs } from '../../kit/crs/stated-crs.ts';
import { unitOfCrs } from '../../kit/crs/unit-of-crs.ts';

/** The statements of a collection about its coordinates. */
export interface StatedSystem {
  /** The constant `WGS84` if the coordinates are degrees in it, however that is stated. */
  readonly crs: Crs;
  /** Unit of all lengths; undefined if not stated. */
  readonly unit: Unit | undefined;
  /** The stated system, if it is unknown. */
  readonly unknown?: string;
}

/** RFC 7946 §4: longitude and latitude in degrees, heights in metres. */
const DEGREES: StatedSystem = { crs: WGS84, unit: 'metre' };

/**
 * The system of a GeoJSON text: WGS 84 (RFC 7946) unless it has our own `coordinateSystem` or the `crs` member of
 * GeoJSON 2008, where null means that no system can be assumed.
 * @param members parsed top-level members except the features
 */
export function systemOf(members: ReadonlyMap<string, unknown>): StatedSystem {
  const own = members.get('coordinateSystem');
  if (isRecord(own)) {
    const unit = typeof own['unit'] === 'string' ? parseUnit(own['unit']) : undefined;
    const code = Number(own['code']);
    if (own['kind'] === 'epsg' && Number.isInteger(code)) {
      const vertical = Number.isInteger(own['vertical']) ? { vertical: Number(own['vertical']) } : {};
      return { crs: { kind: 'epsg', code, ...vertical }, unit };
    }
    if (own['kind'] === 'wkt' && typeof own['wkt'] === 'string') return { crs: { kind: 'wkt', wkt: own['wkt'] }, unit };
    return { crs: LOCAL_CRS, unit };
  }
  if (!members.has('crs')) return DEGREES;
  const crs = members.get('crs');
  const properties = isRecord(crs) ? crs['properties'] : undefined;
  const given = isRecord(properties) ? properties['name'] : undefined;
  const name = typeof given === 'string' ? given : '';
  if (/CRS84/i.test(name)) return DEGREES;
  const stated = statedCrs(name);
  const named = 'crs' in stated && stated.crs.kind === 'epsg' ? stated.crs : undefined;
  if (named !== undefined && sameCrs(named, WGS84)) return DEGREES;
  if (named === undefined) {
    const unknown = crs === null ? {} : { unknown: JSON.stringify(crs).slice(0, 80) };
    return { crs: LOCAL_CRS, unit: undefined, ...unknown };
  }
  const unit = unitOfCrs(named);
  return { crs: named, unit: unit === 'degree' ? 'metre' : unit };
}

/** Whether an untrusted value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
