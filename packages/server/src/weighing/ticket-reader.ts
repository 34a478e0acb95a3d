import { massUnit } from '@fieldbridge/contract';
import { type Decimal, multiplyDecimal, parseDecimal } from './decimal.ts';
import { type JsonNode, type JsonObject, raw } from './json/node.ts';
import { LEAF_COUNT, type Leaf, leaf } from './leaves.ts';

/** A weight with a quantity. */
export interface Weight {
  readonly quantity: Decimal;
  /** As sent. */
  readonly spelling: string;
  readonly unit: string;
  /** Exact kilograms, undefined for an unknown unit. */
  readonly kilograms?: Decimal;
}

/** The leaves of a weight object. */
export interface WeightLeaves {
  readonly quantity: Leaf;
  readonly unit: Leaf;
  readonly datetime: Leaf;
}

/** The leaves of the weight object with that name. */
export function weightLeaves(name: string): WeightLeaves {
  return { quantity: leaf(`${name}.quantity`), unit: leaf(`${name}.unit`), datetime: leaf(`${name}.datetime`) };
}

/**
 * Reads single values of a ticket that were noted while it was checked, so that nothing is searched or parsed twice.
 */
export class TicketReader {
  readonly text: string;
  readonly root: JsonObject;
  readonly #nodes = new Array<JsonNode | undefined>(LEAF_COUNT);
  readonly #times = new Array<number | undefined>(LEAF_COUNT);

  constructor(text: string, root: JsonObject) {
    this.text = text;
    this.root = root;
  }

  /** Notes a value that is not null. @param time milliseconds since 1970, if it is a time */
  note(place: number, node: JsonNode, time?: number): void {
    this.#nodes[place] = node;
    if (time !== undefined) this.#times[place] = time;
  }

  /** The string, empty if absent or null. */
  string({ place }: Leaf): string {
    const node = this.#nodes[place];
    return node?.kind === 'string' ? node.value : '';
  }

  /** The number as spelled. */
  number({ place }: Leaf): string | undefined {
    const node = this.#nodes[place];
    return node?.kind === 'number' ? raw(this.text, node) : undefined;
  }

  /** Milliseconds since 1970; undefined if absent or empty. */
  time({ place }: Leaf): number | undefined {
    return this.#times[place];
  }

  weight(leaves: WeightLeaves): Weight | undefined {
    const spelling = this.number(leaves.quantity);
    const quantity = spelling === undefined ? undefined : parseDecimal(spelling);
    if (spelling === undefined || quantity === undefined) return undefined;
    const unit = this.string(leaves.unit);
    const known = massUnit(unit);
    return { quantity, spelling, unit, kilograms: known && multiplyDecimal(quantity, known) };
  }
}
