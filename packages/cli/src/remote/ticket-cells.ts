import type { Ticket } from '@fieldbridge/client';
import { digitsOf } from './digits.ts';
import type { Cell } from './text-table.ts';

/** A ticket as a row for people. */
export function ticketCells(ticket: Ticket): Record<string, Cell> {
  const { uuid, externalId, nettWeight, product, project, customer, vehicle } = ticket;
  return {
    ticket: externalId,
    weighed: nettWeight.datetime,
    nett: digitsOf(nettWeight, 'quantity'),
    unit: nettWeight.unit,
    product: product?.name ?? product?.identifier,
    project: project?.identifier,
    customer: customer?.name,
    vehicle: vehicle?.licenseplate,
    modified: ticket.modifiedAt,
    uuid,
  };
}
