import type { TicketCost } from './commits.ts';

/**
 * Measured rates of this program: medians of three runs of the named row of `npm run bench`, on two cores that had
 * other work as well, 23 November 2026. Database and load ran on the same two cores, so a database machine of its own
 * stores more tickets than this.
 */
export const RATES = {
  ticketsPerSecond: { row: 'tickets-postgres', what: 'tickets/s, 64 connections, 32 000 tickets', value: 3200 },
  serverSeconds: { row: 'tickets-postgres', what: 's of server CPU for each ticket', value: 0.000_184 },
  aloneSeconds: {
    row: 'tickets-postgres-alone',
    what: 's for each ticket, one connection, 2000 tickets',
    value: 0.000_95,
  },
  bytesPerTicket: {
    row: 'tickets-lists-postgres',
    what: 'bytes of database for each of 1 000 000 tickets',
    value: 1663,
  },
  6: { row: 'http-convert', what: 's for a drawing of 6 MB', value: 0.255 },
  25: { row: 'http-convert', what: 's for a drawing of 25 MB', value: 0.79 },
  100: { row: 'http-convert', what: 's for a drawing of 100 MB', value: 7.741 },
} as const;

/**
 * The parts of a ticket's time. That one caller's ticket takes longer than a ticket among many is what a transaction
 * costs by itself.
 */
export const TICKET_COST: TicketCost = {
  server: RATES.serverSeconds.value,
  row: 1 / RATES.ticketsPerSecond.value,
  transaction: RATES.aloneSeconds.value - 1 / RATES.ticketsPerSecond.value - RATES.serverSeconds.value,
};
