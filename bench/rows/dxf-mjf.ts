import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'out.mjf');
const theirs = join(BENCH_FILES, 'out.gpkg');

/** Runs ogr2ogr with an output file that does not exist yet. */
function ogr2ogr(size: number): Promise<Measurement> {
  rmSync(theirs, { force: true });
  return timeProcess('ogr2ogr', ['-f', 'GPKG', theirs, siteDxf(size)]);
}

/** DXF → `.mjf` on disk, whole processes. */
export const row: BenchRow = {
  id: 'dxf-mjf',
  title: 'DXF → .mjf on disk (process from start to end)',
  goal: '≥ 4 × ogr2ogr -f GPKG',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes) siteDxf(size);
    return async () => {
      for (const path of [ours, theirs]) rmSync(path, { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('convert.ts', siteDxf(size), 'mjf', ours) },
    { name: 'ogr2ogr -f GPKG', role: 'peer', missing: () => missingCommand('ogr2ogr'), run: ogr2ogr },
    { name: 'byte loop', role: 'limit', run: (size) => timeScript('byte-loop.ts', siteDxf(size)) },
  ],
};
