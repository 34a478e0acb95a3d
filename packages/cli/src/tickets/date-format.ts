import { UsageError } from '../command.ts';

/** Letters of a format (Unicode TR 35) and the digits they stand for; `X` stands for an offset such as +02:00 or Z. */
const PARTS: Readonly<Record<string, { readonly field: Field; readonly pattern: string }>> = {
  yyyy: { field: 'year', pattern: '\\d{4}' },
  yy: { field: 'year', pattern: '\\d{2}' },
  MM: { field: 'month', pattern: '\\d{2}' },
  M: { field: 'month', pattern: '\\d{1,2}' },
  dd: { field: 'day', pattern: '\\d{2}' },
  d: { field: 'day', pattern: '\\d{1,2}' },
  HH: { field: 'hour', pattern: '\\d{2}' },
  H: { field: 'hour', pattern: '\\d{1,2}' },
  mm: { field: 'minute', pattern: '\\d{2}' },
  ss: { field: 'second', pattern: '\\d{2}' },
  X: { field: 'offset', pattern: 'Z|[+-]\\d{2}:?\\d{2}' },
};

type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'offset';

/** Two-digit years: tickets are of this century. */
const CENTURY = 2000;
/** ISO 8601 without an offset, as many programs write it. */
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;

/** Reads times as old programs write them. */
export class DateFormat {
  readonly #pattern: RegExp | undefined;
  readonly #fields: readonly Field[];
  readonly #format: string | undefined;
  readonly #zone: string | undefined;

  /**
   * @param format for instance `dd.MM.yyyy HH:mm`; undefined reads ISO 8601
   * @param zone IANA name of the zone that times without an offset are in
   * @throws UsageError for a format that states no whole day, an unknown zone, or a format that needs a zone
   */
  constructor(format: string | undefined, zone: string | undefined) {
    if (zone !== undefined && !isZone(zone))
      throw new UsageError(`--time-zone: "${zone}" is not a known time zone; write it as in Europe/Amsterdam`);
    this.#format = format;
    this.#zone = zone;
    this.#fields = [];
    if (format === undefined) return;
    const fields: Field[] = [];
    const text = format.replace(/([A-Za-z])\1*|[^A-Za-z]/g, (run) => {
      const part = PARTS[run];
      if (part === undefined && /[A-Za-z]/.test(run) && run !== 'T')
        throw new UsageError(`--date-format: "${run}" is not one of ${Object.keys(PARTS).join(', ')}`);
      if (part === undefined) return RegExp.escape(run);
      fields.push(part.field);
      return `(${part.pattern})`;
    });
    for (const field of ['year', 'month', 'day'] as const)
      if (!fields.includes(field)) throw new UsageError(`--date-format: "${format}" has no ${field}`);
    const twice = fields.find((field, i) => fields.indexOf(field) !== i);
    if (twice !== undefined) throw new UsageError(`--date-format: "${format}" has two parts for the ${twice}`);
    if (zone === undefined && !fields.includes('offset'))
      throw new UsageError(`--date-format "${format}" states no offset from UTC; add --time-zone Europe/Amsterdam`);
    this.#fields = fields;
    this.#pattern = new RegExp(`^${text}$`);
  }

  /**
   * @param cell the text of a time
   * @returns it as ISO 8601 with an offset; the cell itself if it may be that already
   * @throws RangeError with a sentence if it does not match the format, does not exist or is ambiguous in the zone
   */
  iso(cell: string): string {
    if (this.#pattern === undefined) return this.#zone !== undefined && LOCAL.test(cell) ? this.#inZone(cell) : cell;
    const found = this.#pattern.exec(cell);
    if (found === null) throw new RangeError(`${JSON.stringify(cell)} is not of the form ${this.#format}`);
    const part = (field: Field): string | undefined => found[this.#fields.indexOf(field) + 1];
    const value = (field: Field): number => (this.#fields.includes(field) ? Number(part(field)) : 0);
    const year = value('year');
    const local = {
      year: part('year')!.length === 2 ? CENTURY + year : year,
      month: value('month'),
      day: value('day'),
    };
    const clock = { hour: value('hour'), minute: value('minute'), second: value('second') };
    let time: string;
    try {
      time = Temporal.PlainDateTime.from({ ...local, ...clock }, { overflow: 'reject' }).toString();
    } catch {
      throw new RangeError(`${JSON.stringify(cell)} is not a date and time that exists`);
    }
    return this.#fields.includes('offset') ? `${time}${part('offset')}` : this.#inZone(time);
  }

  #inZone(local: string): string {
    const time = Temporal.PlainDateTime.from(local.replace(',', '.'));
    try {
      const zoned = time.toZonedDateTime(this.#zone!, { disambiguation: 'reject' });
      return zoned.toString({ timeZoneName: 'never' });
    } catch {
      const early = time.toZonedDateTime(this.#zone!, { disambiguation: 'earlier' });
      const happens = early.toPlainDateTime().equals(time) ? 'occurs twice' : 'does not exist';
      throw new RangeError(`${local} ${happens} in ${this.#zone}, where clocks change then; state its offset from UTC`);
    }
  }
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
