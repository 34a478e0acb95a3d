/**
 * What is stored of a version of a ticket when it is made, in the order of the columns: data only, so that it can go to the
 * thread that writes. An array crosses in half the time of an object with names.
 */
export type TicketRow = readonly [
  uuid: string,
  version: number,
  change: 'created' | 'updated',
  organisationId: string,
  clientId: string,
  /** Milliseconds since 1970, as all times here. */
  createdAt: number,
  modifiedAt: number,
  locationId: string,
  externalId: string,
  weighedAt: number,
  plate: string,
  project: string,
  product: string,
  productName: string,
  customer: string,
  customerName: string,
  unit: string,
  quantity: string,
  /** Kilograms where the vehicle is known; only then has it a series of tares. */
  tareKg: string | null,
  cumulativeKg: string | null,
  /** JSON array of what is doubtful about the ticket by itself; null for nothing. */
  findings: string | null,
  body: string,
  /** Of what a ticket longer than `LONG_BODY` says; null for others, which are compared themselves. */
  digest: string | null,
];

/**
 * Characters from which on a repeat is told by its digest: a batch of a thousand small tickets that have the numbers of a thousand of the
 * longest would have 131 million characters read, sent from thread to thread and compared.
 */
export const LONG_BODY = 4096;
