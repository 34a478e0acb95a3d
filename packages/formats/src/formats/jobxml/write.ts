import { Feature, type FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { inUnit } from '../../kit/crs/in-unit.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { finiteDouble, formatTime } from '../../kit/xml/values.ts';
import { writeXml, type XmlWriter } from '../../kit/xml/writer.ts';
import { writeEnvironment } from './environment.ts';
import { type Pair, writeAttributes } from './feature-attributes.ts';
import { JOBXML_ROOT } from './format.ts';
import { WGS84_ATTRIBUTES } from './reductions.ts';

const STRIDE = 4096;
/** Enumerations of the schema; other values are written as attributes of the feature. */
const SURVEY_METHODS = new Set([
  ...['KeyedIn', 'Autonomous', 'Float', 'Fix', 'Copied', 'Code', 'WAAS', 'Inertial', 'NetworkFloat', 'NetworkFix'],
  ...['SingleWireLeveling', 'ThreeWireLeveling', 'ElectronicLevel', 'TrigLeveling'],
]);
const CLASSIFICATIONS = new Set([
  ...['None', 'Check', 'BackSight', 'Stakeout', 'Construction', 'Normal', 'MTA', 'Adjusted', 'Averaged', 'Control'],
  ...['ForeSight', 'SideShot', 'NetworkAdjusted'],
]);

/** Writes the points of a job as the Reductions of a JobXML 5.3 document; everything else is reported as left out. */
export async function writeJobXml(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const time = formatTime(Math.trunc(job.info.createdAt)) ?? new Date().toISOString();
  const xml = await writeXml(path, 'replace', async (document) => {
    document.start(JOBXML_ROOT, {
      jobName: job.info.name.trim() || 'Job',
      version: '5.3',
      product: 'Fieldbridge',
      productVersion: '1.0',
      TimeStamp: time.slice(0, 'YYYY-MM-DDThh:mm:ss'.length),
    });
    document.empty('FieldBook');
    document.start('Reductions');
    await writePoints(document, job, context);
    document.end();
    writeEnvironment(document, job);
    document.end();
  });
  if (xml.replaced) context.report(issueOf('character-replaced', { replacement: 'U+FFFD' }));
  reportNowhere(job, context);
}

async function writePoints(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  // Grid coordinates are in metres, whatever the document shows.
  const { points } = inUnit(job, 'metre');
  const feature = new Feature();
  for (let row = 0; row < points.length; row++) {
    points.load(row, feature);
    writePoint(xml, feature, row, [points.northing(row), points.easting(row), points.elevation(row)], context);
    if (row % STRIDE !== 0) continue;
    await giveWay(row, points.length, context, 'writing');
  }
}

/**
 * Reports points without a position: they are written without coordinates, and most readers, including ours, skip them.
 */
function reportNowhere({ points }: FieldJob, { report }: WriteContext): void {
  let count = 0;
  for (let row = 0; row < points.length; row++)
    if (!Number.isFinite(points.easting(row)) || !Number.isFinite(points.northing(row))) count++;
  if (count > 0) report(issueOf('position-left-empty', { count }));
}

function writePoint(
  xml: XmlWriter,
  feature: Feature,
  row: number,
  coordinates: readonly [northing: number, easting: number, elevation: number],
  context: WriteContext,
): void {
  // A list, because two attributes may have the same name.
  const attributes: Pair[] = [];
  for (let i = 0; i + 1 < feature.attributes.length; i += 2)
    attributes.push([feature.attributes[i]!, feature.attributes[i + 1]!]);
  reportBlanks(feature, context);
  let name = feature.name.trim();
  if (name === '') {
    name = `P${row + 1}`;
    context.report(issueOf('name-made', { kind: 'point', name }));
  }
  xml.start('Point');
  xml.leaf('ID', '');
  xml.leaf('Name', name);
  xml.leaf('Code', feature.code);
  if (feature.description !== '') xml.leaf('Description1', feature.description, { Name: 'Description1' });
  const second = take(attributes, 'Description2');
  if (second !== undefined && second !== '') xml.leaf('Description2', second, { Name: 'Description2' });
  for (const [element, values] of [
    ['SurveyMethod', SURVEY_METHODS],
    ['Classification', CLASSIFICATIONS],
  ] as const) {
    if (values.has(wordOf(attributes, element) ?? '')) xml.leaf(element, take(attributes, element)!);
  }
  writeGrid(xml, coordinates);
  writeEarth(xml, attributes);
  writeAttributes(xml, feature, attributes, context);
  xml.end();
}

/**
 * Reports blanks at the ends of texts, because readers, including ours, ignore blanks around the text of an element.
 */
function reportBlanks({ name, code, description, attributes }: Feature, { report }: WriteContext): void {
  const count = [name, code, description, ...attributes].filter((text) => text.trim() !== text).length;
  if (count === 0) return;
  report(issueOf('blanks-left-out', { count }, { handle: name.slice(0, 80) }));
}

/** The value of the first attribute of that name. */
function wordOf(attributes: readonly Pair[], name: string): string | undefined {
  return attributes.find(([key]) => key === name)?.[1];
}

/** The same, removing it from the list. */
function take(attributes: Pair[], name: string): string | undefined {
  const index = attributes.findIndex(([key]) => key === name);
  return index < 0 ? undefined : attributes.splice(index, 1)[0]![1];
}

function writeGrid(xml: XmlWriter, coordinates: readonly number[]): void {
  xml.start('Grid');
  ['North', 'East', 'Elevation'].forEach((element, index) => {
    const metres = coordinates[index]!;
    // An empty element means "not known".
    if (Number.isFinite(metres)) xml.leaf(element, metres);
    else xml.leaf(element, '');
  });
  xml.end();
}

/** Writes the WGS 84 position that the reader stored in attributes, if it is valid. */
function writeEarth(xml: XmlWriter, attributes: Pair[]): void {
  const [latitude, longitude, height] = WGS84_ATTRIBUTES.map((name) => finiteDouble(wordOf(attributes, name) ?? ''));
  if (!(Math.abs(latitude!) <= 90 && Math.abs(longitude!) <= 180) || Number.isNaN(height)) return;
  for (const name of WGS84_ATTRIBUTES) take(attributes, name);
  xml.start('WGS84');
  xml.leaf('Latitude', latitude!);
  xml.leaf('Longitude', longitude!);
  xml.leaf('Height', height!);
  xml.end();
}
