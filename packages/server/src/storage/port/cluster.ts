import { setTimeout as pause } from 'node:timers/promises';

/** After this time without a sign of life others may take over what a server held. */
export const LEASE_MS = 5000;
/** How often servers give a sign of life and look at what the others have changed. */
export const LOOK_MS = 1000;

/**
 * What a process remembers of the rows of a space. Others may change them: each change of a kind that is remembered
 * has a mark (`Transaction.mark`).
 */
export interface Memory {
  /** Whether other servers may change the rows. */
  readonly isShared: boolean;
  /** Whether what is remembered may be used; if not, for a while, rows have to be read. */
  readonly isCurrent: boolean;
  /** Calls a function when another server may have changed rows of a kind. */
  onMark(kind: string, forget: () => void): void;
}

/** Runs something while no other server runs anything under the same name. */
export async function underLease<T>(cluster: Cluster, name: string, work: () => Promise<T>): Promise<T> {
  while (!(await cluster.claim(name))) await pause(LOOK_MS / 5);
  try {
    return await work();
  } finally {
    await cluster.release(name);
  }
}

/** How much callers ask of the other servers. */
export interface OthersDemand {
  /** By limit, for those asked about. */
  readonly amounts: ReadonlyMap<string, number>;
  /** How long ago the one that reported least recently did so, in milliseconds. */
  readonly silentMs: number;
}

/** The servers that work on the same data, as one of them sees them. */
export interface Cluster {
  /** This server among them. Another one after a pause in which the others had to take it for dead. */
  readonly id: string;
  /** Whether there may be others. */
  readonly isShared: boolean;
  /** Whether nobody has taken this server for dead: what it holds is its own. */
  readonly isAlive: boolean;
  /** Servers alive that answer requests, this one included. */
  readonly size: number;
  /** Whether a server has ended: what it held is free. */
  isGone(id: string): Promise<boolean>;
  /** Takes a lease, or finds it held already by this server. It ends with `release` or with the server. */
  claim(name: string): Promise<boolean>;
  /** The same for callers that ask again and again: one held by another server is asked for once a second. */
  hold(name: string): Promise<boolean>;
  /** Whether this server holds a lease for sure at this moment. */
  holds(name: string): boolean;
  release(name: string): Promise<void>;
  /** Reports how much callers ask of this server, by limit; none of it is a report, too. */
  demand(own: ReadonlyMap<string, number>): Promise<OthersDemand>;
  /**
   * Says how many of a limited kind are open at this server, which counts until it says another number or ends.
   * @param most of all servers together; without, it is only a correction
   * @returns whether it counts: false if there would be more
   */
  open(name: string, count: number, most?: number): Promise<boolean>;
  /** Tells the other servers something at once. It may be lost: who needs it looks again (`onLook`). */
  tell(topic: string, text: string): void;
  /** Calls a function with what another server tells. */
  onTold(topic: string, listener: (text: string) => void): void;
  /** Calls a function about every second, if there may be other servers. */
  onLook(listener: () => void): void;
}
