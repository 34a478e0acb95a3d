import type { Crs } from '@fieldbridge/fieldjob';
import { ProjError } from './proj/library.ts';
import { anyProj } from './proj/start.ts';
import { projText } from './proj/system.ts';
import { tabledWkt } from './wkt-table.ts';

/** PJ_WKT_TYPE of proj.h. */
const WKT1_GDAL = 4;

/**
 * The WKT 1 of a system, as GDAL writes it; undefined for systems that WKT 1 cannot express. Of an EPSG code it is in
 * the table of the build; for others, and without that table, PROJ is started.
 */
export async function wktOf(crs: Crs): Promise<string | undefined> {
  const tabled = crs.kind === 'epsg' && crs.vertical === undefined ? tabledWkt(crs.code) : undefined;
  return tabled ?? wktByProj(crs);
}

/** The same by PROJ itself. */
export async function wktByProj(crs: Crs): Promise<string | undefined> {
  const proj = await anyProj();
  const object = proj.create(projText(crs));
  if (object === 0) return undefined;
  try {
    const text = proj.text(proj.call('as_wkt', proj.context, object, WKT1_GDAL, 0));
    return text === '' ? undefined : text.replace(/\n\s*/g, '');
  } catch (error) {
    // So it answers for systems with three axes, and projections that WKT 1 does not have.
    if (error instanceof ProjError) return undefined;
    throw error;
  } finally {
    proj.call('destroy', object);
  }
}
