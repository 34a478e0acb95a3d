import { dwgPath, makeDwg } from '../inputs/site-dwg.ts';
import { siteDxf } from '../inputs/site-dxf.ts';
import type { BenchRow } from '../row.ts';
import { missingLibreDwg, timeScript } from '../subjects/index.ts';

/**
 * DWG → field job against other readers of DWG, whole processes: start, reading, and nothing written. Ours ends with a
 * drawn field job, acad-ts with its document, LibreDWG with its objects: in its own memory, where no program in
 * JavaScript can use them, and as the objects of JavaScript that its package makes of them.
 */
export const row: BenchRow = {
  id: 'dwg',
  title: 'DWG → field job (process from start to end)',
  goal: '≥ 4 × acad-ts alone at 8 MB, ≥ 10 × from 32 MB up; ≥ 3 × LibreDWG; ≥ 0.5 × our reader of the DXF',
  sizes: [2, 8, 32],
  large: [128],
  unit: 'MB of DXF',
  prepare: async (sizes) => {
    for (const size of sizes) await makeDwg(size);
    // The generated files are kept for the next run, because they never change.
    return async () => {};
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('dwg-read.ts', dwgPath(size)) },
    { name: 'acad-ts alone', role: 'peer', run: (size) => timeScript('acad-ts.ts', dwgPath(size)) },
    {
      name: 'LibreDWG (wasm) alone',
      role: 'peer',
      missing: missingLibreDwg,
      run: (size) => timeScript('libredwg.ts', dwgPath(size)),
    },
    {
      name: 'LibreDWG, its drawing in JavaScript',
      role: 'peer',
      missing: missingLibreDwg,
      run: (size) => timeScript('libredwg.ts', dwgPath(size), 'converted'),
    },
    { name: 'our reader of the DXF', role: 'limit', run: (size) => timeScript('dxf-read.ts', siteDxf(size)) },
  ],
};
