import { convertLength, type FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext, Writer } from '../../core/format.ts';
import { sourceOrNull } from './feature-values.ts';
import { GeoPackageWriter } from './geopackage.ts';
import { writeLayerStyles } from './layer-styles.ts';
import { MANIFEST } from './manifest.ts';
import { PartsWriter } from './parts.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';
import { referenceOf } from './srs.ts';
import { SHOWN_TOLERANCE } from './tolerance.ts';
import { numberOrNull, type SqlValue, textOrNull } from './values.ts';
import { declareFeatures, writeFeatures } from './write-features.ts';
import { writeRecords } from './write-records.ts';
import { writeSurfaces } from './write-surfaces.ts';
import { JobWriting, type MjfStyle } from './writing.ts';

/** A writer of packages. @param style their role, and where the files of drawings go */
export function mjfWriter(style: MjfStyle): Writer {
  return async (job, path, context) => {
    const pkg = new GeoPackageWriter(path, lastChange(job), style.written);
    try {
      const jobs = [
        { job, prefix: '' },
        ...job.drawings.map(({ scene }, index) => ({ job: scene, prefix: scenePrefix(index) })),
      ];
      // In sequence, because each declares its reference system after the previous ones.
      const written: { readonly job: FieldJob; readonly writing: JobWriting }[] = [];
      for (const { job: part, prefix } of jobs)
        written.push({ job: part, writing: await writingOf(part, prefix, pkg, style, context) });
      const tables = written.flatMap(({ job: part, writing }) => declareFeatures(part, writing));
      if (tables.length > 0)
        await pkg.load(async (file, rootOf) => {
          for (const one of tables) await writeFeatures(one, file, rootOf(one.table.name));
        });
      const parts = new PartsWriter(pkg);
      for (const { job: part, writing } of written) await writeRest(part, writing, parts);
      writeLayerStyles(pkg, job);
      await pkg.finish();
    } catch (error) {
      pkg.abandon();
      throw error;
    }
  };
}

/** When the job was created or last imported into; 1970 if unknown. */
function lastChange(job: FieldJob): Date {
  const times = [job.info.createdAt, ...job.sources.map(({ importedAt }) => importedAt)];
  const date = new Date(Math.max(0, ...times.filter(Number.isFinite)));
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

/** Prefix of the tables with the scene of a drawing. */
export const scenePrefix = (drawing: number): string => `drawing${drawing + 1}_`;

async function writingOf(
  job: FieldJob,
  prefix: string,
  pkg: GeoPackageWriter,
  style: MjfStyle,
  context: WriteContext,
): Promise<JobWriting> {
  const reference = await referenceOf(job.info.crs, job.unit, pkg.ownReferences);
  pkg.declare(reference);
  const tolerance = convertLength(Number(context.options['tolerance'] ?? SHOWN_TOLERANCE), 'metre', job.unit);
  const total = job.points.length + job.lines.length + job.areas.length + job.texts.length;
  return new JobWriting(pkg, prefix, reference, tolerance, style, context, total);
}

/** Writes everything except points, lines, areas and texts. */
async function writeRest(job: FieldJob, writing: JobWriting, parts: PartsWriter): Promise<void> {
  writing.attributes(TABLES.info, infoRows(job, writing.style, writing.tolerance));
  await writeSurfaces(job, writing, parts);
  writeRecords(job, writing);
  // A scene has no drawings of its own.
  if (writing.prefix === '') writeDrawings(job, writing, parts);
}

function infoRows(job: FieldJob, { profile }: MjfStyle, tolerance: number): SqlValue[][] {
  const { name, description, unit, crs, createdAt, properties } = job.info;
  const rows: SqlValue[][] = [
    ['format', MANIFEST],
    ['version', String(SCHEMA_VERSION)],
    ['profile', profile],
    ['name', name],
    ['description', description],
    ['unit', unit ?? ''],
    ['crs', JSON.stringify(crs)],
    ['created_at', Number.isNaN(createdAt) ? '' : String(createdAt)],
    ['stroke_tolerance', String(tolerance)],
  ];
  for (const [key, value] of Object.entries(properties)) rows.push([`property:${key}`, value]);
  for (const [key, lengths] of Object.entries(job.info.lineDashes ?? {}))
    rows.push([`dashes:${key}`, JSON.stringify(lengths)]);
  return rows;
}

function writeDrawings(job: FieldJob, writing: JobWriting, parts: PartsWriter): void {
  const rows = job.drawings.map((drawing, index): SqlValue[] => {
    const { placement, read } = drawing;
    const path = read === null ? null : (writing.style.drawingPath?.(index) ?? null);
    const first = parts.next;
    if (read !== null && path === null) parts.add('file', read());
    return [
      textOrNull(drawing.name),
      textOrNull(drawing.fileName),
      textOrNull(drawing.format),
      textOrNull(drawing.mediaType),
      textOrNull(drawing.sha256),
      drawing.size,
      placement.kind,
      JSON.stringify(placement.from),
      JSON.stringify(placement.to),
      numberOrNull(placement.scale),
      scenePrefix(index),
      // '' means that the file is in the parts (an empty file has none), NULL that there is no file.
      read === null ? null : (path ?? ''),
      sourceOrNull(drawing.source),
      first,
      parts.next - first,
    ];
  });
  writing.attributes(TABLES.drawings, rows);
}
