import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { handleText, largeHandle } from './large-handle.ts';
import { handleValue } from './tape.ts';

// Handles are up to 16 hexadecimal digits (DXF reference, group codes 5, 105, 320 to 369): 64 bits, of which a double
// holds 53.

const numberOf = (text: string): number => handleValue(Buffer.from(text), 0, text.length);

test('handles of any length stay distinct, also neighbours, and keep their spelling', () => {
  const handle = fc.oneof(
    fc.bigInt({ min: 0n, max: 0x7fef_ffff_ffff_ffffn }),
    fc.bigInt({ min: (1n << 53n) - 4n, max: (1n << 53n) + 4n }),
    fc.bigInt({ min: 0n, max: 0xffff_ffffn }),
  );
  fc.assert(
    fc.property(handle, fc.bigInt({ min: 1n, max: 4000n }), (one, step) => {
      const text = one.toString(16).toUpperCase();
      assert.equal(handleText(numberOf(text)), text);
      assert.ok(Object.is(numberOf(text), numberOf(` ${text.toLowerCase()} `)), 'whatever their spelling');
      assert.ok(Object.is(numberOf(text), numberOf(text.padStart(20, '0'))), 'leading zeros do not matter');
      const other = one + step;
      if (other <= 0x7fef_ffff_ffff_ffffn) assert.notEqual(numberOf(other.toString(16)), numberOf(text));
      // Keys of maps, values of typed arrays: the bits of a double must survive both.
      assert.equal(new Map([[numberOf(text), 'it']]).get(Float64Array.of(numberOf(text))[0]!), 'it');
    }),
  );
});

test('up to 2^53 a handle is its value, so that arithmetic with it works', () => {
  for (const [text, value] of [
    ['0', 0],
    ['1F', 31],
    ['FFFFFFFF', 2 ** 32 - 1],
    ['1FFFFFFFFFFFFF', Number.MAX_SAFE_INTEGER],
  ] as const)
    assert.equal(numberOf(text), value);
  assert.ok(numberOf('20000000000000') < 0, 'a larger handle is not a positive number');
  assert.notEqual(numberOf('20000000000000'), numberOf('20000000000001'));
});

test('invalid handles are NaN: too large to stay distinct, longer than 64 bits, without digits', () => {
  for (const text of [
    '7FF0000000000000',
    'FFFFFFFFFFFFFFFF',
    '10000000000000000',
    'F'.repeat(300),
    '',
    ' ',
    'XYZ',
    '1 2',
  ])
    assert.ok(Number.isNaN(numberOf(text)), text);
  assert.equal(handleText(Number.NaN), '');
  assert.equal(largeHandle(Buffer.from('7fefffffffffffff'), 0, 16), -Number.MAX_VALUE);
});
