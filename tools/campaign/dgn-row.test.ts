import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Inspected, rowOf } from './dgn-row.ts';

const failed = (code: string, detail: string): Inspected => ({ result: 'failed', code, detail });
const issue = (code: string, count: number, element = '') => ({ code, count, parameters: { element } });
/** A report of a file with lines and texts. */
const report = (source: [type: string, skipped: number][], ...issues: ReturnType<typeof issue>[]): Inspected => ({
  counts: { lines: 2, texts: 1, layers: 9 },
  source: source.map(([type, skipped]) => ({ type, skipped })),
  issues,
});

for (const [what, inspected, kind, columns] of [
  ['whole', report([['3 line', 0]]), 'features', '3 | '],
  ['with losses', report([['23 cone', 2]]), 'features', '3 | 2 × 23 cone'],
  [
    'invisible, which is not counted twice',
    report([['23 cone', 3]], issue('dgn-invisible', 2, '23 cone')),
    'features',
    '3 | 2 × marked as invisible, 1 × 23 cone',
  ],
  [
    'with attachments',
    report([['reference attachment', 1]], issue('dgn-attached-file', 1)),
    'features',
    '3 | 1 × attached file named',
  ],
  [
    'published',
    report([], issue('dgn-published-embedded', 1)),
    'features',
    '3 | published i-model, read from the files that it embeds',
  ],
  [
    'empty',
    failed('no-data', 'nothing was imported from "a.dgn": it holds no data'),
    'empty',
    'empty | its model has no elements',
  ],
  [
    'without drawable content',
    failed('no-data', 'nothing was imported from "a.dgn": it has 1 × cone; see its other issues for why none was read'),
    'empty',
    'empty | 1 × cone',
  ],
  ['encrypted', failed('dgn-published', ''), 'refused', 'refused | published i-model, encrypted'],
  ['damaged', failed('cfb-damaged', ''), 'refused', 'refused | cfb-damaged'],
] as const)
  it(`the row of a DGN file that is ${what}`, () => assert.deepEqual(rowOf(inspected), { kind, columns }));
