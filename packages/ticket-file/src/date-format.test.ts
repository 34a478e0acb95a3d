import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DateFormat } from './date-format.ts';
import { MapFault } from './map-fault.ts';

const AMSTERDAM = 'Europe/Amsterdam';

describe('a time of an old file', () => {
  for (const [format, zone, cell, iso] of [
    ['dd.MM.yyyy HH:mm', AMSTERDAM, '04.05.2026 10:00', '2026-05-04T10:00:00+02:00'],
    ['dd.MM.yyyy HH:mm', AMSTERDAM, '04.01.2026 10:00', '2026-01-04T10:00:00+01:00'],
    ['d-M-yy H:mm', AMSTERDAM, '4-5-26 7:05', '2026-05-04T07:05:00+02:00'],
    ['yyyyMMddHHmmss', 'UTC', '20260504101530', '2026-05-04T10:15:30+00:00'],
    ['MM/dd/yyyy', 'America/New_York', '05/04/2026', '2026-05-04T00:00:00-04:00'],
    ['yyyy-MM-ddTHH:mm:ssX', undefined, '2026-05-04T10:15:30+0200', '2026-05-04T10:15:30+0200'],
    ['yyyy-MM-dd HH:mm X', AMSTERDAM, '2026-05-04 10:15 Z', '2026-05-04T10:15:00Z'],
    ['[dd|MM] (yyyy)', 'UTC', '[04|05] (2026)', '2026-05-04T00:00:00+00:00'],
    [undefined, AMSTERDAM, '2026-05-04 10:15', '2026-05-04T10:15:00+02:00'],
    [undefined, AMSTERDAM, '2026-05-04T10:15:30,25', '2026-05-04T10:15:30.25+02:00'],
    [undefined, AMSTERDAM, '2026-05-04T10:15:30Z', '2026-05-04T10:15:30Z'],
  ] as const)
    test(`${cell} in ${format ?? 'ISO 8601'}, ${zone ?? 'with its offset'}`, () => {
      assert.equal(new DateFormat(format, zone).iso(cell), iso);
    });

  for (const [cell, sentence] of [
    ['05/04/2026 10:00', /"05\/04\/2026 10:00" does not have the form dd\.MM\.yyyy HH:mm/],
    ['31.02.2026 10:00', /"31\.02\.2026 10:00" is not a date and time that exists/],
    ['04.05.2026 24:00', /not a date and time that exists/],
    ['29.03.2026 02:30', /does not exist in Europe\/Amsterdam, because the clocks change then/],
    ['25.10.2026 02:30', /occurs twice in Europe\/Amsterdam/],
  ] as const)
    test(`${cell} is refused`, () => {
      const dates = new DateFormat('dd.MM.yyyy HH:mm', AMSTERDAM);
      assert.throws(
        () => dates.iso(cell),
        (error: Error) => error instanceof RangeError && sentence.test(error.message),
      );
    });
});

describe('a date format is refused', () => {
  for (const [format, zone, sentence] of [
    ['dd.MM.yyyy HH:mm', undefined, /add a time zone \(--time-zone/],
    ['dd.MM.yyyy', 'Europe/Utrecht', /"Europe\/Utrecht" is not a known time zone/],
    ['MM.yyyy', 'UTC', /has no day/],
    ['dd.mm.yyyy', 'UTC', /has no month/],
    ['DD.MM.YYYY', 'UTC', /"DD", which is not one of yyyy/],
    ['dd.MM.yyyy HH:mm dd', 'UTC', /has two parts for the day/],
  ] as const)
    test(`${format} ${zone ?? ''}`, () => {
      assert.throws(
        () => new DateFormat(format, zone),
        (error: Error) => error instanceof MapFault && sentence.test(error.message),
      );
    });
});
