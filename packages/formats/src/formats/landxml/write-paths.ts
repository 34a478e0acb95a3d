import { arcOfBulge, Feature, type FieldJob, Path, type PathTable } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { writeProperties } from './properties.ts';
import { UniqueNames } from './unique-names.ts';
import { positionText } from './write.ts';
import { writePositions } from './write-source-data.ts';

const STRIDE = 4096;

/** Writes the lines of a job as plan features. */
export function writeLines(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  return writeTable(xml, 'PlanFeature', job.lines, context);
}

/** Writes the areas of a job as parcels, with one `CoordGeom` per ring. */
export function writeAreas(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  return writeTable(xml, 'Parcel', job.areas, context);
}

async function writeTable(
  xml: XmlWriter,
  element: 'PlanFeature' | 'Parcel',
  table: PathTable,
  context: WriteContext,
): Promise<void> {
  const names = element === 'Parcel' ? new UniqueNames('parcel', context) : undefined;
  const feature = new Feature();
  const path = new Path();
  let started = false;
  let lost = 0;
  for (let row = 0; row < table.length; row++) {
    table.load(row, feature);
    table.loadPath(row, path);
    if (!canBeWritten(path)) {
      lost++;
      continue;
    }
    if (!started) xml.start(`${element}s`);
    started = true;
    writePath(xml, element, names === undefined ? feature.name || undefined : names.take(feature.name), feature, path);
    if (row % STRIDE !== 0) continue;
    await giveWay(row, table.length, context, `writing ${element}s`);
  }
  if (started) xml.end();
  if (lost > 0) context.report(issueOf('geometry-left-out', { count: lost, element }));
}

function canBeWritten(path: Path): boolean {
  for (let ring = 0; ring < path.rings.length; ring++) if (path.ringEnd(ring) - path.rings[ring]! < 2) return false;
  const positions = path.coordinates.subarray(0, 3 * path.count);
  return positions.every((value, index) => index % 3 === 2 || Number.isFinite(value));
}

function writePath(
  xml: XmlWriter,
  element: 'PlanFeature' | 'Parcel',
  name: string | undefined,
  feature: Feature,
  path: Path,
): void {
  xml.start(element, { name, desc: feature.description || undefined });
  for (let ring = 0; ring < path.rings.length; ring++) {
    writeGeometry(xml, path, path.rings[ring]!, path.ringEnd(ring), element === 'Parcel' || path.closed);
  }
  writeProperties(xml, feature.attributes, feature.code);
  xml.end();
}

/** Writes vertices as one irregular line if there are no arcs, else as lines and curves. */
function writeGeometry(xml: XmlWriter, path: Path, from: number, to: number, closed: boolean): void {
  const indices = Array.from({ length: to - from }, (_, i) => from + i);
  if (closed) indices.push(from);
  const { coordinates, bulges } = path;
  xml.start('CoordGeom');
  const straight = indices.slice(0, -1).every((index) => bulges[index] === 0);
  const flat = indices.filter((index) => !Number.isFinite(coordinates[3 * index + 2]!)).length;
  // A list has elevations for all of its positions or for none.
  if (straight && (flat === 0 || flat === indices.length)) {
    const list = Float64Array.from(indices.flatMap((index) => [...coordinates.subarray(3 * index, 3 * index + 3)]));
    xml.start('IrregularLine');
    xml.leaf('Start', textOf(coordinates, from));
    xml.leaf('End', textOf(coordinates, indices.at(-1)!));
    writePositions(xml, list);
    xml.end();
  } else {
    for (let i = 0; i + 1 < indices.length; i++) writeSegment(xml, path, indices[i]!, indices[i + 1]!);
  }
  xml.end();
}

function textOf(coordinates: Float64Array, index: number): string {
  return positionText(coordinates[3 * index + 1]!, coordinates[3 * index]!, coordinates[3 * index + 2]!) ?? '';
}

function writeSegment(xml: XmlWriter, { coordinates: c, bulges }: Path, from: number, to: number): void {
  const bulge = bulges[from]!;
  const arc = arcOfBulge(c[3 * from]!, c[3 * from + 1]!, c[3 * to]!, c[3 * to + 1]!, bulge);
  if (arc === undefined) xml.start('Line');
  else
    xml.start('Curve', { rot: bulge > 0 ? 'ccw' : 'cw', radius: arc.radius, length: arc.radius * Math.abs(arc.sweep) });
  xml.leaf('Start', textOf(c, from));
  if (arc !== undefined) xml.leaf('Center', `${arc.northing} ${arc.easting}`);
  xml.leaf('End', textOf(c, to));
  xml.end();
}
