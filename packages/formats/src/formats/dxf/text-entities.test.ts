import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Label } from '@fieldbridge/fieldjob';
import { MemorySource } from '../../core/byte-source.ts';
import { block, drawing, type Groups, insert, section } from './testing/groups.ts';
import { asciiOf, entitiesOf, type Read, readGroups, readSource } from './testing/reading.ts';
import { assertNear, entity } from './testing/shapes.ts';

// Placement of TEXT, MTEXT, ATTRIB, ATTDEF, TOLERANCE by the DXF reference.

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const labels = ({ job }: Read): Label[] => Array.from({ length: job.texts.length }, (_, row) => job.texts.label(row));
const place = ({ easting, northing, elevation }: Label): number[] => [easting, northing, elevation];
const text = (more: string, value = 'x'): Groups =>
  entity(`TEXT 8 0 10 1 20 2 30 3 11 5 21 6 31 7 40 2.5 ${more}`, 1, value);

test('every justification of a TEXT: the default by its first place, any other by its second', async () => {
  const across = ['left', 'centre', 'right', 'left', 'centre', 'left', 'left', 'left'];
  const upright = ['baseline', 'bottom', 'middle', 'top', 'baseline', 'baseline'];
  for (const [h, justification] of across.entries())
    for (const [v, vertical] of upright.entries()) {
      const [label] = labels(await read(text(`72 ${h} 73 ${v}`)));
      // 3 and 5 stretch a text between both places, 4 centres it in both directions.
      const isSecond = (h !== 0 || v !== 0) && h !== 3 && h !== 5;
      assert.deepEqual(
        [label!.justification, label!.verticalJustification, ...place(label!)],
        [justification, h === 4 ? 'middle' : vertical, ...(isSecond ? [5, 6, 7] : [1, 2, 3])],
        `${h} ${v}`,
      );
    }
});

test('a text stretched between two places runs from one to the other', async () => {
  for (const across of [3, 5]) {
    const [label] = labels(await read(text(`72 ${across} 50 77`)));
    assertNear(label!.rotation, Math.PI / 4);
  }
  // Without a second place it cannot be stretched.
  const [alone] = labels(await read(entity('TEXT 8 0 10 1 20 2 40 1 72 3 50 90 1 x')));
  assertNear([alone!.rotation, alone!.easting], [Math.PI / 2, 1]);
});

test('a text without height, angle and elevation is 1 high, horizontal and without elevation', async () => {
  const [label] = labels(await read(entity('TEXT 10 1 20 2 1 x')));
  assertNear([label!.height, label!.rotation, label!.elevation], [1, 0, Number.NaN]);
});

test('empty texts and texts without a place are reported with their handle', async () => {
  const result = await read(
    entity('TEXT 5 A1 10 0 20 0 40 1', 1, ''),
    entity('TEXT 5 A2 10 0 20 0 40 1', 1, '   '),
    entity('TEXT 5 A3 10 0 20 0 40 1', 1, '%%u'),
    entity('TEXT 5 A4 40 1 1 x'),
    entity('TEXT 5 A5 10 0 20 nan 40 1 1 x'),
    entity('TEXT 5 A6 10 0 20 0 40 inf 1 x'),
    entity('MTEXT 5 A7 10 0 20 0 40 1', 1, '{\\fArial;}'),
    entity('MTEXT 5 A8 10 0 20 0 40 1'),
    entity('TOLERANCE 5 A9 10 0 20 0', 1, ' '),
  );
  assert.equal(result.job.texts.length, 0);
  const reported = result.issues.places().map(({ code, handle, severity }) => `${handle} ${code} ${severity}`);
  assert.deepEqual(reported.filter((line) => /^A/.test(line)).sort(), [
    ...['A1', 'A2', 'A3'].map((handle) => `${handle} empty-text note`),
    ...['A4', 'A5', 'A6'].map((handle) => `${handle} bad-coordinate warning`),
    ...['A7', 'A8', 'A9'].map((handle) => `${handle} empty-text note`),
  ]);
});

test('the nine attachment points of an MTEXT, and invalid ones', async () => {
  const rows = ['top', 'middle', 'bottom'];
  const columns = ['left', 'centre', 'right'];
  for (let at = 1; at <= 9; at++) {
    const [label] = labels(await read(entity(`MTEXT 10 1 20 2 30 3 40 2 71 ${at} 1 x`)));
    assert.deepEqual(
      [label!.verticalJustification, label!.justification],
      [rows[Math.floor((at - 1) / 3)], columns[(at - 1) % 3]],
      `${at}`,
    );
    assert.deepEqual(place(label!), [1, 2, 3]);
  }
  for (const [at, expected] of [
    [0, 'top left'],
    [-5, 'top left'],
    [10, 'bottom right'],
    [99, 'bottom right'],
  ] as const) {
    const [label] = labels(await read(entity(`MTEXT 10 1 20 2 40 2 71 ${at} 1 x`)));
    assert.equal(`${label!.verticalJustification} ${label!.justification}`, expected, `${at}`);
  }
});

describe('an MTEXT runs along its direction or, without one, by its angle', () => {
  for (const [more, degrees] of [
    ['', 0],
    ['50 30', 30],
    ['11 0 21 -1 31 0', -90],
    ['11 1 21 1 31 0 50 7', 45],
    ['11 -2 21 0 31 0', 180],
  ] as const)
    test(JSON.stringify(more), async () => {
      const [label] = labels(await read(entity(`MTEXT 10 1 20 2 40 2 ${more} 1 x`)));
      assertNear((label!.rotation * 180) / Math.PI, degrees, more);
    });
});

test('an MTEXT in many pieces is one text in order, wherever it was cut', async () => {
  const piece = (i: number): string => `${i}${'ab '.repeat(83)}`;
  const groups: Groups = [
    ...entity('MTEXT 10 0 20 0 40 1'),
    ...[0, 1, 2].flatMap((i): Groups => [3, piece(i)]),
    1,
    'end\\P{\\C1;red}',
  ];
  const [label] = labels(await read(groups));
  assert.equal(label!.text, `${[0, 1, 2].map(piece).join('')}end\nred`);
  // A format code may be cut in two as well.
  const [cut] = labels(await read([...entity('MTEXT 10 0 20 0 40 1'), 3, 'a\\fAri', 3, 'al;b\\', 1, 'Pc']));
  assert.equal(cut!.text, 'ab\nc');
});

test('pieces of a text may be cut within a multi-byte character', async () => {
  const split = async (codePage: string, bytes: readonly number[], whole: string): Promise<void> => {
    const spelled = (...groups: Groups): Buffer => Buffer.from(asciiOf(groups));
    for (let at = 0; at <= bytes.length; at++) {
      const pieces = [bytes.slice(0, at), bytes.slice(at)].map((piece) => Buffer.from(piece));
      const file = Buffer.concat([
        spelled(...section('HEADER', [9, '$ACADVER', 1, 'AC1015', 9, '$DWGCODEPAGE', 3, codePage])),
        spelled(0, 'SECTION', 2, 'ENTITIES', ...entity('MTEXT 10 0 20 0 40 1')),
        ...[Buffer.from('3\n'), pieces[0]!, Buffer.from('\n1\n'), pieces[1]!, Buffer.from('\n')],
        spelled(0, 'ENDSEC', 0, 'EOF'),
      ]);
      const [label] = labels(await readSource(new MemorySource(file, 'cut.dxf')));
      assert.equal(label!.text, whole, `${codePage} ${at}`);
    }
  };
  await split('UTF-8', [...Buffer.from('äß€😀')], 'äß€😀');
  await split('ANSI_932', [0x93, 0xfa, 0x96, 0x7b], '日本');
  await split('ANSI_936', [0xd6, 0xd0, 0x61, 0xb9, 0xfa], '中a国');
});

test('the column of an MTEXT is an attribute if a line is longer, scaled with the block reference', async () => {
  const mtext = entity('MTEXT 8 0 10 0 20 0 40 2 41 8 1 0123456789');
  const width = async (...groups: Groups[]): Promise<unknown> => {
    const { job } = await readGroups(drawing([block('B', mtext)], groups));
    return job.texts.attributes.get(0);
  };
  assert.deepEqual(await width(mtext), ['width', '8']);
  assert.deepEqual(await width(insert('B', 41, 3, 42, 3, 43, 3)), ['width', '24']);
  assert.deepEqual(await width(entity('MTEXT 10 0 20 0 40 2 41 80 1 0123456789')), []);
  assert.deepEqual(await width(entity('MTEXT 10 0 20 0 40 2 41 0 1 0123456789')), []);
});

test('attributes: visible ones are drawn, hidden ones not, all values are on the point', async () => {
  const attribute = (tag: string, value: string, more = ''): Groups =>
    entity(`ATTRIB 8 0 10 4 20 5 40 0.5 ${more}`, 1, value, 2, tag);
  const result = await readGroups(
    drawing(
      [block('B', entity('POINT 8 0 10 0 20 0'))],
      [
        insert('B', 66, 1),
        attribute('NR', '17'),
        attribute('HID', 'a', '70 1'),
        attribute('OFF', 'b', '60 1'),
        attribute('NONE', ''),
        attribute('MID', 'c', '11 8 21 9 72 1 74 2'),
        entity('SEQEND 8 0'),
      ],
    ),
  );
  assert.deepEqual(
    labels(result).map(({ text: value, easting }) => [value, easting]),
    [
      ['17', 4],
      ['c', 8],
    ],
  );
  assert.deepEqual([labels(result)[1]!.justification, labels(result)[1]!.verticalJustification], ['centre', 'middle']);
  const row = Array.from({ length: result.job.points.length }, (_, i) => i).find(
    (i) => result.job.points.name.get(i) === '17',
  )!;
  assert.deepEqual(result.job.points.attributes.get(row), ['NR', '17', 'HID', 'a', 'OFF', 'b', 'NONE', '', 'MID', 'c']);
});

test('attributes without a reference, or of one that is not read, are not drawn', async () => {
  const attribute = entity('ATTRIB 5 B1 8 0 10 4 20 5 40 0.5 1 x 2 NR');
  const stray = await read(attribute, entity('SEQEND 8 0'));
  assert.deepEqual([stray.job.texts.length, stray.job.points.length, stray.issues.count('stray-part')], [0, 0, 1]);
  const sheet = await readGroups(drawing([block('B')], [insert('B', 66, 1, 67, 1), attribute, entity('SEQEND 8 0')]));
  assert.deepEqual([sheet.job.texts.length, sheet.job.points.length, sheet.issues.count('stray-part')], [0, 0, 0]);
  const line = entity('LINE 8 0 10 0 20 0 11 1 21 1');
  const hidden = [insert('B', 66, 1, 60, 1), attribute, entity('SEQEND 8 0'), attribute];
  for (const isInBlock of [false, true]) {
    const { job, issues } = await readGroups(
      isInBlock ? drawing([block('B'), block('C', ...hidden, line)], [insert('C')]) : drawing([block('B')], hidden),
    );
    assert.deepEqual([job.texts.length, job.points.length], [0, 0]);
    assert.deepEqual([issues.count('entity-hidden'), issues.count('stray-part')], [1, 1]);
  }
  const behind = await readGroups(drawing([block('B')], [insert('B', 66, 1), entity('SEQEND 8 0'), attribute]));
  assert.deepEqual([behind.job.points.length, behind.issues.count('stray-part')], [1, 1]);
});

test('attribute definitions show their tag in the drawing; in a block only constant values', async () => {
  const attdef = (more: string): Groups =>
    entity(`ATTDEF 8 0 10 1 20 1 40 1 ${more}`, 1, 'value', 3, 'Prompt?', 2, 'TAG');
  const shown = async (...groups: Groups[]): Promise<string[]> =>
    labels(await readGroups(drawing([block('B', attdef('70 0')), block('C', attdef('70 2'))], groups))).map(
      (label) => label.text,
    );
  assert.deepEqual(await shown(attdef('70 0')), ['TAG']);
  assert.deepEqual(await shown(attdef('70 2')), ['value']);
  assert.deepEqual(await shown(insert('B')), []);
  assert.deepEqual(await shown(insert('C')), ['value']);
});

test('a feature control frame is its text, with symbols as letters and separated cells', async () => {
  const result = await read(
    entity('TOLERANCE 8 0 3 STANDARD 10 1 20 2 30 0 11 0 21 1 31 0', 1, '{\\Fgdt;j}%%v{\\Fgdt;n}0.1%%vA'),
  );
  const [label] = labels(result);
  assert.equal(label!.text, 'j | n0.1 | A');
  assertNear([label!.rotation, label!.easting, label!.northing], [Math.PI / 2, 1, 2]);
});

test('a feature control frame has the text height of its dimension style', async () => {
  const style = (...groups: Groups): Groups => [0, 'DIMSTYLE', 105, 'A', 2, ...groups];
  const tables: Groups = [
    ...[0, 'TABLE', 2, 'DIMSTYLE'],
    ...style('Standard', 70, 0),
    ...style('ISO-25', 40, 20, 140, 2.5),
    ...style('Annotative', 40, 0, 140, 3.5),
    ...[0, 'ENDTAB'],
  ];
  // The default that AutoCAD omits is 0.18; with scale 0 each sheet has its own scale.
  for (const [name, height] of [
    ['STANDARD', 0.18],
    ['iso-25', 50],
    ['Annotative', 3.5],
    ['none', 1],
  ] as const) {
    const [label] = labels(
      await readGroups(drawing([], [entity(`TOLERANCE 8 0 3 ${name} 10 1 20 2 1 x`)], [], tables)),
    );
    assertNear(label!.height, height, name);
  }
});

describe('texts keep their blanks; carets, signs and escapes are decoded', () => {
  for (const [raw, expected] of [
    ['  a  b ', '  a  b '],
    ['90%%d', '90°'],
    ['a^Jb', 'a\nb'],
    ['\\U+00C4rger', 'Ärger'],
    ['a\\Pb', 'a\\Pb'],
    ['{x}', '{x}'],
    ['0', '0'],
    ['ENDSEC', 'ENDSEC'],
  ] as const)
    test(JSON.stringify(raw), async () => {
      const [label] = labels(await read(entity('TEXT 10 0 20 0 40 1', 1, raw), entity('LINE 10 0 20 0 11 1 21 1')));
      assert.equal(label?.text, expected);
    });
});
