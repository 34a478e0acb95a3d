import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, drawing, type Groups, insert, vertices } from './testing/groups.ts';
import { readGroups } from './testing/reading.ts';

const UNIT_LINE: Groups = [0, 'LINE', 8, '0', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0];
const turnedBy = async (degrees: number): Promise<number[]> =>
  vertices(await readGroups(drawing([block('B', UNIT_LINE)], [insert('B', 50, degrees)]))).slice(3, 5);

test('references rotated by multiples of 90° are exact, all others follow sine and cosine', async () => {
  for (const [degrees, end] of [
    [0, [1, 0]],
    [90, [0, 1]],
    [180, [-1, 0]],
    [-90, [0, -1]],
    [450, [0, 1]],
  ] as const)
    assert.deepEqual(
      (await turnedBy(degrees)).map((value) => value + 0),
      end,
    );
  // Not a multiple of 90°, though a ninetieth of it is a whole number as a double.
  for (const degrees of [45, 89.99999999999999, 1e18])
    assert.deepEqual(await turnedBy(degrees), [
      Math.cos((degrees / 180) * Math.PI),
      Math.sin((degrees / 180) * Math.PI),
    ]);
});

test('all attributes of a reference belong to the point, in order', async () => {
  const attribute = (tag: string, value: string): Groups => [0, 'ATTRIB', 8, '0', 10, 0, 20, 0, 1, value, 2, tag];
  for (const count of [1, 2, 5]) {
    const pairs = Array.from({ length: count }, (_, i) => [`TAG${i}`, `value ${i}`] as const);
    const reference = [...insert('B', 66, 1), ...pairs.flatMap(([tag, value]) => attribute(tag, value)), 0, 'SEQEND'];
    const { job } = await readGroups(drawing([block('B', UNIT_LINE)], [reference, insert('B')]));
    assert.deepEqual(job.points.attributes.get(0), pairs.flat());
    assert.equal(job.points.length, 1);
  }
});

test('a variant of a dynamic block has the name of the dynamic block', async () => {
  const record = (handle: string, name: string, ...more: Groups): Groups => [
    ...[0, 'BLOCK_RECORD', 5, handle, 2, name],
    ...more,
  ];
  const variant = (handle: string): Groups => [
    1001,
    'OTHER',
    1005,
    '1',
    1001,
    'AcDbBlockRepBTag',
    1070,
    1,
    1005,
    handle,
  ];
  const tables: Groups = [
    ...[0, 'TABLE', 2, 'BLOCK_RECORD'],
    ...record('A1', 'Manhole'),
    ...record('A2', '*U18', ...variant('A1')),
    // A variant of a missing block, and a variant of nothing.
    ...record('A3', '*U19', ...variant('FF')),
    ...record('A4', '*U20', 1001, 'AcDbBlockRepBTag'),
    // In 2000 the dynamic block itself has such a name.
    ...record('A5', '*U21', 1001, 'AcDbDynamicBlockTrueName', 1000, 'Valve'),
    ...record('A6', '*U22', ...variant('a5')),
    ...[0, 'ENDTAB'],
  ];
  const line: Groups = [0, 'LINE', 8, '0', 10, 0, 20, 0, 11, 1, 21, 0];
  const names = ['*U18', '*U19', '*U20', '*U21', '*U22', 'Manhole'];
  const attribute: Groups = [0, 'ATTRIB', 8, '0', 10, 0, 20, 0, 40, 1, 1, '17', 2, 'NR', 0, 'SEQEND', 8, '0'];
  const { job } = await readGroups(
    drawing(
      names.map((name) => block(name, line)),
      names.map((name) => [...insert(name, 66, 1), ...attribute]),
      [],
      tables,
    ),
  );
  const expected = ['Manhole', '*U19', '*U20', 'Valve', 'Valve', 'Manhole'];
  assert.deepEqual(
    names.map((_, row) => job.lines.block.get(row)),
    expected,
  );
  assert.deepEqual(
    names.map((_, row) => job.points.block.get(row)),
    expected,
  );
});

test('a reference on a frozen layer is read and reported: CAD systems also hide its contents on other layers', async () => {
  const layer = (name: string, flags: number, colour: number): Groups => [0, 'LAYER', 2, name, 70, flags, 62, colour];
  const tables: Groups = [
    ...[0, 'TABLE', 2, 'LAYER'],
    ...[...layer('FROZEN', 1, 7), ...layer('OFF', 0, -7), ...layer('SHOWN', 0, 7)],
    ...[0, 'ENDTAB'],
  ];
  const line: Groups = [0, 'LINE', 8, 'SHOWN', 10, 0, 20, 0, 11, 1, 21, 0];
  const reported = async (layerName: string): Promise<number> => {
    const reference: Groups = [0, 'INSERT', 8, layerName, 2, 'B', 10, 0, 20, 0];
    const read = await readGroups(drawing([block('B', line)], [reference], [], tables));
    assert.equal(read.job.layers.name(read.job.lines.layer.get(0)), 'SHOWN');
    return read.issues.count('frozen-reference');
  };
  assert.deepEqual([await reported('frozen'), await reported('OFF'), await reported('SHOWN')], [1, 0, 0]);
  // Contents on layer 0, on the frozen layer or on another invisible layer are invisible anyway.
  for (const own of ['0', 'Frozen', 'OFF']) {
    const hidden: Groups = [0, 'LINE', 8, own, 10, 0, 20, 0, 11, 1, 21, 0];
    const read = await readGroups(
      drawing([block('B', hidden)], [[0, 'INSERT', 8, 'FROZEN', 2, 'B', 10, 0, 20, 0]], [], tables),
    );
    assert.equal(read.issues.count('frozen-reference'), 0, own);
  }
});
