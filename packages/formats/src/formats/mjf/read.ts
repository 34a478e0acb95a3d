import { type Crs, type JobInfo, type JobSink, LOCAL_CRS, lineDashes, UNITS } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, Reader, ReadSummary } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { textAt } from './cells.ts';
import { MANIFEST } from './manifest.ts';
import { openPackage, type PackageReader } from './package-reader.ts';
import { type FindFile, readDrawings } from './read-drawings.ts';
import { readFeatures } from './read-features.ts';
import { readRecords, readReferences } from './read-records.ts';
import { readSurfaces } from './read-surfaces.ts';
import { JobReading } from './reading.ts';
import { SCHEMA_VERSION, TABLES } from './schema.ts';
import { jsonOf, timeOf } from './values.ts';

/** Most entries of the job's description; a hostile file could have a million. */
const MOST_ENTRIES = 100_000;

/** Reads .mjf, .mjo and .mjt packages. */
export const readMjf: Reader = (source, sink, context) => readPackage(source, sink, context, () => undefined);

/**
 * Reads a package. @param findFile finds the files of drawings that are next to it
 * @throws FormatError `not-ours`, `version-too-new`, `database-damaged` or `unexpected-end`
 */
export async function readPackage(
  source: ByteSource,
  sink: JobSink,
  context: ReadContext,
  findFile: FindFile,
): Promise<ReadSummary> {
  const pkg = openPackage(source, context.workFolder);
  try {
    const info = infoOf(pkg, '');
    checkManifest(info, pkg);
    const reading = new JobReading(pkg, '', sink, context, { features: 0, vertices: 0, partBytes: 0 });
    await readJob(reading, info);
    await readDrawings(reading, findFile, (scene) => readJob(scene, infoOf(pkg, scene.prefix)));
    return { version: info.get('version')! };
  } finally {
    pkg.close();
  }
}

async function readJob(reading: JobReading, info: ReadonlyMap<string, string>): Promise<void> {
  reading.sink.describe(describe(info));
  reportImpostors(reading);
  await readReferences(reading);
  await readFeatures(reading);
  await readSurfaces(reading);
  await readRecords(reading);
}

/**
 * Reports views and virtual tables with the names of our tables: they are never evaluated and must not look like empty
 * tables.
 */
function reportImpostors({ pkg, prefix, context }: JobReading): void {
  for (const { name } of Object.values(TABLES)) {
    const table = prefix + name;
    const found = pkg.impostor(table);
    if (found === undefined) continue;
    const what = found === 'view' ? 'a view' : 'a virtual table';
    context.report(issueOf('table-not-read', { table, found: what }, { handle: table }));
  }
}

function infoOf(pkg: PackageReader, prefix: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const [, key, value] of pkg.rows(TABLES.info, prefix)) {
    if (entries.size < MOST_ENTRIES) entries.set(textAt(key), textAt(value));
  }
  return entries;
}

function checkManifest(info: ReadonlyMap<string, string>, pkg: PackageReader): void {
  if (info.get('format') !== MANIFEST) {
    const found = 'it is a GeoPackage whose table mjf_info is missing or states another format';
    throw new FormatError('not-ours', { name: pkg.name, found });
  }
  const version = Number(info.get('version'));
  if (!Number.isInteger(version) || version < 1) {
    const found = `mjf_info states the version "${info.get('version')}"`;
    throw new FormatError('database-damaged', { name: pkg.name, found });
  }
  if (version > SCHEMA_VERSION) {
    throw new FormatError('version-too-new', { name: pkg.name, version, newest: SCHEMA_VERSION });
  }
}

function describe(info: ReadonlyMap<string, string>): JobInfo {
  const properties: Record<string, string> = {};
  for (const [key, value] of info) if (key.startsWith('property:')) properties[key.slice(9)] = value;
  const dashes = [...info].flatMap(([key, value]) =>
    key.startsWith('dashes:') ? [[key.slice(7), jsonOf(value)] as const] : [],
  );
  const createdAt = info.get('created_at') ?? '';
  return {
    name: info.get('name') ?? '',
    description: info.get('description') ?? '',
    unit: UNITS.find((unit) => unit === info.get('unit')),
    crs: crsOf(info.get('crs') ?? ''),
    createdAt: createdAt === '' ? Number.NaN : timeOf('', Number(createdAt)),
    properties,
    ...(dashes.length > 0 && { lineDashes: lineDashes(dashes) }),
  };
}

function crsOf(text: string): Crs {
  const crs = jsonOf(text) as
    | Partial<Record<'kind' | 'code' | 'vertical' | 'wkt' | 'name', unknown>>
    | null
    | undefined;
  if (typeof crs !== 'object' || crs === null) return LOCAL_CRS;
  const name = typeof crs.name === 'string' ? { name: crs.name } : {};
  if (crs.kind === 'epsg' && Number.isInteger(crs.code)) {
    const vertical = Number.isInteger(crs.vertical) ? { vertical: Number(crs.vertical) } : {};
    return { kind: 'epsg', code: Number(crs.code), ...vertical, ...name };
  }
  if (crs.kind === 'wkt' && typeof crs.wkt === 'string') return { kind: 'wkt', wkt: crs.wkt, ...name };
  return { kind: 'local', ...name };
}
