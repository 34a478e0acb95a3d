import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fromPacked, isAngle, parseAngle, toPacked } from './angle.ts';
import { hasZone, parseTime } from './times.ts';

const near = (actual: number, expected: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

/** Degrees, minutes and tenths of milliseconds of arc, and the angle in degrees. */
const parts = fc
  .tuple(fc.nat(179), fc.nat(59), fc.nat(599_999), fc.boolean())
  .map(([degrees, minutes, small, isNegative]) => {
    const seconds = small / 10_000;
    const size = degrees + minutes / 60 + seconds / 3600;
    return { degrees, minutes, seconds, isNegative, value: isNegative ? -size : size };
  });

test('an angle in parts is the same angle in every notation', () => {
  fc.assert(
    fc.property(parts, ({ degrees, minutes, seconds, isNegative, value }) => {
      const s = seconds.toFixed(4);
      const sign = isNegative ? '-' : '';
      const m = String(minutes).padStart(2, '0');
      for (const text of [
        `${sign}${degrees}°${minutes}'${s}"`,
        `${sign}${degrees}° ${m}′ ${s}″`,
        `${sign}${degrees}º${m}’${s}”`,
        `${sign}${degrees} ${m} ${s}`,
        `${sign}${degrees}-${m}-${s}`,
        `${sign}${degrees}:${m}:${s}`,
        `${sign}${degrees}d${m}m${s}`,
        `${sign}${degrees}°${minutes}'${s.replace('.', ',')}''`,
        `${isNegative ? 'S' : 'N'} ${degrees}°${m}'${s}"`,
        `${degrees}°${m}'${s}"${isNegative ? 'W' : 'e'}`,
        `${isNegative ? 'W' : 'N'}-${degrees}-${m}-${s}`,
      ]) {
        assert.ok(isAngle(text), text);
        near(parseAngle(text, 'decimal'), value, 1e-10);
        near(parseAngle(text, 'packed'), value, 1e-10);
      }
    }),
  );
});

test('a plain number has the unit of the format: degrees, packed degrees or gon', () => {
  fc.assert(
    fc.property(parts, ({ degrees, minutes, seconds, isNegative, value }) => {
      const packed = `${isNegative ? '-' : ''}${degrees}.${String(minutes).padStart(2, '0')}${seconds.toFixed(4).replace('.', '').padStart(6, '0')}`;
      near(parseAngle(packed, 'packed'), value, 1e-9);
      near(parseAngle(String(value), 'decimal'), value, 1e-12);
      near(parseAngle(String(value / 0.9), 'gon'), value, 1e-10);
      near(parseAngle(value.toFixed(9).replace('.', ','), 'decimal'), value, 1e-9);
      assert.ok(!isAngle(String(value)), 'a plain number may be anything');
    }),
  );
});

test('packing and unpacking an angle changes it by at most half of the last decimal and never gives sixty seconds', () => {
  fc.assert(
    fc.property(fc.double({ min: -360, max: 360, noNaN: true }), fc.integer({ min: 4, max: 9 }), (degrees, places) => {
      const text = toPacked(degrees, places);
      assert.match(text, /^-?\d+\.\d+$/);
      assert.equal(text.split('.')[1]!.length, places);
      const half = 0.5 / 3600 / 10 ** (places - 4);
      near(fromPacked(Number(text)), degrees, half * 1.001 + 1e-10);
    }),
    { numRuns: 500 },
  );
  assert.deepEqual(
    [toPacked(10.5, 4), toPacked(-0.5, 4), toPacked(59.99999999, 4), toPacked(-1e-9, 4)],
    ['10.3000', '-0.3000', '60.0000', '0.0000'],
  );
});

test('other texts are not angles: sixty minutes, two hemispheres, words, too many parts', () => {
  for (const text of [
    '10°60\'00"',
    '10°59\'60"',
    '10 20.5 30',
    'N10°S',
    "N 10° 20' E",
    'abc',
    '',
    '1234°',
    '10°20\'30"40',
    'x'.repeat(50),
  ])
    assert.ok(Number.isNaN(parseAngle(text, 'decimal')), text);
  for (const packed of [10.6, 10.596, 10.0061]) assert.ok(Number.isNaN(fromPacked(packed)), String(packed));
  near(parseAngle('-0°30\'0"', 'decimal'), -0.5, 1e-15);
  near(parseAngle('S0.5', 'decimal'), -0.5, 1e-15);
});

const moment = fc
  .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date(Date.UTC(2200, 0, 1)), noInvalidDate: true })
  .filter((date) => date.getUTCFullYear() >= 1);

test('a time in ISO 8601 is read to the millisecond, in any zone and any century', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, offset) => {
      const text = date.toISOString();
      assert.equal(parseTime(text), date.getTime(), text);
      assert.equal(parseTime(text.replace('T', ' ')), date.getTime());
      const local = new Date(date.getTime() + offset * 60_000);
      if (local.getUTCFullYear() < 1) return;
      const size = Math.abs(offset);
      const clock = `${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`;
      const zoned = local.toISOString().replace('Z', `${offset < 0 ? '-' : '+'}${clock}`);
      assert.equal(parseTime(zoned), date.getTime(), zoned);
      assert.ok(hasZone(zoned) && hasZone(text) && !hasZone(text.replace('Z', '')));
      assert.equal(parseTime(text.slice(0, 10)), Date.parse(text.slice(0, 10)));
    }),
    { numRuns: 300 },
  );
});

test('days, months and hours that do not exist are refused; the last instant of a day is on that day', () => {
  for (const text of [
    '2024-00-15',
    '2024-13-01',
    '2024-02-30',
    '2023-02-29',
    '2024-01-00',
    '2024-01-32',
    '2024-01-01 24:00:00',
    '2024-01-01 12:60:00',
    '31.4.2024',
    '01/02/2024',
    '2024',
    'noon',
    '',
  ])
    assert.ok(Number.isNaN(parseTime(text)), text);
  assert.equal(parseTime('2024-02-29'), Date.UTC(2024, 1, 29));
  near(parseTime('2024-05-01T23:59:59.9999Z'), Date.UTC(2024, 4, 2), 1);
  assert.equal(parseTime('1.5.2024 7:05'), Date.UTC(2024, 4, 1, 7, 5));
});
