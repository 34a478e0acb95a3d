import type { FastifyReply } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Cluster } from '../storage/port/cluster.ts';

const RETRY_SECONDS = '10';

/** What a caller has open at this server. */
interface Opened {
  count: number;
  /** Reports to the other servers, one after another: the last one counts. */
  turn: Promise<unknown>;
}

/** Limits how many requests of a kind a caller may have open at once, at all servers together. */
export class OpenLimit {
  readonly #name: string;
  readonly #most: number;
  readonly #cluster: Cluster | undefined;
  readonly #open = new Map<string, Opened>();
  /** Whose counts the other servers do not know. */
  readonly #unknown = new Set<string>();
  /** Under which this server's counts are known. */
  #knownAs: string | undefined;

  /**
   * @param name of the setting, for the refusal
   * @param most 0 for no limit
   * @param cluster the servers that count together; absent if each counts for itself
   */
  constructor(name: string, most: number, cluster?: Cluster) {
    this.#name = name;
    this.#most = most;
    if (cluster?.isShared !== true || most === 0) return;
    this.#cluster = cluster;
    this.#knownAs = cluster.id;
    cluster.onLook(() => this.#remind());
  }

  /**
   * Counts a request as open until its answer is complete or its caller has left.
   * @throws ProblemError too-many-requests; unavailable if the other servers cannot be asked
   */
  async take(key: string, reply: FastifyReply): Promise<void> {
    if (this.#most === 0) return;
    const opened = this.#open.get(key) ?? { count: 0, turn: Promise.resolve() };
    if (opened.count >= this.#most) throw tooManyOpen(this.#name, this.#most);
    this.#open.set(key, opened);
    opened.count++;
    let isOpen = true;
    const leave = (): void => {
      if (!isOpen) return;
      isOpen = false;
      opened.count--;
      this.#correct(key, opened);
    };
    reply.raw.once('close', leave);
    const cluster = this.#cluster;
    if (cluster === undefined) return;
    const asked = opened.turn.then(() => cluster.open(this.#named(key), opened.count, this.#most));
    opened.turn = asked.catch(() => {});
    try {
      if (!(await asked)) throw tooManyOpen(this.#name, this.#most);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Tells the other servers what is open here; again with the next look if that fails. */
  #correct(key: string, opened: Opened): void {
    const cluster = this.#cluster;
    if (cluster === undefined) {
      if (opened.count === 0) this.#open.delete(key);
      return;
    }
    const turn = opened.turn
      .then(() => cluster.open(this.#named(key), opened.count))
      .then(
        () => this.#unknown.delete(key),
        () => this.#unknown.add(key),
      )
      .then(() => {
        if (opened.count === 0 && opened.turn === turn && !this.#unknown.has(key)) this.#open.delete(key);
      });
    opened.turn = turn;
  }

  /** After a pause this server has a new id, under which nothing is counted yet. */
  #remind(): void {
    const isNew = this.#knownAs !== this.#cluster?.id;
    this.#knownAs = this.#cluster?.id;
    for (const [key, opened] of this.#open) if (isNew || this.#unknown.has(key)) this.#correct(key, opened);
  }

  #named(key: string): string {
    return `${this.#name} ${key}`;
  }
}

/** The refusal of one more than a limit allows. */
export function tooManyOpen(name: string, most: number): ProblemError {
  const detail = detailOf('The limit {name} is reached: {most} are open. End some of them first.', {
    name,
    most,
  });
  return new ProblemError('too-many-requests', detail, { headers: { 'retry-after': RETRY_SECONDS } });
}
