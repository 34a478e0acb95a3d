import type { JobDiff } from '@fieldbridge/fieldjob';

/** Data of a view of two jobs shown over each other: see `comparedJob`. */
export interface Comparison {
  readonly names: readonly [a: string, b: string];
  readonly diff: JobDiff;
}
