import { NetworkError, ProblemError, TimeoutError } from './errors.ts';
import type { Timing } from './timing.ts';

/** How often a request is sent, and how long the pauses are. */
export interface Repetition {
  /** Attempts in all; 1 sends once. */
  readonly attempts: number;
  /** The first pause is up to that long; each further one twice as long, up to `longestPauseMs`. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
}

export const DEFAULT_REPETITION: Repetition = { attempts: 4, firstPauseMs: 500, longestPauseMs: 20_000 };

/** Statuses after which the same request may succeed a little later. */
const PASSING: readonly number[] = [408, 429, 500, 502, 503, 504];
/** The longest pause that is waited if a server asks for it. */
const LONGEST_ASKED_MS = 60_000;

/** Whether the same request may succeed a little later. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError)
    return (
      (PASSING.includes(error.status) || error.code === 'idempotency-in-progress') &&
      (error.retryAfterMs ?? 0) <= LONGEST_ASKED_MS
    );
  return error instanceof NetworkError || error instanceof TimeoutError;
}

/**
 * The pause after a failed attempt, in milliseconds: random, so that many clients do not return at the same time, and
 * at least as long as the server asks for.
 */
export function pauseAfter(error: unknown, attempt: number, repetition: Repetition, timing: Timing): number {
  const asked = error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0;
  const widest = Math.min(repetition.longestPauseMs, repetition.firstPauseMs * 2 ** (attempt - 1));
  return asked + timing.random() * widest;
}
