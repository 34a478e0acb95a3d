import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { block, codes, type Groups, insert, LINE, section, vertices } from './testing/groups.ts';
import { entitiesOf, type Read, readGroups } from './testing/reading.ts';

const read = (...entities: readonly Groups[]): Promise<Read> => readGroups(entitiesOf(...entities));

/** Commands as applications write them, in lines of at most 254 digits. */
function picture(...commands: readonly [kind: number, data: Buffer][]): Groups {
  const parts = commands.map(([kind, data]) => Buffer.concat([u32(data.length + 8), u32(kind), data]));
  const all = Buffer.concat([u32(8 + Buffer.concat(parts).length), u32(commands.length), ...parts]).toString('hex');
  return [160, all.length / 2, ...(all.match(/.{1,254}/g) ?? []).flatMap((line) => [310, line.toUpperCase()])];
}
const u32 = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const f64 = (...values: number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
const SQUARE = Buffer.concat([u32(4), f64(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0)]);
const utf16 = (text: string): Buffer => {
  const bytes = Buffer.from(`${text}\0`, 'utf16le');
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
};

test('objects of other programs are drawn by their proxy graphics: colours, lines, arcs, areas, texts, maps', async () => {
  const shapes = picture(
    [22, u32(0xc2123456)],
    [6, Buffer.concat([u32(2), f64(0, 0, 1, 10, 0, 2)])],
    [14, u32(1)],
    [7, Buffer.concat([u32(3), f64(0, 0, 0, 4, 0, 0, 4, 4, 0)])],
    [14, u32(256)],
    [2, f64(5, 5, 0, 2, 0, 0, 1)],
    [4, Buffer.concat([f64(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, Math.PI / 2), u32(0)])],
    [5, Buffer.concat([f64(1, 0, 0, Math.SQRT1_2, Math.SQRT1_2, 0, 0, 1, 0), u32(0)])],
    [3, f64(1, 0, 0, 0, 1, 0, -1, 0, 0)],
    [29, f64(1, 0, 0, 100, 0, 1, 0, 200, 0, 0, 1, 300, 0, 0, 0, 1)],
    [38, Buffer.concat([f64(1, 2, 3, 0, 0, 1, 0, 1, 0), utf16('Höhe'), u32(4, 1), f64(2.5, 1, 0, 1)])],
    [31, Buffer.alloc(0)],
    [10, Buffer.concat([f64(7, 8, 9, 0, 0, 1, 1, 0, 0, 1.5, 1, 0), Buffer.from('plain\0\0\0')])],
    [44, Buffer.alloc(8)],
  );
  const result = await read([
    0,
    'AECC_COGO_POINT',
    5,
    'C1',
    8,
    'ROAD',
    102,
    '{ACAD_REACTORS',
    330,
    '1',
    102,
    '}',
    ...shapes,
  ]);
  const { job } = result;
  assert.deepEqual([job.lines.length, job.areas.length, job.texts.length], [5, 1, 2]);
  assert.deepEqual(vertices(result, 0), [0, 0, 1, 10, 0, 2]);
  assert.deepEqual(
    [job.lines.colour.get(0), job.areas.colour.get(0), job.lines.colour.get(1)],
    [0x123456, 0xff0000, -1],
  );
  const bulges = [1, 2, 3, 4].map((row) => Math.round(job.lines.loadPath(row, new Path()).bulges[0]! * 1e6) / 1e6);
  assert.deepEqual(bulges, [1, 0.414214, 0.414214, 1]);
  const [high, plain] = [job.texts.label(0), job.texts.label(1)];
  assert.deepEqual([high.text, high.easting, high.northing, high.elevation, high.height], ['Höhe', 101, 202, 303, 2.5]);
  assert.ok(Math.abs(high.rotation - Math.PI / 2) < 1e-12);
  assert.deepEqual([plain.text, plain.easting, plain.height], ['plain', 7, 1.5]);
  assert.deepEqual(codes(result).sort(), ['layer-undefined', 'proxy-as-picture', 'proxy-partly-drawn']);
});

test('polygons of proxy graphics are filled where the picture says so, as arrow heads are', async () => {
  const [always, never] = [1, 2].map((fill): [number, Buffer] => [20, u32(fill)]);
  const { job } = await read([
    ...[0, 'AEC_WALL', 8, '0'],
    ...picture([7, SQUARE], always!, [7, SQUARE], always!, [6, SQUARE], never!, [7, SQUARE]),
  ]);
  const fills = [0, 1, 2].map((row) => job.areas.load(row, new Feature()).attributes);
  assert.deepEqual(fills, [[], ['pattern', 'SOLID'], []]);
  assert.deepEqual(job.lines.load(0, new Feature()).attributes, []);
});

test('proxy graphics of a multileader draw its lines and frame, the text stays one text', async () => {
  const shapes = picture(
    [38, Buffer.concat([f64(12, 11, 0, 0, 0, 1, 1, 0, 0), utf16('Schacht'), u32(7, 1), f64(2.5, 1, 0, 1)])],
    [6, Buffer.concat([u32(2), f64(0, 0, 0, 12, 10, 0)])],
    [6, Buffer.concat([u32(3), f64(12, 8, 0, 20, 8, 0, 20, 12, 0)])],
  );
  const context: Groups = [300, 'CONTEXT_DATA{', 41, 2.5, 290, 1, 304, 'Schacht\\P12', 12, 12, 22, 11, 32, 0, 301, '}'];
  const { job } = await read([0, 'MULTILEADER', 8, '0', ...shapes, ...context]);
  assert.deepEqual([job.lines.length, job.areas.length, job.texts.length], [2, 0, 1]);
  assert.equal(job.texts.label(0).text, 'Schacht\n12');
});

test('proxy graphics with wrong sizes, counts or digits are drawn as far as possible', async () => {
  const line: [number, Buffer] = [6, Buffer.concat([u32(2), f64(0, 0, 0, 1, 1, 1)])];
  const broken: readonly (readonly [Groups, number])[] = [
    [picture(line, [6, Buffer.concat([u32(0xffffffff), f64(0, 0, 0, 1, 1, 1)])]), 2],
    [picture(line, [8, u32(0xffff, 0xffff)], [2, f64(0, 0, 0, Number.NaN, 0, 0, 1)], [4, Buffer.alloc(3)]), 1],
    [picture(line, [6, Buffer.concat([u32(2), f64(0, 0, 0, Infinity, 1, 1)])], [38, Buffer.alloc(73)]), 1],
    [[...picture(line), 310, 'FFFFFFFFFF'], 1],
    [[310, '0000', 310, 'no digits'], 0],
  ];
  for (const [groups, lines] of broken) {
    const { job, tally } = await read([0, 'AEC_WALL', 8, '0', ...groups], LINE);
    assert.equal(job.lines.length, lines + 1);
    assert.deepEqual(
      tally.rows().map(({ found, read: taken }) => [found, taken]),
      [
        [1, lines === 0 ? 0 : 1],
        [1, 1],
      ],
    );
  }
});

describe('a mesh without columns costs nothing, however many rows it claims', () => {
  for (const sizes of [[0xffffffff, 0], [0xffffffff, 1], [0, 0xffffffff], [0xffffffff], [0xffffffff, 0xffffffff]])
    test(sizes.join(' '), async () => {
      const commands = Array.from({ length: 20 }, (): [number, Buffer] => [8, u32(...sizes)]);
      const started = process.cpuUsage();
      const { issues } = await read([0, 'AEC_WALL', 8, '0', ...picture([7, SQUARE], ...commands)]);
      assert.equal(issues.count('proxy-partly-drawn'), 1);
      // Twenty times four thousand million steps would take minutes.
      assert.ok(process.cpuUsage(started).user < 5e6, String(sizes));
    });
});

test('proxy graphics of arbitrary bytes are read without an exception, and everything drawn is finite', async () => {
  const command = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.uint8Array({ maxLength: 200 }));
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 8 }), async (commands) => {
      const shapes = picture(...commands.map(([kind, data]): [number, Buffer] => [kind, Buffer.from(data)]));
      const { job, tally } = await read([0, 'AEC_WALL', 8, '0', ...shapes]);
      for (const { found, read: taken, skipped } of tally.rows()) assert.equal(found, taken + skipped);
      for (const table of [job.lines, job.areas]) assert.ok(table.coordinates.view().every(Number.isFinite));
    }),
    { numRuns: 200 },
  );
});

test('an object of another program without proxy graphics is counted under its class', async () => {
  const classes = section(
    'CLASSES',
    [0, 'CLASS', 1, 'AEC_DOOR', 2, 'AecDbDoor'],
    [0, 'CLASS', 1, 'AEC_WALL', 2, 'AecDbWall'],
  );
  const result = await readGroups([
    ...classes,
    ...section('BLOCKS', block('B', [0, 'ACAD_PROXY_ENTITY', 5, 'B1', 90, 498, 91, 500])),
    ...section(
      'ENTITIES',
      [0, 'ACAD_PROXY_ENTITY', 5, 'A1', 90, 498, 91, 501],
      [0, 'AEC_ROOF', 5, 'A2'],
      insert('B'),
      insert('B'),
    ),
    ...[0, 'EOF'],
  ]);
  const reported = result.issues.places().filter(({ severity }) => severity === 'warning');
  assert.deepEqual(
    reported.map(({ code, handle, text }) => [code, handle, /AEC_\w+/.exec(text)?.[0]]),
    [
      ['proxy-without-picture', 'B1', 'AEC_DOOR'],
      ['proxy-without-picture', 'A1', 'AEC_WALL'],
      ['entity-not-supported', 'A2', 'AEC_ROOF'],
    ],
  );
});

test('extended data becomes attributes named like the application, on request', async () => {
  const attached: Groups = [
    ...[
      1001,
      'ACAD',
      1000,
      'DSTYLE',
      1070,
      3,
      1001,
      'VERMESSER',
      1000,
      'Punkt %%c',
      1002,
      '{',
      1040,
      0.25,
      1070,
      7,
      1002,
      '}',
    ],
    ...[1001, 'SURVEY', 1010, 1, 1020, 2, 1030, 3, 1003, 'ROAD', 1071, 70000, 1005, 'A1', 1004, 'FF00'],
  ];
  const point: Groups = [
    0,
    'POINT',
    8,
    '0',
    102,
    '{ACAD_REACTORS',
    330,
    '1',
    102,
    '}',
    10,
    1,
    20,
    2,
    30,
    3,
    ...attached,
  ];
  const polyline: Groups = [0, 'LWPOLYLINE', 8, '0', 90, 2, 70, 0, 43, 0.5, 10, 0, 20, 0, 10, 1, 20, 1, ...attached];
  const reference: Groups = [
    ...insert('B', 66, 1, ...attached),
    0,
    'ATTRIB',
    10,
    0,
    20,
    0,
    40,
    1,
    1,
    '17',
    2,
    'NR',
    70,
    1,
  ];
  const groups = entitiesOf(point, polyline, reference, LINE);
  const plain = await readGroups(groups);
  assert.deepEqual([plain.job.points.attributes.get(0), plain.job.lines.attributes.get(0)], [[], ['width', '0.5']]);
  const { job } = await readGroups(groups, { extendedData: true });
  const expected = ['VERMESSER', 'Punkt Ø; 0.25; 7', 'SURVEY', '1 2 3; ROAD; 70000; A1'];
  assert.deepEqual(job.points.attributes.get(0), expected);
  assert.deepEqual(job.lines.attributes.get(0), ['width', '0.5', ...expected]);
  assert.deepEqual(job.points.attributes.get(1), ['NR', '17', ...expected]);
  assert.deepEqual(job.lines.attributes.get(1), []);
});
