/**
 * What becomes of an incoming point whose name the job has already: it gets a free name (the default), stays out, takes the
 * place of the one that is there, or makes the whole import fail.
 */
export type OnDuplicate = 'rename' | 'keep' | 'replace' | 'refuse';
export const ON_DUPLICATE: readonly OnDuplicate[] = ['rename', 'keep', 'replace', 'refuse'];

/** Points whose names were taken, with duplicates to be refused. */
export class DuplicateNameError extends Error {
  readonly code = 'point-name-taken';
  readonly pointName: string;

  /** @param pointName the first name that is taken @param count how many points have taken names */
  constructor(pointName: string, count: number) {
    const text = `the job holds ${count} of the point names already, the first is "${pointName}"`;
    super(`${text}; say onDuplicate=rename, keep or replace`);
    this.name = 'DuplicateNameError';
    this.pointName = pointName;
  }
}
