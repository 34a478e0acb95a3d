import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, fitOf, JobBuilder, type Label, labelOf } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported } from '../../testing/journeys.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');

/** A text between two positions with a height of 2. @param fit 3 aligned, 5 fitted */
const stretched = (fit: number, to: readonly [number, number], ...more: readonly (string | number)[]) => [
  ...[0, 'TEXT', 8, '0', 10, 1, 20, 2, 30, 0, 40, 2, 1, 'NARROW GATE', 72, fit, 11, to[0], 21, to[1], 31, 0, ...more],
];
const drawing = (...entities: readonly (readonly (string | number)[])[]): string =>
  [0, 'SECTION', 2, 'ENTITIES', ...entities.flat(), 0, 'ENDSEC', 0, 'EOF'].join('\n');

/** Both ends of the base line of a text, and its height. */
function endsOf({ texts }: FieldJob, row = 0): number[] {
  const label = texts.label(row);
  const length = fitOf(texts.load(row, new Feature()));
  const back = { left: 0, centre: 0.5, right: 1 }[label.justification] * length;
  const [c, s] = [Math.cos(label.rotation), Math.sin(label.rotation)];
  const at = (along: number): number[] => [label.easting + along * c, label.northing + along * s];
  return [...at(-back), ...at(length - back), label.height].map((value) => Math.round(value * 1e4) / 1e4 + 0);
}

function jobWith(fit: string, label: Partial<Label>): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = Object.assign(new Feature(), { attributes: ['fit', fit] });
  builder.text(feature, labelOf('NARROW GATE', 100, 200, { height: 2, elevation: Number.NaN, ...label }));
  return builder.job;
}

describe('the letters of a text that is fitted between two positions fill the length between them', () => {
  for (const [name, entity, expected] of [
    ['fitted', stretched(5, [7, 2]), [1, 2, 7, 2, 2]],
    ['aligned', stretched(3, [1, 12]), [1, 2, 1, 12, 2]],
    ['oblique', stretched(5, [4, 6]), [1, 2, 4, 6, 2]],
    ['without a second position', stretched(5, [7, 2]).slice(0, -6), [1, 2, 1, 2, 2]],
  ] as const)
    it(name, async () => assert.deepEqual(endsOf((await imported(drawing(entity), 'a.dxf')).job), expected));

  it('in a block that is turned and twice as long as high', async () => {
    const block = [0, 'BLOCK', 2, 'GATE', 10, 0, 20, 0, ...stretched(5, [7, 2]), 0, 'ENDBLK'];
    const insert = [0, 'INSERT', 8, '0', 2, 'GATE', 10, 100, 20, 0, 41, 2, 42, 1, 50, 90];
    const text = [0, 'SECTION', 2, 'BLOCKS', ...block, 0, 'ENDSEC', drawing(insert)].join('\n');
    assert.deepEqual(endsOf((await imported(text, 'a.dxf')).job), [98, 2, 98, 14, 2]);
  });

  it('follows the unit of the job', async () => {
    const { job } = await imported(
      drawing(stretched(5, [7, 2])),
      'a.dxf',
      { drawingUnit: 'm' },
      { target: { unit: 'internationalFoot' } },
    );
    assert.equal(fitOf(job.texts.load(0, new Feature())), Number((6 / 0.3048).toPrecision(12)));
  });
});

describe('a fitted text keeps its place and length, and nothing is reported as lost', () => {
  for (const [format, raw] of [
    ['dxf', { version: 'R12' }],
    ['dxf', { version: '2000' }],
    ['dxf', {}],
    ['dwg', {}],
    ['dgn', {}],
    ['mjf', {}],
  ] as const)
    for (const label of [
      {},
      { rotation: 1 },
      { rotation: -2.5, justification: 'right' },
      { rotation: 2, justification: 'centre', verticalJustification: 'middle' },
    ] as const)
      it(`${format} ${JSON.stringify(raw)} ${JSON.stringify(label)}`, async () => {
        const job = jobWith('7.5', label);
        const { bytes, issues } = await exported(job, format, raw);
        const back = (await imported(bytes, `a.${format}`)).job;
        const [expected, found] = [endsOf(job), endsOf(back)];
        // From the middle of its letters the base line is half a height lower.
        const down = 'verticalJustification' in label && format !== 'mjf' ? 1 : 0;
        const [e, n] = [down * Math.sin(label.rotation ?? 0), -down * Math.cos(label.rotation ?? 0)];
        const moved = [e, n, e, n, 0].map((shift, i) => expected[i]! + shift);
        for (const [i, value] of moved.entries()) assert.ok(Math.abs(value - found[i]!) < 2e-4, `${moved} ${found}`);
        assert.ok(!codesOf(issues).some((code) => code.includes('attribute') || code.includes('properties')));
      });
});

describe('a design file', () => {
  it('of V8 states the length of each text, which is used if its letters are squeezed', async () => {
    const path = join(CORPUS, '../drawings/dgn-v8/drawing_with_text.dgn');
    const { job } = await imported(readFileSync(path), 'a.dgn');
    const { texts } = job;
    const row = Array.from({ length: texts.length }, (_, i) => texts.text.get(i)).indexOf('eldnac feirb tuo tuO');
    // Its letters are two thirds as wide as high. The element is 944 197 wide and its letters 72 000 high.
    const ratio = fitOf(texts.load(row, new Feature())) / texts.label(row).height;
    assert.ok(Math.abs(ratio - 944_197 / 72_000) < 1e-4, String(ratio));
  });

  it('of V7 states it by the range of the element', async () => {
    const { job } = await imported(readFileSync(join(CORPUS, 'dgn/v7/testDGN7.dgn')), 'a.dgn');
    const { texts } = job;
    const lengths = Array.from({ length: texts.length }, (_, row) => fitOf(texts.load(row, new Feature())));
    const squeezed = lengths.flatMap((length, row) => (length > 0 ? [[texts.text.get(row), length]] : []));
    // The letters of the other texts are as wide as high. Its element is 11 312 000 wide, with 100 to the unit.
    assert.deepEqual([squeezed, texts.length], [[['WSDOT', 113_120]], 52]);
  });
});
