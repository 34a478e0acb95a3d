import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type ByteSource, MemorySource } from '../../core/byte-source.ts';
import { block, codes, drawing, EOF, type Groups, insert, LINE, section, vertices } from './testing/groups.ts';
import { asciiOf, entitiesOf, type Read, readGroups, readSource } from './testing/reading.ts';

test('a line keeps its ends and its layer; issues have its handle', async () => {
  const read = await readGroups(entitiesOf(LINE, [0, 'LINE', 5, 'B2', 8, 'ROAD', 10, 'x', 20, 0, 11, 1, 21, 1]));
  assert.deepEqual(vertices(read), [1, 2, 3, 4, 5, 6]);
  assert.equal(read.job.layers.name(read.job.lines.layer.get(0)), 'ROAD');
  assert.deepEqual(
    read.issues.places().filter(({ code }) => code === 'bad-coordinate'),
    [
      {
        code: 'bad-coordinate',
        severity: 'warning',
        text: 'a coordinate is missing, infinite or not a number; the entity was left out',
        parameters: {},
        line: 23,
        handle: 'B2',
        about: { layer: 'ROAD' },
      },
    ],
  );
  assert.deepEqual(read.tally.rows(), [{ type: 'LINE', space: 'model', found: 2, read: 1, expanded: 0, skipped: 1 }]);
});

test('missing elevations are unknown, 0 is 0', async () => {
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

test('mixed line ends, blanks around values, a byte order mark, comments and NUL bytes make no difference', async () => {
  const text =
    '\uFEFF999\nmade by hand\r\n  0\rSECTION\r\n2  \nENTITIES\n0\0\nPOINT\r\n 10 \r\n\t 1.5 \n 20\n-2e1\r\r\n0\nENDSEC\n0\nEOF\n\n\n\x1a';
  const read = await readSource(new MemorySource(new TextEncoder().encode(text)));
  assert.equal(read.job.points.easting(0), 1.5);
  assert.equal(read.job.points.northing(0), -20);
  assert.deepEqual(codes(read), []);
});

test('an extra line is skipped and reported with its number, and the rest is read', async () => {
  const read = await readGroups(entitiesOf([...LINE, 'stray words'], LINE));
  assert.equal(read.job.lines.length, 2);
  assert.deepEqual(read.issues.places().find(({ code }) => code === 'bad-group-code')?.line, 23);
});

test('numbers of any spelling equal Number(), wherever the buffer ends', async () => {
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

test('a source that returns its bytes in small pieces makes no difference', async () => {
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

test('sections in any order: blocks and layers after the entities still count', async () => {
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

test('units: stated ones are converted, contradictions reported, a missing one stays open', async () => {
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
  const metres = await readGroups(drawing([], [LINE], header(4, 1)), { unit: 'm' });
  assert.deepEqual(
    [metres.job.info.unit, vertices(metres)[3], codes(metres).includes('unit-overridden')],
    ['metre', 4, true],
  );
  const drawn = await readGroups(drawing([], [LINE], header(0, 1)), { drawingUnit: 'cm' });
  assert.deepEqual([drawn.job.info.unit, vertices(drawn)[3]], ['metre', 0.04]);
  const odd = await readGroups(drawing([], [LINE], header(18, 1)));
  assert.deepEqual([odd.job.info.unit, codes(odd).includes('unit-unknown')], [undefined, true]);
});

test('code pages: named by the header, UTF-8 from 2007 on, escapes everywhere', async () => {
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
  const none = await text([0xc4], page('UNDEFINED'));
  assert.deepEqual([none.job.texts.text.get(0), codes(none)], ['Ä', []]);
  const escapes = [...new TextEncoder().encode('\\U+00D6 \\M+1967B %%d %%c^J%%%')];
  assert.equal((await text(escapes, page('ANSI_1252'))).job.texts.text.get(0), 'Ö 本 ° Ø\n%');
});

test('texts of every length are read, with a letter beyond ASCII at any place', async () => {
  for (let length = 1; length <= 20; length++) {
    const plain = 'abcdefghijklmnopqrstuvwxyz'.slice(0, length);
    const spelled = Array.from({ length }, (_, at) => `${plain.slice(0, at)}\u0080ä${plain.slice(at + 1)}`);
    const texts = [plain, ...spelled];
    const { job } = await readGroups(entitiesOf(...texts.map((text) => [0, 'TEXT', 8, 'L', 10, 0, 20, 0, 1, text])));
    assert.deepEqual(
      texts.map((_, row) => job.texts.text.get(row)),
      texts,
    );
  }
});

test('a text of one letter beyond ASCII is in the code page of the drawing', async () => {
  const bytes = asciiOf(entitiesOf([0, 'TEXT', 8, 'L', 10, 0, 20, 0, 1, '~']));
  bytes[bytes.indexOf('~'.charCodeAt(0))] = 0x80;
  const { job } = await readSource(new MemorySource(bytes));
  assert.equal(job.texts.text.get(0), '€');
});
