import type { JobDiff } from '@fieldbridge/fieldjob';

/** What a view says of two jobs that it shows over each other: see `comparedJob`. */
export interface Comparison {
  readonly names: readonly [a: string, b: string];
  readonly diff: JobDiff;
}
