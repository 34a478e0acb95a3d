import { FormatError, type IssueLog } from '@fieldbridge/formats';
import { FailureAfterReading } from '../failure.ts';

/** Adds the issues of reading to a failure of later work, since they may be the reason. */
export async function afterReading<T>(
  issues: readonly Pick<IssueLog, 'summary'>[],
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FailureAfterReading(
      error,
      issues.flatMap((log) => log.summary()),
    );
  }
}
