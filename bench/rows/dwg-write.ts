import { join } from 'node:path';
import { jobsFor, siteJob } from '../inputs/jobs.ts';
import { BENCH_FILES } from '../inputs/site-dxf.ts';
import type { BenchRow } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'out.dwg');
const theirs = join(BENCH_FILES, 'out-acad-ts.dwg');

/** `.mjf` → DWG, whole processes. The size is that of the drawing the job was made from. */
export const row: BenchRow = {
  id: 'dwg-write',
  title: '.mjf → DWG (process from start to end)',
  goal: '≥ 20 × acad-ts at 32 MB (which it does not finish in seven minutes)',
  sizes: [2, 8, 32],
  large: [128],
  unit: 'MB of DXF',
  prepare: jobsFor([ours, theirs]),
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeConversion(siteJob(size), 'dwg', ours) },
    {
      name: 'acad-ts, the same features',
      role: 'peer',
      // Its cost grows with the square of the entities: 32 MB take more than seven minutes.
      largest: 8,
      run: (size) => timeScript('acad-ts-write.ts', siteJob(size), theirs),
    },
  ],
};
