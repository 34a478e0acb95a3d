import type { Crs } from '@fieldbridge/fieldjob';
import { anyProj } from './proj/start.ts';
import { projText } from './proj/system.ts';

/** PJ_WKT_TYPE of proj.h. */
const WKT1_GDAL = 4;

/** The WKT 1 of a system, as GDAL writes it; undefined for systems that WKT 1 cannot express. Starts PROJ. */
export async function wktOf(crs: Crs): Promise<string | undefined> {
  const proj = await anyProj();
  const object = proj.create(projText(crs));
  if (object === 0) return undefined;
  const text = proj.text(proj.call('as_wkt', proj.context, object, WKT1_GDAL, 0));
  proj.call('destroy', object);
  return text === '' ? undefined : text.replace(/\n\s*/g, '');
}
