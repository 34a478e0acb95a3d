import type { Crs, Drawing, FieldJob, JobInfo } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { timeText } from '../../kit/xml/values.ts';
import { writeXml, type XmlWriter } from '../../kit/xml/writer.ts';
import { writeCode } from '../codelib/code-element.ts';
import { layerAttributes } from '../codelib/style.ts';
import { MAXML_NAMESPACE, MAXML_ROOT, MAXML_VERSION } from './profile.ts';
import { FeatureWriter } from './write-features.ts';
import { writeAlignments, writeControlPoints, writeObservations, writePlanes } from './write-records.ts';
import { writeSurfaces } from './write-surfaces.ts';

/** Bytes of a file on one line of base64; a multiple of three. */
const LINE_BYTES = 3 * 1024;

/** Writes everything in a job as MAXML; reading it gives the same job, with every double bit for bit. */
export async function writeMaxml(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  await writeXml(path, 'escape', async (xml) => {
    xml.start(MAXML_ROOT, { xmlns: MAXML_NAMESPACE, version: MAXML_VERSION });
    await writeContent(xml, job, context);
    await section(xml, 'Drawings', job.drawings.length, async () => {
      for (const drawing of job.drawings) await writeDrawing(xml, drawing, context);
    });
    xml.end();
  });
}

/** Writes a job without its drawings. */
async function writeContent(xml: XmlWriter, job: FieldJob, context: WriteContext): Promise<void> {
  writeInfo(xml, job.info);
  await section(xml, 'Sources', job.sources.length, () => {
    for (const { fileName, format, sha256, importedAt } of job.sources) {
      xml.empty('Source', { fileName, format, sha256, importedAt: timeText(importedAt) });
    }
  });
  await section(xml, 'Layers', job.layers.length, () => {
    for (const layer of job.layers) xml.empty('Layer', layerAttributes(layer));
  });
  await section(xml, 'Codes', job.codes.length, () => {
    for (const code of job.codes) writeCode(xml, code);
  });
  const features = new FeatureWriter(xml, job, context);
  await section(xml, 'Points', job.points.length, () => features.points());
  await section(xml, 'Lines', job.lines.length, () => features.paths('Line', job.lines));
  await section(xml, 'Areas', job.areas.length, () => features.paths('Area', job.areas));
  await section(xml, 'Texts', job.texts.length, () => features.texts());
  await section(xml, 'Surfaces', job.surfaces.length, () => writeSurfaces(xml, job, context));
  await section(xml, 'Alignments', job.alignments.length, () => writeAlignments(xml, job));
  await section(xml, 'Planes', job.planes.length, () => writePlanes(xml, job));
  await section(xml, 'ControlPoints', job.controlPoints.length, () => writeControlPoints(xml, job));
  await section(xml, 'Observations', job.observations.length, () => writeObservations(xml, job));
}

async function section(xml: XmlWriter, name: string, count: number, write: () => void | Promise<void>): Promise<void> {
  if (count === 0) return;
  xml.start(name);
  await write();
  xml.end();
}

function writeInfo(xml: XmlWriter, info: JobInfo): void {
  xml.start('Job', {
    name: info.name,
    unit: info.unit,
    createdAt: timeText(info.createdAt),
    description: info.description || undefined,
  });
  writeCrs(xml, info.crs);
  for (const [name, value] of Object.entries(info.properties)) xml.leaf('Property', value, { name });
  xml.end();
}

function writeCrs(xml: XmlWriter, crs: Crs): void {
  const { kind, name } = crs;
  if (crs.kind === 'wkt') xml.leaf('Crs', crs.wkt, { kind, name });
  else {
    const { code, vertical } = crs.kind === 'epsg' ? crs : {};
    xml.empty('Crs', { kind, code, vertical, name });
  }
}

async function writeDrawing(xml: XmlWriter, drawing: Drawing, context: WriteContext): Promise<void> {
  const { name, fileName, format, mediaType, sha256, size, placement, source } = drawing;
  xml.start('Drawing', { name, fileName, format, mediaType, sha256, size, source: source < 0 ? undefined : source });
  xml.start('Placement', { kind: placement.kind, scale: placement.scale });
  for (const [easting, northing] of placement.from) xml.empty('From', { easting, northing });
  for (const [easting, northing] of placement.to) xml.empty('To', { easting, northing });
  xml.end();
  if (drawing.read !== null) {
    const bytes = drawing.read();
    xml.start('File');
    for (let at = 0; at < bytes.length; at += LINE_BYTES) {
      const line = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(LINE_BYTES, bytes.length - at));
      xml.raw(`\n${line.toString('base64')}`);
    }
    xml.end();
  }
  xml.start('Scene');
  await writeContent(xml, drawing.scene, context);
  xml.end();
  xml.end();
}
