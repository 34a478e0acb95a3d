import type { Cell } from '../model/spreadsheet.ts';
import { firstOf, type Ticket, weighedAt } from '../model/ticket.ts';
import type { Bridge } from '../state/tickets.ts';
import { t } from '../text/index.ts';
import { save } from './save.ts';

const MILLISECONDS = /\.\d+(?=Z)/;

/** Saves rows as a workbook. The code for it is loaded on demand. */
export async function saveSheet(
  title: string,
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const { spreadsheet } = await import('../model/spreadsheet.ts');
  save(spreadsheet(title, head, rows) as Uint8Array<ArrayBuffer>, `${title}.xlsx`);
}

/** Saves tickets as a workbook, with the digits that were sent. */
export async function saveTickets(tickets: readonly Ticket[], bridges: readonly Bridge[]): Promise<void> {
  const nameOf = (id: string): string => bridges.find(({ locationId }) => locationId === id)?.name ?? id;
  const weight = (one: Ticket['grossWeight']): readonly Cell[] => [
    one?.quantity == null ? '' : { digits: one.quantity },
    one?.unit ?? '',
  ];
  const head = [
    ...[t('ticket.number'), t('ticket.time'), t('ticket.bridge'), t('ticket.plate'), t('ticket.product')],
    ...[t('ticket.customer'), t('ticket.project'), t('ticket.gross'), '', t('ticket.tare'), '', t('ticket.nett'), ''],
  ];
  const rows = tickets.map((one) => [
    ...[one.externalId, weighedAt(one).replace(MILLISECONDS, ''), nameOf(one.locationId)],
    one.vehicle?.licenseplate ?? '',
    firstOf(one.product?.name, one.product?.identifier),
    firstOf(one.customer?.name, one.customer?.reference),
    firstOf(one.project?.description, one.project?.identifier),
    ...[...weight(one.grossWeight), ...weight(one.tareWeight), ...weight(one.nettWeight)],
  ]);
  await saveSheet(t('nav.tickets'), head, rows);
}
