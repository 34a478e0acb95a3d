import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import { block, drawing, type Groups, insert, LINE, vertices } from './testing/groups.ts';
import { readGroups } from './testing/reading.ts';

test('a block is drawn with base, scale, rotation, array and nesting; colours and layers follow the reference', async () => {
  const inner = block('IN', [0, 'LINE', 8, '0', 62, 0, 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0]);
  const outer: Groups = [
    0,
    'BLOCK',
    2,
    'OUT',
    10,
    5,
    20,
    5,
    30,
    0,
    0,
    'INSERT',
    8,
    '0',
    62,
    0,
    2,
    'IN',
    10,
    6,
    20,
    5,
    0,
    'ENDBLK',
  ];
  const reference = [
    0,
    'INSERT',
    8,
    'ROAD',
    62,
    3,
    2,
    'out',
    10,
    100,
    20,
    200,
    30,
    7,
    41,
    2,
    42,
    2,
    43,
    2,
    50,
    90,
    70,
    2,
    71,
    1,
    44,
    10,
  ];
  const read = await readGroups(drawing([inner, outer], [reference]));
  assert.equal(read.job.lines.length, 2);
  assert.deepEqual(vertices(read, 0), [100, 202, 7, 100, 204, 7]);
  assert.deepEqual(vertices(read, 1), [100, 212, 7, 100, 214, 7]);
  assert.equal(read.job.lines.colour.get(0), 0x00ff00);
  assert.equal(read.job.layers.name(read.job.lines.layer.get(0)), 'ROAD');
  assert.equal(read.job.lines.block.get(0), 'OUT');
  const row = read.tally.rows().find(({ type, space }) => type === 'INSERT' && space === 'model');
  assert.deepEqual(row, { type: 'INSERT', space: 'model', found: 1, read: 1, expanded: 1, skipped: 0 });
});

test('arcs in blocks stay arcs when rotated or mirrored and become chords when scaled unevenly', async () => {
  const arc: Groups = [0, 'ARC', 8, '0', 10, 0, 20, 0, 40, 10, 50, 0, 51, 90];
  const read = await readGroups(
    drawing(
      [block('B', arc)],
      [insert('B', 50, 30), insert('B', 41, -1), insert('B', 41, 3), insert('B', 210, 0, 220, 0, 230, -1)],
    ),
  );
  const path = new Path();
  const bulges = [0, 1, 2, 3].map((row) => read.job.lines.loadPath(row, path).bulges[0]!);
  const quarter = Math.tan(Math.PI / 8);
  assert.deepEqual(
    bulges.map((bulge) => Math.round(bulge * 1e9)),
    [quarter, -quarter, 0, -quarter].map((bulge) => Math.round(bulge * 1e9)),
  );
  read.job.lines.loadPath(2, path);
  assert.ok(path.count > 8);
  for (let i = 0; i < path.count; i++)
    assert.ok(Math.abs((path.coordinates[3 * i]! / 30) ** 2 + (path.coordinates[3 * i + 1]! / 10) ** 2 - 1) < 1e-9);
});

test('attributes of a reference become those of a point, the usual tags its name and code', async () => {
  const attribute = (tag: string, value: string, flags = 0): Groups => [
    0,
    'ATTRIB',
    8,
    '0',
    10,
    1,
    20,
    1,
    40,
    1,
    1,
    value,
    2,
    tag,
    70,
    flags,
  ];
  const entities = [
    insert('B', 30, 5, 66, 1),
    attribute('PUNKTNR', '17'),
    attribute('Code', 'BAUM'),
    attribute('ART', 'Linde', 1),
    [0, 'SEQEND'],
  ];
  for (const [blocks, counts] of [
    ['auto', [1, 1, 2]],
    ['points', [1, 0, 0]],
    ['geometry', [0, 1, 2]],
  ] as const) {
    const { job } = await readGroups(drawing([block('B', LINE)], entities), { blocks });
    assert.deepEqual([job.points.length, job.lines.length, job.texts.length], counts, blocks);
    if (blocks === 'geometry') continue;
    const feature = job.points.load(0, new Feature());
    assert.deepEqual([feature.name, feature.code, feature.block, job.points.elevation(0)], ['17', 'BAUM', 'B', 5]);
    assert.deepEqual(feature.attributes, ['PUNKTNR', '17', 'Code', 'BAUM', 'ART', 'Linde']);
  }
});

test('an array has its attributes, as texts and points, in every cell', async () => {
  const entities = [
    insert('B', 66, 1, 50, 90, 70, 2, 71, 3, 44, 10, 45, 100),
    [0, 'ATTRIB', 8, '0', 10, 1, 20, 1, 40, 1, 1, '17', 2, 'NR', 70, 0],
    [0, 'SEQEND'],
  ];
  const { job } = await readGroups(drawing([block('B', LINE)], entities));
  assert.deepEqual([job.points.length, job.texts.length, job.lines.length], [6, 6, 6]);
  // Rotated by 90°: columns go north, rows west.
  const places = Array.from({ length: 6 }, (_, row) => [
    job.texts.label(row).easting - 1,
    job.texts.label(row).northing - 1,
  ]);
  assert.deepEqual(places, [
    [0, 0],
    [0, 10],
    [-100, 0],
    [-100, 10],
    [-200, 0],
    [-200, 10],
  ]);
  assert.deepEqual(
    places,
    Array.from({ length: 6 }, (_, row) => [job.points.easting(row), job.points.northing(row)]),
  );
  assert.deepEqual(job.points.load(5, new Feature()).attributes, ['NR', '17']);
});

test('a refused array draws nothing, and one with many attributes stays within the limit expanded', async () => {
  const attribute: Groups = [0, 'ATTRIB', 8, '0', 10, 1, 20, 1, 40, 1, 1, 'x', 2, 'T', 70, 0];
  const refused = await readGroups(
    drawing([block('B', LINE)], [insert('B', 66, 1, 70, 1000, 71, 1000), attribute, [0, 'SEQEND'], LINE]),
    {},
    { expanded: 1000 },
  );
  assert.deepEqual([refused.job.texts.length, refused.job.lines.length], [0, 1]);
  const many = await readGroups(
    drawing([block('B', LINE)], [insert('B', 66, 1, 70, 20, 71, 20), ...Array.from({ length: 50 }, () => attribute)]),
    {},
    { expanded: 1000 },
  );
  assert.deepEqual([many.job.texts.length, many.job.lines.length], [400, 400]);
});

test('paper space is omitted and counted, or read with its sheet as page', async () => {
  const sheet: Groups = [...LINE, 67, 1];
  const old: Groups = [
    0,
    'POLYLINE',
    67,
    1,
    66,
    1,
    0,
    'VERTEX',
    67,
    1,
    10,
    0,
    20,
    0,
    0,
    'VERTEX',
    67,
    1,
    10,
    1,
    20,
    0,
    0,
    'SEQEND',
    67,
    1,
  ];
  const groups = drawing([block('*Paper_Space0', LINE)], [LINE, sheet, old]);
  const model = await readGroups(groups);
  assert.equal(model.job.lines.length, 1);
  assert.equal(model.issues.count('paper-space-skipped'), 3);
  assert.deepEqual(
    model.tally
      .rows()
      .filter(({ space }) => space === 'paper')
      .map(({ type, found, skipped }) => [type, found, skipped]),
    [
      ['LINE', 2, 2],
      ['POLYLINE', 1, 1],
    ],
  );
  const both = await readGroups(groups, { space: 'both' });
  assert.deepEqual(
    Array.from({ length: 4 }, (_, row) => both.job.lines.page.get(row)),
    [2, 0, 1, 1],
  );
  assert.equal((await readGroups(groups, { space: 'paper' })).job.lines.length, 3);
});

test('infinite lines are clipped at the box of their own sheet', async () => {
  const ends = async (space: string): Promise<number[][]> => {
    const read = await readGroups(
      drawing(
        [],
        [
          [0, 'LINE', 8, '0', 10, 1000, 20, 1000, 11, 1100, 21, 1100],
          [0, 'LINE', 8, '0', 67, 1, 10, 0, 20, 0, 11, 10, 21, 20],
          [0, 'XLINE', 8, '0', 10, 1000, 20, 1050, 11, 1, 21, 0],
          [0, 'XLINE', 8, '0', 67, 1, 10, 5, 20, 5, 11, 0, 21, 1],
        ],
      ),
      { space },
    );
    return Array.from({ length: read.job.lines.length }, (_, row) => vertices(read, row)).map(([a, b, , c, d]) => [
      ...[a!, b!],
      ...[c!, d!],
    ]);
  };
  const [inModel, onSheet] = [
    [990, 1050, 1110, 1050],
    [5, -2, 5, 22],
  ];
  assert.deepEqual((await ends('both')).slice(2), [inModel, onSheet]);
  assert.deepEqual((await ends('model')).slice(1), [inModel]);
  assert.deepEqual((await ends('paper')).slice(1), [onSheet]);
});

test('blocks that contain themselves are refused by name, everything else is drawn', async () => {
  const groups = drawing(
    [block('A', LINE, insert('B')), block('B', LINE, insert('A')), block('C', insert('C'), LINE)],
    [insert('A'), insert('C'), LINE],
  );
  const read = await readGroups(groups);
  assert.equal(read.job.lines.length, 3);
  assert.equal(read.issues.count('block-circle'), 2);
});

test('an array of 10^9 cells and exponentially nested references are refused before they are drawn', async () => {
  const levels = Array.from({ length: 12 }, (_, i) =>
    block(`L${i}`, ...(i === 0 ? [LINE] : Array.from({ length: 10 }, () => insert(`L${i - 1}`)))),
  );
  const read = await readGroups(
    drawing(levels, [
      insert('L0', 70, 1_000_000_000),
      insert('L11'),
      insert('L0', 70, 32767, 71, 32767),
      insert('none', 70, 1e9),
      LINE,
    ]),
  );
  assert.equal(read.job.lines.length, 1);
  assert.equal(read.issues.count('expansion-limit'), 4);
});

test('blocks nested deeper than the limit are refused', async () => {
  const blocks = Array.from({ length: 100 }, (_, i) => block(`D${i}`, i === 0 ? LINE : insert(`D${i - 1}`)));
  const read = await readGroups(drawing(blocks, [insert('D99'), insert('D20')]));
  assert.equal(read.issues.count('block-too-deep'), 1);
  assert.equal(read.job.lines.length, 1);
});

test('a fault inside a block is reported once, not for every reference', async () => {
  const read = await readGroups(
    drawing([block('B', [0, 'CIRCLE', 10, 0, 20, 0, 40, -1], [0, '3DSOLID'])], [insert('B'), insert('B'), insert('B')]),
  );
  assert.equal(read.issues.count('bad-radius'), 1);
  assert.equal(read.issues.count('solid-not-read'), 1);
  const inBlocks = read.tally.rows().filter(({ space }) => space === 'block');
  assert.deepEqual(
    inBlocks.map(({ type, found, skipped }) => [type, found, skipped]),
    [
      ['CIRCLE', 1, 1],
      ['3DSOLID', 1, 1],
    ],
  );
});

test('a dimension is drawn by its block, without its definition points', async () => {
  const dimension: Groups = [0, 'DIMENSION', 8, 'ROAD', 62, 5, 2, '*D1', 10, 0, 20, 0];
  const contents = block(
    '*D1',
    [0, 'LINE', 8, '0', 62, 0, 10, 0, 20, 0, 11, 5, 21, 0],
    [0, 'POINT', 8, 'Defpoints', 10, 0, 20, 0],
  );
  const read = await readGroups(
    drawing([contents], [dimension, [0, 'DIMENSION', 5, 'F', 2, '*D9'], [0, 'POINT', 8, 'DEFPOINTS', 10, 1, 20, 1]]),
  );
  assert.deepEqual([read.job.lines.length, read.job.points.length], [1, 1]);
  assert.deepEqual([read.job.lines.colour.get(0), read.job.lines.block.get(0)], [0x0000ff, '']);
  assert.deepEqual(read.issues.places().find(({ code }) => code === 'dimension-without-block')?.handle, 'F');
});

for (const layer of ['*ADSK_CONSTRAINTS', 'ADSK_CONSTRAINTS', '*LayerNameForDynamicConstraint'])
  test(`a dimension on layer ${layer} is a constraint, which is no loss`, async () => {
    const read = await readGroups(drawing([], [[0, 'DIMENSION', 8, layer, 2, '*D9', 1, 'd1=38.5']]));
    assert.deepEqual(
      read.issues.summary().map(({ code, severity }) => [code, severity]),
      [['dimension-constraint', 'note']],
    );
  });

test('a copy of a dimension is shifted from the block that it shares with the original', async () => {
  const contents = block('*D1', [0, 'LINE', 8, '0', 10, 1, 20, 2, 30, 3, 11, 5, 21, 2, 31, 3]);
  const at = async (...more: Groups): Promise<number[]> =>
    vertices(await readGroups(drawing([contents], [[0, 'DIMENSION', 2, '*D1', ...more]])));
  assert.deepEqual(await at(), [1, 2, 3, 5, 2, 3]);
  assert.deepEqual(await at(12, 100, 22, 50, 32, 7), [101, 52, 3, 105, 52, 3]);
  // In its own coordinates: seen from below, east is west.
  assert.deepEqual(await at(12, 100, 22, 50, 210, 0, 220, 0, 230, -1), [-99, 52, 3, -95, 52, 3]);
});
