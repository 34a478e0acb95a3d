/** From here on offsets only change at quarter hours of UTC: Liberia was the last exception, until 1972. */
const WHOLE_QUARTERS = Date.UTC(1973, 0, 1);
/** From here on years have five digits. */
const LONG_YEARS = Date.UTC(10_000, 0, 1) - 86_400_000;
const QUARTER_MS = 900_000;

/**
 * Finds the day of a time in a time zone. Tickets come in the order of time, so the last quarter of an hour is cached.
 */
export class DayOf {
  readonly #timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  #quarter = Number.NaN;
  #day = '';
  #from = Number.NaN;
  #to = Number.NaN;
  #oldDay = '';

  /** @param timeZone IANA name */
  constructor(timeZone: string) {
    this.#timeZone = timeZone;
    // Sweden writes dates like ISO 8601.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  /** @param moment milliseconds since 1970 @returns the local date, `2026-03-29` */
  of(moment: number): string {
    if (moment < WHOLE_QUARTERS || moment >= LONG_YEARS) return this.#longAgo(moment);
    const quarter = Math.floor(moment / QUARTER_MS);
    if (quarter !== this.#quarter) {
      this.#quarter = quarter;
      this.#day = this.#format.format(moment);
    }
    return this.#day;
  }

  /**
   * For early years, including those typed with two digits, for which the Swedish format would give `26-03-29`. This
   * takes fifty times as long, so the whole day is cached unless the zone changes its offset during it.
   */
  #longAgo(moment: number): string {
    if (moment >= this.#from && moment < this.#to) return this.#oldDay;
    const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(this.#timeZone);
    const from = local.startOfDay();
    const to = from.add({ days: 1 });
    const isEven = from.offsetNanoseconds === to.offsetNanoseconds;
    [this.#from, this.#to] = isEven ? [from.epochMilliseconds, to.epochMilliseconds] : [Number.NaN, Number.NaN];
    return (this.#oldDay = local.toPlainDate().toString());
  }
}
