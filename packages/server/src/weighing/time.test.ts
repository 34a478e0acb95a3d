import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseTime } from './time.ts';
import { DayOf } from './time-zone.ts';

// ISO 8601-1:2019 as required by contract.md ("any ISO 8601 with zone"). Expected values are worked out by hand or by
// Temporal, which shares no code with the tested functions.

const iso = (text: string): string => {
  const read = parseTime(text);
  assert.equal(typeof read, 'number', `${text}: ${read}`);
  return new Date(read as number).toISOString();
};

/** An offset in minutes as a zone. */
function zoneOf(minutes: number, colon: boolean): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${minutes < 0 ? '-' : '+'}${hours}${colon ? ':' : ''}${rest}`;
}

/** The notations of a day. */
const DAYS: Record<string, (day: Temporal.PlainDate) => string> = {
  calendar: (day) => day.toString(),
  'calendar, basic': (day) => day.toString().replaceAll('-', ''),
  week: (day) => `${pad(day.yearOfWeek!, 4)}-W${pad(day.weekOfYear!, 2)}-${day.dayOfWeek}`,
  'week, basic': (day) => `${pad(day.yearOfWeek!, 4)}W${pad(day.weekOfYear!, 2)}${day.dayOfWeek}`,
  ordinal: (day) => `${pad(day.year, 4)}-${pad(day.dayOfYear, 3)}`,
  'ordinal, basic': (day) => `${pad(day.year, 4)}${pad(day.dayOfYear, 3)}`,
};
const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Times that have a year of four digits in every notation and zone. */
const moments = fc.integer({ min: Date.parse('0002-01-01'), max: Date.UTC(9998, 11, 31) });

describe('a time', () => {
  test('is the same time in all of its notations and zones', () => {
    const forms = fc.record({
      moment: moments,
      offset: fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 }),
      day: fc.constantFrom(...Object.keys(DAYS)),
      letter: fc.constantFrom('T', 't', ' '),
      colon: fc.boolean(),
      point: fc.constantFrom('.', ','),
      digits: fc.integer({ min: 3, max: 24 }),
    });
    fc.assert(
      fc.property(forms, ({ moment, offset, day, letter, colon, point, digits }) => {
        const local = Temporal.Instant.fromEpochMilliseconds(moment + offset * 60_000).toZonedDateTimeISO('UTC');
        const sign = colon ? ':' : '';
        const clock = [local.hour, local.minute, local.second].map((part) => pad(part, 2)).join(sign);
        const fraction = pad(local.millisecond, 3).padEnd(digits, '0');
        const text = `${DAYS[day]!(local.toPlainDate())}${letter}${clock}${point}${fraction}${zoneOf(offset, colon)}`;
        assert.equal(parseTime(text), moment, text);
        if (offset === 0) assert.equal(parseTime(text.replace(/[+-]00:?00$/, 'Z')), moment, text);
      }),
      { numRuns: 400 },
    );
  });

  test('in the notation of JavaScript takes a fast path, with the same result, valid or not', () => {
    const two = fc.integer({ min: 0, max: 99 }).map((value) => pad(value, 2));
    // Often impossible: both paths must then report the same fault.
    const parts = fc.record({
      year: fc.constantFrom('2026', '2024', '1900', '2000', '0004'),
      month: fc.oneof(two, fc.constantFrom('01', '02', '12')),
      day: fc.oneof(two, fc.constantFrom('28', '29', '30', '31')),
      hour: fc.oneof(two, fc.constantFrom('00', '23', '24')),
      minute: fc.oneof(two, fc.constantFrom('00', '59')),
      second: fc.oneof(two, fc.constantFrom('00', '59', '60')),
      fraction: fc.constantFrom('', '.0', '.5', '.999', '.1239', '.000000001'),
    });
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second, fraction }) => {
        const text = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`;
        assert.equal(parseTime(`${text}Z`), parseTime(`${text}+00:00`), text);
      }),
      { numRuns: 600 },
    );
  });

  test('with a fraction of its last unit is rounded down to the millisecond', () => {
    const cases: [string, string][] = [
      // 0.29 h = 17.4 min = 17 min 24 s; as a double times 3 600 000 it is slightly less.
      ['2026-05-04T08.29Z', '08:17:24.000'],
      ['2026-05-04T08.57Z', '08:34:12.000'],
      ['2026-05-04T08,58Z', '08:34:48.000'],
      ['2026-05-04T08.99999999999Z', '08:59:59.999'],
      ['2026-05-04T08:15.01Z', '08:15:00.600'],
      ['2026-05-04T08:15.1Z', '08:15:06.000'],
      ['2026-05-04T0815,25Z', '08:15:15.000'],
      ['2026-05-04T08:15:30.001Z', '08:15:30.001'],
      ['2026-05-04T08:15:30.0009999Z', '08:15:30.000'],
      ['2026-05-04T08:15:30.999999999999999999999999Z', '08:15:30.999'],
      ['2026-05-04T10:15:30.999999999999999999999999+02:00', '08:15:30.999'],
      // A third of an hour in 24 digits is still less than 20 minutes.
      ['2026-05-04T08.333333333333333333333333Z', '08:19:59.999'],
    ];
    for (const [text, clock] of cases) assert.equal(iso(text), `2026-05-04T${clock}Z`, text);
    assert.equal(parseTime(`2026-05-04T08:15:30.${'1'.repeat(25)}Z`), 'form', 'more digits than 24');
    assert.equal(parseTime('2026-05-04T08:15:30.Z'), 'form', 'a point without digits');
  });

  test('may have a leap second at the end of a UTC day, whatever the time in its zone', () => {
    const taken: [string, string][] = [
      ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
      ['2016-12-31T23:59:60.75Z', '2017-01-01T00:00:00.750Z'],
      ['2017-01-01T00:59:60+01:00', '2017-01-01T00:00:00.000Z'],
      ['2017-01-01T05:29:60+05:30', '2017-01-01T00:00:00.000Z'],
      ['2016-12-31T18:59:60,5-05:00', '2017-01-01T00:00:00.500Z'],
      ['20170101T054460+0545', '2017-01-01T00:00:00.000Z'],
    ];
    for (const [text, expected] of taken) assert.equal(iso(text), expected, text);
    for (const text of [
      '2016-12-31T08:59:60Z',
      '2016-12-31T23:58:60Z',
      '2016-12-31T23:59:60+01:00',
      '2017-01-01T05:59:60+05:30',
      '2016-12-31T24:00:60Z',
      '2016-12-31T23:59:61Z',
    ])
      assert.equal(parseTime(text), 'clock', text);
  });

  test('has the days of the Gregorian calendar, year by year', () => {
    // The calendar repeats after 400 years: every fourth year, not every hundredth, but every four hundredth.
    for (let year = 1800; year < 2200; year++) {
      const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
      assert.equal(parseTime(`${year}-02-29T00:00:00Z`) === 'date', !isLeap, String(year));
      assert.equal(parseTime(`${year}-366T00:00:00Z`) === 'date', !isLeap, String(year));
      const weeks = Temporal.PlainDate.from({ year, month: 12, day: 28 }).weekOfYear!;
      assert.equal(parseTime(`${year}-W53-1T00:00:00Z`) === 'date', weeks < 53, String(year));
    }
  });

  test('reports its fault: form before zone, zone before day, day before clock', () => {
    const cases: [string, string][] = [
      ['2026-02-30T25:00:00', 'zone'],
      ['2026-02-30T25:00:00Z', 'date'],
      ['2026-02-28T25:00:00Z', 'clock'],
      ['2026-05-04T08:15:30+2:00', 'form'],
      ['2026-05-04T08:15:30+02:0', 'form'],
      ['2026-05-04T08:15:30+02:60', 'clock'],
      ['2026-05-04T08:15:30-23:59', ''],
      ['2026-05-04T08:15:30\u221202:00', ''],
      ['2026-05-04T08:15:30Z ', 'form'],
      ['2026-05-04T08:15:30ZZ', 'form'],
      ['2026-05-04T08:15:30Z\n', 'form'],
      ['2026-05-04T8:15:30Z', 'form'],
      ['26-05-04T08:15:30Z', 'form'],
      ['+02026-05-04T08:15:30Z', 'form'],
      ['2026-05-04_08:15:30Z', 'form'],
      ['2026-05-04T08-15-30Z', 'form'],
      ['2026/05/04T08:15:30Z', 'form'],
      ['2026-05T08:15:30Z', 'form'],
      ['2026-W19T08:15:30Z', 'form'],
      ['2026-W19-0T08:15:30Z', 'form'],
      ['2026-W19-8T08:15:30Z', 'form'],
      ['2026-W00-1T08:15:30Z', 'date'],
      ['2026-W54-1T08:15:30Z', 'date'],
      ['2026-05-04T24:00:00.001Z', 'clock'],
      ['2026-05-04T24.0Z', ''],
      ['2026-05-04TZ', 'form'],
      ['Mon, 04 May 2026 08:15:30 GMT', 'form'],
      ['２０２６-05-04T08:15:30Z', 'form'],
    ];
    for (const [text, fault] of cases) {
      const read = parseTime(text);
      assert.equal(typeof read === 'number' ? '' : read, fault, JSON.stringify(text));
    }
  });

  test('of any text is read as a time or a fault', () => {
    const alphabet = fc.constantFrom(...'0123456789-:.,TZW+ '.split(''), '2026-05-04', 'T08:15:30');
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 14 }), (pieces) => {
        const read = parseTime(pieces.join(''));
        if (typeof read === 'number') assert.ok(Number.isSafeInteger(read), pieces.join(''));
        else assert.ok(['form', 'zone', 'date', 'clock'].includes(read));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the day of a time', () => {
  const ZONES = [
    'Europe/Amsterdam',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  ];

  /** When the zones above left their local mean times, and Samoa the eastern side of the date line. */
  const LOCAL_CHANGES = [-4260212372000, -2422051350000, -1704152708000, -2450995200000, -2445424384000].map(
    (moment) => moment - 3_600_000,
  );

  test('is that of the calendar in the time zone, in any order of calls', () => {
    const days = new Map(ZONES.map((zone) => [zone, new DayOf(zone)]));
    const near = fc.oneof(
      fc.integer({ min: Date.UTC(1973, 0, 1), max: Date.UTC(2060, 0, 1) }),
      // Before 1973 offsets had seconds and changed at any time.
      fc.integer({ min: Date.UTC(1850, 0, 1), max: Date.UTC(1973, 0, 1) }),
      fc.constantFrom(...LOCAL_CHANGES),
      fc.constantFrom(-62_167_219_200_000, Date.UTC(9999, 11, 31, 20)),
    );
    // Steps of minutes, so that the cached quarter of an hour is used, too.
    const walks = fc.array(fc.integer({ min: -3_600_000, max: 3_600_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), near, walks, (zone, start, steps) => {
        let moment = start;
        for (const step of steps) {
          moment += step;
          const expected = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate();
          assert.equal(days.get(zone)!.of(moment), expected.toString(), `${zone} ${moment}`);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('changes with the zone: half hours, three quarters, an omitted day, a repeated hour', () => {
    const cases: [string, string, string, string][] = [
      ['America/St_Johns', '2026-05-04T02:29:59.999Z', '2026-05-03', 'two and a half hours behind in summer'],
      ['America/St_Johns', '2026-05-04T02:30:00Z', '2026-05-04', ''],
      ['Asia/Kathmandu', '2026-05-04T18:14:59.999Z', '2026-05-04', 'five and three quarters ahead'],
      ['Asia/Kathmandu', '2026-05-04T18:15:00Z', '2026-05-05', ''],
      ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29', 'Samoa had no 30 December 2011'],
      ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31', ''],
      // Clocks go back from 00:00 to 23:00 on 5 April 2025 in Chile: the 5th has an additional hour.
      ['America/Santiago', '2025-04-06T02:59:59Z', '2025-04-05', 'the repeated hour'],
      ['America/Santiago', '2025-04-06T03:30:00Z', '2025-04-05', ''],
      ['America/Santiago', '2025-04-06T04:00:00Z', '2025-04-06', ''],
      // And forward from 24:00 on 6 September 2025: the 7th starts at one o'clock.
      ['America/Santiago', '2025-09-07T03:59:59Z', '2025-09-06', ''],
      ['America/Santiago', '2025-09-07T04:00:00Z', '2025-09-07', ''],
    ];
    for (const [zone, moment, day, why] of cases)
      assert.equal(new DayOf(zone).of(Date.parse(moment)), day, `${zone} ${moment} ${why}`);
  });

  test('of a year with two digits, or more than four, is a sortable date', () => {
    const utc = new DayOf('UTC');
    assert.equal(utc.of(parseTime('0026-05-04T12:00:00Z') as number), '0026-05-04');
    assert.equal(utc.of(parseTime('0000-01-01T00:00:00Z') as number), '0000-01-01');
    assert.equal(utc.of(parseTime('0001-12-31T23:59:59Z') as number), '0001-12-31');
    assert.equal(new DayOf('Asia/Tokyo').of(parseTime('9999-12-31T23:59:59Z') as number), '+010000-01-01');
  });

  test('does not depend on the previous ticket, even if offsets once had seconds', () => {
    // Monrovia was 44 min 30 s behind until 1972: midnight there was within a quarter of an hour of UTC.
    const monrovia = new DayOf('Africa/Monrovia');
    const [before, after] = [Date.parse('1971-01-01T00:44:29Z'), Date.parse('1971-01-01T00:44:30Z')];
    assert.deepEqual([monrovia.of(before), monrovia.of(after)], ['1970-12-31', '1971-01-01']);
    assert.deepEqual([monrovia.of(after), monrovia.of(before)], ['1971-01-01', '1970-12-31']);
  });
});
