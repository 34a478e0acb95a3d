import { fsyncSync } from 'node:fs';

/**
 * Whether writers sync their files to disk. A converter process leaves this to the server, which syncs a file when it
 * takes it over, because Node's permission model forbids fsync.
 */
export const FLUSH = process.permission === undefined;

/** Syncs an open file to disk, unless the server does it (see `FLUSH`). */
export function makeDurable(descriptor: number): void {
  if (FLUSH) fsyncSync(descriptor);
}
