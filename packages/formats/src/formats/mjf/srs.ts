import { type Crs, type Unit, unitFactor } from '@fieldbridge/fieldjob';
import { labelOf, registeredSystem } from '../../kit/crs/registry.ts';
import { unitOfCrs } from '../../kit/crs/unit-of-crs.ts';
import { wktOf } from '../../kit/crs/wkt.ts';

/** A row of gpkg_spatial_ref_sys. */
export interface SpatialReference {
  readonly name: string;
  readonly id: number;
  readonly organization: string;
  readonly organizationId: number;
  readonly definition: string;
  readonly description: string;
}

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]';

const row = (
  id: number,
  name: string,
  organization: string,
  organizationId: number,
  definition: string,
  description: string,
): SpatialReference => ({ id, name, organization, organizationId, definition, description });

/** The three rows that every GeoPackage has (OGC 12-128r19, requirement 11). */
export const REQUIRED_REFERENCES: readonly SpatialReference[] = [
  row(-1, 'Undefined cartesian SRS', 'NONE', -1, 'undefined', 'undefined cartesian coordinate reference system'),
  row(0, 'Undefined geographic SRS', 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  row(4326, 'WGS 84 geodetic', 'EPSG', 4326, WGS84, 'longitude/latitude coordinates in decimal degrees on WGS 84'),
];

/** First srs_id of our own systems; EPSG codes are lower. */
const FIRST_OWN_ID = 1_000_001;
const UNIT_NAMES: Record<Unit, string> = {
  metre: 'metre',
  internationalFoot: 'foot',
  usSurveyFoot: 'US survey foot',
};

/**
 * The reference system row for a job. EPSG codes get the WKT from PROJ, or `undefined` if it has none. A local grid in
 * metres is GeoPackage's own undefined cartesian system; in feet, or with a name, it is an engineering system with that
 * unit. So is a job whose unit is not that of its EPSG system, because other programs would otherwise draw it in the
 * wrong place.
 * @param own number of own systems in the file so far
 */
export async function referenceOf(crs: Crs, unit: Unit, own: number): Promise<SpatialReference> {
  const id = FIRST_OWN_ID + own;
  if (crs.kind === 'wkt') {
    // PROJJSON is no definition of a GeoPackage; the job keeps it beside.
    const text = crs.wkt.startsWith('{') ? ((await wktOf(crs)) ?? 'undefined') : crs.wkt;
    return row(id, crs.name ?? 'stated by the source', 'NONE', id, text, 'as the source states it');
  }
  if (crs.kind === 'epsg') {
    const known = registeredSystem(crs.code);
    const stated = unitOfCrs(crs);
    if (stated === undefined || stated === 'degree' || stated === unit) {
      const required = REQUIRED_REFERENCES.find((reference) => reference.id === crs.code && crs.code > 0);
      if (required !== undefined && crs.vertical === undefined) return required;
      const definition = (await wktOf(crs)) ?? 'undefined';
      if (crs.vertical !== undefined) return row(id, labelOf(crs), 'NONE', id, definition, 'plan and heights');
      const name = known?.name ?? crs.name ?? `EPSG:${crs.code}`;
      return row(crs.code, name, 'EPSG', crs.code, definition, name);
    }
    return local(id, `EPSG:${crs.code} in ${UNIT_NAMES[unit]}`, unit, `${known!.name}, coordinates in ${unit}`);
  }
  if (unit === 'metre' && crs.name === undefined) return REQUIRED_REFERENCES[0]!;
  return local(id, crs.name ?? 'Site grid', unit, 'local site grid without a stated relation to the earth');
}

function local(id: number, name: string, unit: Unit, description: string): SpatialReference {
  const { numerator, denominator } = unitFactor(unit, 'metre');
  const safe = name.replace(/["\\\u0000-\u001f]/g, ' ').trim() || 'Site grid';
  const definition = `LOCAL_CS["${safe}",UNIT["${UNIT_NAMES[unit]}",${numerator / denominator}],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`;
  return row(id, name, 'NONE', id, definition, description);
}
