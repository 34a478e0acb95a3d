import { fsyncSync } from 'node:fs';

/**
 * Brings what was written to an open file onto the disk. Inside a converter process this is left to the server, which does it
 * when it takes the file over: Node's permission model refuses fsync altogether.
 */
export function makeDurable(descriptor: number): void {
  if (process.permission === undefined) fsyncSync(descriptor);
}
