import { Feature, type FieldJob, type Unit } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { registeredSystem } from '../../kit/crs/registry.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { formatTime } from '../../kit/xml/values.ts';
import { writeXml, type XmlWriter } from '../../kit/xml/writer.ts';
import { LANDXML_ROOT } from './format.ts';
import { writeOwnProperties } from './properties.ts';
import { UniqueNames } from './unique-names.ts';
import { writeAlignments } from './write-alignments.ts';
import { writeAreas, writeLines } from './write-paths.ts';
import { writeSurfaces } from './write-surfaces.ts';

const NAMESPACE = 'http://www.landxml.org/schema/LandXML-1.2';
const STRIDE = 4096;
const IMPERIAL = {
  areaUnit: 'squareFoot',
  volumeUnit: 'cubicFeet',
  temperatureUnit: 'fahrenheit',
  pressureUnit: 'inchHG',
};
const METRIC = {
  areaUnit: 'squareMeter',
  volumeUnit: 'cubicMeter',
  temperatureUnit: 'celsius',
  pressureUnit: 'milliBars',
};
const UNITS: Readonly<Record<Unit, readonly [element: string, attributes: Record<string, string>]>> = {
  metre: ['Metric', { linearUnit: 'meter', ...METRIC }],
  internationalFoot: ['Imperial', { linearUnit: 'foot', ...IMPERIAL }],
  usSurveyFoot: ['Imperial', { linearUnit: 'USSurveyFoot', ...IMPERIAL }],
};

/** Writes points, surfaces, alignments, lines (plan features) and areas (parcels) of a job as LandXML 1.2. */
export async function writeLandXml(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const time = formatTime(Math.trunc(job.info.createdAt)) ?? new Date().toISOString();
  const written = await writeXml(path, 'replace', async (xml) => {
    xml.start(LANDXML_ROOT, { xmlns: NAMESPACE, version: '1.2', date: time.slice(0, 10), time: time.slice(11, 19) });
    writeHead(xml, job);
    await writePoints(xml, job, context);
    await writeSurfaces(xml, job, context);
    writeAlignments(xml, job, context);
    await writeLines(xml, job, context);
    await writeAreas(xml, job, context);
    xml.end();
  });
  if (written.replaced) context.report(issueOf('character-replaced', { replacement: 'U+FFFD' }));
  const { length } = job.layers;
  if (length > 0)
    context.report(issueOf('layer-left-out', { found: `${length} with their styles` }, { count: length }));
}

function writeHead(xml: XmlWriter, job: FieldJob): void {
  const { crs, name, description } = job.info;
  const [unit, attributes] = UNITS[job.unit];
  xml.start('Units');
  xml.empty(unit, attributes);
  xml.end();
  const { code, vertical } = crs.kind === 'epsg' ? crs : {};
  const heights = vertical === undefined ? undefined : registeredSystem(vertical)?.name;
  const wkt = crs.kind === 'wkt' ? crs.wkt : undefined;
  if (crs.kind !== 'local' || crs.name !== undefined) {
    xml.empty('CoordinateSystem', {
      ...{ name: crs.name, epsgCode: code, ogcWktCode: wkt, verticalCoordinateSystemName: heights },
    });
  }
  xml.empty('Project', { name, desc: description || undefined });
  xml.empty('Application', { name: 'Fieldbridge' });
}

/** Writes the points by list, one `CgPoints` each, in which names are unique. */
async function writePoints(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  const { points } = job;
  const lists = new Map<string, number[]>();
  for (let row = 0; row < points.length; row++) {
    const list = points.list.get(row);
    const rows = lists.get(list);
    if (rows === undefined) lists.set(list, [row]);
    else rows.push(row);
  }
  const feature = new Feature();
  let lost = 0;
  let references = 0;
  for (const [list, rows] of lists) {
    const names = new UniqueNames('point', context);
    const described: number[] = [];
    xml.start('CgPoints', { name: list || undefined });
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      points.load(row, feature);
      const position = positionText(points.northing(row), points.easting(row), points.elevation(row));
      if (position === undefined) lost++;
      else {
        const hasAttributes = feature.attributes.length > 0;
        if (hasAttributes) described.push(row);
        xml.leaf('CgPoint', position, {
          name: feature.name === '' ? undefined : names.take(feature.name),
          code: feature.code || undefined,
          desc: feature.description || undefined,
          timeStamp: formatTime(feature.time),
          featureRef: hasAttributes ? String(references + described.length) : undefined,
        });
      }
      if (i % STRIDE !== 0) continue;
      await giveWay(i, points.length, context, 'writing points');
    }
    for (const row of described) {
      xml.start('Feature', { name: String(++references) });
      writeOwnProperties(xml, points.load(row, feature).attributes);
      xml.end();
    }
    xml.end();
  }
  if (lost > 0) context.report(issueOf('point-without-position', { count: lost }));
}

/** A position in the order of the format; undefined if it is not known. */
export function positionText(northing: number, easting: number, elevation: number): string | undefined {
  if (!Number.isFinite(northing) || !Number.isFinite(easting)) return undefined;
  return Number.isFinite(elevation) ? `${northing} ${easting} ${elevation}` : `${northing} ${easting}`;
}
