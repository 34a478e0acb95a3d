import { CellFault, faultOf } from './fault.ts';
import { MapFault } from './map-fault.ts';

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
   * @throws MapFault for a format that states no whole day, an unknown zone, or a format that needs a zone
   */
  constructor(format: string | undefined, zone: string | undefined) {
    if (zone !== undefined && !isZone(zone)) throw new MapFault(faultOf('zone-unknown', { zone }));
    this.#format = format;
    this.#zone = zone;
    this.#fields = [];
    if (format === undefined) return;
    const fields: Field[] = [];
    const text = format.replace(/([A-Za-z])\1*|[^A-Za-z]/g, (run) => {
      const part = PARTS[run];
      if (part === undefined && /[A-Za-z]/.test(run) && run !== 'T')
        throw new MapFault(faultOf('format-part', { part: run, parts: Object.keys(PARTS).join(', ') }));
      if (part === undefined) return RegExp.escape(run);
      fields.push(part.field);
      return `(${part.pattern})`;
    });
    for (const field of ['year', 'month', 'day'] as const)
      if (!fields.includes(field)) throw new MapFault(faultOf('format-lacks', { format, part: field }));
    const twice = fields.find((field, i) => fields.indexOf(field) !== i);
    if (twice !== undefined) throw new MapFault(faultOf('format-twice', { format, part: twice }));
    if (zone === undefined && !fields.includes('offset')) throw new MapFault(faultOf('format-offset', { format }));
    this.#fields = fields;
    this.#pattern = new RegExp(`^${text}$`);
  }

  /**
   * @param cell the text of a time
   * @returns it as ISO 8601 with an offset; the cell itself if it may be that already
   * @throws CellFault if it does not match the format, does not exist or is ambiguous in the zone
   */
  iso(cell: string): string {
    if (this.#pattern === undefined) return this.#zone !== undefined && LOCAL.test(cell) ? this.#inZone(cell) : cell;
    const found = this.#pattern.exec(cell);
    if (found === null)
      throw new CellFault(faultOf('not-of-form', { cell: JSON.stringify(cell), format: this.#format! }));
    const part = (field: Field): string | undefined => found[this.#fields.indexOf(field) + 1];
    const value = (field: Field): number => (this.#fields.includes(field) ? Number(part(field)) : 0);
    const year = value('year');
    const local = {
      year: part('year')!.length === 2 ? CENTURY + year : year,
      month: value('month'),
      day: value('day'),
    };
    const clock = { hour: value('hour'), minute: value('minute'), second: value('second') };
    const { year: y, month, day } = local;
    const time = wallTime(y, month, day, clock.hour, clock.minute, clock.second);
    if (time === undefined) throw new CellFault(faultOf('no-such-time', { cell: JSON.stringify(cell) }));
    return this.#fields.includes('offset') ? `${time}${part('offset')}` : this.#inZone(time);
  }

  /** @param local ISO 8601, perhaps with a space, without seconds, or with a decimal comma */
  #inZone(local: string): string {
    const [whole, fraction = ''] = local.replace(' ', 'T').replace(',', '.').split('.') as [string, string?];
    const [year, month, day, hour, minute, second = 0] = whole.split(/[-T:]/).map(Number) as number[];
    const time = wallTime(year!, month!, day!, hour!, minute!, second);
    if (time === undefined) throw new CellFault(faultOf('no-such-time', { cell: JSON.stringify(local) }));
    const offsets = offsetsAt(Date.parse(`${time}Z`), this.#zone!);
    if (offsets.length !== 1) {
      const code = offsets.length > 1 ? 'time-twice' : 'time-skipped';
      throw new CellFault(faultOf(code, { cell: local, zone: this.#zone! }));
    }
    return `${time}${fraction === '' ? '' : `.${fraction}`}${offsetText(offsets[0]!)}`;
  }
}

/** A time of the calendar as ISO 8601; undefined if the calendar does not have it. */
function wallTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): string | undefined {
  const made = new Date(0);
  made.setUTCFullYear(year, month - 1, day);
  made.setUTCHours(hour, minute, second);
  const parts = [made.getUTCFullYear(), made.getUTCMonth() + 1, made.getUTCDate()];
  const clock = [made.getUTCHours(), made.getUTCMinutes(), made.getUTCSeconds()];
  const exists = [...parts, ...clock].join() === [year, month, day, hour, minute, second].join();
  return exists ? made.toISOString().slice(0, 19) : undefined;
}

const DAY_MS = 86_400_000;

/** The offsets, in milliseconds, that a zone has when its clocks show a time. @param wall that time as if in UTC */
function offsetsAt(wall: number, zone: string): number[] {
  // Clocks change by less than a day: the offsets around a change are those of the day before and after.
  const around = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetOf(at, zone));
  return [...new Set(around)].filter((offset) => offsetOf(wall - offset, zone) === offset);
}

/** How far the clocks of a zone are ahead of UTC at a moment. */
function offsetOf(moment: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Made once for each zone: it takes longer than a hundred uses. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-u-ca-iso8601', {
      ...{ ...numeric, minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone },
    });
  clocks.set(timeZone, made);
  return made;
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
