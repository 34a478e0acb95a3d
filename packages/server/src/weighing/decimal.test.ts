import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  absoluteDecimal,
  addDecimal,
  compareDecimal,
  type Decimal,
  formatDecimal,
  multiplyDecimal,
  parseDecimal,
  shortDecimal,
  subtractDecimal,
} from './decimal.ts';
import { spelling, sumOf } from './testing/spellings.ts';

describe('a decimal number', () => {
  const number = fc
    .oneof(spelling, fc.constantFrom('1e-400', '1.50', '-25.400'))
    .filter((one) => parseDecimal(one) !== undefined);
  /** In units of 10^-2000, so that products of two fit. */
  const value = ({ digits, scale }: Decimal): bigint => digits * 10n ** BigInt(2000 - scale);

  test('is added, subtracted, multiplied and compared like scaled whole numbers', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [one, two] = [parseDecimal(a)!, parseDecimal(b)!];
        const [left, right] = [value(one), value(two)];
        assert.equal(left, sumOf([a]) * 10n ** 1000n);
        assert.equal(value(addDecimal(one, two)), left + right);
        assert.equal(value(subtractDecimal(one, two)), left - right);
        assert.equal(value(multiplyDecimal(one, two)) * 10n ** 2000n, left * right);
        assert.equal(compareDecimal(one, two), left < right ? -1 : left > right ? 1 : 0);
        assert.equal(value(absoluteDecimal(one)), left < 0n ? -left : left);
        for (const text of [formatDecimal(one), shortDecimal(one)]) assert.equal(sumOf([text]), sumOf([a]), text);
        assert.ok(!/\.\d*0$/.test(shortDecimal(one)) && !shortDecimal(one).endsWith('.'));
      }),
      { numRuns: 200 },
    );
  });

  test('is written out in full, and for people without trailing zeros', () => {
    for (const [spelled, full, short] of [
      ['25.400', '25.400', '25.4'],
      ['100', '100', '100'],
      ['1.50e3', '1500', '1500'],
      ['-5e-3', '-0.005', '-0.005'],
      ['-0.0', '0.0', '0'],
      ['0.000', '0.000', '0'],
      ['1e2', '100', '100'],
      ['-120.50E-1', '-12.050', '-12.05'],
      ['00.10', '0.10', '0.1'],
    ] as const) {
      const number = parseDecimal(spelled)!;
      assert.deepEqual([formatDecimal(number), shortDecimal(number)], [full, short], spelled);
    }
    assert.equal(formatDecimal(addDecimal(parseDecimal('0.1')!, parseDecimal('0.2')!)), '0.3');
  });

  test('is read up to 400 characters and an exponent of 400; anything else is refused', () => {
    for (const good of ['1e400', '1e-400', '-1E+400', '9'.repeat(400), `0.${'1'.repeat(398)}`, '1e0000000001', '00.10'])
      assert.notEqual(parseDecimal(good), undefined, good);
    for (const bad of [
      '1e401',
      '1e-401',
      '9'.repeat(401),
      '1e99999999999999999999',
      '1e',
      'e1',
      '.5',
      '5.',
      '1.2.3',
      '--1',
      '+1',
      '1 ',
      '1,5',
      '0x1',
      '１',
      'Infinity',
      '-',
    ])
      assert.equal(parseDecimal(bad), undefined, bad);
  });
});
