import fc from 'fast-check';

/** A number's digits and exponent by moving the point in its text, without the tested code and without doubles. */
function exactly(spelling: string): [digits: bigint, exponent: number] {
  const [mantissa, exponent = '0'] = spelling.toLowerCase().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** The exact sum of numbers in units of 10^-1000. */
export const sumOf = (spellings: readonly string[]): bigint =>
  spellings.reduce((sum, spelling) => {
    const [digits, exponent] = exactly(spelling);
    return sum + digits * 10n ** BigInt(1000 + exponent);
  }, 0n);

/** Numbers in the notations of weigh bridges, and in unusual ones. */
export const spelling = fc.oneof(
  fc
    .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([value, decimals]) => (value / 10 ** decimals).toFixed(decimals)),
  fc
    .tuple(fc.bigInt(-(10n ** 40n), 10n ** 40n), fc.integer({ min: -350, max: 300 }))
    .map(([digits, exponent]) => `${digits}e${exponent}`),
  fc.constantFrom(
    '0',
    '-0',
    '-0.00',
    '0.1',
    '0.2',
    '1E-2',
    '1e+2',
    '9999999999999',
    '-9999999999999',
    '99999999999.9',
    '9007199254740993',
    '0.0000000000001',
  ),
);
