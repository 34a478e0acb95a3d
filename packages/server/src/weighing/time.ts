/** The fault of a text that is not a valid time. */
export type TimeFault = 'form' | 'zone' | 'date' | 'clock';

const DATE =
  '(?<year>\\d{4})(?:-(?<month>\\d\\d)-(?<day>\\d\\d)|(?<monthB>\\d\\d)(?<dayB>\\d\\d)|-?W(?<week>\\d\\d)-?(?<weekday>[1-7])|-?(?<ordinal>\\d{3}))';
const CLOCK = '(?<hour>\\d\\d)(?::?(?<minute>\\d\\d)(?::?(?<second>\\d\\d))?)?(?:[.,](?<fraction>\\d{1,24}))?';
const ZONE = '(?<zone>[Zz]|(?<sign>[+\\-\\u2212])(?<zoneHour>\\d\\d)(?::?(?<zoneMinute>\\d\\d))?)';
const FORM = new RegExp(`^${DATE}[Tt ]${CLOCK}${ZONE}?$`);

const DAY = 86_400_000;
/** Days from 1 March of the year 0 to 1970-01-01. */
const DAYS_TO_1970 = 719_468;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Parses a date and time of ISO 8601 with a zone: calendar, week or ordinal date, extended or basic form, comma or
 * point before a fraction of the last unit, `24:00` and a leap second at the end of a day.
 * @returns milliseconds since 1970-01-01T00:00Z (rounded down), or the fault: the `form`, a missing `zone`, a `date` or
 * a
 *   `clock` reading that does not exist
 */
export function parseTime(text: string): number | TimeFault {
  const usual = parseUsual(text);
  if (usual !== undefined) return usual;
  const found = FORM.exec(text)?.groups;
  if (!found) return 'form';
  if (!found['zone']) return 'zone';
  const midnight = dayOf(found);
  if (midnight === undefined) return 'date';
  const local = clockOf(midnight, found);
  const offset = offsetOf(found);
  if (typeof local === 'string' || offset === undefined) return 'clock';
  return found['second'] === '60' && !isLeapSecond(local - offset) ? 'clock' : local - offset;
}

/** Whether a 60th second is allowed: at the end of a UTC day, whatever the local time is. */
function isLeapSecond(moment: number): boolean {
  const sinceMidnight = moment - Math.floor(moment / DAY) * DAY;
  return sinceMidnight < 1000;
}

/** Length of `2026-05-04T08:15:30`. */
const SECONDS_LONG = 19;
const MOST_FRACTION = 9;

/**
 * Fast path for the form that nearly every program writes, `2026-05-04T08:15:30Z` with or without a fraction, read
 * character by character, because a ticket has up to five times and each is used more than once.
 * @returns as `parseTime`; undefined for every other form
 */
function parseUsual(text: string): number | TimeFault | undefined {
  if (text.length < SECONDS_LONG + 1 || text.charCodeAt(10) !== 0x54) return undefined;
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return undefined;
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return undefined;
  const last = text.length - 1;
  if (text.charCodeAt(last) !== 0x5a) return undefined;
  const year = pair(text, 0) * 100 + pair(text, 2);
  const [month, day] = [pair(text, 5), pair(text, 8)];
  const [hour, minute, second] = [pair(text, 11), pair(text, 14), pair(text, 17)];
  let rest = 0;
  if (last > SECONDS_LONG) {
    const digits = last - SECONDS_LONG - 1;
    if (text.charCodeAt(SECONDS_LONG) !== 0x2e || digits === 0 || digits > MOST_FRACTION) return undefined;
    for (let i = 0, worth = 100; i < digits; i++, worth /= 10)
      rest += Math.floor(worth) * digit(text, SECONDS_LONG + 1 + i);
  }
  // A character that is not a digit made its number NaN.
  if (Number.isNaN(year + month + day + hour + minute + second + rest)) return undefined;
  const midnight = calendarDay(year, month, day);
  if (midnight === undefined) return 'date';
  const time = clock(midnight, hour, minute, second, rest);
  return second === 60 && typeof time === 'number' && !isLeapSecond(time) ? 'clock' : time;
}

/** The number of two digits; NaN for other characters. */
function pair(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

type Groups = Record<string, string | undefined>;

function dayOf(found: Groups): number | undefined {
  const year = Number(found['year']);
  if (found['week'] !== undefined) return weekDay(year, Number(found['week']), Number(found['weekday']));
  if (found['ordinal'] !== undefined) return ordinalDay(year, Number(found['ordinal']));
  return calendarDay(year, Number(found['month'] ?? found['monthB']), Number(found['day'] ?? found['dayB']));
}

/** Midnight UTC of a calendar date; undefined if the day does not exist (30 February). */
function calendarDay(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined;
  if (day > MONTH_DAYS[month - 1]! + (month === 2 && isLeap(year) ? 1 : 0)) return undefined;
  return daysBefore(year, month, day) * DAY;
}

/**
 * Days from 1970-01-01 to a date of the Gregorian calendar, which repeats every 400 years. Years are counted from
 * March, so that the leap day is their last. `Date.UTC` is slower and maps the years 0 to 99 to 1900 to 1999.
 */
function daysBefore(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  // From March on, months have 31, 30, 31, 30, 31 days repeatedly.
  return years * 365 + leapDays + Math.floor((153 * months + 2) / 5) + day - 1 - DAYS_TO_1970;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function ordinalDay(year: number, ordinal: number): number | undefined {
  const first = calendarDay(year, 1, 1)!;
  const inside = ordinal >= 1 && first + (ordinal - 1) * DAY < calendarDay(year + 1, 1, 1)!;
  return inside ? first + (ordinal - 1) * DAY : undefined;
}

/** ISO 8601 week dates: week 1 contains 4 January; Monday is day 1. */
function weekDay(year: number, week: number, weekday: number): number | undefined {
  const monday = (of: number): number => {
    const fourth = calendarDay(of, 1, 4)!;
    return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
  };
  const day = monday(year) + ((week - 1) * 7 + weekday - 1) * DAY;
  return week >= 1 && day < monday(year + 1) ? day : undefined;
}

function clockOf(midnight: number, found: Groups): number | 'clock' {
  const [hour, minute, second] = [Number(found['hour']), Number(found['minute'] ?? 0), Number(found['second'] ?? 0)];
  // The fraction belongs to the smallest unit in the text.
  const unit = found['second'] !== undefined ? 1000 : found['minute'] !== undefined ? 60_000 : 3_600_000;
  const fraction = found['fraction'] ?? '';
  // As a double, 0.29 of an hour would be a millisecond less.
  const rest = fraction === '' ? 0 : Number((BigInt(fraction) * BigInt(unit)) / 10n ** BigInt(fraction.length));
  return clock(midnight, hour, minute, second, rest);
}

function clock(midnight: number, hour: number, minute: number, second: number, rest: number): number | 'clock' {
  const endOfDay = hour === 24 && minute === 0 && second === 0 && rest === 0;
  // A 60th second may be a leap second, which depends on the zone.
  if ((hour > 23 && !endOfDay) || minute > 59 || second > 60) return 'clock';
  return midnight + ((hour * 60 + minute) * 60 + second) * 1000 + rest;
}

function offsetOf(found: Groups): number | undefined {
  if (!found['sign']) return 0;
  const [hours, minutes] = [Number(found['zoneHour']), Number(found['zoneMinute'] ?? 0)];
  if (hours > 23 || minutes > 59) return undefined;
  const offset = (hours * 60 + minutes) * 60_000;
  return found['sign'] === '+' ? offset : -offset;
}
