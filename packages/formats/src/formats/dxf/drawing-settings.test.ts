import assert from 'node:assert/strict';
import test from 'node:test';
import type { Layer } from '@fieldbridge/fieldjob';
import { RELEASES } from '../../kit/cad/releases.ts';
import { drawing, type Groups, section } from './testing/groups.ts';
import { type Read, readGroups } from './testing/reading.ts';
import { assertNear, entity, shape } from './testing/shapes.ts';
import { isUtf8Version, versionName } from './versions.ts';

// What a drawing states about itself: HEADER, layers, units. DXF reference, HEADER and TABLES.

const LINE = entity('LINE 8 L 10 1000 20 2000 30 3000 11 1001 21 2000 31 3000');
const layer = (...groups: Groups): Groups => [0, 'LAYER', ...groups];
const table = (...layers: Groups[]): Groups => [
  0,
  'TABLE',
  2,
  'LAYER',
  70,
  layers.length,
  ...layers.flat(),
  0,
  'ENDTAB',
];
const layersOf = async (...layers: Groups[]): Promise<Layer[]> => [
  ...(await readGroups(drawing([], [], [], table(...layers)))).job.layers,
];
const variable = (name: string, code: number, value: string | number): Groups => [9, name, code, value];

test('dashes of line types are those of the drawing, in the unit of the job', async () => {
  const types: Groups = [
    ...[0, 'TABLE', 2, 'LTYPE', 70, 3],
    ...[
      0,
      'LTYPE',
      2,
      'Rail',
      3,
      '__ . __',
      73,
      4,
      40,
      4,
      49,
      2,
      74,
      0,
      49,
      -0.75,
      74,
      0,
      49,
      0,
      74,
      0,
      49,
      -0.75,
      74,
      0,
    ],
    ...[0, 'LTYPE', 2, 'CONTINUOUS', 73, 0, 40, 0],
    ...[0, 'LTYPE', 2, 'Endless', 73, 2, 49, 1, 49, '1e999'],
    ...[0, 'ENDTAB'],
  ];
  const dashes = async (header: Groups): Promise<unknown> =>
    (await readGroups(drawing([], [LINE], header, types))).job.info.lineDashes;
  assert.deepEqual(await dashes(variable('$INSUNITS', 70, 6)), { rail: [2, -0.75, 0, -0.75] });
  // Millimetres become metres, and LTSCALE counts.
  const scaled = [...variable('$INSUNITS', 70, 4), ...variable('$LTSCALE', 40, 100)];
  assert.deepEqual(await dashes(scaled), { rail: [0.2, -0.075, 0, -0.075] });
  assert.deepEqual(await dashes([...variable('$INSUNITS', 70, 6), ...variable('$LTSCALE', 40, 0)]), {
    rail: [2, -0.75, 0, -0.75],
  });
  assert.equal((await readGroups(drawing([], [LINE], variable('$INSUNITS', 70, 6)))).job.info.lineDashes, undefined);
});

test('a layer: colour, line type, weight, and whether it is off, frozen or locked', async () => {
  for (const [groups, expected] of [
    [[70, 0, 62, 1, 6, 'CONTINUOUS'], { colour: 0xff0000, lineType: '', lineWeight: -1, visible: true, locked: false }],
    [[70, 0, 62, -1, 6, 'DASHED'], { colour: 0xff0000, lineType: 'DASHED', visible: false }],
    [[70, 1, 62, 5], { colour: 0x0000ff, visible: false, locked: false }],
    [[70, 4, 62, 5], { visible: true, locked: true }],
    [[70, 5, 62, 5], { visible: false, locked: true }],
    // Frozen in new viewports (2), from an external reference (16, 32), referenced (64): visible nevertheless.
    [[70, 114, 62, 5], { visible: true, locked: false }],
    [[62, 5, 420, 0x123456], { colour: 0x123456 }],
    [[62, 5, 370, 50], { lineWeight: 50 }],
    [[62, 5, 370, -3], { lineWeight: -1 }],
    [[62, 5, 290, 0], { visible: true }],
    [[], { colour: 0xffffff, visible: true, locked: false, lineType: '', lineWeight: -1 }],
    [[62, 300], { colour: -1, visible: true }],
    [[62, 'x', 70, 'x', 370, 'x'], { lineWeight: -1 }],
  ] as [Groups, Partial<Layer>][]) {
    const [found] = await layersOf(layer(2, 'L', ...groups));
    for (const [key, value] of Object.entries(expected))
      assert.equal(found![key as keyof Layer], value, `${groups}: ${key}`);
  }
});

test('the first of two layers with the same name, in any case, counts; a layer without a name is ignored', async () => {
  const layers = await layersOf(
    layer(2, 'A', 62, 1),
    layer(2, 'a', 62, 2),
    layer(62, 3),
    layer(2, 'Ä', 62, 4),
    layer(2, 'ä', 62, 5),
  );
  assert.deepEqual(
    layers.map(({ name }) => name).filter((name) => name !== '0'),
    ['A', 'Ä'],
  );
});

test('layer records in other tables, and records outside of tables, change nothing', async () => {
  const { job } = await readGroups([
    ...section('TABLES', entity('TABLE 2 STYLE'), entity('STYLE 2 L 62 1'), entity('ENDTAB'), entity('LTYPE 2 L 62 1')),
    ...drawing([], [LINE]).slice(0),
  ]);
  assert.equal([...job.layers].find(({ name }) => name === 'L')?.colour, -1);
});

test('header variables are found among all others, and only with their own group code', async () => {
  const header = [
    ...variable('$ACADVER', 1, 'AC1027'),
    ...[9, '$EXTMIN', 10, 1e20, 20, 1e20, 30, 1e20],
    ...variable('$INSUNITS', 70, 4),
    ...[9, '$UCSORG', 10, 0, 20, 0, 30, 0],
    ...[9, '$DIMSTYLE', 2, '$INSUNITS', 70, 2],
  ];
  const { version, job } = await readGroups(drawing([], [LINE], header));
  assert.deepEqual([version, job.info.unit], ['2013', 'metre']);
  assertNear(shape({ job }).vertices[0], [1, 2, 3]);
  const wrong = await readGroups(
    drawing([], [LINE], [...variable('$INSUNITS', 40, 4), ...variable('$ACADVER', 3, 'AC1027'), 70, 4]),
  );
  assert.deepEqual([wrong.version, wrong.job.info.unit], ['', undefined]);
});

test('every release has its usual name and determines the encoding of texts', () => {
  assert.equal(versionName('AC1009'), 'R12');
  for (const [mark, name] of Object.entries(RELEASES)) assert.equal(versionName(mark), name);
  for (const mark of ['AC9999', '', 'constructor', 'toString']) assert.equal(versionName(mark), mark);
  const utf8 = ['AC1021', 'AC1024', 'AC1027', 'AC1032', 'AC1035'];
  for (const mark of [...Object.keys(RELEASES), 'AC1009', ...utf8])
    assert.equal(isUtf8Version(mark), utf8.includes(mark), mark);
  for (const mark of ['', 'AC', 'MC0.0', 'ACxxxx']) assert.equal(isUtf8Version(mark), false, mark);
});

const units = async (header: Groups, options = {}): Promise<[unknown, number, string[]]> => {
  const { job, issues }: Read = await readGroups(drawing([], [LINE], header), options);
  const codes = issues
    .summary()
    .map(({ code }) => code)
    .filter((code) => code.startsWith('unit'));
  return [job.info.unit, shape({ job }).vertices[0]![0]!, codes];
};
const insunits = (value: string | number): Groups => variable('$INSUNITS', 70, value);

test('units of the header: metres and feet stay, others are converted once and reported', async () => {
  assert.deepEqual(await units(insunits(6)), ['metre', 1000, []]);
  assert.deepEqual(await units(insunits(2)), ['internationalFoot', 1000, []]);
  assert.deepEqual(await units(insunits(21)), ['usSurveyFoot', 1000, []]);
  assert.deepEqual(await units(insunits(4)), ['metre', 1, ['unit-converted']]);
  assert.deepEqual(await units(insunits(7)), ['metre', 1e6, ['unit-converted']]);
  assert.deepEqual(await units(insunits(10)), ['internationalFoot', 3000, ['unit-converted']]);
  assertNear((await units(insunits(1)))[1], 1000 / 12);
});

test('a missing or unknown unit stays open and is not guessed', async () => {
  for (const header of [[], insunits(0), insunits('x'), insunits(-5), variable('$MEASUREMENT', 70, 1)])
    assert.deepEqual(await units(header), [undefined, 1000, []], `${header}`);
  for (const value of [18, 19, 20, 99])
    assert.deepEqual(await units(insunits(value)), [undefined, 1000, ['unit-unknown']], `${value}`);
});

test("the caller's unit, or drawing unit, overrides the header", async () => {
  assert.deepEqual(await units(insunits(4), { drawingUnit: 'm' }), ['metre', 1000, ['unit-overridden']]);
  assert.deepEqual(await units([], { drawingUnit: 'cm' }), ['metre', 10, ['unit-converted']]);
  assert.deepEqual(await units(insunits(5), { drawingUnit: 'cm' }), ['metre', 10, ['unit-converted']]);
  assert.deepEqual(await units([], { unit: 'ft' }), ['internationalFoot', 1000, []]);
  assert.deepEqual(await units(insunits(6), { unit: 'ft' }), ['internationalFoot', 1000, ['unit-overridden']]);
  assert.deepEqual(await units(insunits(6), { unit: 'm' }), ['metre', 1000, []]);
  // Millimetres would become metres, but "the coordinates are metres" excludes that.
  assert.deepEqual(await units(insunits(4), { unit: 'm' }), ['metre', 1000, ['unit-overridden']]);
  assert.deepEqual(await units([], { drawingUnit: 'mm', unit: 'ft' }), ['metre', 1, ['unit-converted']]);
});

test('if unit and measurement contradict each other, it is reported and the unit counts', async () => {
  assert.deepEqual(await units([...insunits(6), ...variable('$MEASUREMENT', 70, 0)]), [
    'metre',
    1000,
    ['unit-contradiction'],
  ]);
  assert.deepEqual(await units([...insunits(2), ...variable('$MEASUREMENT', 70, 1)]), [
    'internationalFoot',
    1000,
    ['unit-contradiction'],
  ]);
  assert.deepEqual(await units([...insunits(2), ...variable('$MEASUREMENT', 70, 0)]), ['internationalFoot', 1000, []]);
});

test('chords are equally fine in drawings of feet, millimetres and metres', async () => {
  const circle = (size: number): Groups =>
    entity(`ELLIPSE 10 0 20 0 30 0 11 ${size} 21 0 31 0 40 0.5 41 0 42 6.283185307179586`);
  const count = async (size: number, unit: number): Promise<number> =>
    shape(await readGroups(drawing([], [circle(size)], insunits(unit)), { tolerance: 0.01 })).vertices.length;
  const metres = await count(30.48, 6);
  assert.equal(await count(30480, 4), metres);
  assert.ok(Math.abs((await count(100, 2)) - metres) <= 1);
});

test('line weight: its own, the default regardless of the layer, or that of the layer', async () => {
  const weights = [25, 50, -1, -3, 0, -4].map((weight) => entity(`LINE 8 L 370 ${weight} 10 0 20 0 11 1 21 0`));
  const { job } = await readGroups(drawing([], weights, [], table(layer(2, 'L', 370, 70))));
  assert.deepEqual(
    weights.map((_, row) => job.lines.lineWeight.get(row)),
    [25, 50, -1, 25, 0, -1],
  );
});
