import { landXmlFile } from '../inputs/landxml.ts';
import type { BenchRow, Subject } from '../row.ts';
import { timeScript } from '../subjects/index.ts';

const common = {
  sizes: [7, 28, 110],
  unit: 'MB',
  prepare: async (sizes: readonly number[]) => {
    for (const size of sizes) landXmlFile(size);
    // The generated files are kept for the next run, because they never change.
    return async () => {};
  },
};

const script = (name: string, role: Subject['role'], file: string): Subject => ({
  name,
  role,
  run: (size) => timeScript(file, landXmlFile(size)),
});

const saxes = script('saxes alone', 'peer', 'saxes.ts');
const bytes = script('byte loop', 'limit', 'byte-loop.ts');

/** The scanner below all XML formats, and the format with large files; whole processes. */
export const rows: BenchRow[] = [
  {
    ...common,
    id: 'xml',
    title: 'XML scanner over a terrain model: every event, no values',
    goal: 'fast enough for the row landxml',
    subjects: [script('Fieldbridge', 'ours', 'xml-scan.ts'), saxes, bytes],
  },
  {
    ...common,
    id: 'landxml',
    title: 'LandXML TIN → field job',
    goal: '≥ 4 × saxes alone; < 400 MB',
    subjects: [script('Fieldbridge', 'ours', 'landxml-read.ts'), saxes, bytes],
  },
];
