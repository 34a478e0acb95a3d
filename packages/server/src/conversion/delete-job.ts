import { ProblemError } from '../core/problem.ts';
import type { Conversion } from './conversion.ts';

/**
 * Removes a job: what runs for it is stopped, its rows go in one transaction, then its bytes, then its point names.
 * @param check runs inside the transaction and throws where the job is not to be removed
 * @throws ProblemError not-found when there is no such job
 */
export async function deleteJob(
  { database, jobs, importer, reporter, progress, blobs, names, context }: Conversion,
  jobId: string,
  check: () => void = () => {},
): Promise<void> {
  const gone = await database.writer.run(() => {
    check();
    if (jobs.find(jobId) === undefined) throw new ProblemError('not-found', 'There is no such job.');
    return jobs.deleteWithin(jobId);
  });
  importer.cancelJob(jobId);
  reporter.cancelJob(jobId);
  progress.changed(jobId);
  await Promise.all(gone.map((id) => blobs.delete(id)));
  // Nobody sees the names any more; removing a million of them may take longer than a caller should wait.
  void names
    .remove(jobId)
    .catch((error: unknown) =>
      context.log.error({ err: error, jobId }, 'names of a deleted job remain until the next start'),
    );
}
