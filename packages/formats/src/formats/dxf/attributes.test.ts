import assert from 'node:assert/strict';
import test from 'node:test';
import type { Label } from '@fieldbridge/fieldjob';
import { block, drawing, type Groups, insert } from './testing/groups.ts';
import { type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity } from './testing/shapes.ts';

// Attributes of several lines (from 2008 on), constant and hidden ones. DXF reference, ATTRIB and ATTDEF.

const labels = ({ job }: Read): Label[] => Array.from({ length: job.texts.length }, (_, row) => job.texts.label(row));
const END = entity('SEQEND 8 0');
const POINT = entity('POINT 8 0 10 0 20 0');
/** The MTEXT of an attribute as 2018 spells it: after the attribute's own groups, partly with the same codes. */
const embedded = (where: string, ...text: Groups): Groups => [
  ...[101, 'Embedded Object'],
  ...entity(`X ${where} 40 0.25 41 0 46 0 71 5 72 5`).slice(2),
  ...text,
  ...[7, 'Standard', 73, 1, 44, 1],
];
const reference = (...more: Groups): Groups => insert('B', 66, 1, ...more);

test('an attribute of several lines has all of them and is placed like its MTEXT', async () => {
  // 71 means here that it has several lines (2), not that it runs backwards.
  const attribute = entity('ATTRIB 8 0 62 3 10 4 20 5 30 6 40 0.5 1 first 2 NOTE 70 0 74 3 71 2');
  const lines = embedded('10 14 20 15 30 16', 3, 'first\\P{\\fArial;sec', 1, 'ond}\\Pthird');
  const read = await readGroups(drawing([block('B', POINT)], [reference(), [...attribute, ...lines], END]));
  const [label] = labels(read);
  assert.equal(label!.text, 'first\nsecond\nthird');
  assertNear(
    [label!.easting, label!.northing, label!.elevation, label!.height, label!.rotation],
    [14, 15, 16, 0.25, 0],
  );
  assert.deepEqual([label!.justification, label!.verticalJustification], ['centre', 'middle']);
  assert.equal(read.job.texts.colour.get(0), 0x00ff00);
  assert.deepEqual(read.job.points.attributes.get(0), ['NOTE', 'first\nsecond\nthird']);
});

test('an attribute of several lines is in every cell of an array, and in a block at each reference', async () => {
  const attribute = entity('ATTRIB 8 0 10 1 20 2 40 0.5 1 a 2 NR 70 0 71 2');
  const lines = embedded('10 1 20 2', 1, 'a\\Pb');
  const array = await readGroups(
    drawing([block('B', POINT)], [reference(70, 2, 44, 10), [...attribute, ...lines], END]),
  );
  assert.deepEqual(
    labels(array).map(({ text, easting, northing }) => [text, easting, northing]),
    [
      ['a\nb', 1, 2],
      ['a\nb', 11, 2],
    ],
  );
  const outer = block('OUT', reference(), [...attribute, ...lines], END);
  const nested = await readGroups(drawing([block('B', POINT), outer], [insert('OUT', 41, 2, 42, 2, 43, 2)]));
  assert.deepEqual(
    labels(nested).map(({ text, easting, northing, height }) => [text, easting, northing, height]),
    [['a\nb', 2, 4, 0.5]],
  );
});

test('before 2018 the lines of an attribute are in its one text; flags distinguish it from a path', async () => {
  const value = async (flags: string): Promise<string> => {
    const attribute = entity(`ATTRIB 8 0 10 4 20 5 40 0.5`, 1, 'C:\\Projects\\Plan', 2, 'FILE', 70, 0);
    const more = entity(`X ${flags}`).slice(2);
    const read = await readGroups(drawing([block('B', POINT)], [reference(), [...attribute, ...more], END]));
    return read.job.points.attributes.get(0)[1]!;
  };
  assert.equal(await value(''), 'C:\\Projects\\Plan');
  assert.equal(await value('280 1 70 0 70 0 70 0'), 'C:\\Projects\\Plan');
  assert.equal(await value('280 1 70 2 70 0 70 0'), 'C:\nrojects\nlan');
});

test('hidden constant attributes are not drawn; outside of blocks a definition shows its tag', async () => {
  const attdef = (flags: number, ...more: Groups): Groups =>
    entity(`ATTDEF 8 0 10 1 20 1 40 1 70 ${flags}`, 1, 'value', 3, 'Prompt?', 2, 'TAG', ...more);
  const lines: Groups = [71, 4, ...embedded('10 7 20 8', 1, 'one\\Ptwo')];
  const shown = async (definition: Groups, ...entities: Groups[]): Promise<unknown[]> =>
    labels(await readGroups(drawing([block('B', definition)], entities))).map(({ text, easting }) => [text, easting]);
  assert.deepEqual(await shown(attdef(2), insert('B')), [['value', 1]]);
  assert.deepEqual(await shown(attdef(3), insert('B')), []);
  assert.deepEqual(await shown(attdef(2, ...lines), insert('B')), [['one\ntwo', 7]]);
  assert.deepEqual(await shown(attdef(0, ...lines), insert('B')), []);
  assert.deepEqual(await shown(POINT, attdef(0, ...lines)), [['TAG', 7]]);
  assert.deepEqual(await shown(POINT, attdef(2, ...lines)), [['one\ntwo', 7]]);
});

test('an attribute on layer 0, or with the colour of the block, takes those of the reference', async () => {
  const attribute = (more: string): Groups => entity(`ATTRIB ${more} 10 1 20 2 40 0.5 1 a 2 NR 70 0`);
  const parts = [attribute('8 0 62 0'), attribute('8 TEXTS 62 5'), END];
  const inserted = entity('INSERT 8 ROAD 62 3 2 B 66 1 10 0 20 0');
  const { job } = await readGroups(drawing([block('B', POINT)], [inserted, ...parts]));
  const shown = [0, 1].map((row) => [job.layers.get(job.texts.layer.get(row))?.name, job.texts.colour.get(row)]);
  assert.deepEqual(shown, [
    ['ROAD', 0x00ff00],
    ['TEXTS', 0x0000ff],
  ]);
});
