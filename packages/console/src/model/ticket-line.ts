import { firstOf, type Ticket, weighedAt, weightText } from './ticket.ts';

/** The part of a ticket that a list shows. A hundred thousand of them fit into a page; as many tickets would not. */
export interface TicketLine {
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly at: string;
  /** The same in milliseconds. */
  readonly time: number;
  readonly plate: string;
  readonly product: string;
  readonly customer: string;
  readonly project: string;
  readonly nett: string;
}

/** Makes lines; texts that many tickets share are kept once. */
export class LineMaker {
  readonly #texts = new Map<string, string>();

  line(ticket: Ticket): TicketLine {
    const { uuid, externalId, locationId, vehicle, product, customer, project, nettWeight } = ticket;
    const at = weighedAt(ticket);
    return {
      ...{ uuid, externalId, at, time: Date.parse(at), nett: weightText(nettWeight) },
      locationId: this.#once(locationId),
      plate: this.#once(vehicle?.licenseplate ?? ''),
      product: this.#once(firstOf(product?.name, product?.identifier)),
      customer: this.#once(firstOf(customer?.name, customer?.reference)),
      project: this.#once(firstOf(project?.description, project?.identifier)),
    };
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

/** Newest first; of the same moment the later one. The server has the same order. */
function compare(a: TicketLine, b: TicketLine): number {
  return b.time - a.time || (a.uuid < b.uuid ? 1 : -1);
}

/**
 * A list after changes.
 * @param lines newest first @param changed new or changed ones @param gone those that were deleted
 * @param isWhole whether the list is complete; if not, tickets older than its last line come with a later page
 */
export function changedLines(
  lines: readonly TicketLine[],
  changed: readonly TicketLine[],
  gone: ReadonlySet<string>,
  isWhole: boolean,
): readonly TicketLine[] {
  if (changed.length === 0 && gone.size === 0) return lines;
  const last = lines.at(-1);
  const replaced = new Set(changed.map(({ uuid }) => uuid));
  const left = lines.filter(({ uuid }) => !gone.has(uuid) && !replaced.has(uuid));
  for (const line of changed) {
    if (gone.has(line.uuid) || (!isWhole && last !== undefined && compare(line, last) > 0)) continue;
    let [low, high] = [0, left.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(left[middle]!, line) < 0) low = middle + 1;
      else high = middle;
    }
    left.splice(low, 0, line);
  }
  return left;
}
