import {
  CLOCK_AHEAD_MS,
  COUNTRIES,
  FAR_PAST_MS,
  type Finding,
  type FindingCode,
  massUnit,
  TEMPERATURE_CELSIUS,
} from '@fieldbridge/contract';
import { absoluteDecimal, compareDecimal, type Decimal, shortDecimal, subtractDecimal } from './decimal.ts';
import { finding } from './finding.ts';
import { leaf } from './leaves.ts';
import type { SeriesCode } from './series.ts';
import { type Ticket, WEIGHTS } from './ticket.ts';
import type { TicketReader } from './ticket-reader.ts';

/** Data besides the ticket that the rules need. */
export interface Circumstances {
  /** When the ticket arrived, milliseconds since 1970. */
  readonly now: number;
  /** Kilograms by which nett may differ from gross − tare. */
  readonly scaleInterval: Decimal;
}

type Rule = (ticket: Ticket, reader: TicketReader, circumstances: Circumstances) => readonly Finding[];

const KEYS = ['nett', 'gross', 'tare', 'cumulative'] as const;
const TIMES = [...KEYS.map((key) => WEIGHTS[key].datetime), leaf('product.temperature.datetime')];
const TEMPERATURE = { value: leaf('product.temperature.value'), unit: leaf('product.temperature.unit') };
const COUNTRY_FIELDS = [leaf('customer.countryCode'), leaf('vehicle.countryCode'), leaf('vehicle.owner.countryCode')];

/** The result of nearly every rule; shared, so never modified. */
const NONE: readonly Finding[] = Object.freeze([]);

/** The findings about some things; creates no list without any, the usual case. */
function each<T>(things: readonly T[], judge: (thing: T) => Finding | undefined): readonly Finding[] {
  let found: Finding[] | undefined;
  for (const thing of things) {
    const one = judge(thing);
    if (one !== undefined) (found ??= []).push(one);
  }
  return found ?? NONE;
}

/** The rules for a single ticket by code; those that compare it with an earlier one are `SERIES_RULES`. */
export const RULES: Readonly<Record<Exclude<FindingCode, SeriesCode>, Rule>> = {
  'weight-negative': (ticket) =>
    each(KEYS, (key) => {
      const weight = ticket[key];
      if (!weight || weight.quantity.digits >= 0n) return undefined;
      const { spelling: quantity, unit } = weight;
      return finding('weight-negative', WEIGHTS[key].quantity, { quantity, unit });
    }),

  'gross-below-tare': ({ gross, tare }) => {
    if (!gross?.kilograms || !tare?.kilograms || compareDecimal(gross.kilograms, tare.kilograms) >= 0) return NONE;
    const weights = { gross: shortDecimal(gross.kilograms), tare: shortDecimal(tare.kilograms) };
    return [finding('gross-below-tare', WEIGHTS.gross.quantity, weights)];
  },

  'nett-mismatch': ({ nett, gross, tare }, _reader, { scaleInterval }) => {
    if (!nett.kilograms || !gross?.kilograms || !tare?.kilograms) return NONE;
    const difference = subtractDecimal(gross.kilograms, tare.kilograms);
    const off = absoluteDecimal(subtractDecimal(nett.kilograms, difference));
    if (compareDecimal(off, scaleInterval) <= 0) return NONE;
    return [
      finding('nett-mismatch', WEIGHTS.nett.quantity, {
        nett: shortDecimal(nett.kilograms),
        difference: shortDecimal(difference),
        off: shortDecimal(off),
      }),
    ];
  },

  'unit-unknown': (ticket, reader) => {
    const degrees = reader.string(TEMPERATURE.unit);
    const doubtful = each(KEYS, (key) => {
      if (ticket[key]?.kilograms) return undefined;
      // Also if the unit has no quantity.
      const unit = reader.string(WEIGHTS[key].unit);
      if (unit === '' || massUnit(unit)) return undefined;
      return finding('unit-unknown', WEIGHTS[key].unit, { unit });
    });
    if (degrees === '' || celsius('0', degrees) !== undefined) return doubtful;
    return [...doubtful, finding('unit-unknown', TEMPERATURE.unit, { unit: degrees })];
  },

  'country-unknown': (_ticket, reader) =>
    each(COUNTRY_FIELDS, (field) => {
      const code = reader.string(field);
      if (code === '' || COUNTRIES.has(code.toUpperCase())) return undefined;
      return finding('country-unknown', field, { country: code });
    }),

  'time-in-future': (_ticket, reader, { now }) =>
    each(TIMES, (field) => {
      const time = reader.time(field);
      if (time === undefined || time <= now + CLOCK_AHEAD_MS) return undefined;
      const minutes = Math.round((time - now) / 60_000);
      return finding('time-in-future', field, { time: reader.string(field), minutes });
    }),

  'time-far-past': (_ticket, reader, { now }) =>
    each(TIMES, (field) => {
      const time = reader.time(field);
      if (time === undefined || time >= now - FAR_PAST_MS) return undefined;
      return finding('time-far-past', field, { time: reader.string(field) });
    }),

  'temperature-out-of-range': (_ticket, reader) => {
    const spelling = reader.number(TEMPERATURE.value);
    if (spelling === undefined) return NONE;
    const degrees = celsius(spelling, reader.string(TEMPERATURE.unit) || 'C');
    if (degrees === undefined || (degrees >= TEMPERATURE_CELSIUS.lowest && degrees <= TEMPERATURE_CELSIUS.highest))
      return NONE;
    return [finding('temperature-out-of-range', TEMPERATURE.value, { degrees: Math.round(degrees * 10) / 10 })];
  },
};

const IN_ORDER = Object.values(RULES);

/** The findings about a single ticket, in the order of the table. */
export function findingsOf(ticket: Ticket, reader: TicketReader, circumstances: Circumstances): Finding[] {
  const found: Finding[] = [];
  for (const rule of IN_ORDER) for (const one of rule(ticket, reader, circumstances)) found.push(one);
  return found;
}

/** Degrees Celsius, for which doubles are exact enough; undefined for an unknown unit. */
function celsius(spelling: string, unit: string): number | undefined {
  const value = Number(spelling);
  switch (unit.toUpperCase().replace('°', '')) {
    case 'C':
    case 'CEL':
      return value;
    case 'F':
    case 'FAH':
      return ((value - 32) * 5) / 9;
    case 'K':
    case 'KEL':
      return value - 273.15;
  }
  return undefined;
}
