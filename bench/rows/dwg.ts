import { dwgPath, makeDwg } from '../inputs/site-dwg.ts';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

/** DWG → field job against another reader of DWG, whole processes. */
export const row: BenchRow = {
  id: 'dwg',
  title: 'DWG → field job (process from start to end)',
  goal: '≥ 4 × faster than acad-ts alone at 8 MB, ≥ 10 × at 32 MB',
  // Larger ones would take the library that writes them many minutes.
  sizes: [2, 8, 32],
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
