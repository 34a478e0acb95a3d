import { massUnit, SERVICE_FIELDS } from '@fieldbridge/contract';
import { type Decimal, multiplyDecimal, parseDecimal } from './decimal.ts';
import { type JsonNode, type JsonObject, member, raw } from './json/node.ts';
import { parseTime } from './time.ts';

/** A weight of a ticket that has a quantity. */
export interface Weight {
  readonly quantity: Decimal;
  /** As sent. */
  readonly spelling: string;
  readonly unit: string;
  /** Exact kilograms, undefined for an unknown unit. */
  readonly kilograms?: Decimal;
}

/** A valid ticket, with what the rules, the filters and the totals look at. */
export interface Ticket {
  /** The object as it was sent, without uuid, createdAt and modifiedAt. */
  readonly body: string;
  /** Lower case. */
  readonly locationId: string;
  readonly externalId: string;
  /** nettWeight.datetime, milliseconds since 1970; undefined when absent or empty. */
  readonly weighedAt?: number;
  readonly nett: Weight;
  readonly gross?: Weight;
  readonly tare?: Weight;
  readonly cumulative?: Weight;
  /** Licence plate in capitals without spaces, dots and dashes; empty when absent, as all that follow. */
  readonly plate: string;
  readonly project: string;
  readonly product: string;
  readonly productName: string;
  readonly customer: string;
  readonly customerName: string;
}

/** A way into a ticket, e.g. `['vehicle', 'owner', 'name']`. */
type Path = readonly string[];

/** A time of a ticket, milliseconds since 1970, and where it is. */
interface TimeAt {
  readonly path: Path;
  readonly time: number;
}

/** Reads single values out of a ticket's tree. */
export class TicketReader {
  readonly text: string;
  readonly root: JsonObject;
  #timesOf: readonly Path[] | undefined;
  #times: TimeAt[] = [];

  constructor(text: string, root: JsonObject) {
    this.text = text;
    this.root = root;
  }

  node(path: Path): JsonNode | undefined {
    let node: JsonNode | undefined = this.root;
    for (const name of path) node = node?.kind === 'object' ? member(node, name)?.value : undefined;
    return node;
  }

  /** The string there, empty when absent or null. */
  string(path: Path): string {
    const node = this.node(path);
    return node?.kind === 'string' ? node.value : '';
  }

  /** The number's spelling there. */
  number(path: Path): string | undefined {
    const node = this.node(path);
    return node?.kind === 'number' ? raw(this.text, node) : undefined;
  }

  /** Milliseconds since 1970, undefined when absent or empty. */
  time(path: Path): number | undefined {
    const text = this.string(path);
    const time = text === '' ? undefined : parseTime(text);
    return typeof time === 'number' ? time : undefined;
  }

  /** The times that are at some paths; read once for the same list, since several rules look at them. */
  timesAt(paths: readonly Path[]): readonly TimeAt[] {
    if (this.#timesOf === paths) return this.#times;
    this.#timesOf = paths;
    this.#times = [];
    for (const path of paths) {
      const time = this.time(path);
      if (time !== undefined) this.#times.push({ path, time });
    }
    return this.#times;
  }

  weight(name: string): Weight | undefined {
    const spelling = this.number([name, 'quantity']);
    const quantity = spelling === undefined ? undefined : parseDecimal(spelling);
    if (spelling === undefined || quantity === undefined) return undefined;
    const unit = this.string([name, 'unit']);
    const known = massUnit(unit);
    return { quantity, spelling, unit, ...(known ? { kilograms: multiplyDecimal(quantity, known) } : {}) };
  }
}

/** Reads a ticket that has been validated. */
export function readTicket(reader: TicketReader): Ticket {
  const [product, productName] = [reader.string(['product', 'identifier']), reader.string(['product', 'name'])];
  const [customer, customerName] = [reader.string(['customer', 'reference']), reader.string(['customer', 'name'])];
  return {
    body: withoutServiceFields(reader.text, reader.root),
    locationId: reader.string(['locationId']).toLowerCase(),
    externalId: reader.string(['externalId']),
    weighedAt: reader.time(['nettWeight', 'datetime']),
    nett: reader.weight('nettWeight')!,
    gross: reader.weight('grossWeight'),
    tare: reader.weight('tareWeight'),
    cumulative: reader.weight('cumulativeWeight'),
    plate: plateKey(reader.string(['vehicle', 'licenseplate'])),
    project: reader.string(['project', 'identifier']) || reader.string(['project', 'description']),
    product: product || productName,
    productName: productName || product,
    customer: customer || customerName,
    customerName: customerName || customer,
  };
}

/** The form in which licence plates are compared: `ab-12 cd` and `AB12CD` are one. */
export function plateKey(plate: string): string {
  return plate.toUpperCase().replace(/[\s.\-·]/g, '');
}

/** The object's text as sent, less the names that the service adds itself. */
function withoutServiceFields(text: string, root: JsonObject): string {
  const { members } = root;
  if (!members.some(({ name }) => SERVICE_FIELDS.includes(name))) return raw(text, root);
  const kept = members.filter(({ name }) => !SERVICE_FIELDS.includes(name));
  return `{${kept.map((one) => text.slice(one.start, one.value.end)).join(',')}}`;
}

/** The ticket as it is returned: the text sent, then uuid, createdAt and modifiedAt. */
export function returnedTicket(body: string, uuid: string, createdAt: number, modifiedAt: number): string {
  const open = body.slice(0, body.lastIndexOf('}')).trimEnd();
  const created = new Date(createdAt).toISOString();
  const modified = modifiedAt === createdAt ? created : new Date(modifiedAt).toISOString();
  return `${open},"uuid":"${uuid}","createdAt":"${created}","modifiedAt":"${modified}"}`;
}
