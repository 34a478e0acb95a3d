import { NotFoundError } from '@fieldbridge/client/transport/errors.ts';
import { useEffect, useRef } from 'preact/hooks';
import type { Ticket } from '../model/ticket.ts';
import { changedLines, LineMaker, type TicketLine } from '../model/ticket-line.ts';
import { type Change, onChange } from './live.ts';
import { type Loaded, useLoad } from './load.ts';
import { environment } from './rights.ts';
import { exact, findTickets, type TicketPage, ticketPage } from './tickets.ts';

/** The first page is loaded quickly; later ones are loaded before the user reaches them. */
const FIRST_PAGE = 100;
const NEXT_PAGE = 500;
/** Most lines of a list; a longer period is narrowed by its filters. */
export const MOST_LINES = 200_000;
/** Pages of changes that are merged into a list one by one; after more of them the list is read again. */
const MOST_CHANGED_PAGES = 4;

/** Changes that are kept while a list is loading; after more of them it is read again. */
const MOST_MISSED = 100;

/** Tickets that pass some filters, newest first, as far as they have been loaded. */
export interface TicketList {
  readonly lines: readonly TicketLine[];
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined;
  /** The latest change that was seen. */
  readonly latest: string;
}

export interface LiveTickets extends Loaded<TicketList> {
  /** Reads the next page, if there is one. */
  more(): void;
}

type Filters = Readonly<Record<string, string>>;

/** The current tickets that pass filters, newest first, page by page: changes appear automatically. */
export function useLiveTickets(query: Filters): LiveTickets {
  const key = `${environment.value} ${JSON.stringify(query)}`;
  const maker = useRef(new LineMaker());
  /** Changes that arrived while the list is loading: its answer may be older. */
  const missed = useRef<(Change | undefined)[]>([]);
  const reading = useRef<AbortSignal>(undefined);
  const list = useLoad<TicketList>(
    async (signal) => {
      reading.current = signal;
      try {
        const page = await ticketPage(query, FIRST_PAGE, undefined, signal);
        return extended(maker.current, { lines: [], next: '', latest: '' }, page);
      } finally {
        // Another request may have been made in the meantime.
        if (reading.current === signal) reading.current = undefined;
      }
    },
    [key],
  );
  const known = useRef(list.data);
  known.current = list.data;
  const steps = useRef<{ abort: AbortController; last: Promise<unknown>; isMore: boolean }>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    steps.current = { abort, last: Promise.resolve(), isMore: false };
    const end = onChange('ticket.', (change) => {
      if (change?.environment !== undefined && change.environment !== environment.value) return;
      if (reading.current === undefined) apply(change);
      else if (missed.current.length < MOST_MISSED) missed.current.push(change);
    });
    return () => {
      abort.abort();
      end();
      missed.current = [];
    };
  }, [key]);
  useEffect(() => {
    if (list.data === undefined || reading.current !== undefined) return;
    const heard = missed.current.splice(0);
    if (heard.length === MOST_MISSED) list.reload();
    else for (const change of heard) apply(change);
  }, [list.data]);
  // The next change, or the next poll, brings what this one could not.
  const apply = (change: Change | undefined): void =>
    void step((now, signal) => changed(maker.current, query, now, change, signal)).catch(() => undefined);
  /** One after the other, each on the result of the one before. */
  const step = (make: (now: TicketList, signal: AbortSignal) => Promise<TicketList | undefined>): Promise<unknown> => {
    const { abort, last } = steps.current!;
    const run = async (): Promise<void> => {
      if (abort.signal.aborted || known.current === undefined) return;
      const next = await make(known.current, abort.signal);
      if (abort.signal.aborted || next === known.current) return;
      if (next === undefined) return list.reload();
      known.current = next;
      list.set(next);
      if (reading.current !== undefined) missed.current.push(undefined);
    };
    const ended = last.then(run);
    steps.current!.last = ended.catch(() => undefined);
    return ended;
  };
  const more = (): void => {
    const one = steps.current;
    const { next, lines } = known.current ?? {};
    if (one === undefined || one.isMore || next === undefined || lines!.length >= MOST_LINES) return;
    one.isMore = true;
    void step(async (now, signal) => extended(maker.current, now, await ticketPage(query, NEXT_PAGE, now.next, signal)))
      // It is requested again at the next scroll.
      .catch(() => undefined)
      .finally(() => {
        one.isMore = false;
      });
  };
  return { ...list, more };
}

function extended(maker: LineMaker, { lines, latest }: TicketList, { items, next }: TicketPage): TicketList {
  const read = items.map((one) => maker.line(one));
  return { lines: [...lines, ...read], next, latest: latestOf(latest, items) };
}

function latestOf(latest: string, tickets: readonly Ticket[]): string {
  return tickets.reduce((found, { modifiedAt }) => (modifiedAt > found ? modifiedAt : found), latest);
}

/** The list after a change; undefined if it has to be read again. A ticket that no longer exists was deleted. */
async function changed(
  maker: LineMaker,
  query: Filters,
  now: TicketList,
  change: Change | undefined,
  signal: AbortSignal,
): Promise<TicketList | undefined> {
  const { lines, next, latest } = now;
  // Nothing is known, or the change is not named: for instance after the server was away.
  if (latest === '') return undefined;
  const gone = new Set<string>();
  const { uuid } = change ?? {};
  if (uuid !== undefined && lines.some((line) => line.uuid === uuid) && (await isGone(uuid, signal))) gone.add(uuid);
  const tickets: Ticket[] = [];
  const since = { ...query, modifiedSince: latest };
  for (let [pages, cursor] = [0, undefined as string | undefined]; pages === 0 || cursor !== undefined; pages++) {
    if (pages === MOST_CHANGED_PAGES) return undefined;
    const page: TicketPage = await ticketPage(since, NEXT_PAGE, cursor, signal);
    tickets.push(...page.items);
    cursor = page.next;
  }
  const made = tickets.map((one) => maker.line(one));
  const after = changedLines(lines, made, gone, next === undefined);
  return { lines: after, next, latest: latestOf(latest, tickets) };
}

async function isGone(uuid: string, signal: AbortSignal): Promise<boolean> {
  try {
    await exact(`/weighing/${uuid}`, {}, signal);
    return false;
  } catch (error) {
    if (error instanceof NotFoundError) return true;
    throw error;
  }
}

/** The newest tickets that pass filters, as they are now. */
export function useNewestTickets(query: Filters, most: number): Loaded<readonly Ticket[]> {
  const key = `${environment.value} ${JSON.stringify(query)}`;
  const list = useLoad(async (signal) => (await findTickets(query, most, signal)).tickets, [key]);
  useEffect(
    () =>
      onChange('ticket.', (change) => {
        if (change?.environment === undefined || change.environment === environment.value) list.reload();
      }),
    [key],
  );
  return list;
}
