import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

/** Path of the job made from a drawing of that size. */
const mjf = (size: number): string => join(BENCH_FILES, `site-${size}.mjf`);
const ours = join(BENCH_FILES, 'copy.mjf');
const theirs = join(BENCH_FILES, 'copy.gpkg');

/** Copies the feature tables with ogr2ogr into a file that does not exist yet. */
function ogr2ogr(size: number): Promise<Measurement> {
  rmSync(theirs, { force: true });
  return timeProcess('ogr2ogr', ['-f', 'GPKG', theirs, `GPKG:${mjf(size)}`, 'points', 'lines', 'texts']);
}

/** `.mjf` → job → `.mjf`, whole processes. The size is that of the drawing the job was made from. */
export const row: BenchRow = {
  id: 'mjf',
  title: '.mjf → job → .mjf (process from start to end)',
  goal: 'reading and writing together ≥ 2 × ogr2ogr GPKG → GPKG (no goal in targets.md)',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes) {
      if (!existsSync(mjf(size))) await timeScript('convert.ts', siteDxf(size), 'mjf', mjf(size));
    }
    return async () => {
      for (const path of [ours, theirs, ...sizes.map(mjf)]) rmSync(path, { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge, read', role: 'ours', run: (size) => timeScript('convert.ts', mjf(size)) },
    {
      name: 'Fieldbridge, read and write',
      role: 'ours',
      run: (size) => timeConversion(mjf(size), 'mjf', ours),
    },
    { name: 'ogr2ogr GPKG → GPKG', role: 'peer', missing: () => missingCommand('ogr2ogr'), run: ogr2ogr },
  ],
};
