import { isoTime } from '../core/clock.ts';
import type { Conversion } from './conversion.ts';
import { deleteJob } from './delete-job.ts';

/** How long before its end the owner of a job is told. */
const WARNING_MS = 24 * 3600 * 1000;
const JOBS_AT_ONCE = 100;

/**
 * Removes jobs whose time is over and tells the owners of those that have a day left. Does nothing where no retention is set.
 * @param retentionMs time after the last change; 0 keeps jobs
 */
export async function sweepRetention(conversion: Conversion, retentionMs: number): Promise<void> {
  if (retentionMs === 0) return;
  const { jobs, imports, database, hub, context } = conversion;
  const now = context.clock.now();
  for (const job of jobs.olderThan(now - retentionMs, JOBS_AT_ONCE)) {
    if (imports.isBusy(job.id)) continue;
    context.log.info({ jobId: job.id }, 'the retention of a job is over');
    await deleteJob(conversion, job.id);
  }
  for (const job of jobs.unwarned(now - retentionMs + WARNING_MS, JOBS_AT_ONCE)) {
    await database.writer.run(() => {
      jobs.warnWithin(job.id);
      const data = { jobId: job.id, name: job.name, expiresAt: isoTime(job.modifiedAt + retentionMs) };
      hub.outbox.add({ organisationId: job.organisationId, type: 'job.expiring', data });
    });
  }
}
