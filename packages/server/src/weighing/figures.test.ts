import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plateKey } from './ticket.ts';
import { parseTime } from './time.ts';
import { DayOf } from './time-zone.ts';

const times: [string, string][] = [
  ['2026-05-04T08:15:30.000Z', '2026-05-04T08:15:30.000Z'],
  ['2026-05-04T10:15:30,5+02:00', '2026-05-04T08:15:30.500Z'],
  ['2026-05-04T08:15:30.123456789Z', '2026-05-04T08:15:30.123Z'],
  ['20260504T081530Z', '2026-05-04T08:15:30.000Z'],
  ['2026-05-04T08:15-0330', '2026-05-04T11:45:00.000Z'],
  ['2026-05-04T08Z', '2026-05-04T08:00:00.000Z'],
  ['2026-05-04T08.5Z', '2026-05-04T08:30:00.000Z'],
  ['2026-W19-1T08:15:30Z', '2026-05-04T08:15:30.000Z'],
  ['2026W191T081530Z', '2026-05-04T08:15:30.000Z'],
  ['2026-124T08:15:30+00', '2026-05-04T08:15:30.000Z'],
  ['2026124T08:15:30Z', '2026-05-04T08:15:30.000Z'],
  ['2026-05-03T24:00:00Z', '2026-05-04T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00z', '2024-02-29T00:00:00.000Z'],
  ['2020-W53-7T00:00:00Z', '2021-01-03T00:00:00.000Z'],
  ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
];
for (const [text, expected] of times)
  test(`time ${text}`, () => assert.equal(new Date(parseTime(text) as number).toISOString(), expected));

const noTimes: [string, string][] = [
  ['2026-02-30T00:00:00Z', 'date'],
  ['2023-02-29T00:00:00.000Z', 'date'],
  ['2026-13-01T00:00:00Z', 'date'],
  ['2026-00-10T00:00:00Z', 'date'],
  ['2026-04-31T00:00:00+02:00', 'date'],
  ['2026-366T00:00:00Z', 'date'],
  ['2026-000T00:00:00Z', 'date'],
  ['2021-W53-1T00:00:00Z', 'date'],
  ['2026-05-04T24:00:01Z', 'clock'],
  ['2026-05-04T08:60:00Z', 'clock'],
  ['2026-05-04T08:15:61Z', 'clock'],
  ['2026-05-04T08:15:30+24:00', 'clock'],
  ['2026-05-04T08:15:30', 'zone'],
  ['2026-05-04T08:15:30.000', 'zone'],
  ['2026-05-04', 'form'],
  ['04-05-2026T08:15:30Z', 'form'],
  ['2026-05-04T08:15:30 Europe/Amsterdam', 'form'],
  ['', 'form'],
  ['1777882530', 'form'],
];
for (const [text, fault] of noTimes) test(`no time ${text}: ${fault}`, () => assert.equal(parseTime(text), fault));

test('times written by JavaScript are read back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      assert.equal(parseTime(date.toISOString()), date.getTime());
    }),
  );
});

test('a day is that of the time zone, across both changes of the clock', () => {
  const amsterdam = new DayOf('Europe/Amsterdam');
  const days: [string, string][] = [
    ['2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-03-29T22:00:00Z', '2026-03-30'],
    ['2026-10-25T22:59:00Z', '2026-10-25'],
    ['2026-10-25T23:00:00Z', '2026-10-26'],
  ];
  for (const [moment, day] of days) assert.equal(amsterdam.of(Date.parse(moment)), day, moment);
  assert.equal(new DayOf('Asia/Kathmandu').of(Date.parse('2026-05-04T18:15:00Z')), '2026-05-05');
});

test('licence plates are compared ignoring case, spaces, dots and dashes', () => {
  assert.equal(plateKey('ab-12 c.d'), 'AB12CD');
});
