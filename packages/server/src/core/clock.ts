/** The source of time; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970, as the wall clock shows; may step back. */
  now(): number;
  /** Milliseconds since some moment of this process; monotonic. For measuring durations. */
  monotonic(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** ISO 8601 UTC with milliseconds, as in every answer. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
