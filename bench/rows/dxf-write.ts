import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'out.dxf');
const theirs = join(BENCH_FILES, 'out-ogr.dxf');
/** The job that a drawing of a size makes. */
const mjf = (size: number): string => join(BENCH_FILES, `site-${size}.mjf`);

/** GDAL's writer takes one layer of entities, with their layer as the only field. */
const QUERY = ['lines', 'points', 'texts']
  .map((table) => `SELECT geom, layer AS Layer FROM ${table}`)
  .join(' UNION ALL ');

/** Runs ogr2ogr on a file that is not there yet. */
function ogr2ogr(size: number): Promise<Measurement> {
  rmSync(theirs, { force: true });
  return timeProcess('ogr2ogr', ['-f', 'DXF', theirs, `GPKG:${mjf(size)}`, '-nln', 'entities', '-sql', QUERY]);
}

/** `.mjf` → DXF, whole processes. The size is that of the drawing the job was made of. */
export const row: BenchRow = {
  id: 'dxf-write',
  title: '.mjf → DXF (process from start to end)',
  goal: '≥ 20 × ogr2ogr -f DXF',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes)
      if (!existsSync(mjf(size))) await timeScript('convert.ts', siteDxf(size), 'mjf', mjf(size));
    return async () => {
      for (const path of [ours, theirs, ...sizes.map(mjf)]) rmSync(path, { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeConversion(mjf(size), 'dxf', ours) },
    { name: 'ogr2ogr -f DXF', role: 'peer', missing: () => missingCommand('ogr2ogr'), run: ogr2ogr },
  ],
};
