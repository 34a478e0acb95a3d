import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import { block, codes, drawing, type Groups, insert, LINE, section, vertices } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';
import { entity, shape } from './testing/shapes.ts';

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));
const corners = ({ job }: Read, row: number): number[][] => {
  const path = job.areas.loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) =>
    Array.from(path.coordinates.subarray(3 * i, 3 * i + 3), (value) => Math.round(value * 1e6) / 1e6 + 0),
  );
};
const attributes = ({ job }: Read, table: 'points' | 'areas', row = 0): readonly string[] =>
  job[table].load(row, new Feature()).attributes;

/**
 * Leader from (0 0) to a landing at (10 10), with a knee of length 2 up to the text at (12 11); `own` are the leader's
 * own groups.
 */
const multileader = (context: Groups, own: Groups, line: Groups = [10, 0, 20, 0, 30, 0]): Groups => [
  ...[0, 'MULTILEADER', 8, '0', 300, 'CONTEXT_DATA{', 40, 1, 10, 12, 20, 10, 30, 0, 41, 2.5, 140, 3],
  ...context,
  ...[302, 'LEADER{', 290, 1, 291, 1, 10, 10, 20, 10, 30, 0, 11, 1, 21, 0, 31, 0, 40, 2],
  ...[304, 'LEADER_LINE{', ...line, 91, 0, 305, '}', 303, '}', 301, '}'],
  ...own,
];
const TEXT: Groups = [
  290,
  1,
  304,
  '{\\fArial;Schacht}\\P12',
  12,
  12,
  22,
  11,
  32,
  0,
  13,
  1,
  23,
  0,
  33,
  0,
  90,
  -1073741824,
  171,
  1,
];
const RECORD = (name: string, handle: string): Groups => [0, 'BLOCK_RECORD', 5, handle, 2, name];

test('a multileader: leader line with its knee, arrow head, text in its colour', async () => {
  const red = TEXT.map((part) => (part === -1073741824 ? 0xc2ff0000 - 2 ** 32 : part));
  const result = await read(multileader(red, [170, 1, 290, 1, 291, 1]));
  assert.deepEqual(vertices(result), [0, 0, 0, 10, 10, 0, 12, 10, 0]);
  const label = result.job.texts.label(0);
  assert.deepEqual([label.text, label.easting, label.northing, label.height], ['Schacht\n12', 12, 11, 2.5]);
  assert.equal(result.job.texts.colour.get(0), 0xff0000);
  const [tip, left, right] = corners(result, 0);
  assert.deepEqual(tip, [0, 0, 0]);
  assert.ok(Math.abs(Math.hypot(left![0]! + right![0]!, left![1]! + right![1]!) / 2 - 3) < 1e-5);
});

test('a multileader without line, without knee (ends at its landing), and with a curved line', async () => {
  const none = await read(multileader(TEXT, [170, 0]));
  assert.deepEqual([none.job.lines.length, none.job.areas.length, none.job.texts.length], [0, 0, 1]);
  const short = await read(multileader(TEXT, [170, 1, 290, 1, 291, 0]));
  assert.deepEqual(vertices(short), [0, 0, 0, 10, 10, 0]);
  const curved = await read(multileader(TEXT, [170, 2, 291, 0], [10, 0, 20, 0, 30, 0, 10, 5, 20, 9, 30, 0]));
  assert.ok(vertices(curved).length > 30);
});

test('a curved leader is a curve through its vertices', async () => {
  const leader: Groups = [
    0,
    'LEADER',
    71,
    1,
    72,
    1,
    76,
    3,
    10,
    0,
    20,
    0,
    30,
    1,
    10,
    5,
    20,
    9,
    30,
    1,
    10,
    10,
    20,
    0,
    30,
    1,
  ];
  const curve = vertices(await read(leader));
  assert.ok(curve.length > 30);
  assert.deepEqual(
    [curve.slice(0, 3), curve.slice(-3)],
    [
      [0, 0, 1],
      [10, 0, 1],
    ],
  );
});

test('a multileader with a block: its contents, the values of its attributes, and a point with these', async () => {
  const bubble = block(
    'BUBBLE',
    [0, 'CIRCLE', 8, '0', 10, 0, 20, 0, 40, 1],
    [0, 'ATTDEF', 8, '0', 10, 0, 20, 0, 40, 0.5, 1, 'default', 2, 'NR', 70, 0],
    [0, 'ATTDEF', 8, '0', 10, 0, 20, -1, 40, 0.5, 1, '', 2, 'SECRET', 70, 1],
  );
  const dot = block('_DOT', [0, 'CIRCLE', 8, '0', 10, 0, 20, 0, 40, 0.5]);
  const content: Groups = [
    290,
    0,
    296,
    1,
    341,
    'B1',
    14,
    0,
    24,
    0,
    34,
    1,
    15,
    14,
    25,
    10,
    35,
    5,
    16,
    2,
    26,
    2,
    36,
    2,
    46,
    0,
  ];
  const own: Groups = [
    170,
    1,
    291,
    1,
    342,
    'D1',
    344,
    'B1',
    330,
    'A1',
    177,
    1,
    44,
    1,
    302,
    '17',
    330,
    'A2',
    177,
    2,
    44,
    1,
    302,
    'x',
  ];
  const tables = [0, 'TABLE', 2, 'BLOCK_RECORD', ...RECORD('BUBBLE', 'B1'), ...RECORD('_DOT', 'D1'), 0, 'ENDTAB'];
  const groups = drawing([bubble, dot], [multileader(content, own)], [], tables);
  const result = await readGroups(groups);
  const { job } = result;
  assert.deepEqual([job.points.length, job.lines.length, job.texts.length], [1, 3, 1]);
  assert.deepEqual(attributes(result, 'points'), ['NR', '17', 'SECRET', 'x']);
  const point = job.points.load(0, new Feature());
  assert.deepEqual([point.name, job.points.easting(0), job.points.elevation(0)], ['17', 14, 5]);
  assert.deepEqual([job.texts.label(0).text, job.texts.label(0).height], ['17', 1]);
  // The dot of diameter 3 around the tip, and the bubble, twice as large as its block.
  const radii = [1, 2].map((row) => Math.abs(vertices(result, row)[0]! - vertices(result, row)[3]!) / 2);
  assert.deepEqual(radii.map((radius) => Math.round(radius * 1e6) / 1e6).sort(), [1.06066, 2]);
  assert.equal((await readGroups(groups, { blocks: 'points' })).job.lines.length, 2);
});

test('a block with a multileader that shows this block is refused', async () => {
  const content: Groups = [290, 0, 296, 1, 15, 0, 25, 0, 35, 0];
  const tables = [0, 'TABLE', 2, 'BLOCK_RECORD', ...RECORD('A', 'B1'), 0, 'ENDTAB'];
  const around = block('A', LINE, multileader(content, [170, 1, 344, 'B1']));
  const { job } = await readGroups(drawing([around], [insert('A')], [], tables));
  assert.equal(job.lines.length, 2);
});

test('images are frames with the name of their file, clipped if stated; wipeouts are marked areas', async () => {
  const image: Groups = [
    ...[0, 'IMAGE', 5, 'A', 8, '0', 10, 100, 20, 200, 30, 0, 11, 0.5, 21, 0, 31, 0, 12, 0, 22, 0.5, 32, 0],
    ...[13, 40, 23, 20, 340, 'F1', 70, 7],
  ];
  const clipped = [...image, 280, 1, 71, 1, 91, 2, 14, -0.5, 24, -0.5, 14, 9.5, 24, 4.5];
  const wipeout: Groups = [
    ...[0, 'WIPEOUT', 8, '0', 10, 0, 20, 0, 30, 0, 11, 10, 21, 0, 31, 0, 12, 0, 22, 10, 32, 0, 13, 1, 23, 1, 70, 7],
    ...[71, 2, 91, 4, 14, -0.5, 24, -0.5, 14, 0.5, 24, -0.5, 14, 0.5, 24, 0.5, 14, -0.5, 24, -0.5],
  ];
  const result = await readGroups([
    ...section('ENTITIES', [...image, 280, 0], clipped, wipeout),
    ...section('OBJECTS', [0, 'IMAGEDEF', 5, 'F1', 90, 0, 1, 'luft\\U+00FC.jpg', 10, 40, 20, 20]),
    ...[0, 'EOF'],
  ]);
  // Images wait for the section OBJECTS, so the wipeout comes first.
  assert.deepEqual(attributes(result, 'areas', 0), ['frame', 'wipeout']);
  assert.deepEqual(corners(result, 0).slice(0, 3), [
    [0, 10, 0],
    [10, 10, 0],
    [10, 0, 0],
  ]);
  assert.deepEqual(attributes(result, 'areas', 1), ['frame', 'image', 'file', 'luftü.jpg']);
  assert.deepEqual(corners(result, 1), [
    [100, 210, 0],
    [120, 210, 0],
    [120, 200, 0],
    [100, 200, 0],
  ]);
  assert.deepEqual(corners(result, 2), [
    [100, 210, 0],
    [105, 210, 0],
    [105, 207.5, 0],
    [100, 207.5, 0],
  ]);
  assert.deepEqual([result.issues.count('picture-as-frame'), result.issues.count('wipeout-as-area')], [2, 1]);
});

test('an image clipped on the inside of a path is its frame with a hole', async () => {
  const image = entity('IMAGE 8 0 10 0 20 0 30 0 11 1 21 0 31 0 12 0 22 1 32 0 13 10 23 10 280 1 71 1 91 2');
  const path: Groups = [14, 1.5, 24, 1.5, 14, 3.5, 24, 4.5];
  const rings = async (...more: Groups): Promise<number[][]> => {
    const { vertices, rings } = shape(await readGroups(entitiesOf([...image, ...path, ...more])), 0, 'areas');
    return [rings, ...vertices.map(([e, n]) => [e!, n!])];
  };
  const hole = [
    [2, 8],
    [4, 8],
    [4, 5],
    [2, 5],
  ];
  assert.deepEqual(await rings(290, 0), [[0], ...hole]);
  assert.deepEqual(await rings(290, 1), [[0, 4], [0, 10], [10, 10], [10, 0], [0, 0], ...hole]);
});

test('underlays are points with their file, or their clipping area; embedded documents are frames, shapes points', async () => {
  const result = await readGroups([
    ...section(
      'ENTITIES',
      [0, 'PDFUNDERLAY', 8, '0', 340, 'F1', 10, 16, 20, 15, 30, 0],
      [
        0,
        'DGNUNDERLAY',
        8,
        '0',
        340,
        'F9',
        10,
        100,
        20,
        0,
        30,
        0,
        41,
        2,
        42,
        2,
        43,
        2,
        50,
        90,
        11,
        0,
        21,
        0,
        11,
        5,
        21,
        1,
      ],
      [0, 'OLE2FRAME', 8, '0', 10, 0, 20, 4, 30, 0, 11, 3, 21, 0, 31, 0],
      [0, 'SHAPE', 8, '0', 10, 1, 20, 2, 30, 3, 40, 1, 2, 'BAUM'],
      [0, 'LIGHT', 8, '0', 10, 1],
    ),
    ...section('OBJECTS', [0, 'PDFDEFINITION', 5, 'F1', 1, 'plan.pdf', 2, '3']),
    ...[0, 'EOF'],
  ]);
  const { job } = result;
  assert.deepEqual([job.points.length, job.areas.length], [2, 2]);
  assert.deepEqual(attributes(result, 'points', 0), ['shape', 'BAUM']);
  assert.deepEqual(attributes(result, 'points', 1), ['frame', 'pdf', 'file', 'plan.pdf#3']);
  assert.deepEqual(corners(result, 0), [
    [0, 0, 0],
    [3, 0, 0],
    [3, 4, 0],
    [0, 4, 0],
  ]);
  assert.deepEqual(corners(result, 1)[2], [98, 10, 0]);
  assert.deepEqual(attributes(result, 'areas', 1), ['frame', 'dgn']);
  assert.ok(codes(result).includes('not-part-of-the-plan'));
});

/** A leader along a line to the east, 10 long, with extended data and the handle of its style's arrow block. */
async function arrowsOf(leader: Groups, style: Groups, length = 10): Promise<number[][]> {
  const tables: Groups = [0, 'TABLE', 2, 'DIMSTYLE', 0, 'DIMSTYLE', 2, 'Big', ...style, 0, 'ENDTAB'];
  const line: Groups = [0, 'LEADER', 8, '0', 3, 'BIG', 72, 0, 76, 2, 10, 0, 20, 0, 30, 0, 10, length, 20, 0, 30, 0];
  const { job } = await readGroups(drawing([], [[...line, ...leader]], [], tables));
  assert.equal(job.lines.length, 1);
  const path = new Path();
  return Array.from({ length: job.areas.length }, (_, row) => {
    job.areas.loadPath(row, path);
    return Array.from(path.coordinates.subarray(0, 3 * path.count), (value) => Number(value.toFixed(6)) + 0);
  });
}

/** Values that one entity has in place of those of its dimension style. */
const own = (...values: Groups): Groups => [1001, 'ACAD', 1000, 'DSTYLE', 1002, '{', ...values, 1002, '}'];
const triangle = (size: number): number[] => [0, 0, 0, size, size / -6, 0, size, size / 6, 0];
const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(6)) + 0);

for (const [what, leader, style, size] of [
  ['of its style, scaled', [71, 1], [40, 2, 41, 1.5], 3],
  ['of a style that states no scale', [], [40, 0, 41, 1.5], 1.5],
  ['of its own size', [71, 1, ...own(1070, 41, 1040, 0.6)], [40, 2, 41, 1.5], 1.2],
  ['of its own scale', [71, 1, ...own(1070, 176, 1070, 3, 1070, 40, 1040, 1)], [40, 2, 41, 1.5], 1.5],
  ['none', [71, 0], [40, 2, 41, 1.5], 0],
  ['none longer than half of its first piece', [71, 1], [40, 4, 41, 1.5], 0],
] as const satisfies readonly (readonly [string, Groups, Groups, number])[])
  test(`the arrow head of a leader: ${what}`, async () => {
    const found = await arrowsOf([...leader], [...style]);
    assert.deepEqual(found, size === 0 ? [] : [rounded(triangle(size))]);
  });
