import type { Crs, FieldJob, Unit } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';

import { issueOf } from '../../core/issues/issue-of.ts';

import { type CrsMap, crsChange, WGS84 } from '../../kit/crs/crs-change.ts';
import { dataBoxes } from '../../kit/crs/data-boxes.ts';
import { reportChange } from '../../kit/crs/moved-job.ts';

/** The coordinates of a written GeoJSON file. */
export interface Target {
  /** Converts a position of the job; undefined if it is written unchanged. */
  readonly map: CrsMap | undefined;
  readonly decimals: number | undefined;
  /** Whether lengths, and the input of `map`, are in metres instead of the job's unit. */
  readonly metric: boolean;
  /** Members of the collection that state its coordinates; '' for WGS 84, which needs none. */
  readonly members: string;
}

/** 1e-9 of a degree is a tenth of a millimetre. */
const DEGREE_PLACES = 9;

/**
 * WGS 84 with heights in metres, as required by RFC 7946, if the job's place on the earth is known. A local grid is
 * written unchanged, with `"crs": null` (GeoJSON 2008: no system can be assumed) and a foreign member with unit and
 * system.
 * @throws FormatError if the job's system is unknown
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
