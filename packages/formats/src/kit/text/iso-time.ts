/** Milliseconds from 1970 to the ends of the calendar of ECMAScript, some 270 000 years. */
export const MOST_TIME = 8.64e15;

/** A time as ISO 8601 in UTC; empty for NaN and for what no calendar reaches, which is none. @param time milliseconds since 1970 */
export function isoTime(time: number): string {
  return Math.abs(time) <= MOST_TIME ? new Date(time).toISOString() : '';
}
