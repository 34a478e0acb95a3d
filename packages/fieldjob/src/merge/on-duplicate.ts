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

  constructor(pointName: string) {
    super(`the job holds a point "${pointName}" already; say onDuplicate=rename, keep or replace`);
    this.name = 'DuplicateNameError';
    this.pointName = pointName;
  }
}
