import { REAL_DWG } from '../inputs/site-dwg.ts';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

/** Like `dwg` with a drawing made by people, which is small: it shows the cost of starting. */
export const row: BenchRow = {
  id: 'dwg-real',
  title: 'DWG → field job, a real drawing (sample_AC1027.dwg of the corpus; process from start to end)',
  goal: '≤ the time of acad-ts alone',
  sizes: [1.1],
  unit: 'MB',
  prepare: async () => async () => {},
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: () => timeScript('dwg-read.ts', REAL_DWG) },
    { name: 'acad-ts alone', role: 'peer', run: () => timeScript('acad-ts.ts', REAL_DWG) },
  ],
};
