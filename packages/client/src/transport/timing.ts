/** Time and chance, so that tests can run without either. */
export interface Timing {
  /** Milliseconds on a clock that nobody sets; only differences mean something. */
  monotonic(): number;
  /** Resolves after that many milliseconds, and early when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to and without 1. */
  random(): number;
}

/** The time of the machine. */
export const machineTiming: Timing = {
  monotonic: () => performance.now(),
  random: () => Math.random(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener('abort', done);
    }),
};

/** Waits for work, but not longer than until a signal aborts. @throws the reason of the signal */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
