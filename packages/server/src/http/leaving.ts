import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

/**
 * Aborted when the caller leaves (or has its answer) or the server stops. It listens to the answer and not to the
 * connection, which may carry thousands of requests and would keep a listener for each.
 */
export function leaving({ raw }: FastifyReply, draining: AbortSignal): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return AbortSignal.any([left.signal, draining]);
}

/**
 * Waits for something for at most that many seconds, and not while the server stops. Leaves no timer and no listener
 * behind.
 */
export async function atMost(seconds: number, something: Promise<unknown>, draining: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, draining]);
  // An aborted pause is an early end, not a failure.
  const elapsed = pause(seconds * 1000, undefined, { signal }).catch(() => undefined);
  try {
    await Promise.race([something, elapsed]);
  } finally {
    over.abort();
  }
}
