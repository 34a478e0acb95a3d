import type { Crs, FieldJob, Unit } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';

import { issueOf } from '../../core/issues/issue-of.ts';

import { type CrsMap, crsChange, WGS84 } from '../../kit/crs/crs-change.ts';
import { dataBoxes } from '../../kit/crs/data-boxes.ts';
import { reportChange } from '../../kit/crs/moved-job.ts';

/** In which coordinates a GeoJSON file is written. */
export interface Target {
  /** Maps a position of the job to the file's; undefined: as it is. */
  readonly map: CrsMap | undefined;
  readonly decimals: number | undefined;
  /** Whether lengths are in metres and not in the job's unit, `map` taking metres, too. */
  readonly metric: boolean;
  /** Members of the collection that say what the coordinates are; '' for WGS 84, which needs none. */
  readonly members: string;
}

/** 1e-9 of a degree is a tenth of a millimetre. */
const DEGREE_PLACES = 9;

/**
 * WGS 84 with heights in metres, as RFC 7946 demands, wherever the job says how it lies on the earth. A local grid is written as it is, with
 * `"crs": null` (GeoJSON 2008: no system can be assumed) and a foreign member that states unit and system.
 * @throws FormatError when the job's system is not in the offline table
 */
export async function targetOf(job: FieldJob, inMetres: FieldJob, context: WriteContext): Promise<Target> {
  const { crs } = job.info;
  const decimals = context.options['decimals'] as number | undefined;
  if (crs.kind === 'local') {
    context.report(issueOf('geojson-not-wgs84'));
    return { map: undefined, decimals, metric: false, members: `"crs":null,${systemMember(crs, job.unit)}` };
  }
  if (context.options['coordinates'] === 'job') {
    context.report(issueOf('geojson-own-crs'));
    return { map: undefined, decimals, metric: false, members: `${crsMember(crs)}${systemMember(crs, job.unit)}` };
  }
  const change = await crsChange(crs, WGS84, 'metre', dataBoxes(inMetres), context.crs);
  if (change !== undefined) reportChange(change, context.report);
  return { map: change?.map, decimals: decimals ?? DEGREE_PLACES, metric: true, members: '' };
}

function crsMember(crs: Crs): string {
  if (crs.kind !== 'epsg') return '"crs":null,';
  const { code, vertical } = crs;
  const part = vertical === undefined ? `:crs:EPSG::${code}` : `:crs,crs:EPSG::${code},crs:EPSG::${vertical}`;
  return `"crs":{"type":"name","properties":{"name":"urn:ogc:def${part}"}},`;
}

function systemMember(crs: Crs, unit: Unit): string {
  return `"coordinateSystem":${JSON.stringify({ ...crs, unit })},`;
}
