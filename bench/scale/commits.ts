import type { Random } from './random.ts';
import { Waits } from './waits.ts';

/** What a ticket costs, in seconds. */
export interface TicketCost {
  /** Processor time of the server. */
  readonly server: number;
  /** What a transaction takes, however many tickets are in it. */
  readonly transaction: number;
  /** What each ticket adds to its transaction. */
  readonly row: number;
}

/** A server in the simulation. */
interface SimulatedServer {
  /** When its processor has done what it was given. */
  busyUntil: number;
  /** Tickets that wait for its next transaction: when they came in, and from when on they can be stored. */
  readonly waiting: { readonly arrival: number; readonly ready: number }[];
}

/** Tickets in one transaction at most, as in `storage/postgres/postgres-store.ts`. */
const LARGEST_BATCH = 512;

/**
 * Tickets through servers into one PostgreSQL: each goes to a server at random and takes its processor's time. Each
 * server stores what has gathered in one transaction; the lock of the space lets one transaction run at a time, of the
 * server whose oldest ticket waits longest.
 * @param arrivals times of arrival in seconds, ascending
 * @returns from arrival to commit, by ticket; and the share of the time in which a transaction ran
 */
export function storeTickets(
  arrivals: Iterable<number>,
  { cost, servers, random }: { readonly cost: TicketCost; readonly servers: number; readonly random: Random },
): { readonly waits: Waits; readonly busy: number } {
  const all = Array.from({ length: servers }, (): SimulatedServer => ({ busyUntil: 0, waiting: [] }));
  const waits = new Waits();
  let [now, busy, last] = [0, 0, 0];
  const commit = (until: number): void => {
    for (;;) {
      const next = all.reduce((a, b) =>
        (b.waiting[0]?.ready ?? Infinity) < (a.waiting[0]?.ready ?? Infinity) ? b : a,
      );
      const start = Math.max(now, next.waiting[0]?.ready ?? Infinity);
      if (start >= until || start === Infinity) return;
      const ready = next.waiting.findIndex((one) => one.ready > start);
      const batch = next.waiting.splice(0, Math.min(LARGEST_BATCH, ready < 0 ? next.waiting.length : ready));
      const seconds = cost.transaction + batch.length * cost.row;
      now = start + seconds;
      busy += seconds;
      for (const { arrival } of batch) waits.add(now - arrival);
    }
  };
  for (const arrival of arrivals) {
    commit(arrival);
    const server = all[Math.floor(random.next() * servers)]!;
    const ready = Math.max(arrival, server.busyUntil) + cost.server;
    server.busyUntil = ready;
    server.waiting.push({ arrival, ready });
    last = arrival;
  }
  commit(Infinity);
  return { waits, busy: busy / Math.max(last, now) };
}
