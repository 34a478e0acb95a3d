import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { FormatError, LimitError } from '../failure.ts';
import { type ByteSource, MemorySource } from '../io/byte-source.ts';
import { asciiOf, entitiesOf, type Read, readGroups, readSource } from './testing/reading.ts';

type Groups = (string | number)[];

const LINE: Groups = [0, 'LINE', 5, 'A1', 8, 'ROAD', 10, 1, 20, 2, 30, 3, 11, 4, 21, 5, 31, 6];
const section = (name: string, ...parts: readonly Groups[]): Groups => [
  0,
  'SECTION',
  2,
  name,
  ...parts.flat(),
  0,
  'ENDSEC',
];
const block = (name: string, ...parts: readonly Groups[]): Groups => [
  0,
  'BLOCK',
  8,
  '0',
  2,
  name,
  70,
  0,
  10,
  0,
  20,
  0,
  ...parts.flat(),
  0,
  'ENDBLK',
];
const insert = (name: string, ...more: Groups): Groups => [0, 'INSERT', 8, 'ROAD', 2, name, 10, 0, 20, 0, ...more];
const EOF: Groups = [0, 'EOF'];

/** A file with HEADER, TABLES, BLOCKS and ENTITIES in this order. */
const drawing = (
  blocks: readonly Groups[],
  entities: readonly Groups[],
  header: Groups = [],
  tables: Groups = [],
): Groups => [
  ...section('HEADER', header),
  ...section('TABLES', tables),
  ...section('BLOCKS', ...blocks),
  ...section('ENTITIES', ...entities),
  ...EOF,
];
const codes = ({ issues }: Read): string[] => issues.summary().map(({ code }) => code);
const vertices = ({ job }: Read, row = 0): number[] => {
  const path = job.lines.loadPath(row, new Path());
  return Array.from(path.coordinates.subarray(0, 3 * path.count));
};

test('a line keeps its ends, its layer and its handle is where issues point', async () => {
  const read = await readGroups(entitiesOf(LINE, [0, 'LINE', 5, 'B2', 8, 'ROAD', 10, 'x', 20, 0, 11, 1, 21, 1]));
  assert.deepEqual(vertices(read), [1, 2, 3, 4, 5, 6]);
  assert.equal(read.job.layers.name(read.job.lines.layer.get(0)), 'ROAD');
  assert.deepEqual(
    read.issues.places().filter(({ code }) => code === 'bad-coordinate'),
    [
      {
        code: 'bad-coordinate',
        severity: 'warning',
        text: 'a coordinate is missing, infinite or not a number',
        line: 23,
        handle: 'B2',
      },
    ],
  );
  assert.deepEqual(read.tally.rows(), [{ type: 'LINE', space: 'model', found: 2, read: 1, expanded: 0, skipped: 1 }]);
});

test('elevations that are not stated are unknown, 0 is 0', async () => {
  const { job } = await readGroups(entitiesOf([0, 'POINT', 10, 1, 20, 2], [0, 'POINT', 10, 1, 20, 2, 30, 0]));
  assert.ok(Number.isNaN(job.points.elevation(0)));
  assert.equal(job.points.elevation(1), 0);
});

for (const [name, end] of [
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['a lone CR', '\r'],
  ['CR CR LF', '\r\r\n'],
] as const) {
  test(`lines that end in ${name} read alike`, async () => {
    const read = await readSource(new MemorySource(asciiOf(entitiesOf(LINE, LINE), end)));
    assert.equal(read.job.lines.length, 2);
    assert.deepEqual(vertices(read, 1), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(codes(read), ['layer-undefined']);
  });
}

test('mixed line ends, blanks around values, a byte order mark, comments and NUL bytes do not matter', async () => {
  const text =
    '\uFEFF999\nmade by hand\r\n  0\rSECTION\r\n2  \nENTITIES\n0\0\nPOINT\r\n 10 \r\n\t 1.5 \n 20\n-2e1\r\r\n0\nENDSEC\n0\nEOF\n\n\n\x1a';
  const read = await readSource(new MemorySource(new TextEncoder().encode(text)));
  assert.equal(read.job.points.easting(0), 1.5);
  assert.equal(read.job.points.northing(0), -20);
  assert.deepEqual(codes(read), []);
});

test('a line too many is skipped, told with its line, and the rest is read', async () => {
  const read = await readGroups(entitiesOf([...LINE, 'stray words'], LINE));
  assert.equal(read.job.lines.length, 2);
  assert.deepEqual(read.issues.places().find(({ code }) => code === 'bad-group-code')?.line, 23);
});

test('numbers of any spelling are what Number() makes of them, wherever the buffer ends', async () => {
  const spelling = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc
      .double({ min: -1e7, max: 1e7, noNaN: true })
      .chain((value) => fc.integer({ min: 0, max: 17 }).map((places) => value.toFixed(places))),
    fc.stringMatching(/^[-+]?[0-9]{1,20}\.?[0-9]{0,20}$/),
    fc.stringMatching(/^-?\.[0-9]{1,18}$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(spelling, { minLength: 2, maxLength: 20 }), async (texts) => {
      const points = texts.map((text): Groups => [0, 'POINT', 8, '0', 10, text, 20, 0]);
      const { job } = await readGroups(entitiesOf(...points));
      const expected = texts.map(Number).filter((value) => Number.isFinite(value));
      assert.deepEqual(
        Array.from({ length: job.points.length }, (_, row) => job.points.easting(row)),
        expected,
      );
    }),
    { numRuns: 300 },
  );
});

test('a source that gives its bytes in small pieces reads alike', async () => {
  const bytes = asciiOf(
    drawing(
      [block('B', LINE)],
      [LINE, insert('B', 66, 1), [0, 'ATTRIB', 2, 'NR', 1, '7', 10, 0, 20, 0], [0, 'SEQEND'], LINE],
    ),
    '\r\n',
  );
  const whole = await readSource(new MemorySource(bytes));
  for (const size of [1, 2, 3, 7, 64]) {
    const inner = new MemorySource(bytes);
    const source: ByteSource = {
      name: 'x.dxf',
      size: bytes.length,
      readInto: (target, at, length, position) => inner.readInto(target, at, Math.min(length, size), position),
      close: () => {},
    };
    const { job } = await readSource(source);
    assert.deepEqual([job.lines.length, job.points.length, job.texts.length], [3, 1, 1]);
    assert.deepEqual(job.lines.coordinates.view(), whole.job.lines.coordinates.view());
  }
});

test('sections in any order: blocks and layers behind the entities still count', async () => {
  const layer: Groups = [
    0,
    'TABLE',
    2,
    'LAYER',
    0,
    'LAYER',
    2,
    'ROAD',
    70,
    1,
    62,
    1,
    6,
    'DASHED',
    370,
    50,
    0,
    'ENDTAB',
  ];
  const groups = [
    ...section('ENTITIES', insert('B'), LINE),
    ...section('BLOCKS', block('B', LINE)),
    ...section('TABLES', layer),
    ...section('HEADER', [9, '$ACADVER', 1, 'AC1015', 9, '$INSUNITS', 70, 6]),
    ...EOF,
  ];
  const read = await readGroups(groups);
  assert.equal(read.version, '2000');
  assert.equal(read.job.info.unit, 'metre');
  assert.equal(read.job.lines.length, 2);
  const road = read.job.layers.get(read.job.layers.find('ROAD'))!;
  assert.deepEqual([road.colour, road.lineType, road.lineWeight, road.visible], [0xff0000, 'DASHED', 50, false]);
  assert.deepEqual(codes(read), []);
});

test('units: stated ones convert, contradictions are reported, nothing stated stays open', async () => {
  const header = (units: number, measurement: number): Groups => [
    9,
    '$INSUNITS',
    70,
    units,
    9,
    '$MEASUREMENT',
    70,
    measurement,
  ];
  const mm = await readGroups(drawing([], [LINE], header(4, 1)));
  assert.deepEqual([mm.job.info.unit, vertices(mm)[3]], ['metre', 0.004]);
  const feet = await readGroups(drawing([], [LINE], header(2, 1)));
  assert.deepEqual(
    [feet.job.info.unit, vertices(feet)[3], codes(feet).includes('unit-contradiction')],
    ['internationalFoot', 4, true],
  );
  const survey = await readGroups(drawing([], [LINE], header(21, 0)));
  assert.equal(survey.job.info.unit, 'usSurveyFoot');
  const open = await readGroups(drawing([], [LINE], header(0, 1)));
  assert.deepEqual([open.job.info.unit, codes(open)], [undefined, ['layer-undefined']]);
  const said = await readGroups(drawing([], [LINE], header(4, 1)), { unit: 'ft' });
  assert.deepEqual(
    [said.job.info.unit, vertices(said)[3], codes(said).includes('unit-overridden')],
    ['internationalFoot', 4, true],
  );
  const drawn = await readGroups(drawing([], [LINE], header(0, 1)), { drawingUnit: 'cm' });
  assert.deepEqual([drawn.job.info.unit, vertices(drawn)[3]], ['metre', 0.04]);
  const odd = await readGroups(drawing([], [LINE], header(18, 1)));
  assert.deepEqual([odd.job.info.unit, codes(odd).includes('unit-unknown')], [undefined, true]);
});

test('code pages: the header names it, UTF-8 from 2007 on, escapes everywhere', async () => {
  const text = (bytes: number[], header: Groups): Promise<Read> => {
    const before = asciiOf([
      ...section('HEADER', header),
      ...section('TABLES'),
      ...section('BLOCKS'),
      0,
      'SECTION',
      2,
      'ENTITIES',
      0,
      'TEXT',
      10,
      0,
      20,
      0,
      40,
      1,
      1,
    ]);
    const after = asciiOf(['', 0, 'ENDSEC', ...EOF].map(String));
    return readSource(new MemorySource(Uint8Array.from([...before, ...bytes, ...after])));
  };
  const page = (name: string, version = 'AC1015'): Groups => [9, '$ACADVER', 1, version, 9, '$DWGCODEPAGE', 3, name];
  assert.equal((await text([0xc4, 0xe9], page('ANSI_1252'))).job.texts.text.get(0), 'Äé');
  assert.equal((await text([0xc6, 0xee], page('ANSI_1251'))).job.texts.text.get(0), 'Жо');
  assert.equal((await text([0x8e, 0x94], page('dos850'))).job.texts.text.get(0), 'Äö');
  assert.equal((await text([0x93, 0xfa, 0x96, 0x7b], page('ANSI_932'))).job.texts.text.get(0), '日本');
  assert.equal((await text([0xc3, 0x84], page('ANSI_1252', 'AC1032'))).job.texts.text.get(0), 'Ä');
  const odd = await text([0xc4], page('ANSI_9999'));
  assert.deepEqual([odd.job.texts.text.get(0), codes(odd)], ['Ä', ['code-page-unknown']]);
  const escapes = [...new TextEncoder().encode('\\U+00D6 \\M+1967B %%d %%c^J%%%')];
  assert.equal((await text(escapes, page('ANSI_1252'))).job.texts.text.get(0), 'Ö 本 ° Ø\n%');
});

test('a block is drawn with base, scale, rotation, array and nesting; colours and layers come from the reference', async () => {
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

test('arcs in blocks stay arcs under turning and mirroring and become chords under uneven scale', async () => {
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

test('attributes become those of a point, with the usual tags as name and code', async () => {
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

test('paper space is left out and counted, or read with its sheet as page', async () => {
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

test('blocks that contain themselves are refused by name, the rest is drawn', async () => {
  const groups = drawing(
    [block('A', LINE, insert('B')), block('B', LINE, insert('A')), block('C', insert('C'), LINE)],
    [insert('A'), insert('C'), LINE],
  );
  const read = await readGroups(groups);
  assert.equal(read.job.lines.length, 3);
  assert.equal(read.issues.count('block-circle'), 2);
});

test('an array of 10^9 and a bomb of nested references are refused before they are drawn', async () => {
  const started = performance.now();
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
  assert.ok(performance.now() - started < 2000);
});

test('blocks nested deeper than the limit are refused', async () => {
  const blocks = Array.from({ length: 100 }, (_, i) => block(`D${i}`, i === 0 ? LINE : insert(`D${i - 1}`)));
  const read = await readGroups(drawing(blocks, [insert('D99'), insert('D20')]));
  assert.equal(read.issues.count('block-too-deep'), 1);
  assert.equal(read.job.lines.length, 1);
});

test('a fault inside a block is told once, not for every reference', async () => {
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

test('a text line of any length is refused by the limit recordBytes, in a process that stays small', async () => {
  const size = 1_000_000_000;
  const head = asciiOf([0, 'SECTION', 2, 'ENTITIES', 0, 'TEXT', 1]);
  const source: ByteSource = {
    name: 'long.dxf',
    size,
    readInto: (target, at, length, position) => {
      const count = Math.max(0, Math.min(length, size - position));
      target.fill(65, at, at + count);
      if (position < head.length) target.set(head.subarray(position, position + count), at);
      return count;
    },
    close: () => {},
  };
  const before = process.memoryUsage().rss;
  await assert.rejects(
    readSource(source),
    (error: unknown) => error instanceof LimitError && error.limit === 'recordBytes',
  );
  assert.ok(process.memoryUsage().rss - before < 300e6);
});

test('an entity of more groups than recordBytes allows is refused', async () => {
  const many = Array.from({ length: 3000 }, (_, i): Groups => [10, i, 20, i]).flat();
  await assert.rejects(readGroups(entitiesOf([0, 'LWPOLYLINE', ...many]), {}, { recordBytes: 20_000 }), LimitError);
});

test('what is no drawing is refused with a code; what is cut off is read as far as it goes', async () => {
  for (const text of ['', 'hello', '0\n', '0\nSECTION', '\0\0\0\0', '1\n2\n3\n4\n'])
    await assert.rejects(
      readSource(new MemorySource(new TextEncoder().encode(text))),
      (error: unknown) => error instanceof FormatError && error.code === 'not-dxf',
      text,
    );
  const bytes = asciiOf(entitiesOf(LINE, LINE));
  const cut = await readSource(new MemorySource(bytes.subarray(0, bytes.length - 7)));
  assert.equal(cut.job.lines.length, 2);
  assert.ok(codes(cut).includes('no-end-of-file'));
  const trash = await readSource(
    new MemorySource(Uint8Array.from([...bytes, ...new TextEncoder().encode('\ntrash\n0\nLINE\n')])),
  );
  assert.deepEqual([trash.job.lines.length, trash.issues.count('data-behind-end')], [2, 1]);
});

test('every cut of a file is read or refused with a code', async () => {
  const bytes = asciiOf(drawing([block('B', LINE)], [insert('B'), LINE, [0, 'TEXT', 10, 0, 20, 0, 1, 'x']]), '\r\n');
  for (let size = 0; size < bytes.length; size++) {
    try {
      const { tally } = await readSource(new MemorySource(bytes.subarray(0, size)));
      for (const { found, read, skipped } of tally.rows()) assert.equal(found, read + skipped);
    } catch (error) {
      assert.ok(error instanceof FormatError, String(error));
    }
  }
});

test('huge, tiny and unusual coordinates pass as they are, those that are no numbers are skipped', async () => {
  const point = (e: string): Groups => [0, 'POINT', 8, '0', 10, e, 20, '0'];
  const read = await readGroups(
    entitiesOf(...['1e300', '-1e-300', 'NaN', 'inf', '1.#QNAN', '', '1e999', '0x10', '1,5'].map(point)),
  );
  assert.deepEqual(
    Array.from({ length: read.job.points.length }, (_, row) => read.job.points.easting(row)),
    [1e300, -1e-300],
  );
  assert.equal(read.issues.count('bad-coordinate'), 7);
});

test('an aborted reading stops with the reason of the signal', async () => {
  const { readDxf } = await import('./read.ts');
  const { JobBuilder } = await import('@fieldbridge/fieldjob');
  const { DEFAULT_LIMITS } = await import('../limits.ts');
  const { SourceTally } = await import('../tally.ts');
  const controller = new AbortController();
  const bytes = asciiOf(entitiesOf(...Array.from({ length: 40_000 }, () => LINE)));
  const reading = readDxf(new MemorySource(bytes), new JobBuilder(), {
    options: {},
    signal: controller.signal,
    limits: DEFAULT_LIMITS,
    progress: () => controller.abort(new Error('enough')),
    report: () => {},
    tally: new SourceTally(),
    workFolder: '',
  });
  await assert.rejects(reading, /enough/);
});
