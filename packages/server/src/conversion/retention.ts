import { isoTime } from '../core/clock.ts';
import type { Conversion } from './conversion.ts';
import { deleteJob } from './delete-job.ts';

/** How long before a job expires its owner is warned. */
const WARNING_MS = 24 * 3600 * 1000;
const JOBS_AT_ONCE = 100;

/**
 * Deletes expired jobs and warns the owners of those that expire within a day. Does nothing if no retention is set.
 * @param retentionMs time after the last change; 0 keeps jobs
 */
export async function sweepRetention(conversion: Conversion, retentionMs: number): Promise<void> {
  if (retentionMs === 0) return;
  const { jobs, imports, store, hub, context } = conversion;
  const now = context.clock.now();
  for (const job of await jobs.olderThan(now - retentionMs, JOBS_AT_ONCE)) {
    if (await imports.isBusy(job.id)) continue;
    context.log.info({ jobId: job.id }, 'the retention of a job is over');
    await deleteJob(conversion, job.id);
  }
  for (const job of await jobs.unwarned(now - retentionMs + WARNING_MS, JOBS_AT_ONCE)) {
    await store.write(async (tx) => {
      await jobs.warn(tx, job.id);
      const data = { jobId: job.id, expiresAt: isoTime(job.modifiedAt + retentionMs) };
      await hub.outbox.add({ organisationId: job.organisationId, type: 'job.expiring', data }, tx);
    });
  }
}
