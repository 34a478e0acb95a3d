import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AttributeColumns } from './attribute-columns.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { grownCapacity } from './growth.ts';
import { float64Column, int32Column } from './number-column.ts';
import { TextColumn } from './text-column.ts';

test('a number column gives back bit for bit what was pushed, defaults in between', () => {
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

test('a number column of defaults takes no memory and still counts its rows', () => {
  const column = int32Column(-1);
  for (let i = 0; i < 1000; i++) column.push(-1);
  assert.ok(column.isDefault);
  assert.equal(column.length, 1000);
  assert.equal(column.get(999), -1);
  column.set(3, 7);
  assert.deepEqual([column.get(2), column.get(3), column.get(4)], [-1, 7, -1]);
});

test('pushAll copies a part of an array behind what is there', () => {
  const column = float64Column();
  column.push(1);
  column.pushAll([9, 2, 3, 9], 1, 2);
  assert.deepEqual(Array.from(column.view()), [1, 2, 3]);
});

test('a text column keeps every string that can be written in UTF-8', () => {
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

test('a text column takes bytes as they are', () => {
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

test('attributes come back per row and in order, rows without any are empty', () => {
  const columns = new AttributeColumns();
  columns.push(2, ['a', '1', 'b', '2']);
  columns.push(5, ['a', '']);
  assert.deepEqual(columns.get(0), []);
  assert.deepEqual(columns.get(2), ['a', '1', 'b', '2']);
  assert.deepEqual(columns.get(5), ['a', '']);
  assert.deepEqual(columns.keys, ['a', 'b']);
  assert.equal(columns.size, 3);
});

test('a column refuses more rows than an index can count', () => {
  assert.throws(() => grownCapacity(64, 2 ** 31), RangeError);
  assert.ok(grownCapacity(2 ** 30, 2 ** 30 + 1) < 2 ** 31);
});
