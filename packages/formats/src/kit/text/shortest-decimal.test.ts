import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimal, shortestDecimal } from './shortest-decimal.ts';

const values = new Float64Array(1);
const words = new BigUint64Array(values.buffer);

/** The digits found, without zeros at either end; undefined if none were found. */
function found(value: number): string | undefined {
  values[0] = value;
  if (!shortestDecimal(values, 0)) return undefined;
  const digits = `${decimal.head}${String(decimal.tail).padStart(8, '0')}`;
  assert.equal(digits.length, 17);
  assert.equal(Number(`${digits}e${decimal.whole - 17}`), Math.abs(value), 'it reads back');
  return digits.replace(/0+$/, '');
}

const digitsOf = (value: number): string =>
  value.toExponential().replace(/e.*/, '').replace(/[-.]/g, '').replace(/0+$/, '');

test('the digits are those of String, for any double in range and the neighbours of short decimals', () => {
  const short = fc
    .tuple(fc.nat(10 ** 9), fc.nat(10 ** 8), fc.nat(16), fc.integer({ min: -3, max: 3 }))
    .map(([head, tail, places, steps]) => {
      values[0] = Number(`${head}${tail}e-${places}`);
      words[0]! += BigInt(steps);
      return values[0]!;
    });
  const value = fc.oneof(
    short,
    fc.double({ min: 1e-5, max: 1e15, noNaN: true }),
    fc.double({ min: -1e7, max: -1, noNaN: true }),
  );
  let decided = 0;
  let asked = 0;
  fc.assert(
    fc.property(value, (one) => {
      const digits = found(one);
      if (Math.abs(one) < 1e-5 || Math.abs(one) >= 1e15) assert.equal(digits, undefined);
      else asked++;
      if (digits === undefined) return;
      decided++;
      assert.equal(digits, digitsOf(one));
    }),
    { numRuns: 20_000 },
  );
  assert.ok(decided > 0.8 * asked, `${decided} of ${asked} were decided`);
});

test('numbers out of range are left to String; examples', () => {
  for (const value of [0, -0, 9e-6, 1e15, 1e300, Number.MIN_VALUE, Number.NaN, Infinity])
    assert.equal(found(value), undefined);
  assert.equal(found(2 ** -16), '152587890625');
  assert.equal(found(0.5), '5');
  assert.equal(found(0.414213562373095), '414213562373095');
  assert.equal(found(29.999999999999996), '29999999999999996');
  assert.equal(found(-5336005.243432518), '5336005243432518');
});
