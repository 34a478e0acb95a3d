import { siteDxf } from '../inputs/site-dxf.ts';
import { missingCommand, timeProcess } from '../process.ts';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

const PYTHON = '/usr/bin/python3';

/** DXF → field job, whole processes: start, read, end. */
export const row: BenchRow = {
  id: 'dxf-read',
  title: 'DXF → field job (process from start to end)',
  goal: '≥ 5 × the fastest peer, ≥ 0.3 × the byte loop; peak memory ≤ 0.9 × the file + 150 MB',
  // The largest is too long for a string in Node, and for readers that need one.
  sizes: [6, 25, 100, 600],
  unit: 'MB',
  prepare: async (sizes) => {
    for (const size of sizes) siteDxf(size);
    // The generated files are kept for the next run, because they never change.
    return async () => {};
  },
  subjects: [
    { name: 'Fieldbridge', role: 'ours', run: (size) => timeScript('dxf-read.ts', siteDxf(size)) },
    { name: 'dxf-parser', role: 'peer', largest: 100, run: (size) => timeScript('dxf-parser.ts', siteDxf(size)) },
    {
      name: 'ogrinfo -al -so',
      role: 'peer',
      missing: () => missingCommand('ogrinfo'),
      largest: 25,
      run: (size) => timeProcess('ogrinfo', ['-al', '-so', siteDxf(size)]),
    },
    {
      name: 'ezdxf readfile',
      role: 'peer',
      missing: () => missingCommand(PYTHON, ['-c', 'import ezdxf']),
      largest: 25,
      run: (size) => timeProcess(PYTHON, ['-c', 'import sys, ezdxf; ezdxf.readfile(sys.argv[1])', siteDxf(size)]),
    },
    { name: 'byte loop', role: 'limit', run: (size) => timeScript('byte-loop.ts', siteDxf(size)) },
  ],
};
