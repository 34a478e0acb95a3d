import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COMMA, parseNumber } from './number.ts';
import { pieceOf } from './piece.ts';
import { RowBuffer } from './row-buffer.ts';

/** The contents of a row after `fill`. */
function rowOf(fill: (row: RowBuffer) => void): string {
  const row = new RowBuffer();
  fill(row);
  return row.bytes.toString('utf8', 0, row.length);
}
const number = (value: number, decimals?: number, mark?: number): string =>
  rowOf((row) => row.number(value, decimals, mark));

/** `toFixed` without a negative zero. */
function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 && !text.includes('e') ? text.replace('-', '') : text;
}

describe('a number with fixed decimals', () => {
  it('is written as toFixed does, for every double and every number of decimals', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e7, max: 1e7, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      // Halves, which are ties if exact, and adjacent decimals.
      fc
        .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(8))
        .map(([digits, places]) => Number(`${digits}5e-${places + 1}`)),
      fc.integer({ min: -4000, max: 4000 }).map((eighths) => eighths / 8),
    );
    fc.assert(
      fc.property(value, fc.nat(12), (one, decimals) => assert.equal(number(one, decimals), fixed(one, decimals))),
      { numRuns: 10_000 },
    );
  });

  describe('at the limits: zero, the smallest, ties, carries, and numbers with an exponent', () => {
    for (const [value, decimals, expected] of [
      [0, 0, '0'],
      [-0, 3, '0.000'],
      [-0.0004, 3, '0.000'],
      [-0.0005, 3, '-0.001'],
      [0.0005, 3, '0.001'],
      [1.005, 2, '1.00'],
      [1.015, 2, '1.01'],
      [2.5, 0, '3'],
      [-2.5, 0, '-3'],
      [0.5, 0, '1'],
      [9.9995, 3, '9.999'],
      [9.99951, 3, '10.000'],
      [999.9999, 3, '1000.000'],
      [123456.7, 0, '123457'],
      [5e-324, 12, '0.000000000000'],
      [5812345.6785, 3, '5812345.679'],
      [999999999999.5, 0, '1000000000000'],
      [1e20, 2, '100000000000000000000.00'],
      [1e21, 2, '1e+21'],
      [-1.7976931348623157e308, 5, '-1.7976931348623157e+308'],
    ] as const)
      it(JSON.stringify(value), () => {
        assert.equal(number(value, decimals), expected, `${value} with ${decimals}`);
        assert.equal(fixed(value, decimals), expected, `toFixed of ${value} with ${decimals}`);
      });
  });

  it('has the requested decimal mark, fixed or shortest', () => {
    for (const value of [1.5, -0.25, 1e15 + 0.5, 2.5, 0.125])
      for (const decimals of [0, 1, 2, 6])
        assert.equal(number(value, decimals, COMMA), fixed(value, decimals).replace('.', ','));
    assert.equal(number(1.5, undefined, COMMA), '1,5');
    assert.equal(number(1e21, undefined, COMMA), '1e+21');
    assert.equal(number(1.5e-9, undefined, COMMA), '1,5e-9');
  });

  it('reads back within half a unit of the last decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.nat(6), (value, decimals) => {
        const text = Buffer.from(number(value, decimals));
        const back = parseNumber(text, 0, text.length);
        assert.ok(Math.abs(back - value) <= 0.5 * 10 ** -decimals + 1e-6 * Number(decimals > 5), `${value} is ${text}`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a row', () => {
  it('has its contents in order at any length, and is empty after clear', () => {
    const text = fc.record({
      kind: fc.constant('text' as const),
      value: fc.string({ unit: 'grapheme', maxLength: 3000 }),
    });
    const raw = fc.record({ kind: fc.constant('raw' as const), value: fc.uint8Array({ maxLength: 3000 }) });
    const piece = fc.record({ kind: fc.constant('piece' as const), value: fc.uint8Array({ maxLength: 50 }) });
    const byte = fc.record({ kind: fc.constant('byte' as const), value: fc.nat(255) });
    const real = fc.record({
      kind: fc.constant('number' as const),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    });
    const row = new RowBuffer();
    fc.assert(
      fc.property(fc.array(fc.oneof(text, raw, piece, byte, real), { maxLength: 20 }), (parts) => {
        row.clear();
        assert.equal(row.length, 0);
        const expected: Buffer[] = [];
        for (const { kind, value } of parts) {
          if (kind === 'text') row.text(value);
          else if (kind === 'raw') row.raw(value);
          else if (kind === 'piece') row.piece(pieceOf(value));
          else if (kind === 'byte') row.byte(value);
          else row.shortest(Float64Array.of(0, value), 1);
          if (kind === 'byte') expected.push(Buffer.of(value));
          else expected.push(typeof value === 'object' ? Buffer.from(value) : Buffer.from(String(value)));
        }
        assert.ok(row.bytes.subarray(0, row.length).equals(Buffer.concat(expected)));
      }),
      { numRuns: 100 },
    );
  });

  it('appends a JSON string if nothing needs escaping, and else stays unchanged', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '😀', '"', '\\', '\n', '\u001f', '\u007f', '\u2028'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, fc.nat(3), fc.nat(3), (value, before, behind) => {
        const bytes = Buffer.from(`${'#'.repeat(before)}${value}${'#'.repeat(behind)}`);
        const row = new RowBuffer();
        row.text('{');
        const done = row.quoted(bytes, before, bytes.length - behind);
        assert.equal(done, JSON.stringify(value) === `"${value}"`);
        assert.equal(row.bytes.toString('utf8', 0, row.length), done ? `{"${value}"` : '{');
      }),
      { numRuns: 300 },
    );
  });

  it('quotes a field (RFC 4180) that a reader would split, trim or take for a comment', () => {
    const field = (text: string, delimiter = ',', guarded = false): string =>
      rowOf((row) => row.field(Buffer.from(text), delimiter.charCodeAt(0), guarded));
    for (const [text, expected] of [
      ['a', 'a'],
      ['', ''],
      ['a b', 'a b'],
      ['a,b', '"a,b"'],
      ['a"b', '"a""b"'],
      ['"', '""""'],
      ['a\nb', '"a\nb"'],
      ['a\rb', '"a\rb"'],
      [' a', '" a"'],
      ['a ', '"a "'],
      ['a\t', '"a\t"'],
      ['#1', '"#1"'],
      ['/x', '"/x"'],
      [';x', '";x"'],
      ['%x', '"%x"'],
      ['!x', '"!x"'],
      ['x#', 'x#'],
      ['ß', 'ß'],
    ] as const)
      assert.equal(field(text), expected, text);
    assert.equal(field('a b', ' '), '"a b"');
    assert.equal(field('a\tb', ' '), '"a\tb"');
    assert.equal(field('', ' '), '""');
    assert.equal(field('a;b', ';'), '"a;b"');
    assert.equal(field('a', ',', true), '"a"');
    assert.equal(
      rowOf((row) => row.field(Buffer.from('xxa,bxx'), 44, false, 2, 5)),
      '"a,b"',
    );
  });
});
