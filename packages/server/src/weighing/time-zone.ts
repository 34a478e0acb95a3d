/** No zone's offset changes more often than this. */
const QUARTER_MS = 900_000;

/** Tells the day of a moment in a time zone; tickets come in the order of time, so the last quarter of an hour is remembered. */
export class DayOf {
  readonly #format: Intl.DateTimeFormat;
  #quarter = Number.NaN;
  #day = '';

  /** @param timeZone IANA name */
  constructor(timeZone: string) {
    // Sweden writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  /** @param moment milliseconds since 1970 @returns the local date, `2026-03-29` */
  of(moment: number): string {
    const quarter = Math.floor(moment / QUARTER_MS);
    if (quarter !== this.#quarter) {
      this.#quarter = quarter;
      this.#day = this.#format.format(moment);
    }
    return this.#day;
  }
}
