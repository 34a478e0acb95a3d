/** Where the time comes from; tests put their own in place of it. */
export interface Clock {
  /** Milliseconds since 1970, as the wall clock shows; may step back. */
  now(): number;
  /** Milliseconds since some moment of this process; never steps. For how long something has lasted. */
  monotonic(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** ISO 8601 UTC with milliseconds, as every answer writes it. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
