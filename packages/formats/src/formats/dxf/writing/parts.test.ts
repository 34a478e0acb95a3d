import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Feature, JobBuilder, type Layer, layerOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import type { DxfWriteVersion } from '../options.ts';
import { withFolder } from '../testing/writing.ts';
import { DrawingWriter, nearestWeight } from './drawing-writer.ts';
import { LINE, POINT, VERTEX } from './entity-kinds.ts';
import { GroupWriter } from './group-writer.ts';
import { LayerNames } from './layer-names.ts';
import { TARGETS } from './versions.ts';

/** The written groups (code, value, code, value, …) as they are on their lines. */
async function groupsOf(write: (out: GroupWriter) => void, utf8 = true): Promise<string[]> {
  return withFolder(async (folder) => {
    const path = join(folder, 'a.dxf');
    const out = new GroupWriter(path, utf8, 0x100);
    write(out);
    await out.finish();
    const lines = readFileSync(path, utf8 ? 'utf8' : 'latin1').split('\n');
    assert.equal(lines.pop(), '', 'the file ends with a line end');
    return lines.map((line, i) => (i % 2 === 0 ? line.trim() : line));
  });
}

test('codes are right-aligned in three places, numbers are decimals that read back unchanged', async () => {
  await withFolder(async (folder) => {
    const path = join(folder, 'a.dxf');
    const out = new GroupWriter(path, true, 1);
    out.text(0, 'LINE');
    out.integer(62, -7);
    out.number(210, 1);
    out.number(1040, 0.5);
    out.handle(5, 0xabc);
    await out.finish();
    assert.equal(readFileSync(path, 'utf8'), '  0\nLINE\n 62\n-7\n210\n1.0\n1040\n0.5\n  5\nABC\n');
  });
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(values, async (all) => {
      const groups = await groupsOf((out) => {
        for (const value of all) out.number(40, value);
      });
      for (const [i, value] of all.entries()) {
        const spelled = groups[2 * i + 1]!;
        assert.ok(Object.is(Number(spelled) + 0, value + 0), `${value} as ${spelled}`);
        assert.match(spelled, /^-?(\d+\.\d+|\d+(\.\d+)?e[+-]?\d+)$/i, spelled);
      }
    }),
    { numRuns: 30 },
  );
});

test('invalid numbers are written as 0; a position without an elevation has two groups', async () => {
  const groups = await groupsOf((out) => {
    for (const value of [Number.NaN, Infinity, -Infinity]) out.number(40, value);
    out.position3(10, 1, 2, Number.NaN);
    out.position3(11, 1, 2, 3);
    out.place(12, Float64Array.of(9, 1, 2, 3), 1);
    out.position(13, Float64Array.of(9, 1, 2, Number.NaN), 1);
  });
  assert.deepEqual(groups.slice(0, 6), ['40', '0.0', '40', '0.0', '40', '0.0']);
  assert.deepEqual(groups.slice(6), [
    '10',
    '1.0',
    '20',
    '2.0',
    '11',
    '1.0',
    '21',
    '2.0',
    '31',
    '3.0',
    '12',
    '1.0',
    '22',
    '2.0',
    '13',
    '1.0',
    '23',
    '2.0',
  ]);
});

test('handles are hexadecimal in capitals without leading zeros, up to the largest safe integer', async () => {
  const handles = [0, 1, 9, 15, 16, 255, 256, 0xfff, 0x1000, 0xabcdef, 0x7fffffff, 0x80000000, 0xffffffff, 2 ** 52];
  const groups = await groupsOf((out) => {
    for (const handle of handles) out.handle(5, handle);
  });
  assert.deepEqual(
    groups.filter((_, i) => i % 2 === 1),
    handles.map((handle) => handle.toString(16).toUpperCase()),
  );
  await groupsOf((out) => assert.deepEqual([out.nextHandle(), out.nextHandle()], [0x100, 0x101]));
});

test('a text is one line whatever it contains, in UTF-8 or with escapes for characters outside the code page', async () => {
  const long = 'ä'.repeat(500);
  const written = async (text: string, utf8: boolean): Promise<string> =>
    (await groupsOf((out) => out.text(1, text), utf8))[1]!;
  for (const [text, utf8, latin] of [
    ['', '', ''],
    ['a\nb\r\tc\u0000\u007f', 'a b  c  ', 'a b  c  '],
    ['Höhe', 'Höhe', 'Höhe'],
    ['ż€', 'ż€', '\\U+017C\u0080'],
    ['道😀', '道😀', '\\U+9053\\U+D83D\\U+DE00'],
    [long, long, long],
    [`${'x'.repeat(47)}\n`, `${'x'.repeat(47)} `, `${'x'.repeat(47)} `],
  ] as const) {
    assert.equal(await written(text, true), utf8, JSON.stringify(text));
    assert.equal(await written(text, false), latin, JSON.stringify(text));
  }
});

describe('a piece equals the same groups written one by one', () => {
  const pairs = [0, 'VERTEX', 8, 'Straße ż', 100, 'AcDbVertex', 6, ''];
  for (const utf8 of [true, false]) {
    test(utf8 ? 'UTF-8' : 'code page', async () => {
      const whole = await groupsOf((out) => {
        const piece = out.piece(...pairs);
        out.raw(piece);
        out.raw(piece);
      }, utf8);
      const apart = await groupsOf((out) => {
        for (let times = 0; times < 2; times++)
          for (let i = 0; i < pairs.length; i += 2) out.text(Number(pairs[i]), String(pairs[i + 1]));
      }, utf8);
      assert.deepEqual(whole, apart);
    });
  }
});

/** An entity as a version spells it. */
const opened = (version: DxfWriteVersion, look: Partial<Feature>, kind = LINE, owner = 0): Promise<string[]> =>
  groupsOf((out) => {
    const writer = new DrawingWriter(out, TARGETS[version], [{ name: 'ROAD', layer: layerOf('ROAD') }]);
    writer.open(kind, 0, kind === VERTEX ? undefined : Object.assign(new Feature(), look), owner);
    writer.subclass('AcDbMore');
  });

test('an entity begins with its type, handle, owner, layer and style, as far as the version has them', async () => {
  assert.deepEqual(await opened('R12', {}), ['0', 'LINE', '8', 'ROAD']);
  assert.deepEqual(await opened('2018', {}), [
    '0',
    'LINE',
    '5',
    '100',
    '330',
    '1F',
    '100',
    'AcDbEntity',
    '8',
    'ROAD',
    '100',
    'AcDbLine',
    '100',
    'AcDbMore',
  ]);
  const look = { colour: 0x123456, lineWeight: 33, lineType: 'DASHED' };
  const index = (await opened('R12', look)).at(-1)!;
  assert.deepEqual(await opened('R12', look), ['0', 'LINE', '8', 'ROAD', '6', 'DASHED', '62', index]);
  assert.deepEqual((await opened('2000', look)).slice(8, -4), ['8', 'ROAD', '6', 'DASHED', '62', index, '370', '35']);
  assert.deepEqual((await opened('2018', look)).slice(8, -4), [
    '8',
    'ROAD',
    '6',
    'DASHED',
    '62',
    index,
    '420',
    String(0x123456),
    '370',
    '35',
  ]);
  // Colours of the index need no true colour, in any version.
  assert.deepEqual((await opened('2018', { colour: 0xff0000 }, POINT)).slice(8, -4), ['8', 'ROAD', '62', '1']);
  assert.deepEqual((await opened('2018', {}, VERTEX, 0xab)).slice(0, 6), ['0', 'VERTEX', '5', '100', '330', 'AB']);
});

describe('line weights are the nearest existing ones', () => {
  for (const [weight, nearest] of [
    [0, 0],
    [1, 0],
    [5, 5],
    [33, 35],
    [36, 35],
    [211, 211],
    [5000, 211],
    [-9, 0],
  ] as const)
    test(JSON.stringify(weight), () => {
      assert.equal(nearestWeight(weight), nearest, `${weight}`);
    });
});

function namesOf(layers: readonly Layer[], longest = 255, utf8 = true): { names: LayerNames; written: string[] } {
  const builder = new JobBuilder();
  for (const layer of layers) builder.layer(layer);
  const names = new LayerNames(builder.job, longest, utf8);
  return { names, written: names.layers.map(({ name }) => name) };
}

test('names of layers: characters that DXF forbids, names that become equal, too long or empty, layer 0', () => {
  const { names, written } = namesOf(
    ['a/b', 'a:b', 'A_B', '', '  x\u007f', 'STRASSE', 'straße', 'y'.repeat(300)].map((name) => layerOf(name)),
  );
  assert.deepEqual(written, ['a_b', 'a_b_2', 'A_B_3', 'unnamed', 'x_', 'STRASSE', 'straße', 'y'.repeat(255), '0']);
  assert.equal(names.changed, 6);
  assert.deepEqual([names.of(0), names.of(-1), names.of(99), names.zero], [0, 8, 8, 8]);
  assert.deepEqual([names.called('A/B'), names.called('nowhere')], [0, undefined]);
  const own = namesOf([layerOf('ROAD'), layerOf('0', { colour: 5 })]);
  assert.deepEqual(
    [own.written, own.names.zero, own.names.changed, own.names.layers[1]!.layer.colour],
    [['ROAD', '0'], 1, 0, 5],
  );
  assert.deepEqual(
    namesOf(
      ['ż道', 'äß', 'x'.repeat(40)].map((name) => layerOf(name)),
      31,
      false,
    ).written,
    ['__', 'äß', 'x'.repeat(31), '0'],
  );
});

test('added layers get unique names within the allowed length', () => {
  const { names } = namesOf([layerOf('x'.repeat(31))], 31);
  const added = Array.from({ length: 12 }, () => names.layers[names.add(layerOf('X'.repeat(40)))]!.name);
  assert.equal(new Set(added.map((name) => name.toLowerCase())).size, 12);
  assert.ok(added.every((name) => name.length <= 31));
  assert.equal(names.layers[names.add(layerOf('0'))]!.name, '0_2');
});
