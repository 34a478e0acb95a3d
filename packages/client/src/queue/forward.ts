import { CredentialsRefusedError, ProblemError } from '../transport/errors.ts';
import { pauseAfter } from '../transport/repetition.ts';
import { machineTiming, type Timing } from '../transport/timing.ts';
import type { TicketResult, Tickets } from '../weighing/tickets.ts';

/** A ticket in the queue. */
export interface QueuedTicket {
  readonly number: number;
  readonly bridge: string;
  readonly text: string;
  /** An earlier attempt may have reached the server. */
  readonly wasSent: boolean;
}

/** The outcome: `present` if the server already had the same ticket. */
export interface Outcome {
  readonly ticket: QueuedTicket;
  readonly result: 'stored' | 'present' | 'refused';
  readonly reason?: string;
}

export interface ForwardOptions {
  readonly tickets: Tickets;
  readonly signal?: AbortSignal;
  /** Tickets per request, 1 to 1000; 100 by default. 1 for servers that take single tickets only. */
  readonly batch?: number;
  /** Ends when nothing is left to send, or with the error that prevents sending. */
  readonly untilEmpty?: boolean;
  /** Called when tickets are done and this is on the disk. */
  readonly onDone?: (outcomes: readonly Outcome[]) => void;
  /** Called when sending fails and will be tried again after a pause. */
  readonly onTrouble?: (error: unknown, pauseMs: number) => void;
  readonly timing?: Timing;
}

/** The part of the queue that forwarding needs. */
interface Source {
  waiting(): Iterable<QueuedTicket>;
  /** Resolves with the next tickets that arrive. */
  arrived(): Promise<void>;
  sending(batch: readonly QueuedTicket[]): Promise<void>;
  settle(outcomes: readonly Outcome[]): Promise<void>;
}

const BACK_OFF = { attempts: 1, firstPauseMs: 1000, longestPauseMs: 60_000 };

/** See `TicketQueue.forward`. */
export async function forwardTickets(source: Source, options: ForwardOptions): Promise<void> {
  const { signal, untilEmpty = false, batch = 100, timing = machineTiming } = options;
  for (let failures = 0; !signal?.aborted; ) {
    const arrived = source.arrived();
    const next = firstOfOneBridge(source.waiting(), batch);
    if (next.length === 0) {
      if (untilEmpty) return;
      const stop = new AbortController();
      const abort = (): void => stop.abort();
      signal?.addEventListener('abort', abort);
      await Promise.race([
        arrived,
        new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve())),
      ]);
      signal?.removeEventListener('abort', abort);
      continue;
    }
    try {
      await source.sending(next);
      const outcomes = await send(options, next);
      await source.settle(outcomes);
      options.onDone?.(outcomes);
      if (outcomes.length > 0) failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      if (untilEmpty) throw error;
      const pauseMs = pauseAfter(error, Math.min(++failures, 16), BACK_OFF, timing);
      options.onTrouble?.(error, pauseMs);
      await timing.sleep(pauseMs, signal);
    }
  }
}

/** The first tickets of the weigh bridge that has waited longest: order matters within a bridge. */
function firstOfOneBridge(waiting: Iterable<QueuedTicket>, most: number): QueuedTicket[] {
  const batch: QueuedTicket[] = [];
  for (const ticket of waiting) {
    if (batch.length === most) break;
    if (batch.length === 0 || ticket.bridge === batch[0]!.bridge) batch.push(ticket);
  }
  return batch;
}

/**
 * Sends a batch. A batch that is refused because of its content is sent in halves, so that only the culprit is refused.
 */
async function send(options: ForwardOptions, batch: readonly QueuedTicket[]): Promise<Outcome[]> {
  const { tickets, signal } = options;
  const texts = batch.map(({ text }) => text);
  let attempts = 0;
  const onAttempt = (attempt: number): void => void (attempts = attempt);
  try {
    if (options.batch === 1) {
      await tickets.sendText(texts[0]!, { signal, onAttempt });
      return [{ ticket: batch[0]!, result: 'stored' }];
    }
    return settled(await tickets.sendTexts(texts, { signal, onAttempt }), batch, attempts > 1);
  } catch (error) {
    if (!(error instanceof ProblemError) || error instanceof CredentialsRefusedError) throw error;
    if (batch.length === 1 && isAboutTicket(error.status)) {
      const { status, problem } = error;
      return settled(
        [{ status, problem: { ...problem, code: error.code, detail: error.message } }],
        batch,
        attempts > 1,
      );
    }
    if (![400, 413].includes(error.status)) throw error;
    const middle = batch.length >> 1;
    return [...(await send(options, batch.slice(0, middle))), ...(await send(options, batch.slice(middle)))];
  }
}

/** Whether a status is about the ticket, rather than the credentials, the address or the state of the server. */
function isAboutTicket(status: number): boolean {
  return [400, 403, 409, 413, 422].includes(status);
}

/**
 * The outcomes up to the first ticket that must be sent again, so that the order stays.
 * @param wasRepeated whether the request was sent more than once
 */
function settled(results: readonly TicketResult[], batch: readonly QueuedTicket[], wasRepeated: boolean): Outcome[] {
  const outcomes: Outcome[] = [];
  for (const [i, { status, problem }] of results.entries()) {
    const ticket = batch[i]!;
    const isOwn = problem?.identical ?? (ticket.wasSent || wasRepeated);
    if (status >= 200 && status < 300) outcomes.push({ ticket, result: 'stored' });
    else if (status === 409 && isOwn) outcomes.push({ ticket, result: 'present' });
    else if (isAboutTicket(status))
      outcomes.push({ ticket, result: 'refused', reason: `${problem?.code}: ${problem?.detail ?? status}` });
    else if (outcomes.length > 0) return outcomes;
    else throw new ProblemError(status, problem ?? {});
  }
  return outcomes;
}
