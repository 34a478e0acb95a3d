import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH_FILES, siteDxf } from '../inputs/site-dxf.ts';
import type { BenchRow } from '../row.ts';
import { timeConversion, timeScript } from '../subjects/index.ts';

const ours = join(BENCH_FILES, 'out.dwg');
const theirs = join(BENCH_FILES, 'out-acad-ts.dwg');
/** Path of the job made from a drawing of that size. */
const mjf = (size: number): string => join(BENCH_FILES, `site-${size}.mjf`);

/** `.mjf` → DWG, whole processes. The size is that of the drawing the job was made from. */
export const row: BenchRow = {
  id: 'dwg-write',
  title: '.mjf → DWG (process from start to end)',
  goal: '≥ 20 × acad-ts at 32 MB (which it does not finish in seven minutes)',
  sizes: [2, 8, 32],
  large: [128],
  unit: 'MB of DXF',
  prepare: async (sizes) => {
    for (const size of sizes)
      if (!existsSync(mjf(size))) await timeScript('convert.ts', siteDxf(size), 'mjf', mjf(size));
    return async () => {
      for (const path of [ours, theirs, ...sizes.map(mjf)]) rmSync(path, { force: true });
    };
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeConversion(mjf(size), 'dwg', ours) },
    {
      name: 'acad-ts, the same features',
      role: 'peer',
      // Its cost grows with the square of the entities: 32 MB take more than seven minutes.
      largest: 8,
      run: (size) => timeScript('acad-ts-write.ts', mjf(size), theirs),
    },
  ],
};
