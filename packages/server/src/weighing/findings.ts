import {
  CLOCK_AHEAD_MS,
  COUNTRIES,
  FAR_PAST_MS,
  type Finding,
  type FindingCode,
  TEMPERATURE_CELSIUS,
} from '@fieldbridge/contract';
import { absoluteDecimal, compareDecimal, parseDecimal, subtractDecimal } from './decimal.ts';
import { finding, kilograms } from './finding.ts';
import type { SeriesCode } from './series.ts';
import type { Ticket, TicketReader } from './ticket.ts';

/** What the rules look at besides the ticket. */
export interface Circumstances {
  /** When the ticket arrived, milliseconds since 1970. */
  readonly now: number;
  /** Kilograms that nett may differ from gross − tare. */
  readonly scaleIntervalKg: number;
}

type Rule = (ticket: Ticket, reader: TicketReader, circumstances: Circumstances) => readonly Finding[];

const WEIGHTS = [
  ['nett', 'nettWeight'],
  ['gross', 'grossWeight'],
  ['tare', 'tareWeight'],
  ['cumulative', 'cumulativeWeight'],
] as const;
const TIMES = [...WEIGHTS.map(([, name]) => [name, 'datetime']), ['product', 'temperature', 'datetime']];
const TEMPERATURE_UNIT = ['product', 'temperature', 'unit'];
const TEMPERATURE_VALUE = ['product', 'temperature', 'value'];
const COUNTRY_FIELDS = [
  ['customer', 'countryCode'],
  ['vehicle', 'countryCode'],
  ['vehicle', 'owner', 'countryCode'],
];

/** What nearly every rule answers; shared, so never added to. */
const NONE: readonly Finding[] = Object.freeze([]);

/** The findings about a few things; makes no list while there are none, which is nearly always. */
function each<T>(things: readonly T[], judge: (thing: T) => Finding | undefined): readonly Finding[] {
  let found: Finding[] | undefined;
  for (const thing of things) {
    const one = judge(thing);
    if (one !== undefined) (found ??= []).push(one);
  }
  return found ?? NONE;
}

/** The rules that look at a ticket alone, under their codes; those that compare it with an earlier one are `SERIES_RULES`. */
export const RULES: Readonly<Record<Exclude<FindingCode, SeriesCode>, Rule>> = {
  'weight-negative': (ticket) =>
    each(WEIGHTS, ([key, name]) => {
      const weight = ticket[key];
      if (!weight || weight.quantity.digits >= 0n) return undefined;
      return finding('weight-negative', [name, 'quantity'], `${name} is ${weight.spelling} ${weight.unit}`);
    }),

  'gross-below-tare': ({ gross, tare }) => {
    if (!gross?.kilograms || !tare?.kilograms || compareDecimal(gross.kilograms, tare.kilograms) >= 0) return NONE;
    return [
      finding(
        'gross-below-tare',
        ['grossWeight', 'quantity'],
        `gross ${kilograms(gross.kilograms)} is less than tare ${kilograms(tare.kilograms)}`,
      ),
    ];
  },

  'nett-mismatch': ({ nett, gross, tare }, _reader, { scaleIntervalKg }) => {
    if (!nett.kilograms || !gross?.kilograms || !tare?.kilograms) return NONE;
    const difference = subtractDecimal(gross.kilograms, tare.kilograms);
    const off = absoluteDecimal(subtractDecimal(nett.kilograms, difference));
    if (compareDecimal(off, parseDecimal(String(scaleIntervalKg))!) <= 0) return NONE;
    return [
      finding(
        'nett-mismatch',
        ['nettWeight', 'quantity'],
        `nett ${kilograms(nett.kilograms)} differs from gross − tare ${kilograms(difference)} by ${kilograms(off)}`,
      ),
    ];
  },

  'unit-unknown': (ticket, reader) => {
    const path = TEMPERATURE_UNIT;
    const degrees = reader.string(path);
    const doubtful = each(WEIGHTS, ([key, name]) => {
      const weight = ticket[key];
      if (!weight || weight.unit === '' || weight.kilograms) return undefined;
      return finding('unit-unknown', [name, 'unit'], `the unit ${JSON.stringify(weight.unit)} of ${name} is not known`);
    });
    if (degrees === '' || celsius('0', degrees) !== undefined) return doubtful;
    return [
      ...doubtful,
      finding('unit-unknown', path, `the unit ${JSON.stringify(degrees)} of the temperature is not known`),
    ];
  },

  'country-unknown': (_ticket, reader) =>
    each(COUNTRY_FIELDS, (path) => {
      const code = reader.string(path);
      if (code === '' || COUNTRIES.has(code.toUpperCase())) return undefined;
      return finding('country-unknown', path, `${JSON.stringify(code)} is not an assigned country code`);
    }),

  'time-in-future': (_ticket, reader, { now }) =>
    each(reader.timesAt(TIMES), ({ path, time }) => {
      if (time <= now + CLOCK_AHEAD_MS) return undefined;
      return finding(
        'time-in-future',
        path,
        `${reader.string(path)} lies ${Math.round((time - now) / 60_000)} minutes ahead`,
      );
    }),

  'time-far-past': (_ticket, reader, { now }) =>
    each(reader.timesAt(TIMES), ({ path, time }) => {
      if (time >= now - FAR_PAST_MS) return undefined;
      return finding('time-far-past', path, `${reader.string(path)} lies more than ten years back`);
    }),

  'temperature-out-of-range': (_ticket, reader) => {
    const path = TEMPERATURE_VALUE;
    const spelling = reader.number(path);
    if (spelling === undefined) return NONE;
    const degrees = celsius(spelling, reader.string(TEMPERATURE_UNIT) || 'C');
    if (degrees === undefined || (degrees >= TEMPERATURE_CELSIUS.lowest && degrees <= TEMPERATURE_CELSIUS.highest))
      return NONE;
    return [
      finding('temperature-out-of-range', path, `the product temperature is ${Math.round(degrees * 10) / 10} °C`),
    ];
  },
};

const IN_ORDER = Object.values(RULES);

/** What is doubtful about a ticket by itself, in the order of the table. */
export function findingsOf(ticket: Ticket, reader: TicketReader, circumstances: Circumstances): Finding[] {
  const found: Finding[] = [];
  for (const rule of IN_ORDER) for (const one of rule(ticket, reader, circumstances)) found.push(one);
  return found;
}

/** Degrees Celsius; a doubt needs no exact arithmetic. Undefined for an unknown unit. */
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
