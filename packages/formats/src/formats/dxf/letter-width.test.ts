import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import {
  Feature,
  type FieldJob,
  fitOf,
  JobBuilder,
  labelOf,
  letterWidthAttribute,
  letterWidthOf,
} from '@fieldbridge/fieldjob';
import { type ReadResult, readWith, writeWith } from '../../../testing/run-format.ts';
import type { OptionValues } from '../../core/options.ts';
import { formatById } from '../registry.ts';
import { entitiesOf, readGroups } from './testing/reading.ts';

type Groups = (string | number)[];

async function widthOf(entities: Groups, tables: Groups = []): Promise<number> {
  const { job } = await readGroups([0, 'SECTION', 2, 'TABLES', ...tables, 0, 'ENDSEC', ...entitiesOf(entities)]);
  return letterWidthOf(job.texts.load(0, new Feature()));
}

const TEXT: Groups = [0, 'TEXT', 8, '0', 1, 'ABC', 10, 1, 20, 2, 40, 3];
const MTEXT: Groups = [0, 'MTEXT', 8, '0', 10, 1, 20, 2, 40, 3];
const STYLES: Groups = [0, 'TABLE', 2, 'STYLE', 0, 'STYLE', 2, 'Narrow', 41, 0.7, 0, 'ENDTAB'];

describe('letters of a text are as wide as it says', () => {
  for (const [name, width, entity] of [
    ['a text', 0.8, [...TEXT, 41, 0.8]],
    ['a text that does not say', 1, TEXT],
    ['a text that is nonsense', 1, [...TEXT, 41, -4]],
    ['a text between two places fills them', 1, [...TEXT, 41, 0.8, 72, 5, 11, 9, 21, 2]],
    ['lines by their style', 0.7, [...MTEXT, 1, 'ABC', 7, 'NARROW']],
    ['lines by their own code', 0.5, [...MTEXT, 1, '{\\fArial;\\W0.5;ABC}', 7, 'NARROW']],
    ['lines with a code in their middle', 1, [...MTEXT, 1, 'AB\\W0.5;C']],
  ] as const satisfies readonly (readonly [string, number, Groups])[])
    it(name, async () => assert.equal(await widthOf([...entity], STYLES), width));
});

test('a block that is scaled in one direction stretches the letters in it', async () => {
  const block: Groups = [0, 'BLOCK', 2, 'B', 10, 0, 20, 0, ...TEXT, 0, 'ENDBLK'];
  const { job } = await readGroups([
    ...[0, 'SECTION', 2, 'BLOCKS', ...block, 0, 'ENDSEC'],
    ...entitiesOf([0, 'INSERT', 8, '0', 2, 'B', 10, 0, 20, 0, 41, 3, 42, 2]),
  ]);
  assert.equal(letterWidthOf(job.texts.load(0, new Feature())), 1.5);
  assert.equal(job.texts.label(0).height, 6);
});

/** A job with a text of one line and one of two, of narrow letters. */
function narrow(): FieldJob {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.attributes = [...letterWidthAttribute(0.75)];
  for (const text of ['ABCDEF', 'ABC\nDEF']) builder.text(feature, labelOf(text, 1, 2, { height: 2 }));
  return builder.job;
}

async function readBack(id: string, options: OptionValues): Promise<ReadResult> {
  const format = formatById(id)!;
  return readWith(format, (await writeWith(format, narrow(), { options })).result);
}

for (const [format, options] of [
  ['dxf', { version: '2018' }],
  ['dxf', { version: 'R12' }],
  ['dwg', {}],
] as const)
  test(`the width of letters is written and read again: ${format} ${JSON.stringify(options)}`, async () => {
    const { job } = await readBack(format, options);
    for (let row = 0; row < job.texts.length; row++)
      assert.equal(letterWidthOf(job.texts.load(row, new Feature())), 0.75);
  });

test('letters in DGN are as wide as they are written', async () => {
  const { job } = await readBack('dgn', {});
  const lengths = Array.from({ length: job.texts.length }, (_, row) => fitOf(job.texts.load(row, new Feature())));
  assert.deepEqual(
    lengths.map((length) => Number(length.toFixed(2))),
    [9, 4.5, 4.5],
  );
});
