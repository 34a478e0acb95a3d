/**
 * What happens to an incoming point whose name the job already has: it gets a free name (the default), is left out,
 * replaces the existing point, or makes the whole import fail.
 */
export type OnDuplicate = 'rename' | 'keep' | 'replace' | 'refuse';
export const ON_DUPLICATE: readonly OnDuplicate[] = ['rename', 'keep', 'replace', 'refuse'];

/** Points with taken names while duplicates are refused. */
export class DuplicateNameError extends Error {
  readonly code = 'point-name-taken';
  readonly pointName: string;
  readonly count: number;

  /** @param pointName the first taken name @param count how many points have taken names */
  constructor(pointName: string, count: number) {
    const text = `the job already has ${count} of the point names, the first is "${pointName}"`;
    super(`${text}; use onDuplicate=rename, keep or replace`);
    this.name = 'DuplicateNameError';
    this.pointName = pointName;
    this.count = count;
  }
}
