/** Time and randomness, so that tests can replace them. */
export interface Timing {
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  monotonic(): number;
  /** Resolves after that many milliseconds, or earlier if the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, but not including, 1. */
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

/** Waits for work, at most until a signal aborts. @throws the reason of the signal */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
