import type { Value } from '../storage/port/space-store.ts';

/** The stored part of a new version of a ticket. Times are milliseconds since 1970. */
export interface TicketRow {
  readonly uuid: string;
  readonly version: number;
  readonly change: 'created' | 'updated';
  readonly organisationId: string;
  readonly clientId: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly locationId: string;
  readonly externalId: string;
  readonly weighedAt: number;
  readonly plate: string;
  readonly project: string;
  readonly product: string;
  readonly productName: string;
  readonly customer: string;
  readonly customerName: string;
  readonly unit: string;
  readonly quantity: string;
  /** Kilograms, if the vehicle is known; otherwise there is no series of tares. */
  readonly tareKg: string | null;
  readonly cumulativeKg: string | null;
  /** JSON array of the findings about the ticket; null if there are no findings. */
  readonly findings: string | null;
  readonly body: string;
  /** Digest of the content of a ticket longer than `LONG_BODY`; null for others, whose bodies are compared. */
  readonly digest: string | null;
}

/**
 * Longer bodies (in characters) are compared by digest. Otherwise a batch of a thousand small tickets with the numbers
 * of a thousand of the longest would read and compare 131 million characters.
 */
export const LONG_BODY = 4096;

const COLUMNS = `uuid, version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId,
  weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, tareKg, cumulativeKg,
  findings, body, digest`;
const VALUES = COLUMNS.replace(/\w+/g, '?');

/** The statement that inserts a row with the values of `rowValues`. It does nothing if the number is taken. */
export const INSERT_ROW = `INSERT INTO ticketVersions (${COLUMNS}, current) VALUES (${VALUES}, 1)
  ON CONFLICT DO NOTHING`;
/** The same with a seq as the last value; a number that is taken is a failure. */
export const INSERT_WITH_SEQ = `INSERT INTO ticketVersions (${COLUMNS}, seq, current) VALUES (${VALUES}, ?, 1)`;

/** The values of a row in the order of `INSERT_ROW`. @param findings of the row, including those from its series */
export function rowValues(row: TicketRow, findings: string | null): Value[] {
  return [
    row.uuid,
    row.version,
    row.change,
    row.organisationId,
    row.clientId,
    row.createdAt,
    row.modifiedAt,
    row.locationId,
    row.externalId,
    row.weighedAt,
    row.plate,
    row.project,
    row.product,
    row.productName,
    row.customer,
    row.customerName,
    row.unit,
    row.quantity,
    row.tareKg,
    row.cumulativeKg,
    findings,
    row.body,
    row.digest,
  ];
}
