import { dwgPath, makeDwg } from '../inputs/site-dwg.ts';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

/** DWG → field job against the library that reads the file for us, whole processes. */
export const row: BenchRow = {
  id: 'dwg',
  title: 'DWG → field job (process from start to end)',
  goal: '≤ 1.2 × the time of acad-ts alone',
  // A third size would take the library many minutes to write: listing the contents of a block is quadratic in it.
  sizes: [2, 8],
  unit: 'MB of DXF',
  prepare: async (sizes) => {
    for (const size of sizes) await makeDwg(size);
    // The generated files are kept for the next run, because they never change.
    return async () => {};
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('dwg-read.ts', dwgPath(size)) },
    { name: 'acad-ts alone', role: 'peer', run: (size) => timeScript('acad-ts.ts', dwgPath(size)) },
  ],
};
