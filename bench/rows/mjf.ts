import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { jobsFor, siteJob } from '../inputs/jobs.ts';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'copy.mjf');
const theirs = join(BENCH_FILES, 'copy.gpkg');

/** Copies the feature tables with ogr2ogr into a file that does not exist yet. */
function ogr2ogr(size: number): Promise<Measurement> {
  rmSync(theirs, { force: true });
  return timeProcess('ogr2ogr', ['-f', 'GPKG', theirs, `GPKG:${siteJob(size)}`, 'points', 'lines', 'texts']);
}

/** `.mjf` → job → `.mjf`, whole processes. The size is that of the drawing the job was made from. */
export const row: BenchRow = {
  id: 'mjf',
  title: '.mjf → job → .mjf (process from start to end)',
  goal: 'reading and writing together ≥ 2 × ogr2ogr GPKG → GPKG (no goal in targets.md)',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: jobsFor([ours, theirs]),
  subjects: [
    { name: 'Fieldbridge, read', role: 'ours', run: (size) => timeScript('convert.ts', siteJob(size)) },
    {
      name: 'Fieldbridge, read and write',
      role: 'ours',
      run: (size) => timeConversion(siteJob(size), 'mjf', ours),
    },
    { name: 'ogr2ogr GPKG → GPKG', role: 'peer', missing: () => missingCommand('ogr2ogr'), run: ogr2ogr },
  ],
};
