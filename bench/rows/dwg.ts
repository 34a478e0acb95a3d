import { dwgPath, makeDwg } from '../inputs/site-dwg.ts';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

/** DWG → field job against the library that we read with, whole processes. Size 0 is the corpus' `sample_AC1027.dwg` (1.1 MB). */
export const row: BenchRow = {
  id: 'dwg',
  title: 'DWG → field job (process from start to end; size 0: a real drawing of 1.1 MB)',
  goal: '≤ 1.2 × the time of acad-ts alone',
  sizes: [0, 2, 8],
  unit: 'MB of DXF',
  prepare: async (sizes) => {
    for (const size of sizes) await makeDwg(size);
    // The generated files stay for the next run: they are always the same.
    return async () => {};
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('dwg-read.ts', dwgPath(size)) },
    { name: 'acad-ts alone', role: 'peer', run: (size) => timeScript('acad-ts.ts', dwgPath(size)) },
  ],
};
