import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import {
  doubles,
  f32,
  f64,
  fileTime,
  HandMade,
  nowhere,
  type Put,
  record,
  ref,
  u16,
  u32,
  utf16,
} from '../../testing/machine/hand-made.ts';
import { readWith } from '../../testing/machine/support.ts';

/** Means "no value". */
const NO_VALUE = 2e-308;
const vertex = (e: number, n: number, z: number): Buffer => record(24, doubles(0, e, n, z));
const layer = (size: number, index: number, name: string, e: number, n: number, rgb = [0, 128, 255]): Buffer =>
  record(size, u16(0, index), utf16(2, name), doubles(138, e, n), (bytes) => bytes.set(rgb, 132));
const triple = (...puts: readonly Put[]): Buffer => record(18, nowhere(0), nowhere(6), nowhere(12), ...puts);
const point = (size: number, at: number, ...puts: readonly Put[]): Buffer =>
  record(size, ref(0, 2, 0, at), nowhere(6), u16(12, 0), u16(14, 9), u16(16, 0), u32(18, 0), ...puts);
/** Positions of all points. */
const places = ({ points }: FieldJob): number[][] =>
  Array.from({ length: points.length }, (_, i) => [points.easting(i), points.northing(i), points.elevation(i)]);

describe('points of a hand-made TP3', () => {
  // Text pools have 5, 9, 17, 33 and 65 units, including the closing NUL.
  const POOLS = [
    [6, 5, 'KERB'],
    [7, 9, 'MANHOLE8'],
    [8, 17, 'sixteen letters!'],
    [9, 33, 'Straße am Fluß, östlich, 32 Zei.'],
    [10, 65, '道路中心線・左側の縁石と排水溝の位置を示す点の名前、全部で六十四文字以内に収まるもの'],
  ] as const;

  it('have name, code, third text, layer, time and flags as in the layout', async () => {
    const made = new HandMade('TP3', 2, 19, 'Überführung');
    made.table(
      11,
      [layer(340, 0, 'Default', 0, 0), layer(340, 1, 'KERB', 500_000, 6_900_000, [0xff, 0x7f, 0x01])],
      128,
    );
    made.table(2, [vertex(1.5, 2.25, 10.125), vertex(-0.5, -0.25, NO_VALUE)]);
    made.table(6, [record(10, utf16(0, 'P1')), record(10, utf16(0, 'TREE'))]);
    made.table(8, [record(34, utf16(0, 'a third text'))], 512);
    made.table(5, [triple(ref(0, 6, 0, 0), ref(6, 6, 0, 1), ref(12, 8, 0, 0))]);
    made.table(1, [
      point(26, 0, ref(6, 5, 0, 0), u16(12, 1), u16(16, 0x604), fileTime(18, '2014-03-05T06:07:08.009Z')),
      point(26, 1, u16(16, 0), (bytes) => void bytes.fill(0, 18, 26)),
    ]);
    const { job, issues, version } = await readWith('tp3', made.build().file);
    assert.equal(version, '2.19');
    assert.equal(job.info.name, 'Überführung');
    assert.deepEqual(places(job), [
      [500_001.5, 6_900_002.25, 10.125],
      [-0.5, -0.25, Number.NaN],
    ]);
    assert.deepEqual([job.points.name.get(0), job.points.code.get(0)], ['P1', 'TREE']);
    assert.deepEqual(job.points.attributes.get(0), ['tp3:text3', 'a third text', 'tp3:flags', '1540']);
    assert.equal(new Date(job.points.time.get(0)).toISOString(), '2014-03-05T06:07:08.009Z');
    assert.ok(Number.isNaN(job.points.time.get(1)), 'a FILETIME of 0 is not a time');
    assert.deepEqual(job.points.attributes.get(1), [], 'flags of 0 are not kept');
    assert.deepEqual([job.layers.name(job.points.layer.get(0)), job.layers.get(1)?.colour], ['KERB', 0xff7f01]);
    assert.equal(job.layers.get(0)?.colour, 0x0080ff);
    assert.ok(!issues.has('warning') && !issues.has('error'), JSON.stringify(issues.summary()));
  });

  it('have texts from any of the five pools, up to the full length', async () => {
    const made = new HandMade('TP3', 2, 29);
    made.table(11, [layer(340, 0, 'Default', 0, 0)], 128).table(
      2,
      POOLS.map((_, i) => vertex(i, i, i)),
    );
    for (const [id, units, text] of POOLS) made.table(id, [record(2 * units, utf16(0, text))], 128);
    // A text as long as its field has no closing NUL.
    made.table(5, [...POOLS.map(([id]) => triple(ref(0, id, 0, 0)))]);
    made.table(
      1,
      POOLS.map((_, i) => point(26, i, ref(6, 5, 0, i))),
    );
    const { file, pageOf } = made.build();
    const names = async (): Promise<string[]> => {
      const { job } = await readWith('tp3', file);
      return POOLS.map((_, i) => job.points.name.get(i));
    };
    assert.deepEqual(
      await names(),
      POOLS.map(([, , text]) => text),
    );
    file.write('ABCDE', pageOf.get(6)! + 18, 'utf16le');
    assert.equal((await names())[0], 'ABCDE');
    // Half a surrogate pair is not a character.
    file.writeUInt16LE(0xd83d, pageOf.get(6)! + 18);
    assert.equal((await names())[0], '\ufffdBCDE');
  });

  it('refer to records on later pages by page and index', async () => {
    const made = new HandMade('TP3', 2, 31);
    made.table(11, [layer(340, 0, 'Default', 0, 0)], 128);
    made.table(
      2,
      Array.from({ length: 7 }, (_, i) => vertex(i, 10 * i, 100 * i)),
      3,
    );
    made.table(1, [
      point(26, 0, ref(0, 2, 2, 0)),
      point(26, 0, ref(0, 2, 1, 2)),
      point(26, 0, ref(0, 2, 0, 2)),
      point(26, 0, ref(0, 2, 2, 1)),
      point(26, 0, ref(0, 2, 0, 3)),
    ]);
    const { job, issues, tally } = await readWith('tp3', made.build().file);
    assert.deepEqual(
      places(job).map(([easting]) => easting),
      [6, 5, 2],
      'there are no records beyond the end of a page',
    );
    assert.equal(issues.count('reference-missing'), 2);
    assert.deepEqual(tally.of('table 1 (point)'), { ...tally.of('table 1 (point)'), found: 5, read: 3, skipped: 2 });
  });

  it('of a PT3 are four bytes longer, with the time at the end', async () => {
    const made = new HandMade('PT3', 1, 7);
    made.table(2, [vertex(0.137, 0.302, 9.591)], 128).table(11, [layer(186, 0, 'Own', 519_090, 6_938_522)], 128);
    made.table(1, [point(30, 0, fileTime(22, '2021-07-12T01:02:03Z'))], 128);
    const { job, version } = await readWith('pt3', made.build().file);
    assert.equal(version, '1.7');
    assert.deepEqual(places(job), [[519_090.137, 6_938_522.302, 9.591]]);
    assert.equal(job.points.time.get(0), Date.UTC(2021, 6, 12, 1, 2, 3));
  });

  it('are relative to the origin of the layer with that number, wherever it is in its table', async () => {
    const made = new HandMade('TP3', 2, 19);
    made.table(11, [layer(340, 2, 'two', 2000, 0), layer(340, 0, 'zero', 0, 0), layer(340, 1, 'one', 1000, 0)], 128);
    made.table(2, [vertex(1, 0, 0)]);
    made.table(
      1,
      [0, 1, 2, 3].map((number) => point(26, 0, u16(12, number))),
    );
    const { job, issues } = await readWith('tp3', made.build().file);
    assert.deepEqual(
      places(job).map(([easting], i) => [job.layers.name(job.points.layer.get(i)), easting]),
      [
        ['zero', 1],
        ['one', 1001],
        ['two', 2001],
      ],
    );
    assert.equal(issues.count('reference-missing'), 1, 'there is no layer 3');
  });
});

describe('lines and texts of a hand-made TP3', () => {
  const line = (first: number, count: number, flags: number, ...puts: readonly Put[]): Buffer =>
    record(
      32,
      ...[ref(0, 2, 0, first), ref(6, 13, 0, first), u16(12, count), nowhere(14), u16(20, 0), u16(22, flags)],
      ...[fileTime(24, '2020-02-29T12:00:00Z'), ...puts],
    );
  const square = [vertex(0, 0, 1), vertex(10, 0, 2), vertex(10, 10, 3), vertex(0, 10, NO_VALUE)];
  const base = (): HandMade =>
    new HandMade('TP3', 2, 14)
      .table(11, [layer(210, 0, 'L', 100, 200)], 128)
      .table(2, [...square, ...square, ...square]);

  it('have consecutive vertices and a count, and bit 0 of the flags closes them', async () => {
    const made = base()
      .table(6, [record(10, utf16(0, 'EDGE'))])
      .table(5, [triple(ref(6, 6, 0, 0))]);
    made.table(12, [line(0, 4, 1, ref(14, 5, 0, 0)), line(4, 3, 0), line(7, 2, 1), line(9, 2, 0xfffe)]);
    const { job, version } = await readWith('tp3', made.build().file);
    assert.equal(version, '2.14');
    assert.deepEqual(
      [0, 1, 2, 3].map((i) => job.lines.closed.get(i)),
      [1, 0, 0, 0],
      'two vertices cannot be closed',
    );
    assert.deepEqual(
      [0, 1, 2, 3].map((i) => job.lines.vertices(i)),
      [4, 3, 2, 2],
    );
    assert.deepEqual(
      [...job.lines.coordinates.view().subarray(0, 12)],
      [...[100, 200, 1, 110, 200, 2], ...[110, 210, 3, 100, 210, Number.NaN]],
    );
    assert.deepEqual([job.lines.code.get(0), job.lines.name.get(0), job.lines.code.get(1)], ['EDGE', '', '']);
    assert.equal(new Date(job.lines.time.get(0)).toISOString(), '2020-02-29T12:00:00.000Z');
  });

  it('are also read from the shorter record without a time', async () => {
    const made = base().table(12, [line(0, 2, 0).subarray(0, 24)]);
    const { job, issues } = await readWith('tp3', made.build().file);
    assert.deepEqual([job.lines.length, job.lines.time.get(0)], [1, Number.NaN]);
    assert.ok(!issues.has('error'));
  });

  it('that refer to more vertices than exist end there; vertices are not reused endlessly', async () => {
    const made = base().table(12, [line(10, 4, 0), ...Array.from({ length: 6 }, () => line(0, 12, 0))]);
    const { job, issues } = await readWith('tp3', made.build().file);
    assert.equal(job.lines.vertices(0), 2);
    assert.ok(issues.count('line-cut') >= 1);
    assert.ok(job.lines.vertexCount <= 12, `${job.lines.vertexCount} vertices of 12`);
  });

  // The vendor's files have the words in the second text of the triple; ours had them in the first, followed by the
  // code.
  for (const [name, puts, words, code] of [
    ["as in the vendor's files", [ref(6, 7, 0, 0)], 'Bäume', ''],
    ['of two lines', [ref(6, 8, 0, 0)], 'Bäume\n2 Eichen', ''],
    ['as in our older files', [ref(0, 7, 0, 0), ref(6, 6, 0, 0)], 'Bäume', 'VEG'],
    ['without any', [], '', ''],
  ] as const)
    it(`texts have their words ${name}`, async () => {
      const label = record(24, ref(0, 5, 0, 0), ref(6, 2, 0, 2), u16(12, 0), u16(14, 0), f32(16, 0), f32(20, 2.5));
      const made = base()
        .table(7, [record(18, utf16(0, 'Bäume'))])
        .table(8, [record(34, utf16(0, 'Bäume\\P2 Eichen'))], 512)
        .table(6, [record(10, utf16(0, 'VEG'))]);
      made.table(5, [triple(...puts)]).table(21, [label]);
      const { job } = await readWith('tp3', made.build().file);
      assert.deepEqual([job.texts.label(0).text, job.texts.code.get(0)], [words, code]);
    });

  it('texts have their rotation, height and position', async () => {
    const label = record(24, ref(0, 5, 0, 0), ref(6, 2, 0, 2), u16(12, 0), u16(14, 0), f32(16, 0.75), f32(20, 2.5));
    const made = base().table(7, [record(18, utf16(0, 'Bäume'))]);
    made.table(5, [triple(ref(6, 7, 0, 0))]).table(21, [label]);
    const { job, issues } = await readWith('tp3', made.build().file);
    const { text, easting, northing, elevation, rotation, height } = job.texts.label(0);
    assert.deepEqual([text, easting, northing, elevation, rotation, height], ['Bäume', 110, 210, 3, 0.75, 2.5]);
    assert.equal(issues.count('text-layout-assumed'), 1);
  });
});

it('a vertex may be larger than 24 bytes in a later version', async () => {
  const wide = (e: number, n: number, z: number): Buffer => record(40, doubles(0, e, n, z), f64(24, Number.NaN));
  const made = new HandMade('TP3', 3, 0).table(11, [layer(400, 0, 'L', 0, 0)], 128);
  made.table(2, [wide(1, 2, 3), wide(4, 5, 6)]).table(1, [point(26, 1)]);
  const { job, version } = await readWith('tp3', made.build().file);
  assert.equal(version, '3.0');
  assert.deepEqual(places(job), [[4, 5, 6]]);
});
