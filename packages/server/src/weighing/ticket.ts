import { SERVICE_FIELDS } from '@fieldbridge/contract';
import { formatDecimal } from './decimal.ts';
import { type JsonObject, raw } from './json/node.ts';
import { leaf } from './leaves.ts';
import { type TicketReader, type Weight, weightLeaves } from './ticket-reader.ts';

/** A valid ticket, with the data for rules, filters and totals. */
export interface Ticket {
  /** The object as sent, without uuid, createdAt and modifiedAt. */
  readonly body: string;
  /** Lower case. */
  readonly locationId: string;
  readonly externalId: string;
  /** nettWeight.datetime, milliseconds since 1970; undefined if absent or empty. */
  readonly weighedAt?: number;
  readonly nett: Weight;
  readonly gross?: Weight;
  readonly tare?: Weight;
  readonly cumulative?: Weight;
  /** Kilograms, if the vehicle is known; otherwise there is no series of tares. */
  readonly tareKg: string | null;
  readonly cumulativeKg: string | null;
  /** Licence plate in capitals without spaces, dots and dashes; like the following, empty if absent. */
  readonly plate: string;
  readonly project: string;
  readonly product: string;
  readonly productName: string;
  readonly customer: string;
  readonly customerName: string;
}

const LEAVES = {
  locationId: leaf('locationId'),
  externalId: leaf('externalId'),
  plate: leaf('vehicle.licenseplate'),
  project: leaf('project.identifier'),
  projectDescription: leaf('project.description'),
  product: leaf('product.identifier'),
  productName: leaf('product.name'),
  customer: leaf('customer.reference'),
  customerName: leaf('customer.name'),
};

/** The leaves of the weights of a ticket. */
export const WEIGHTS = {
  nett: weightLeaves('nettWeight'),
  gross: weightLeaves('grossWeight'),
  tare: weightLeaves('tareWeight'),
  cumulative: weightLeaves('cumulativeWeight'),
};

/** Reads a validated ticket. */
export function readTicket(reader: TicketReader): Ticket {
  const [product, productName] = [reader.string(LEAVES.product), reader.string(LEAVES.productName)];
  const [customer, customerName] = [reader.string(LEAVES.customer), reader.string(LEAVES.customerName)];
  const [tare, cumulative] = [reader.weight(WEIGHTS.tare), reader.weight(WEIGHTS.cumulative)];
  const plate = plateKey(reader.string(LEAVES.plate));
  return {
    body: withoutServiceFields(reader.text, reader.root),
    locationId: reader.string(LEAVES.locationId).toLowerCase(),
    externalId: reader.string(LEAVES.externalId),
    weighedAt: reader.time(WEIGHTS.nett.datetime),
    nett: reader.weight(WEIGHTS.nett)!,
    gross: reader.weight(WEIGHTS.gross),
    tare,
    cumulative,
    tareKg: tare?.kilograms && plate !== '' ? formatDecimal(tare.kilograms) : null,
    cumulativeKg: cumulative?.kilograms ? formatDecimal(cumulative.kilograms) : null,
    plate,
    project: reader.string(LEAVES.project) || reader.string(LEAVES.projectDescription),
    product: product || productName,
    productName: productName || product,
    customer: customer || customerName,
    customerName: customerName || customer,
  };
}

/** The form in which licence plates are compared: `ab-12 cd` and `AB12CD` are equal, with any kind of dash. */
export function plateKey(plate: string): string {
  return plate.toUpperCase().replace(/[\s.·\p{Dash_Punctuation}\u2212]/gu, '');
}

/** The object's text as sent, without the service's own fields. */
function withoutServiceFields(text: string, root: JsonObject): string {
  const { members } = root;
  if (!members.some(({ name }) => SERVICE_FIELDS.includes(name))) return raw(text, root);
  const kept = members.filter(({ name }) => !SERVICE_FIELDS.includes(name));
  return `{${kept.map((one) => text.slice(one.start, one.value.end)).join(',')}}`;
}

/** The ticket as returned: the sent text, then uuid, createdAt and modifiedAt. */
export function returnedTicket(body: string, uuid: string, createdAt: number, modifiedAt: number): string {
  const open = body.slice(0, body.lastIndexOf('}')).trimEnd();
  const created = new Date(createdAt).toISOString();
  const modified = modifiedAt === createdAt ? created : new Date(modifiedAt).toISOString();
  return `${open},"uuid":"${uuid}","createdAt":"${created}","modifiedAt":"${modified}"}`;
}
