import { ProblemError } from '../core/problem.ts';
import { blankAnswers } from '../http/kept-answers.ts';
import type { Transaction } from '../storage/port/space-store.ts';
import type { Conversion } from './conversion.ts';

/**
 * Deletes a job: stops what runs for it, deletes its rows in one transaction, then its blobs, then its point names.
 * @param check runs inside the transaction and throws when the job must not be deleted
 * @throws ProblemError not-found when there is no such job
 */
export async function deleteJob(
  { store, jobs, importer, reporter, progress, blobs, names, context }: Conversion,
  jobId: string,
  check: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const remove = () =>
    store.write(async (tx) => {
      await check(tx);
      if ((await jobs.find(jobId, tx)) === undefined) throw new ProblemError('not-found', 'There is no such job.');
      await blankAnswers(tx, jobId, { jobId });
      return jobs.delete(tx, jobId);
    });
  const gone = await context.spareRoom.around(remove);
  importer.cancelJob(jobId);
  reporter.cancelJob(jobId);
  progress.changed(jobId);
  await Promise.all(gone.map((id) => blobs.delete(id)));
  await names.remove(jobId);
  store.reclaim();
}
