import { availableParallelism } from 'node:os';

/**
 * How many threads a reader of a command may start beside its own: one per core that is left. None where the process was
 * started without the permission for any (`--permission` without `--allow-worker`).
 */
export function helperThreads(): number {
  if (process.permission?.has('worker') === false) return 0;
  return availableParallelism() - 1;
}
