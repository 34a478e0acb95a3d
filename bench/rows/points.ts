import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { DEFAULT_LIMITS, FileSource, formatById, SourceTally } from '@fieldbridge/formats';
import { jobsFor } from '../inputs/jobs.ts';
import { pointsCsv } from '../inputs/points-csv.ts';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

const SIZES = [62_500, 250_000, 1_000_000];
const geopackage = join(BENCH_FILES, 'points-ogr.gpkg');
const POSITION = [
  '-oo',
  'X_POSSIBLE_NAMES=easting',
  '-oo',
  'Y_POSSIBLE_NAMES=northing',
  '-oo',
  'Z_POSSIBLE_NAMES=elevation',
];
const ogr = (): string | undefined => missingCommand('ogr2ogr');

/** Runs ogr2ogr with an output file that does not exist yet. */
function ogr2ogr(driver: string, target: string, rest: readonly string[]): Promise<Measurement> {
  rmSync(target, { force: true });
  return timeProcess('ogr2ogr', ['-f', driver, target, ...rest]);
}

const read: BenchRow = {
  id: 'points-read',
  title: 'points CSV → field job (process from start to end)',
  goal: '≥ 5 × ogr2ogr CSV → GPKG',
  sizes: SIZES,
  unit: 'rows',
  prepare: async (sizes) => {
    for (const size of sizes) pointsCsv(size);
    return async () => rmSync(geopackage, { force: true });
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('convert.ts', pointsCsv(size)) },
    {
      name: 'ogr2ogr -f GPKG',
      role: 'peer',
      missing: ogr,
      run: (size) => ogr2ogr('GPKG', geopackage, [pointsCsv(size), ...POSITION]),
    },
    { name: 'byte loop', role: 'limit', run: (size) => timeScript('byte-loop.ts', pointsCsv(size)) },
  ],
};

/** Path of the job made from a points file. */
const mjf = (size: number): string => join(BENCH_FILES, `points-${size}.mjf`);

/** The job of one size, read once and kept while its row is measured. */
let held: { readonly size: number; readonly job: FieldJob } | undefined;

async function writeAlone(size: number, format: string, path: string): Promise<Measurement> {
  const common = {
    signal: new AbortController().signal,
    progress: () => {},
    report: () => {},
    workFolder: BENCH_FILES,
  };
  if (held?.size !== size) {
    const builder = new JobBuilder();
    const source = new FileSource(pointsCsv(size));
    const read = await formatById('csv')!.loadReader!();
    await read(source, builder, { ...common, options: {}, limits: DEFAULT_LIMITS, tally: new SourceTally() });
    source.close();
    held = { size, job: builder.job };
  }
  const write = await formatById(format)!.loadWriter!();
  const started = performance.now();
  await write(held.job, path, { ...common, options: {} });
  return { seconds: (performance.now() - started) / 1000 };
}

/** A row that writes the points of a job on disk in another format. */
function writeRow(id: string, format: string, driver: string, options: readonly string[]): BenchRow {
  const ours = join(BENCH_FILES, `points-out.${format}`);
  const theirs = join(BENCH_FILES, `points-ogr.${format}`);
  return {
    id,
    title: `.mjf of points → ${driver} (process from start to end)`,
    goal: `job → ${driver} ≥ 10 × ogr2ogr; both figures include reading the .mjf`,
    sizes: SIZES,
    unit: 'rows',
    prepare: jobsFor([ours, theirs], mjf, pointsCsv),
    subjects: [
      { name: 'Fieldbridge', role: 'ours', run: (size) => timeConversion(mjf(size), format, ours) },
      // Most of the whole is reading the .mjf, so this shows the cost of the format itself.
      { name: 'writing only, from memory', role: 'limit', run: (size) => writeAlone(size, format, ours) },
      {
        name: `ogr2ogr -f ${driver}`,
        role: 'peer',
        missing: ogr,
        run: (size) => ogr2ogr(driver, theirs, [...options, `GPKG:${mjf(size)}`, 'points']),
      },
    ],
  };
}

export const rows: BenchRow[] = [
  read,
  writeRow('points-csv', 'csv', 'CSV', ['-lco', 'GEOMETRY=AS_XYZ']),
  writeRow('points-geojson', 'geojson', 'GeoJSON', []),
];
