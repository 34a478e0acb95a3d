import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { AttributeColumns } from './attribute-columns.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { grownCapacity } from './growth.ts';
import { float64Column, int32Column, uint32Column } from './number-column.ts';
import { TextColumn } from './text-column.ts';

test('a number column returns bit for bit what was pushed, defaults included', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double(), fc.constant(Number.NaN), fc.constant(-0))), (values) => {
      for (const defaultValue of [0, Number.NaN]) {
        const column = float64Column(defaultValue);
        for (const value of values) column.push(value);
        assert.deepEqual(
          Array.from({ length: column.length }, (_, row) => column.get(row)),
          values,
        );
        assert.deepEqual(Array.from(column.view()), values);
      }
    }),
  );
});

test('parts of a column can be copied from anywhere without changing the column', () => {
  const size = 100_000;
  for (const viewed of [false, true]) {
    const column = float64Column(Number.NaN);
    const expected = Float64Array.from({ length: size }, (_, i) => (i % 7 === 0 ? Number.NaN : i / 3));
    for (const value of expected) column.push(value);
    if (viewed) column.view();
    fc.assert(
      fc.property(fc.nat(size), fc.oneof(fc.nat(100), fc.nat(size)), fc.nat(5), (from, wanted, at) => {
        const count = Math.min(wanted, size - from);
        const target = new Float64Array(at + count + 1).fill(-1);
        column.copy(from, count, target, at);
        assert.ok(target.subarray(0, at).every((value) => value === -1));
        assert.deepEqual(target.subarray(at, at + count), expected.subarray(from, from + count));
        assert.equal(target[at + count], -1);
      }),
      { numRuns: 50 },
    );
    column.push(5);
    assert.equal(column.get(size), 5);
  }
  const defaults = float64Column(1);
  defaults.skip(9);
  const target = new Float64Array(4);
  defaults.copy(5, 3, target, 1);
  assert.deepEqual([...target], [0, 1, 1, 1]);
});

test('a number column of defaults takes no memory and still counts its rows', () => {
  const column = int32Column(-1);
  for (let i = 0; i < 1000; i++) column.push(-1);
  assert.ok(column.isDefault);
  assert.equal(column.length, 1000);
  assert.equal(column.get(999), -1);
  column.set(3, 7);
  assert.deepEqual([column.get(2), column.get(3), column.get(4)], [-1, 7, -1]);
  column.put(1003, 7);
  assert.deepEqual([column.get(999), column.get(1002), column.get(1003), column.get(1004)], [-1, -1, 7, -1]);
});

test('pushAll appends part of an array', () => {
  const column = float64Column();
  column.push(1);
  column.pushAll([9, 2, 3, 9], 1, 2);
  column.pushTriple(4, 5, 6);
  assert.deepEqual(Array.from(column.view()), [1, 2, 3, 4, 5, 6]);
});

describe('a column of several chunks holds what was pushed, whether or not it is viewed in between', () => {
  for (const viewAt of [Number.NaN, 0, 5, 40_000, 99_999])
    test(String(viewAt), () => {
      const column = float64Column(Number.NaN);
      const expected: number[] = [];
      for (let i = 0; i < 25_000; i++) {
        if (i % 3 === 0) column.pushAll([i, -i, i / 2, 7], 1, 2);
        else column.pushTriple(i, i + 0.5, Number.NaN);
        expected.push(...(i % 3 === 0 ? [-i, i / 2] : [i, i + 0.5, Number.NaN]));
        if (expected.length > viewAt && expected.length <= viewAt + 3)
          assert.deepEqual(Array.from(column.view()), expected);
      }
      column.skip(70_000);
      column.put(column.length + 3, 1);
      for (let i = 0; i < 70_003; i++) expected.push(Number.NaN);
      expected.push(1);
      for (const row of [0, 50_000, expected.length - 1]) {
        column.set(row, row);
        expected[row] = row;
      }
      assert.equal(column.length, expected.length);
      assert.ok(expected.every((value, row) => Object.is(column.get(row), value)));
      assert.deepEqual(Array.from(column.view()), expected);
      assert.ok(expected.every((value, row) => Object.is(column.get(row), value)));
    });
});

test('viewing after every row does not copy the column every time', () => {
  const column = uint32Column();
  for (let i = 0; i < 300_000; i++) {
    column.push(i);
    assert.equal(column.view()[i], i);
  }
});

test('rows set beyond the end leave defaults in between, and rows beyond the end read as the default', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(90), fc.oneof(fc.double(), fc.constant(-1)))),
      fc.constantFrom(0, -1, Number.NaN),
      (steps, empty) => {
        const column = float64Column(empty);
        const expected: number[] = [];
        for (const [gap, value] of steps) {
          for (let i = 0; i < gap; i++) expected.push(empty);
          column.put(expected.push(value) - 1, value);
        }
        column.skip(3);
        expected.push(empty, empty, empty);
        assert.equal(column.length, expected.length);
        assert.deepEqual(Array.from(column.view()), expected);
        assert.deepEqual([column.get(expected.length), column.get(1e6)], [empty, empty]);
      },
    ),
  );
});

test('texts set beyond the end leave empty ones in between', () => {
  const texts = new TextColumn();
  const codes = new DictionaryColumn();
  for (const [row, text] of [
    [2, 'Straße'],
    [3, 'x'],
    [70, 'x'],
    [71, 'y'],
  ] as const) {
    texts.put(row, text);
    codes.put(row, text);
  }
  for (const column of [texts, codes]) {
    assert.equal(column.length, 72);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 69, 70, 71, 72, 500].map((row) => column.get(row)),
      ['', '', 'Straße', 'x', '', '', 'x', 'y', '', ''],
    );
  }
  assert.deepEqual([Array.from(texts.bytes(1)), Array.from(texts.bytes(99))], [[], []]);
  assert.deepEqual(codes.values, ['', 'Straße', 'x', 'y']);
});

test('a text column keeps every string that UTF-8 can represent', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      const column = new TextColumn();
      for (const text of texts) column.push(text);
      assert.deepEqual(
        Array.from({ length: column.length }, (_, row) => column.get(row)),
        texts,
      );
    }),
  );
});

test('a byte order mark at the start of a text is kept as part of the text', () => {
  const texts = [
    '\uFEFF',
    '\uFEFFstart',
    'end\uFEFF',
    '\uFEFF\uFEFF',
    '\uFEFF and a text that is longer than the short ones',
  ];
  const column = new TextColumn();
  const dictionary = new DictionaryColumn();
  for (const text of texts) {
    column.push(text);
    dictionary.push(text);
  }
  texts.forEach((text, row) => {
    assert.equal(column.get(row), text);
    assert.equal(dictionary.get(row), text);
  });
});

test('a text column takes bytes unchanged', () => {
  const column = new TextColumn();
  column.push('');
  column.pushBytes(new TextEncoder().encode('xStraßey'), 1, 8);
  assert.equal(column.get(1), 'Straße');
  assert.deepEqual(Array.from(column.bytes(0)), []);
});

test('a dictionary column stores each distinct string once', () => {
  const column = new DictionaryColumn();
  for (const text of ['', 'KERB', 'TREE', 'KERB', '']) column.push(text);
  assert.deepEqual(column.values, ['', 'KERB', 'TREE']);
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => column.get(row)),
    ['', 'KERB', 'TREE', 'KERB', ''],
  );
});

test('attributes are returned per row and in order; rows without attributes are empty', () => {
  const columns = new AttributeColumns();
  columns.push(2, ['a', '1', 'b', '2']);
  columns.push(5, ['a', '']);
  assert.deepEqual(columns.get(0), []);
  assert.deepEqual(columns.get(2), ['a', '1', 'b', '2']);
  assert.deepEqual(columns.get(5), ['a', '']);
  assert.deepEqual(columns.keys, ['a', 'b']);
  assert.equal(columns.size, 3);
});

test('counts the attribute values a format cannot store: those with other names, and further ones of the same name', () => {
  const columns = new AttributeColumns();
  assert.equal(
    columns.countLeftOut(() => false),
    0,
  );
  columns.push(2, ['a', '1', 'b', '2', 'a', '3', 'a', '4']);
  columns.push(3, ['a', '5', '', '6']);
  columns.push(7, ['c', '7', 'c', '8', 'b', '9']);
  assert.equal(
    columns.countLeftOut(() => true),
    3,
  );
  assert.equal(
    columns.countLeftOut(() => false),
    9,
  );
  assert.equal(
    columns.countLeftOut((key) => key !== ''),
    4,
  );
  assert.equal(
    columns.countLeftOut((key) => key === 'a'),
    7,
  );
});

test('a column refuses more rows than an index can address', () => {
  assert.throws(() => grownCapacity(64, 2 ** 31), RangeError);
  assert.ok(grownCapacity(2 ** 30, 2 ** 30 + 1) < 2 ** 31);
});

test('the content of a text column is the bytes of its rows in sequence, including skipped rows', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.string({ unit: anyCharacter, maxLength: 50 }))), (entries) => {
      const column = new TextColumn();
      let row = 0;
      for (const [gap, text] of entries) {
        row += gap;
        column.put(row++, text);
      }
      const content = column.content();
      for (let i = 0; i < row + 2; i++)
        assert.equal(Buffer.from(content.subarray(column.end(i - 1), column.end(i))).toString('utf8'), column.get(i));
    }),
  );
});

describe('the blocks of a column are its rows in order, whole positions only, and the column is unchanged', () => {
  for (const count of [0, 3, 3072, 3075, 40_000 * 3])
    describe(String(count), () => {
      for (const value of [(row: number) => row / 7, () => 0])
        test(String(value), () => {
          const column = float64Column();
          for (let row = 0; row < count; row++) column.push(value(row));
          const rows: number[] = [];
          for (const block of column.blocks()) {
            assert.equal(block.length % 3, 0);
            rows.push(...block);
          }
          assert.deepEqual(
            rows,
            Array.from({ length: count }, (_, row) => value(row)),
          );
          column.push(1);
          assert.equal(column.get(count), 1);
        });
    });
});
