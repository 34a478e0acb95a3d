import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pointsCsv } from '../inputs/points-csv.ts';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

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

/** Runs ogr2ogr into a file that is not there yet. */
function ogr2ogr(
  driver: string,
  target: string,
  source: string,
  options: readonly string[] = [],
): Promise<Measurement> {
  rmSync(target, { force: true });
  return timeProcess('ogr2ogr', ['-f', driver, ...options, target, source, ...POSITION]);
}

async function prepare(sizes: readonly number[]): Promise<() => Promise<void>> {
  for (const size of sizes) pointsCsv(size);
  return async () => rmSync(geopackage, { force: true });
}

const sizes = [62_500, 250_000, 1_000_000];

const read: BenchRow = {
  id: 'points-read',
  title: 'points CSV → field job (process from start to end)',
  goal: '≥ 5 × ogr2ogr CSV → GPKG',
  sizes,
  unit: 'rows',
  prepare,
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('convert.ts', pointsCsv(size)) },
    {
      name: 'ogr2ogr -f GPKG',
      role: 'peer',
      missing: ogr,
      run: (size) => ogr2ogr('GPKG', geopackage, pointsCsv(size)),
    },
    {
      name: 'ogrinfo -al -so',
      role: 'peer',
      missing: ogr,
      run: (size) => timeProcess('ogrinfo', ['-q', '-al', '-so', pointsCsv(size), ...POSITION]),
    },
    { name: 'byte loop', role: 'limit', run: (size) => timeScript('byte-loop.ts', pointsCsv(size)) },
  ],
};

/** A row that reads the CSV and writes another file: both sides read the same. */
function writeRow(id: string, format: string, driver: string, options: readonly string[]): BenchRow {
  const ours = join(BENCH_FILES, `points-out.${format}`);
  const theirs = join(BENCH_FILES, `points-ogr.${format}`);
  return {
    id,
    title: `points CSV → field job → ${driver} (process from start to end)`,
    goal: `job → ${driver} ≥ 10 × ogr2ogr; the reading of the CSV is in both figures`,
    sizes,
    unit: 'rows',
    prepare: async (all) => {
      const clear = await prepare(all);
      return async () => {
        await clear();
        for (const path of [ours, theirs]) rmSync(path, { force: true });
      };
    },
    subjects: [
      { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('convert.ts', pointsCsv(size), format, ours) },
      {
        name: `ogr2ogr -f ${driver}`,
        role: 'peer',
        missing: ogr,
        run: (size) => ogr2ogr(driver, theirs, pointsCsv(size), options),
      },
    ],
  };
}

export const rows: BenchRow[] = [
  read,
  writeRow('points-write', 'csv', 'CSV', ['-lco', 'GEOMETRY=AS_XYZ']),
  writeRow('points-geojson', 'geojson', 'GeoJSON', []),
];
