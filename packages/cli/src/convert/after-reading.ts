import { FormatError, type IssueLog } from '@fieldbridge/formats';
import { FailureAfterReading } from '../failure.ts';

/** Adds what reading reported to a failure of the work after it, since that may be the reason. */
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
