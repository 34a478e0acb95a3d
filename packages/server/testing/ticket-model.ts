import { isDeepStrictEqual } from 'node:util';

/** A JSON object as a caller sees it. */
export type Json = Record<string, unknown>;

/** One ticket of the model, deleted ones included. */
export interface ModelTicket {
  readonly uuid: string;
  readonly createdAt: string;
  modifiedAt: string;
  etag: string;
  /** The ticket as sent, without the service's own fields; null if it is deleted. */
  value: Json | null;
  /** The exact text of a read. */
  text: string;
  /** Oldest first; null for a tombstone. */
  readonly versions: { readonly change: string; readonly at: string; readonly value: Json | null }[];
}

/** The filters of a list, as query parameters. */
export type Filter = Partial<
  Record<
    'locationId' | 'externalId' | 'from' | 'to' | 'modifiedSince' | 'project' | 'product' | 'customer' | 'licenseplate',
    string
  >
>;

/** A JSON merge patch, exactly as in RFC 7396, "2. Processing Merge Patch Documents". */
export function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: Json =
    typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...(target as Json) } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** Names that distinguish units in totals. */
const UNITS: Readonly<Record<string, string>> = { kgm: 'kg', kg: 'kg', tne: 't', t: 't', lbr: 'lb', lb: 'lb' };

const part = (value: Json, name: string): Json => (value[name] ?? {}) as Json;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The plain model of a caller's tickets: a map and loops, nothing else. The service with its indexes, versions and
 * columns must answer like it.
 */
export class TicketModel {
  readonly tickets: ModelTicket[] = [];
  readonly #zones: ReadonlyMap<string, string>;

  /** @param zones time zones by weigh bridge */
  constructor(zones: ReadonlyMap<string, string>) {
    this.#zones = zones;
  }

  present(): ModelTicket[] {
    return this.tickets.filter(({ value }) => value !== null);
  }

  /** Another ticket with the same number, if there is one. */
  holder(value: Json, except?: ModelTicket): ModelTicket | undefined {
    return this.present().find(
      (one) =>
        one !== except &&
        one.value!['externalId'] === value['externalId'] &&
        one.value!['locationId'] === value['locationId'],
    );
  }

  /** Whether a refused ticket says the same as the existing one. */
  identical(value: Json, present: ModelTicket): boolean {
    return isDeepStrictEqual(value, present.value);
  }

  /** When it was weighed, or created if it does not say. */
  weighedAt({ value, createdAt }: ModelTicket): number {
    return Date.parse(text(part(value!, 'nettWeight')['datetime']) || createdAt);
  }

  /** The uuids of a list, in its order: weigh bridge, time of weighing, uuid. */
  list(filter: Filter): string[] {
    return this.#chosen(filter)
      .toSorted((a, b) => {
        const [placeA, placeB] = [a, b].map((one) => String(one.value!['locationId']));
        if (placeA !== placeB) return placeA! < placeB! ? -1 : 1;
        return this.weighedAt(a) - this.weighedAt(b) || (a.uuid < b.uuid ? -1 : 1);
      })
      .map(({ uuid }) => uuid);
  }

  /** The rows of totals, as texts in any order. Quantities of the model have at most three decimals. */
  totals(filter: Filter, by: readonly string[]): string[] {
    const sums = new Map<string, { count: number; thousandths: number }>();
    for (const one of this.#chosen(filter)) {
      const weight = part(one.value!, 'nettWeight');
      const unit = UNITS[text(weight['unit']).toLowerCase()] ?? text(weight['unit']);
      const key = JSON.stringify([...by.map((grouping) => this.#keyOf(one, grouping)), unit]);
      const sum = sums.get(key) ?? { count: 0, thousandths: 0 };
      sum.count++;
      sum.thousandths += Math.round((weight['quantity'] as number) * 1000);
      sums.set(key, sum);
    }
    return [...sums].map(([key, { count, thousandths }]) => `${key} ${count} ${thousandths / 1000}`).sort();
  }

  #keyOf(one: ModelTicket, grouping: string): string {
    const { locationId, project, product, customer } = namesOf(one.value!);
    if (grouping === 'day') {
      const timeZone = this.#zones.get(locationId)!;
      return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(this.weighedAt(one));
    }
    return { location: locationId, project, product: product[0], customer: customer[0] }[grouping]!;
  }

  #chosen(filter: Filter): ModelTicket[] {
    const plateOf = (plate: string): string => plate.toUpperCase().replace(/[ .-]/g, '');
    return this.present().filter((one) => {
      const { locationId, externalId, project, product, customer, plate } = namesOf(one.value!);
      const at = this.weighedAt(one);
      return (
        (filter.locationId ?? locationId) === locationId &&
        (filter.externalId ?? externalId) === externalId &&
        (filter.from === undefined || at >= Date.parse(filter.from)) &&
        (filter.to === undefined || at < Date.parse(filter.to)) &&
        (filter.modifiedSince === undefined || Date.parse(one.modifiedAt) >= Date.parse(filter.modifiedSince)) &&
        (filter.project ?? project) === project &&
        (filter.product === undefined || product.includes(filter.product)) &&
        (filter.customer === undefined || customer.includes(filter.customer)) &&
        (filter.licenseplate === undefined || plateOf(filter.licenseplate) === plateOf(plate))
      );
    });
  }
}

/** The names used by filters and groups: a name replaces a missing identifier, and the other way round. */
function namesOf(value: Json) {
  const [project, product, customer] = [part(value, 'project'), part(value, 'product'), part(value, 'customer')];
  const both = (first: unknown, second: unknown): [string, string] => [
    text(first) || text(second),
    text(second) || text(first),
  ];
  return {
    locationId: text(value['locationId']),
    externalId: text(value['externalId']),
    project: text(project['identifier']) || text(project['description']),
    product: both(product['identifier'], product['name']),
    customer: both(customer['reference'], customer['name']),
    plate: text(part(value, 'vehicle')['licenseplate']),
  };
}
