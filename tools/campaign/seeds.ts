import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  alignmentOf,
  Feature,
  type FieldJob,
  JobBuilder,
  labelOf,
  layerOf,
  Path,
  surfaceOf,
} from '@fieldbridge/fieldjob';
import { detect, type Format, formatById, MemorySource, parseOptions } from '@fieldbridge/formats';
import { packZip } from '@fieldbridge/formats/kit/zip/pack.ts';
import type { Chance } from './mutation.ts';

/** Larger files are left out, because a campaign needs many short readings. */
const MOST_BYTES = 1_500_000;

/** A file that a campaign damages. */
export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Slow to read, so it is damaged in one round of RARELY only. */
  readonly isSlow?: boolean;
}

const RARELY = 20;
/** Bytes from which a format recognises its release. */
const HEAD = 4096;
/** Two points with coordinates, one with measurements: the corpus has no such file, and the format is not written. */
const GSI = `*110001+0000000000000A01 81..10+0000000002010123 82..10+0000005801010456 83..10-0000000000050789 71....+000000000000TREE
*110002+0000000000000A02 81..10-0000000002010123 82..10+0000005801010456 83..10+0000000000150789
*110003+0000000000000A03 21.102+0000000010112340 22.102+0000000009912340 31..00+0000000000033356
`;
/** Formats whose corpus files are slow to read or missing, and the small files that are damaged (mostly) instead. */
const MADE: Readonly<Record<string, () => Promise<Seed[]>>> = {
  gsi: async () => [{ name: 'made.gsi', bytes: Buffer.from(GSI) }],
  pdf: async () => (await import('./pdf-seeds.ts')).pdfSeeds(),
  zip: zippedDrawing,
};

/** The seed of a round. */
export function pickSeed(seeds: readonly Seed[], chance: Chance): Seed {
  const slow = seeds.filter(({ isSlow }) => isSlow === true);
  if (slow.length === 0 || slow.length === seeds.length) return chance.pick(seeds);
  const wanted = chance.below(RARELY) === 0;
  return chance.pick(wanted ? slow : seeds.filter(({ isSlow }) => isSlow !== true));
}

/**
 * The files of a format to start from: those of the corpus whose content is recognised as the format, and one that the
 * format's own writer makes of a small job.
 * @param corpus folder of real files; ignored if it does not exist
 * @param formats of these files, if known @param release only files of it
 */
export async function seedsOf(
  format: Format,
  corpus: string,
  formats = formatsOf(corpus),
  release?: string,
): Promise<Seed[]> {
  const seeds: Seed[] = (await MADE[format.id]?.()) ?? [];
  const isSlow = seeds.length > 0;
  for (const [name, id] of formats) if (id === format.id) seeds.push({ name, bytes: bytesOf(corpus, name), isSlow });
  for (const version of versionsOf(format, release)) {
    const written = await writtenSample(format, version);
    if (written !== undefined) seeds.push(written);
  }
  return release === undefined ? seeds : seeds.filter(({ bytes }) => releaseOf(format, bytes) === release);
}

/** The release of a file as its format names it. */
function releaseOf(format: Format, bytes: Uint8Array): string | undefined {
  return format.sniff(bytes.subarray(0, HEAD), bytes.length, format.extensions[0] ?? '').version;
}

/** The versions to write a sample in: the usual one, or the requested release. */
function versionsOf(format: Format, release: string | undefined): (string | undefined)[] {
  if (release === undefined) return [undefined];
  const versions = format.writeOptions['version']?.enum ?? [];
  return versions.includes(release) ? [release] : [];
}

const bytesOf = (corpus: string, name: string): Uint8Array => new Uint8Array(readFileSync(join(corpus, name)));

/** The id of the format of each file of a corpus. */
export function formatsOf(corpus: string): ReadonlyMap<string, string | undefined> {
  const idOf = (name: string) => detect(new MemorySource(bytesOf(corpus, name), name))?.format.id;
  return new Map(filesIn(corpus).map((name) => [name, idOf(name)]));
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder, { recursive: true }).map(String).sort();
    return names.filter((name) => {
      const { size } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { size: 0 };
      return statSync(join(folder, name)).isFile() && size > 0 && size <= MOST_BYTES;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function writtenSample(format: Format, version: string | undefined): Promise<Seed | undefined> {
  if (format.loadWriter === undefined || format.loadReader === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-seed-'));
  try {
    const path = join(folder, `sample.${format.extensions[0] ?? format.id}`);
    const asked = {
      ...('experimental' in format.writeOptions ? { experimental: true } : {}),
      ...(version === undefined ? {} : { version }),
    };
    const write = await format.loadWriter();
    await write(sampleJob(), path, {
      options: parseOptions(format.writeOptions, asked).values,
      signal: new AbortController().signal,
      progress: () => {},
      report: () => {},
      workFolder: folder,
    });
    return { name: `(written) sample.${format.id}`, bytes: new Uint8Array(readFileSync(path)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A drawing in an archive: the corpus has no such file, and the format is not written. */
async function zippedDrawing(): Promise<Seed[]> {
  const { bytes } = (await writtenSample(formatById('dxf')!, undefined))!;
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-seed-'));
  try {
    const [drawing, archive] = [join(folder, 'plan.dxf'), join(folder, 'plan.zip')];
    writeFileSync(drawing, bytes);
    await packZip([{ name: 'plan.dxf', path: drawing }], archive, { signal: new AbortController().signal });
    return [{ name: 'made.zip', bytes: new Uint8Array(readFileSync(archive)) }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A job with a little of each kind. */
function sampleJob(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ name: 'sample', unit: 'metre' });
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('Kanal', { colour: 0xff0000 }));
  for (let i = 0; i < 20; i++) {
    feature.name = `P${i}`;
    feature.code = i % 2 === 0 ? 'TREE' : 'ROAD';
    feature.attributes = i % 3 === 0 ? ['height', String(i)] : [];
    builder.point(feature, 1000 + i * 1.25, 2000 - i * 0.5, i % 4 === 0 ? Number.NaN : 100 + i / 10);
  }
  feature.attributes = [];
  const path = new Path();
  for (let line = 0; line < 5; line++) {
    path.clear();
    for (let i = 0; i < 6; i++) path.vertex(1000 + i * 3, 2000 + line + (i % 2), 100 + line, i === 2 ? 0.4 : 0);
    path.closed = line === 3;
    builder.line(feature, path);
  }
  path.clear();
  for (const [e, n] of [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const)
    path.vertex(1000 + e, 2000 + n, Number.NaN);
  path.closed = true;
  builder.area(feature, path);
  builder.text(feature, labelOf('Größe 12', 1001, 2001, { height: 2, rotation: 0.5 }));
  const vertices = Float64Array.of(0, 0, 1, 10, 0, 2, 10, 10, 3, 0, 10, 4);
  builder.surface(surfaceOf('Gelände', vertices, Int32Array.of(0, 1, 2, 0, 2, 3)));
  const start = {
    startStation: 0,
    startEasting: 1000,
    startNorthing: 2000,
    startRadius: Infinity,
    endRadius: Infinity,
  };
  const straight = { ...start, kind: 'straight', length: 50, azimuth: 1 } as const;
  const vertical = [{ station: 0, elevation: 5, curve: 'none', length: 0, radius: Number.NaN }] as const;
  builder.alignment(alignmentOf('Achse', { horizontal: [straight], vertical }));
  builder.plane({
    name: 'Platz',
    easting: 1,
    northing: 2,
    elevation: 3,
    azimuth: 0.5,
    slope: 0.02,
    crossSlope: 0,
    source: -1,
  });
  const unknown = {
    residualEasting: Number.NaN,
    residualNorthing: Number.NaN,
    residualElevation: Number.NaN,
    source: -1,
  };
  const earth = { latitude: 48, longitude: 11, ellipsoidHeight: 500, useHorizontal: true, useVertical: true };
  const grid = { name: 'FP1', code: '', description: 'bolt', easting: 1000, northing: 2000, elevation: 455 };
  builder.controlPoint({ ...grid, ...earth, ...unknown });
  return builder.job;
}
