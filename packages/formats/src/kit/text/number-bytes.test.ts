import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { COMMA, POINT } from './number.ts';
import { NUMBER_ROOM, writeShortest, writeWhole } from './number-bytes.ts';

const bytes = new Uint8Array(NUMBER_ROOM + 2);
const view = new DataView(bytes.buffer);

function spelt(value: number, mark = POINT): string {
  bytes.fill(120);
  const end = writeShortest(view, 1, Float64Array.of(0, value), 1, mark);
  assert.ok(end <= 1 + NUMBER_ROOM);
  assert.ok(
    bytes.subarray(1 + NUMBER_ROOM).every((byte) => byte === 120),
    'nothing is written beyond its room',
  );
  return Buffer.from(bytes.subarray(1, end)).toString('latin1');
}

test('numbers are written as String does, so that they read back bit for bit', () => {
  const coordinate = fc
    .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(10 ** 7 - 1), fc.nat(7))
    .map(([whole, fraction, places]) => Number(`${whole}.${String(fraction).padStart(7, '0').slice(0, places)}`));
  const value = fc.oneof(
    coordinate,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.maxSafeInteger(),
    fc.integer({ min: -1000, max: 1_000_000 }).map((millionths) => millionths / 1e6),
  );
  fc.assert(
    fc.property(value, (number) => {
      assert.equal(spelt(number), String(number));
      assert.equal(spelt(number, COMMA), String(number).replace('.', ','));
    }),
    { numRuns: 20_000 },
  );
});

test('as reals, whole numbers have one decimal unless they have an exponent', () => {
  const real = (value: number): string => {
    const end = writeShortest(view, 0, Float64Array.of(value), 0, POINT, true);
    return Buffer.from(bytes.subarray(0, end)).toString('latin1');
  };
  for (const value of [0, -0, 1, -7, 1e8, 999999999, 1e9, -(2 ** 53), 1e20]) assert.equal(real(value), `${value}.0`);
  for (const value of [0.5, -1.25, 1e21, 1e-7, 1 / 3, 1e9 + 0.5]) assert.equal(real(value), String(value));
});

test('numbers at the limits of each way of writing them', () => {
  const values = [
    ...[0, -0, 1, -1, 0.1, 0.5, 1e-6, 1e-7, 9.9e-7, 0.000001, 0.999999, 0.9999995, 999.999999, 1000, 999999, 1e6, 1e9],
    ...[
      999999999,
      999999999.999999,
      1e9 + 0.5,
      4467998.059166,
      5333999.636,
      1e15,
      1e15 - 1,
      1e21,
      1e22,
      2 ** 53,
      123456789012.3456,
    ],
    ...[Number.MAX_VALUE, Number.MIN_VALUE, Number.EPSILON, Math.PI, 100.010001, 100.100001, 100.000001, 20.02, 300.3],
  ];
  for (const value of values) for (const one of [value, -value]) assert.equal(spelt(one), String(one));
});

test('whole numbers of every length', () => {
  for (let digits = 1; digits <= 15; digits++) {
    for (const value of [10 ** (digits - 1), 10 ** digits - 1, Math.floor(10 ** digits / 7)]) {
      const end = writeWhole(view, 0, value);
      assert.equal(Buffer.from(bytes.subarray(0, end)).toString('latin1'), String(value));
    }
  }
});
