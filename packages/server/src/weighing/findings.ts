import {
  CLOCK_AHEAD_MS,
  COUNTRIES,
  FAR_PAST_MS,
  type Finding,
  type FindingCode,
  TARE_SPREAD_KG,
  TARE_SPREAD_PERCENT,
  TEMPERATURE_CELSIUS,
} from '@fieldbridge/contract';
import {
  absoluteDecimal,
  compareDecimal,
  type Decimal,
  multiplyDecimal,
  parseDecimal,
  shortDecimal,
  subtractDecimal,
} from './decimal.ts';
import type { Ticket, TicketReader } from './ticket.ts';

/** What the rules look at besides the ticket. */
export interface Circumstances {
  /** When the ticket arrived, milliseconds since 1970. */
  readonly now: number;
  /** Kilograms that nett may differ from gross − tare. */
  readonly scaleIntervalKg: number;
  /** The vehicle's last tare at this weigh bridge, kilograms. */
  readonly lastTare?: Decimal;
  /** The last cumulative weight with the same weigh bridge, customer, project and product, kilograms. */
  readonly lastCumulative?: Decimal;
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

const finding = (code: FindingCode, path: readonly string[], text: string): Finding => ({
  code,
  pointer: `#/${path.join('/')}`,
  text,
});
const kilograms = (value: Decimal): string => `${shortDecimal(value)} kg`;
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

/** The rules of the findings table, under their codes. */
export const RULES: Readonly<Record<FindingCode, Rule>> = {
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
    each(TIMES, (path) => {
      const time = reader.time(path);
      if (time === undefined || time <= now + CLOCK_AHEAD_MS) return undefined;
      return finding(
        'time-in-future',
        path,
        `${reader.string(path)} lies ${Math.round((time - now) / 60_000)} minutes ahead`,
      );
    }),

  'time-far-past': (_ticket, reader, { now }) =>
    each(TIMES, (path) => {
      const time = reader.time(path);
      if (time === undefined || time >= now - FAR_PAST_MS) return undefined;
      return finding('time-far-past', path, `${reader.string(path)} lies more than ten years back`);
    }),

  'tare-unusual': ({ tare }, _reader, { lastTare }) => {
    if (!tare?.kilograms || !lastTare) return NONE;
    const off = absoluteDecimal(subtractDecimal(tare.kilograms, lastTare));
    const part = multiplyDecimal(absoluteDecimal(lastTare), { digits: BigInt(TARE_SPREAD_PERCENT), scale: 2 });
    const spread = { digits: BigInt(TARE_SPREAD_KG), scale: 0 };
    if (compareDecimal(off, spread) <= 0 || compareDecimal(off, part) <= 0) return NONE;
    return [
      finding(
        'tare-unusual',
        ['tareWeight', 'quantity'],
        `tare ${kilograms(tare.kilograms)}, the vehicle's last was ${kilograms(lastTare)}`,
      ),
    ];
  },

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

  'cumulative-falling': ({ cumulative }, _reader, { lastCumulative }) => {
    if (!cumulative?.kilograms || !lastCumulative || compareDecimal(cumulative.kilograms, lastCumulative) >= 0)
      return NONE;
    return [
      finding(
        'cumulative-falling',
        ['cumulativeWeight', 'quantity'],
        `cumulative ${kilograms(cumulative.kilograms)}, before it was ${kilograms(lastCumulative)}`,
      ),
    ];
  },
};

const IN_ORDER = Object.values(RULES);

/** What is doubtful about a ticket, in the order of the table. */
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
