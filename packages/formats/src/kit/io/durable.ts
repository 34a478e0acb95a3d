import { fsyncSync } from 'node:fs';

/**
 * Whether writers bring their files onto the disk themselves. Inside a converter process this is left to the server, which does
 * it when it takes the file over: Node's permission model refuses fsync altogether.
 */
export const FLUSH = process.permission === undefined;

/** Brings what was written to an open file onto the disk, where `FLUSH` says so. */
export function makeDurable(descriptor: number): void {
  if (FLUSH) fsyncSync(descriptor);
}
