import type { Crs } from '@fieldbridge/fieldjob';

/** A system as the text that `parseCrs` reads. */
export function crsText(crs: Crs): string {
  return crs.kind === 'epsg' ? `EPSG:${crs.code}` : crs.kind === 'wkt' ? crs.wkt : 'local';
}
