import type { Cluster } from '../storage/port/cluster.ts';

/** Of a limit, for servers that a caller does not use now: together they may exceed it by so much. */
const SPARE = 0.1;
/** What remains of the demand of a second in the next one: a caller who changes servers has its share there soon. */
const FADING = 0.7;
/** Less is no demand any more. */
const NOTHING = 0.05;

/** A bucket of which this server has a share. */
export interface SharedBucket {
  /** @param share of the limit, from 0 to 1 @param isOnly whether no other server has had a part of it */
  setShare(key: string, share: number, isOnly: boolean): void;
}

interface Demand {
  readonly bucket: SharedBucket;
  readonly key: string;
  amount: number;
  /** Since the last exchange. */
  recent: number;
  /** When the first request was counted, on the monotonic clock. */
  readonly since: number;
  isKnown: boolean;
  /** Whether nobody else was asked so far. */
  isOnly: boolean;
}

/**
 * Shares limits among servers by demand: each reports every second what callers asked of it, and gets the part of the
 * limit that corresponds to its part of the demand. A caller whom a server does not know yet has at most an equal share
 * there, until all others have reported since; the first exchange is asked for at once.
 */
export class Shares {
  readonly #cluster: Cluster;
  readonly #demands = new Map<string, Demand>();
  #isAsking = false;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
    cluster.onLook(() => void this.#exchange(true));
  }

  /** The share of a caller about whom nothing is known. */
  get first(): number {
    return 1 / this.#cluster.size;
  }

  /** Counts a request, whether or not it is allowed. @param limit its name */
  count(limit: string, key: string, bucket: SharedBucket): void {
    const name = `${limit} ${key}`;
    const known = this.#demands.get(name);
    if (known !== undefined) {
      known.recent++;
      return;
    }
    this.#demands.set(name, {
      bucket,
      key,
      amount: 0,
      recent: 1,
      since: performance.now(),
      isKnown: false,
      isOnly: true,
    });
    if (this.#isAsking) return;
    this.#isAsking = true;
    setImmediate(() => void this.#exchange(false));
  }

  /** @param isRegular for all limits; otherwise for those about which nothing is known */
  async #exchange(isRegular: boolean): Promise<void> {
    this.#isAsking = false;
    const due = new Map<string, number>();
    for (const [name, demand] of this.#demands) {
      if (!isRegular && demand.isKnown) continue;
      demand.amount = (isRegular ? demand.amount * FADING : demand.amount) + demand.recent;
      demand.recent = 0;
      due.set(name, demand.amount);
      if (demand.amount < NOTHING) this.#demands.delete(name);
    }
    // Others wait for a report even if it is empty.
    if (due.size === 0 && !isRegular) return;
    const began = performance.now();
    try {
      const { amounts, silentMs } = await this.#cluster.demand(due);
      for (const [name, own] of due) this.#assign(name, own, amounts.get(name) ?? 0, began - silentMs);
    } catch {
      // The database is away: shares stay as they are.
    }
  }

  /** @param reported by when all others have reported, on the monotonic clock */
  #assign(name: string, own: number, others: number, reported: number): void {
    const demand = this.#demands.get(name);
    if (demand === undefined) return;
    const least = SPARE / this.#cluster.size;
    if (others > 0) demand.isOnly = false;
    const part = others === 0 ? 1 : Math.max(least, own / (own + others));
    // Others may have begun at the same moment, and a busy one says so late.
    const share = reported >= demand.since ? part : Math.min(part, this.first);
    demand.bucket.setShare(demand.key, share, demand.isOnly);
    demand.isKnown = true;
  }
}
