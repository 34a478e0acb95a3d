import type { Query } from '@fieldbridge/client/transport/caller.ts';
import { parseExact, type Ticket } from '../model/ticket.ts';
import { weighing } from './api.ts';

/** Most tickets of a page of the interface: reading them takes less than a frame. */
const PAGE_LENGTH = 500;

export interface Bridge {
  readonly locationId: string;
  readonly name: string;
  readonly timeZone: string;
}

/** Asks for JSON and keeps the digits of its numbers. @throws FieldbridgeError */
export function exact<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return weighing().send({ method: 'GET', path, query, signal }, async (answer) => parseExact<T>(await answer.text()));
}

export interface TicketPage {
  readonly items: readonly Ticket[];
  readonly next?: string;
}

/** Some of the tickets that pass the filters, newest first. @param cursor of the page before */
export function ticketPage(
  query: Query,
  limit: number,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TicketPage> {
  return exact('/weighing', { ...query, order: 'newest', limit, cursor }, signal);
}

/** The newest tickets that pass the filters. @returns also whether there are more */
export async function findTickets(
  query: Query,
  most: number,
  signal: AbortSignal,
): Promise<{ tickets: readonly Ticket[]; isCut: boolean }> {
  const tickets: Ticket[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ticketPage(query, Math.min(PAGE_LENGTH, most - tickets.length), cursor, signal);
    tickets.push(...page.items);
    cursor = page.next;
    if (cursor === undefined || tickets.length >= most) return { tickets, isCut: cursor !== undefined };
  }
}

/** The weigh bridges that somebody sees. @param caller of an environment; that of the page by default */
export async function weighBridges(signal: AbortSignal, caller = weighing()): Promise<readonly Bridge[]> {
  const found = await caller.json<{ items: Bridge[] }>({
    ...{ method: 'GET', path: '/locations', query: { limit: 1000 }, signal },
  });
  return found.items;
}
