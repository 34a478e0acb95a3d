import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choose, filterOf, hiddenLayers, keptKinds, optionFields, type Report, select, selectedOf } from './report.ts';

const entry = (name: string, kind = 'line', selected = true) => ({ name, kind, count: 1, selected });
const REPORT: Report = {
  ...{ jobId: 'j', fileId: 'f', name: 'a.dxf', format: 'dxf', version: '2018', unit: 'metre', crs: 'local' },
  detected: { confidence: 1, alternatives: [] },
  ...{ extent: null, counts: {}, issues: [] },
  selection: [
    { group: 'kinds', entries: [entry('line'), entry('text', 'text')] },
    { group: 'layers', entries: [entry('Trees'), entry('Kerb'), entry('Kerb', 'text', false)] },
  ],
  choices: [{ option: 'drawingUnit', chosen: 'metre' }],
};
const all = () => true;

describe('choosing from a report', () => {
  it('sends what was deselected and decided, and nothing else', () => {
    const chosen = choose(
      select(REPORT, 'layers', 'none', ({ name }) => name === 'Trees'),
      'drawingUnit',
      'millimetre',
    );
    assert.deepEqual(filterOf(chosen), {
      ...{ jobId: 'j', fileId: 'f' },
      selection: [
        {
          group: 'layers',
          entries: [
            { name: 'Trees', kind: 'line', selected: false },
            { name: 'Kerb', kind: 'text', selected: false },
          ],
        },
      ],
      choices: [{ option: 'drawingUnit', chosen: 'millimetre' }],
    });
  });

  for (const [how, expected] of [
    ['all', 3],
    ['none', 0],
    ['invert', 1],
  ] as const)
    it(`selects ${how}`, () => {
      assert.equal(selectedOf(select(REPORT, 'layers', how, all).selection[1]!), expected);
    });

  it('changes only what a search shows', () => {
    const kerbs = select(REPORT, 'layers', 'none', ({ name }) => name.startsWith('K'));
    assert.deepEqual(
      kerbs.selection[1]!.entries.map(({ selected }) => selected),
      [true, false, false],
    );
  });
});

describe('layers to fade', () => {
  for (const [what, report, hidden] of [
    ['nothing while all is selected', REPORT, []],
    [
      'a layer that is deselected as a whole',
      select(REPORT, 'layers', 'none', ({ name }) => name === 'Trees'),
      ['trees'],
    ],
    [
      'a layer whose kinds are deselected',
      select(REPORT, 'kinds', 'none', ({ kind }) => kind === 'line'),
      ['trees', 'kerb'],
    ],
  ] as const)
    it(what, () => assert.deepEqual([...hiddenLayers(report)], hidden));
});

it('says which kinds of a job a format keeps', () => {
  const holds = { kinds: ['point', 'line'] };
  assert.deepEqual(keptKinds({ points: 2, lines: 0, texts: 5, triangles: 9 }, { holds }), [
    { name: 'points', count: 2, isKept: true },
    { name: 'texts', count: 5, isKept: false },
  ]);
});

it('makes fields of the options of a format', () => {
  const properties = {
    unit: { type: 'string', description: 'Unit to write.' },
    decimals: { type: 'integer', default: 4 },
    swap: { type: 'boolean', default: false },
    order: { type: 'string', enum: ['EN', 'NE'], default: 'EN' },
  };
  assert.deepEqual(
    optionFields({ options: { properties } }).map(({ name, type, usual }) => [name, type, usual]),
    [
      ['unit', 'text', ''],
      ['decimals', 'number', '4'],
      ['swap', 'switch', 'false'],
      ['order', 'choice', 'EN'],
    ],
  );
});
