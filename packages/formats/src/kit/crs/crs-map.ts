import { type Crs, sameCrs, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import { define, EARTH, projection } from './definition.ts';

/** Maps `position[0..1]` (easting, northing; longitude, latitude in degrees for geographic systems) in place; the elevation stays. */
export type CrsMap = (position: Float64Array) => void;

/** WGS 84, longitude and latitude in degrees. */
export const WGS84: Crs = { kind: 'epsg', code: 4326 };

/**
 * The map from one reference system to another for coordinates in `unit`; elevations are not touched (no geoid is applied).
 * @throws FormatError `crs-unknown` when a code is not in the offline table, `crs-local` when one of them is a local grid,
 * `crs-grid-missing` when the way between the two needs a correction grid, which are not part of the table, `crs-datum-unknown` when the
 * table does not say how one of them lies on the earth, `crs-axes` when one counts along other axes than east and north
 */
export function crsMap(from: Crs, to: Crs, unit: Unit): CrsMap | undefined {
  if (sameCrs(from, to)) return undefined;
  const source = define(from);
  const target = define(to);
  if (source.grid !== target.grid) {
    const [needy, grid] = source.grid === undefined ? [target, target.grid] : [source, source.grid];
    throw new FormatError('crs-grid-missing', { system: needy.label, grid: grid! });
  }
  if (source.grid === undefined && source.datum !== target.datum) {
    const { label, datum } = source.datum === EARTH ? target : source;
    throw new FormatError('crs-datum-unknown', { system: label, datum });
  }
  const converter = projection()(source.proj4, target.proj4);
  const toMetre = unitFactor(unit, 'metre');
  const into = source.geographic ? 1 : toMetre.numerator / toMetre.denominator / source.metres;
  const out = target.geographic ? 1 : (toMetre.denominator * target.metres) / toMetre.numerator;
  return (position) => {
    // What has no position has none in the other system either.
    if (!Number.isFinite(position[0]) || !Number.isFinite(position[1])) return;
    const result = converter.forward([position[0]! * into, position[1]! * into]);
    position[0] = result[0]! * out;
    position[1] = result[1]! * out;
  };
}
