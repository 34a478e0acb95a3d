/** A rule about tickets that are accepted as sent although something in them is doubtful. */
export interface FindingRule {
  /** Stable code in `GET /weighing/findings` and in `ticket.finding` events. */
  readonly code: FindingCode;
  /** When the rule applies, in one sentence for the reference. */
  readonly rule: string;
  /** What the weigh bridge operator can do about it. */
  readonly advice: string;
}

export type FindingCode =
  | 'weight-negative'
  | 'gross-below-tare'
  | 'nett-mismatch'
  | 'unit-unknown'
  | 'country-unknown'
  | 'time-in-future'
  | 'time-far-past'
  | 'tare-unusual'
  | 'temperature-out-of-range'
  | 'cumulative-falling';

/**
 * A doubt about one stored ticket: the rule, the place in the ticket (JSON pointer), and a sentence with the figures.
 */
export interface Finding {
  readonly code: FindingCode;
  readonly pointer: string;
  readonly text: string;
  /** The values in the sentence; absent in findings that older versions stored. */
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** Largest difference between nett and gross − tare: one scale interval, in kilograms. */
export const SCALE_INTERVAL_KG = 20;
/** How far a weigh bridge's clock may be ahead of ours, milliseconds. */
export const CLOCK_AHEAD_MS = 15 * 60_000;
/** Age beyond which a weighing is called far past, milliseconds (ten years). */
export const FAR_PAST_MS = 3_652 * 86_400_000;
/** A tare is unusual if it differs from the vehicle's last by more than this many kilograms … */
export const TARE_SPREAD_KG = 500;
/** … and by more than this percentage of the last. */
export const TARE_SPREAD_PERCENT = 10;
/** Coldest and hottest plausible product in Celsius (liquid nitrogen is not weighed; mastic asphalt reaches 250 °C). */
export const TEMPERATURE_CELSIUS = { lowest: -60, highest: 300 } as const;

/** Every rule, in the order of checking. docs/weighing.md has a row for each; a test compares them. */
export const FINDING_RULES: readonly FindingRule[] = [
  {
    code: 'weight-negative',
    rule: 'A nett, gross, tare or cumulative quantity is below zero.',
    advice: 'Correct the sign. Leave it if the ticket reverses an earlier one.',
  },
  {
    code: 'gross-below-tare',
    rule: 'The gross weight is less than the tare weight, after conversion to one unit.',
    advice: 'The two weighings were probably swapped.',
  },
  {
    code: 'nett-mismatch',
    rule: `The nett weight differs from gross − tare by more than ${SCALE_INTERVAL_KG} kg (one scale interval), after conversion to one unit.`,
    advice: 'Check which of the three was entered by hand.',
  },
  {
    code: 'unit-unknown',
    rule: 'A unit of weight is not one of kg, t, g, lb, KGM, TNE, GRM, LBR, STN, LTN, or a unit of temperature is not one of C, F, K, CEL, FAH, KEL (any case; a degree sign does not matter).',
    advice: 'Set the unit in the weigh bridge program; totals list such tickets under the unit as sent.',
  },
  {
    code: 'country-unknown',
    rule: 'A country code has two letters but is not assigned in ISO 3166-1.',
    advice: 'Use the assigned code, for instance GB rather than UK.',
  },
  {
    code: 'time-in-future',
    rule: `A time is more than ${CLOCK_AHEAD_MS / 60_000} minutes after the ticket arrived.`,
    advice: 'Correct the clock or the time zone of the weigh bridge.',
  },
  {
    code: 'time-far-past',
    rule: 'A time is more than ten years before the ticket arrived.',
    advice: 'Check the clock of the weigh bridge. This is expected when old tickets are imported.',
  },
  {
    code: 'tare-unusual',
    rule: `The tare differs by more than ${TARE_SPREAD_KG} kg and ${TARE_SPREAD_PERCENT} % from the last tare of the same licence plate at the same weigh bridge.`,
    advice: 'Another vehicle, a trailer, or a mistyped plate.',
  },
  {
    code: 'temperature-out-of-range',
    rule: `The product temperature is below ${TEMPERATURE_CELSIUS.lowest} °C or above ${TEMPERATURE_CELSIUS.highest} °C, after conversion.`,
    advice: 'Check the sensor and the unit.',
  },
  {
    code: 'cumulative-falling',
    rule: 'The cumulative weight is less than that of the previous ticket with the same weigh bridge, customer, project and product.',
    advice: 'A counter was reset, or tickets arrived out of order.',
  },
];
