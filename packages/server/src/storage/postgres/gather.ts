import type { Connection } from './connections.ts';

/**
 * Sends the statements of this turn of the event loop, from here on, together: each would be a system call and a
 * wake-up of the database, which cost as much as a small statement.
 */
export function gather({ connection: { stream } }: Connection): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
