import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { FileLock } from '../files/file-lock.ts';
import type { TicketInput } from '../wire/ticket.ts';
import { AppendLog, syncFolder } from './append-log.ts';
import { deferred } from './deferred.ts';
import { type ForwardOptions, forwardTickets, type Outcome, type QueuedTicket } from './forward.ts';

/** A completed log of this size is started again. */
const COMPACT_BYTES = 4 * 1024 * 1024;
/** How long a second process waits before it is refused. */
const PATIENCE_MS = 500;

/** A line of the log: a new ticket, or numbers of tickets that are done or were sent. */
type Line =
  | { readonly add: number; readonly bridge: string; readonly text: string }
  | { readonly done: readonly number[] }
  | { readonly sent: readonly number[] };

/**
 * Tickets that wait until the server has them: in a folder, through power cuts and restarts. One process uses a folder
 * at a time. Refused tickets are in `refused.log` of the folder, with the reason.
 */
export class TicketQueue {
  readonly #lock: FileLock;
  readonly #log: AppendLog;
  readonly #refused: AppendLog;
  readonly #waiting = new Map<number, QueuedTicket>();
  #next = 1;
  #arrived = deferred();

  private constructor(lock: FileLock, log: AppendLog, refused: AppendLog) {
    this.#lock = lock;
    this.#log = log;
    this.#refused = refused;
  }

  /**
   * Opens the queue of a folder, which is made if it does not exist.
   * @throws {HeldError} naming the process that uses the folder, {DamagedLogError}, or the error of the file system
   */
  static async open(folder: string): Promise<TicketQueue> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lock = await FileLock.take(join(folder, 'queue.lock'), PATIENCE_MS);
    try {
      const { log, values } = await AppendLog.open(join(folder, 'queue.log'));
      const { log: refused } = await AppendLog.open(join(folder, 'refused.log'));
      const queue = new TicketQueue(lock, log, refused);
      for (const line of values as Line[]) queue.#take(line);
      await queue.#compact();
      await syncFolder(folder);
      return queue;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Tickets that the server does not have yet. */
  get size(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when the tickets are on the disk; all of one call, or none.
   * @param tickets objects, or JSON texts whose spelling of numbers is kept
   * @throws {SyntaxError} for a text that is not an object with a `locationId`; the error of a full disk
   */
  async add(tickets: readonly (TicketInput | string)[]): Promise<void> {
    const lines = tickets.map((ticket) => {
      const text = typeof ticket === 'string' ? ticket : JSON.stringify(ticket);
      const bridge = (JSON.parse(text) as { locationId?: unknown } | null)?.locationId;
      if (typeof bridge !== 'string') throw new SyntaxError('a ticket needs a locationId');
      return { add: this.#next++, bridge, text };
    });
    if (lines.length === 0) return;
    await this.#log.append(lines);
    for (const line of lines) this.#take(line);
    this.#arrived.resolve();
    this.#arrived = deferred();
  }

  /** Sends tickets, in order per weigh bridge, until the signal aborts, or with `untilEmpty` until all are sent. */
  forward(options: ForwardOptions): Promise<void> {
    return forwardTickets(
      {
        waiting: () => this.#waiting.values(),
        arrived: () => this.#arrived.promise,
        sending: (batch) => this.#sending(batch),
        settle: (outcomes) => this.#settle(outcomes),
      },
      options,
    );
  }

  async close(): Promise<void> {
    await this.#log.close();
    await this.#refused.close();
    await this.#lock.release();
  }

  #take(line: Line): void {
    if ('add' in line) {
      this.#waiting.set(line.add, { number: line.add, bridge: line.bridge, text: line.text, wasSent: false });
      this.#next = Math.max(this.#next, line.add + 1);
    } else if ('done' in line) for (const number of line.done) this.#waiting.delete(number);
    else for (const number of line.sent) this.#markSent(number);
  }

  #markSent(number: number): void {
    const ticket = this.#waiting.get(number);
    if (ticket !== undefined) this.#waiting.set(number, { ...ticket, wasSent: true });
  }

  async #sending(batch: readonly QueuedTicket[]): Promise<void> {
    if (!(await this.#lock.isHeld())) throw new Error('another process has taken the queue over; this one stops');
    const numbers = batch.filter(({ wasSent }) => !wasSent).map(({ number }) => number);
    if (numbers.length === 0) return;
    await this.#log.append([{ sent: numbers } satisfies Line]);
    for (const number of numbers) this.#markSent(number);
  }

  async #settle(outcomes: readonly Outcome[]): Promise<void> {
    const refused = outcomes.filter(({ result }) => result === 'refused');
    if (refused.length > 0)
      await this.#refused.append(refused.map(({ ticket, reason }) => ({ ticket: ticket.text, reason })));
    const done = outcomes.map(({ ticket }) => ticket.number);
    await this.#log.append([{ done } satisfies Line]);
    for (const number of done) this.#waiting.delete(number);
    if (this.#waiting.size === 0 && this.#log.bytes > COMPACT_BYTES) await this.#compact();
  }

  async #compact(): Promise<void> {
    if (this.#log.bytes === 0) return;
    const kept: Line[] = [...this.#waiting.values()].map(({ number, bridge, text }) => ({ add: number, bridge, text }));
    const sent = [...this.#waiting.values()].filter(({ wasSent }) => wasSent).map(({ number }) => number);
    await this.#log.replace(sent.length > 0 ? [...kept, { sent } satisfies Line] : kept);
  }
}
