import { NotFoundError } from '@fieldbridge/client/transport/errors.ts';
import { useEffect } from 'preact/hooks';
import type { Ticket } from '../model/ticket.ts';
import { environment } from './api.ts';
import { type Change, onChange } from './live.ts';
import { type Loaded, useLoad } from './load.ts';
import { exact, findTickets, withChanges } from './tickets.ts';

/** Tickets that pass some filters, and whether there are more. */
export interface FoundTickets {
  readonly tickets: readonly Ticket[];
  readonly isCut: boolean;
}

/** The tickets that pass filters, newest first, as they are now: changes appear by themselves. */
export function useLiveTickets(query: Readonly<Record<string, string>>): Loaded<FoundTickets> {
  const key = JSON.stringify(query);
  const list = useLoad<FoundTickets>((signal) => findTickets(query, signal), [environment.value, key]);
  useEffect(() => {
    const abort = new AbortController();
    const end = onChange('ticket.', (change) => {
      const known = list.data;
      const isHere = change?.environment === undefined || change.environment === environment.value;
      if (known === undefined || !isHere) return;
      renewed(query, known.tickets, change, abort.signal).then(
        (tickets) => list.set({ ...known, tickets }),
        // The next change, or the next look, brings it.
        () => undefined,
      );
    });
    return () => {
      abort.abort();
      end();
    };
  }, [list.data, key]);
  return list;
}

/** The list after a change: a ticket that is not there any more was deleted. */
async function renewed(
  query: Readonly<Record<string, string>>,
  known: readonly Ticket[],
  change: Change | undefined,
  signal: AbortSignal,
): Promise<Ticket[]> {
  const isKnown = known.some(({ uuid }) => uuid === change?.uuid);
  const isGone = isKnown && (await exact(`/weighing/${change!.uuid}`, {}, signal).catch(isMissing)) === true;
  const left = isGone ? known.filter(({ uuid }) => uuid !== change!.uuid) : known;
  return withChanges(query, left, signal);
}

function isMissing(error: unknown): true {
  if (error instanceof NotFoundError) return true;
  throw error;
}
