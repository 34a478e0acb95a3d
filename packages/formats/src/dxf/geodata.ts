import type { Crs } from '@fieldbridge/fieldjob';
import type { Entity } from './entity.ts';

const EPSG_ALIAS = /<Alias\s+id="(\d{4,6})"\s+type="CoordinateSystem"[\s\S]*?<Namespace>\s*EPSG Code\s*<\/Namespace>/;
const SYSTEM_NAME = /<(?:ProjectedCoordinateSystem|GeographicCoordinateSystem)\s+id="([^"]{1,200})"/;

/**
 * The reference system of a GEODATA object: its EPSG code where the definition names one, else a local system with its name.
 * The definition is XML in pieces (groups 303 and a last 301) whose line ends are written ^J.
 */
export function crsOfGeodata(entity: Entity): Crs | undefined {
  const definition = (entity.texts(303) + entity.texts(301)).replaceAll('^J', '\n');
  const code = EPSG_ALIAS.exec(definition)?.[1];
  const name = SYSTEM_NAME.exec(definition)?.[1];
  if (code !== undefined) return { kind: 'epsg', code: Number(code), name };
  return name === undefined ? undefined : { kind: 'local', name };
}
