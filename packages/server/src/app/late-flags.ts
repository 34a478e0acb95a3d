import { setFlagsFromString } from 'node:v8';

/**
 * V8 features that are off until a server is ready. The code of the start runs once: compiling it with Maglev, on other
 * threads, took a tenth of the start's processor time. V8 also spends 5 ms on optimising the regular expression by
 * which Node recognises an IPv6 address.
 */
const AFTER_START = ['maglev', 'regexp-peephole-optimization'];

/**
 * V8 begins to mark as soon as the room left in the heap is smaller than the young generation, which is always the case
 * then; so it is made to wait until most of that room is used. That saves half of the server's CPU time for a file of 6
 * MB.
 */
const LATE_FLAGS = ['--incremental-marking-soft-trigger=60', '--incremental-marking-hard-trigger=90'];

/**
 * Sets the flags of a server that is about to start. Its modules have been loaded by now: if set earlier, flags would
 * keep V8 from using cached compiled code, Node's own included.
 */
export function setStartFlags(): void {
  for (const name of AFTER_START) setFlagsFromString(`--no-${name}`);
}

/**
 * Sets the flags of a server that has started. Flags are part of the key of compiled code, so store that code before.
 */
export function setLateFlags(): void {
  for (const name of AFTER_START) setFlagsFromString(`--${name}`);
  for (const flag of LATE_FLAGS) setFlagsFromString(flag);
}
