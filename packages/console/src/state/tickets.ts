import type { Query } from '@fieldbridge/client/transport/caller.ts';
import { newestFirst, parseExact, type Ticket } from '../model/ticket.ts';
import { weighing } from './api.ts';

/** Most tickets that a page shows; a longer period is narrowed by its filters. */
export const MOST_TICKETS = 5_000;
const PAGE_LENGTH = 1_000;

export interface Bridge {
  readonly locationId: string;
  readonly name: string;
  readonly timeZone: string;
}

/** Asks for JSON and keeps the digits of its numbers. @throws FieldbridgeError */
export function exact<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return weighing().send({ method: 'GET', path, query, signal }, async (answer) => parseExact<T>(await answer.text()));
}

interface Page {
  readonly items: readonly Ticket[];
  readonly next?: string;
}

/** The tickets that pass the filters, newest first. @returns also whether there are more than are shown */
export async function findTickets(query: Query, signal: AbortSignal): Promise<{ tickets: Ticket[]; isCut: boolean }> {
  const found: Ticket[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Page = await exact('/weighing', { ...query, limit: PAGE_LENGTH, cursor }, signal);
    found.push(...page.items);
    cursor = page.next;
    if (cursor === undefined || found.length >= MOST_TICKETS)
      return { tickets: newestFirst(found).slice(0, MOST_TICKETS), isCut: cursor !== undefined };
  }
}

/** Tickets with what has changed since they were read. */
export async function withChanges(query: Query, known: readonly Ticket[], signal: AbortSignal): Promise<Ticket[]> {
  const since = known.reduce((latest, { modifiedAt }) => (modifiedAt > latest ? modifiedAt : latest), '');
  if (since === '') return (await findTickets(query, signal)).tickets;
  const { tickets } = await findTickets({ ...query, modifiedSince: since }, signal);
  return newestFirst(new Map([...known, ...tickets].map((ticket) => [ticket.uuid, ticket])).values());
}

export async function weighBridges(signal: AbortSignal): Promise<readonly Bridge[]> {
  const found = await weighing().json<{ items: Bridge[] }>({
    ...{ method: 'GET', path: '/locations', query: { limit: PAGE_LENGTH }, signal },
  });
  return found.items;
}
