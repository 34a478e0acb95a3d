import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { jobsFor, siteJob } from '../inputs/jobs.ts';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { timeConversion } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'out.dxf');
const theirs = join(BENCH_FILES, 'out-ogr.dxf');

/** GDAL's writer takes one layer of entities, with their layer as the only field. */
const QUERY = ['lines', 'points', 'texts']
  .map((table) => `SELECT geom, layer AS Layer FROM ${table}`)
  .join(' UNION ALL ');

/** Runs ogr2ogr with an output file that does not exist yet. */
function ogr2ogr(...source: readonly string[]): Promise<Measurement> {
  rmSync(theirs, { force: true });
  return timeProcess('ogr2ogr', ['-f', 'DXF', theirs, ...source]);
}
const missing = (): string | undefined => missingCommand('ogr2ogr');

/** `.mjf` → DXF, whole processes. The size is that of the drawing the job was made from. */
export const row: BenchRow = {
  id: 'dxf-write',
  title: '.mjf → DXF (process from start to end)',
  goal: '≥ 20 × ogr2ogr -f DXF',
  sizes: [6, 25, 100],
  unit: 'MB',
  prepare: jobsFor([ours, theirs]),
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeConversion(siteJob(size), 'dxf', ours) },
    // The goal was set against this command, which reads the drawing itself. It wrote 2.4 MB/s then, measured in the
    // drawing's size.
    { name: 'ogr2ogr -f DXF of the drawing', role: 'peer', missing, run: (size) => ogr2ogr(siteDxf(size)) },
    {
      name: 'ogr2ogr -f DXF of the same .mjf',
      role: 'peer',
      missing,
      run: (size) => ogr2ogr(`GPKG:${siteJob(size)}`, '-nln', 'entities', '-sql', QUERY),
    },
  ],
};
