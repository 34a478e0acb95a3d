import type { FeatureField, Holds } from '../../core/holds.ts';
import type { Role } from './roles.ts';

/** Columns for a field of the same name. */
const FIELDS = ['name', 'code', 'description', 'layer', 'quality', 'list'] as const satisfies readonly FeatureField[];

/**
 * The fields of a file with these columns; attributes and coordinates without a column are reported where they are
 * counted.
 */
export function pointsHolds(columns: readonly Role[]): Holds {
  const point: FeatureField[] = [...FIELDS.filter((field) => columns.includes(field)), 'attributes'];
  if (columns.includes('time') || columns.includes('date')) point.push('time');
  return {
    ...{ kinds: ['point'], point, info: [], layer: [] },
    crs: columns.includes('latitude') && columns.includes('longitude'),
    infiniteElevations: columns.includes('elevation') ? false : undefined,
  };
}

/** The most that a points file can hold. */
export const POINTS_HOLDS = pointsHolds([...FIELDS, 'latitude', 'longitude', 'elevation', 'time']);
