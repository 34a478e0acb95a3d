import { isPassing } from '../transport/repetition.ts';
import type { Timing } from '../transport/timing.ts';
import type { Ticket } from '../wire/ticket.ts';

export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** The pause between two polls, in milliseconds; 5000 by default. */
  readonly everyMs?: number;
  /**
   * Called when everything up to a time has been delivered and processed: save it, and start from it after a restart.
   */
  readonly onPosition?: (since: string) => void | Promise<void>;
}

/** The only method of the tickets that following needs. */
interface Source {
  iterate(query: { modifiedSince: string; limit: number }, options: { signal?: AbortSignal }): AsyncIterable<Ticket>;
}

/** Tickets per page. */
const PAGE = 1000;

/** See `Tickets.follow`. */
export async function* followTickets(
  source: Source,
  timing: Timing,
  since: string,
  { signal, everyMs = 5000, onPosition }: FollowOptions,
): AsyncGenerator<Ticket, void> {
  /**
   * The delivered tickets of the latest moment, which is requested again, because more tickets may have the same
   * millisecond.
   */
  let given = new Set<string>();
  while (!signal?.aborted) {
    let latest = since;
    let atLatest = new Set(given);
    try {
      // A list is in order of weighing, so the latest change is known when it has been read to its end.
      for await (const ticket of source.iterate({ modifiedSince: since, limit: PAGE }, { signal })) {
        const text = JSON.stringify(ticket);
        if (ticket.modifiedAt > latest) {
          latest = ticket.modifiedAt;
          atLatest = new Set();
        }
        if (ticket.modifiedAt === latest) atLatest.add(text);
        if (given.has(text)) continue;
        given.add(text);
        yield ticket;
      }
      given = atLatest;
      if (latest !== since) await onPosition?.((since = latest));
    } catch (error) {
      if (signal?.aborted) return;
      // The server is unreachable for longer than a request waits; delivered tickets are not delivered again.
      if (!isPassing(error)) throw error;
    }
    await timing.sleep(everyMs, signal);
  }
}
