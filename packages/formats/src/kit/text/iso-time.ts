/** Milliseconds from 1970 to the ends of ECMAScript's calendar, about 270 000 years. */
export const MOST_TIME = 8.64e15;

/** A time as ISO 8601 in UTC; empty for NaN and times beyond the calendar. @param time milliseconds since 1970 */
export function isoTime(time: number): string {
  return Math.abs(time) <= MOST_TIME ? new Date(time).toISOString() : '';
}
