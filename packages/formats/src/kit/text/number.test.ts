import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { COMMA, parseNumber } from './number.ts';

const encoder = new TextEncoder();

function parse(text: string, mark?: number): number {
  const bytes = encoder.encode(`#${text}#`);
  return parseNumber(bytes, 1, bytes.length - 1, mark);
}

function same(text: string): void {
  assert.ok(Object.is(parse(text), Number(text)), `${text}: ${parse(text)} is not ${Number(text)}`);
}

test('every shortest decimal of a double gives that double', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => same(String(value))),
    { numRuns: 5000 },
  );
});

test('coordinates with any number of decimals equal Number()', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e8, max: 1e8, noNaN: true }), fc.integer({ min: 0, max: 20 }), (value, places) => {
      same(value.toFixed(places));
      same(value.toPrecision(places + 1));
      same(value.toExponential(places));
    }),
    { numRuns: 5000 },
  );
});

test('arbitrary digit strings equal Number()', () => {
  const digits = fc.stringMatching(/^[0-9]{0,25}$/);
  fc.assert(
    fc.property(digits, digits, fc.integer({ min: -340, max: 340 }), (whole, fraction, exponent) => {
      if (whole === '' && fraction === '') return;
      same(`${whole}.${fraction}`);
      same(`-${whole}.${fraction}e${exponent}`);
      if (whole !== '') same(`+${whole}`);
    }),
    { numRuns: 5000 },
  );
});

test('numbers half-way between two doubles, and one digit away from it, round as Number() does', () => {
  const view = new DataView(new ArrayBuffer(8));
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 9e15, noNaN: true }), fc.integer({ min: -2, max: 2 }), (value, offset) => {
      view.setFloat64(0, value);
      view.setBigInt64(0, view.getBigInt64(0) + 1n);
      const middle = exactMiddle(value, view.getFloat64(0));
      for (let digits = 16; digits <= 20; digits++) same(cut(middle, digits, offset));
      same(middle);
    }),
    { numRuns: 2000 },
  );
});

test('notations that surveyors use', () => {
  for (const text of ['0', '-0', '.5', '5.', '+1.25', '1E3', '1e-3', '9007199254740993', '0.1', '123456.7890123456789'])
    same(text);
  for (const text of ['9007199254740992.5', '1e400', '1e-400', '0e99999999999', `0.${'0'.repeat(400)}1`]) same(text);
  assert.equal(parse('  12.5\t\r'), 12.5);
  assert.equal(parse('1234,567', COMMA), 1234.567);
  assert.equal(parse('12345678901,234567890123', COMMA), Number('12345678901.234567890123'));
});

test('anything but a decimal number is NaN, never 0', () => {
  const words = ['', ' ', '.', '-', '+.', 'e5', '1e', '1e+', '1.2.3', '0x10', '1_0', '1 2', '--1', '1-', 'NaN', '1,5'];
  for (const text of [...words, 'Infinity', '-inf', '1d5', '٣']) assert.ok(Number.isNaN(parse(text)), text);
  assert.ok(Number.isNaN(parse('1.5', COMMA)));
});

test('random short texts give NaN or the result of Number()', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-+.0-9eE ]{1,12}$/), (text) => {
      const expected = text.trim() === '' ? Number.NaN : Number(text);
      assert.ok(Object.is(parse(text), expected), text);
    }),
    { numRuns: 5000 },
  );
});

/** The exact decimal expansion of the midpoint of two adjacent doubles (a dyadic rational). */
function exactMiddle(a: number, b: number): string {
  let shift = 0n;
  let x = a;
  let y = b;
  while (!Number.isInteger(x) || !Number.isInteger(y) || x > 2 ** 53) {
    if (x > 2 ** 53) break;
    x *= 2;
    y *= 2;
    shift++;
  }
  const twice = BigInt(x) + BigInt(y);
  const places = shift + 1n;
  const scaled = (twice * 10n ** places) / 2n ** places;
  const text = scaled.toString().padStart(Number(places) + 1, '0');
  return `${text.slice(0, -Number(places))}.${text.slice(-Number(places))}`;
}

/** The first `digits` digits of a text, the last one changed by `offset`. */
function cut(text: string, digits: number, offset: number): string {
  const dot = text.indexOf('.');
  const all = text.replace('.', '').slice(0, digits);
  const moved = (BigInt(all) + BigInt(offset)).toString().padStart(all.length, '0');
  return moved.length <= dot ? moved : `${moved.slice(0, dot)}.${moved.slice(dot)}`;
}
