import { detailOf } from '../core/detail.ts';
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
  { store, jobs, exports, importer, reporter, progress, changes, blobs, names, context }: Conversion,
  jobId: string,
  check: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const remove = () =>
    store.write(async (tx) => {
      await check(tx);
      const job = await jobs.find(jobId, tx);
      if (job === undefined) throw new ProblemError('not-found', detailOf('There is no such job.'));
      await blankAnswers(tx, jobId, { jobId });
      const { organisationId } = job;
      const compared = await exports.clearCompared(tx, jobId, organisationId);
      return { blobs: [...compared, ...(await jobs.delete(tx, jobId))], organisationId };
    });
  const gone = await context.spareRoom.around(remove);
  importer.cancelJob(jobId);
  reporter.cancelJob(jobId);
  changes.note(jobId, gone.organisationId);
  progress.changed(jobId);
  await Promise.all(gone.blobs.map((id) => blobs.delete(id)));
  await names.remove(jobId);
  store.reclaim();
}
