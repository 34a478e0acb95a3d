import type { Cluster } from '../storage/port/cluster.ts';
import type { Progress } from '../work/converters/protocol.ts';

/** The phases of an import, each with the percentages between which it lies. */
const PHASES: Readonly<Record<string, readonly [from: number, to: number]>> = {
  reading: [0, 70],
  matching: [70, 80],
  writing: [80, 97],
  storing: [97, 99],
};

/** The progress of a running import. */
export interface LiveProgress {
  readonly percent: number;
  readonly phase: string;
  readonly done: number;
  readonly total: number;
}

/** Live progress of imports that other servers run; the oldest is forgotten first. */
const MOST_HEARD = 5000;
/** Pause between two reports on one import to other servers. */
const TELL_MS = 250;
/** Notices between servers: a changed job, the progress of an import. */
const [CHANGED, PROGRESS] = ['job changed', 'import progress'];

/** The progress of running imports between the durable steps, and the listeners for changes of each job. */
export class ProgressRegistry {
  readonly #live = new Map<string, LiveProgress>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #any: (jobId: string) => void;
  readonly #cluster: Cluster | undefined;
  /** Of imports of other servers. */
  readonly #heard = new Map<string, LiveProgress>();
  /** When the progress of an import was last sent to other servers. */
  readonly #sent = new Map<string, number>();

  /** @param any called at every change of any job @param cluster servers that run the other imports */
  constructor(any: (jobId: string) => void = () => {}, cluster?: Cluster) {
    this.#any = any;
    if (cluster === undefined || !cluster.isShared) return;
    this.#cluster = cluster;
    cluster.onTold(CHANGED, (jobId) => this.#notify(jobId));
    cluster.onTold(PROGRESS, (text) => {
      const { jobId, importId, ...live } = JSON.parse(text) as { jobId: string; importId: string } & LiveProgress;
      const percent = Math.max(live.percent, this.#heard.get(importId)?.percent ?? 0);
      this.#heard.delete(importId);
      this.#heard.set(importId, { ...live, percent });
      if (this.#heard.size > MOST_HEARD) this.#heard.delete(this.#heard.keys().next().value!);
      this.#notify(jobId);
    });
    // Notices may have been lost.
    cluster.onLook(() => {
      for (const listeners of Array.from(this.#listeners.values())) for (const listener of [...listeners]) listener();
    });
  }

  /** Records the progress of an import. The percentage never goes back, whatever a reader or a second try reports. */
  update(jobId: string, importId: string, { done, total, phase }: Progress): void {
    const [from, to] = PHASES[phase] ?? PHASES['reading']!;
    const part = done / total;
    // 0 / 0 and NaN count as the beginning of the phase.
    const share = total > 0 && part > 0 ? Math.min(1, part) : 0;
    const before = (this.#live.get(importId) ?? this.#heard.get(importId))?.percent ?? 0;
    const percent = Math.max(before, Math.floor(from + share * (to - from)));
    const live = { percent, phase, done: Math.trunc(done), total: Math.trunc(total) };
    this.#live.set(importId, live);
    this.#notify(jobId);
    const now = performance.now();
    if (this.#cluster === undefined || now - (this.#sent.get(importId) ?? Number.NEGATIVE_INFINITY) < TELL_MS) return;
    this.#sent.set(importId, now);
    this.#cluster.tell(PROGRESS, JSON.stringify({ jobId, importId, ...live }));
  }

  get(importId: string): LiveProgress | undefined {
    return this.#live.get(importId);
  }

  /** The progress of all running imports at this moment. */
  all(): ReadonlyMap<string, LiveProgress> {
    return new Map([...this.#heard, ...this.#live]);
  }

  /** Forgets an import that has ended. */
  forget(importId: string): void {
    this.#live.delete(importId);
    this.#sent.delete(importId);
  }

  /** Notifies all listeners of a job that it has changed. */
  changed(jobId: string): void {
    this.#notify(jobId);
    this.#cluster?.tell(CHANGED, jobId);
  }

  #notify(jobId: string): void {
    this.#any(jobId);
    for (const listener of Array.from(this.#listeners.get(jobId) ?? [])) listener();
  }

  /** Calls `listener` at every change of a job until the returned function is called. */
  listen(jobId: string, listener: () => void): () => void {
    let listeners = this.#listeners.get(jobId);
    if (listeners === undefined) this.#listeners.set(jobId, (listeners = new Set()));
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(jobId) === listeners) this.#listeners.delete(jobId);
    };
  }

  /**
   * Waits until a condition holds, checking it again at every change.
   * @param seconds longest wait @returns whether it holds
   */
  async until(jobId: string, holds: () => Promise<boolean>, seconds: number, signal: AbortSignal): Promise<boolean> {
    let isOver = seconds <= 0 || signal.aborted;
    let changed = Promise.withResolvers<void>();
    const stop = this.listen(jobId, () => changed.resolve());
    const end = (): void => {
      isOver = true;
      changed.resolve();
    };
    const timer = isOver ? undefined : setTimeout(end, seconds * 1000);
    signal.addEventListener('abort', end);
    try {
      for (;;) {
        // Made before the condition is checked, so that no change in between is missed.
        changed = Promise.withResolvers<void>();
        const wasOver = isOver;
        if (await holds()) return true;
        if (wasOver) return false;
        await changed.promise;
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      stop();
    }
  }
}
