import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow } from '../row.ts';
import { timeScript } from '../subjects/index.ts';
import { BENCH_FILES, siteDxf } from './site-dxf.ts';

/** Path of the job made from a drawing of that size. */
export const siteJob = (size: number): string => join(BENCH_FILES, `site-${size}.mjf`);

/**
 * The preparation of a row that reads jobs: makes those that are not there, and removes them at the end.
 * @param outputs files that the subjects write, removed as well
 * @param job path of the job of a size @param source makes the file of a size that it is imported from
 */
export function jobsFor(
  outputs: readonly string[],
  job: (size: number) => string = siteJob,
  source: (size: number) => string = siteDxf,
): NonNullable<BenchRow['prepare']> {
  return async (sizes) => {
    for (const size of sizes)
      if (!existsSync(job(size))) await timeScript('convert.ts', source(size), 'mjf', job(size));
    return async () => {
      for (const path of [...outputs, ...sizes.map(job)]) rmSync(path, { force: true });
    };
  };
}
