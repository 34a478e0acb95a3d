import type { Finding, FindingCode } from '@fieldbridge/contract';
// Imported from its own file, because the writing thread loads this without the schemas of all interfaces.
import { FINDING_RULES, TARE_SPREAD_KG, TARE_SPREAD_PERCENT } from '@fieldbridge/contract/weighing/findings.ts';
import {
  absoluteDecimal,
  compareDecimal,
  type Decimal,
  multiplyDecimal,
  shortDecimal,
  subtractDecimal,
} from './decimal.ts';
import { finding } from './finding.ts';

/** Rules that compare a weight with the last one of its series, and therefore need the store. */
export type SeriesCode = Extract<FindingCode, 'tare-unusual' | 'cumulative-falling'>;

/** @param weight kilograms @param last kilograms of the last ticket of the series */
type SeriesRule = (weight: Decimal, last: Decimal) => Finding | undefined;

/** The rules by code; `TicketInserts` looks up the series of each. */
export const SERIES_RULES: Readonly<Record<SeriesCode, SeriesRule>> = {
  'tare-unusual': (tare, last) => {
    const off = absoluteDecimal(subtractDecimal(tare, last));
    const part = multiplyDecimal(absoluteDecimal(last), { digits: BigInt(TARE_SPREAD_PERCENT), scale: 2 });
    const spread = { digits: BigInt(TARE_SPREAD_KG), scale: 0 };
    if (compareDecimal(off, spread) <= 0 || compareDecimal(off, part) <= 0) return undefined;
    const weights = { tare: shortDecimal(tare), last: shortDecimal(last) };
    return finding('tare-unusual', { path: ['tareWeight', 'quantity'] }, weights);
  },

  'cumulative-falling': (cumulative, last) => {
    if (compareDecimal(cumulative, last) >= 0) return undefined;
    const weights = { cumulative: shortDecimal(cumulative), last: shortDecimal(last) };
    return finding('cumulative-falling', { path: ['cumulativeWeight', 'quantity'] }, weights);
  },
};

const ORDER = FINDING_RULES.map(({ code }) => code);

/** Findings of both kinds in table order. */
export function inTableOrder(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => ORDER.indexOf(a.code) - ORDER.indexOf(b.code));
}
