import { massUnit } from '@fieldbridge/contract';
import { ProblemError } from '../core/problem.ts';
import type { WeighBridge } from '../directory/weigh-bridges.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import { addDecimal, type Decimal, formatDecimal, parseDecimal } from './decimal.ts';
import type { TicketFilter } from './filter.ts';
import { type ListedWeight, scanTickets } from './ticket-scan.ts';
import { DayOf } from './time-zone.ts';

/** The groupings of totals. */
export const GROUPINGS = ['day', 'project', 'product', 'customer', 'location'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Most lines of one answer. */
const MOST_GROUPS = 50_000;
/** Most characters of their names: the lines are in memory, and characters may become escapes. */
export const MOST_CHARACTERS = 8 * 1024 * 1024;

/** A line of totals: the group's values, the number of tickets, and their exact sum. */
export interface Total {
  readonly group: Readonly<Record<string, string>>;
  readonly unit: string;
  readonly count: number;
  /** Decimal number written out in full. */
  readonly quantity: string;
}

/**
 * Sums the nett weights of tickets exactly, by group and unit. Units with the same meaning (kg, KGM) are combined.
 * @param by groups; a day is that of the weigh bridge's time zone
 * @throws ProblemError too-many-groups
 */
export async function totalsOf(
  store: SpaceStore,
  bridges: readonly WeighBridge[],
  filter: TicketFilter,
  by: readonly Grouping[],
): Promise<Total[]> {
  const groups = new Map<string, { sum: Sum; keys: string[]; unit: string }>();
  let characters = 0;
  for (const bridge of bridges) {
    const days = new DayOf(bridge.timeZone);
    for await (const rows of scanTickets(store, { locationIds: [bridge.id], filter, scan: 'weights' })) {
      for (const row of rows) {
        const keys = by.map((grouping) => keyOf(row, grouping, bridge.id, days));
        const unit = massUnit(row.unit)?.id ?? row.unit;
        const name = keys.length === 1 ? `${keys[0]}\0${unit}` : `${keys.join('\0')}\0${unit}`;
        let group = groups.get(name);
        if (group === undefined) {
          characters += name.length;
          if (groups.size >= MOST_GROUPS || characters > MOST_CHARACTERS) throw new ProblemError('too-many-groups');
          groups.set(name, (group = { sum: new Sum(), keys, unit }));
        }
        group.sum.add(row.quantity);
      }
    }
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, { sum, keys, unit }]) => ({
    group: Object.fromEntries(by.map((grouping, i) => [grouping === 'location' ? 'locationId' : grouping, keys[i]!])),
    unit,
    count: sum.count,
    quantity: formatDecimal(sum.value()),
  }));
}

function keyOf(row: ListedWeight, grouping: Grouping, locationId: string, days: DayOf): string {
  if (grouping === 'day') return days.of(row.weighedAt);
  return grouping === 'location' ? locationId : row[grouping];
}

/** Up to this length a number, as a whole number of its last decimal, fits a double exactly, with room to add. */
const SHORT = 13;
/** A partial sum is carried over before doubles would lose a unit. */
const CARRY = 2 ** 52;

/** An exact sum of decimal numbers. Short ones, nearly all, are added as whole numbers per scale. */
class Sum {
  count = 0;
  #exact: Decimal = { digits: 0n, scale: 0 };
  readonly #partial: number[] = [];

  add(spelling: string): void {
    this.count++;
    const point = spelling.indexOf('.');
    const scale = point < 0 ? 0 : spelling.length - point - 1;
    const short =
      spelling.length <= SHORT
        ? Number(point < 0 ? spelling : spelling.slice(0, point) + spelling.slice(point + 1))
        : Number.NaN;
    // An exponent changes the place of the last digit: such numbers take the slow path.
    if (Number.isNaN(short) || spelling.includes('e') || spelling.includes('E')) {
      this.#exact = addDecimal(this.#exact, parseDecimal(spelling)!);
      return;
    }
    const sum = (this.#partial[scale] ?? 0) + short;
    if (Math.abs(sum) < CARRY) this.#partial[scale] = sum;
    else {
      this.#exact = addDecimal(this.#exact, { digits: BigInt(sum), scale });
      this.#partial[scale] = 0;
    }
  }

  value(): Decimal {
    let sum = this.#exact;
    for (const [scale, part] of this.#partial.entries())
      if (part !== undefined) sum = addDecimal(sum, { digits: BigInt(part), scale });
    return sum;
  }
}
