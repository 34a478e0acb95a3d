import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { leaving } from '../http/leaving.ts';
import type { ImportOutcome } from '../work/converters/tasks/task-types.ts';
import type { Conversion } from './conversion.ts';
import { problemOf } from './failure.ts';
import type { Failure } from './import-store.ts';
import type { JobRow } from './rows.ts';

const RETRY_SECONDS = '10';

/**
 * The caller's job when its imports are done. @param wait longest wait for them in seconds
 * @throws ProblemError not-found; imports-waiting if they still run; import-failed, … if its only file could not be
 * read
 */
export async function idleJob(
  conversion: Conversion,
  request: FastifyRequest,
  reply: FastifyReply,
  jobId: string,
  wait: number,
): Promise<JobRow> {
  const { jobs, imports, progress, context, principalOf } = conversion;
  const { organisationId } = principalOf(request);
  await jobs.get(organisationId, jobId);
  const isIdle = async (): Promise<boolean> => !(await imports.isBusy(jobId));
  const idle = await progress.until(jobId, isIdle, wait, leaving(reply, context.draining));
  const job = await jobs.get(organisationId, jobId);
  if (!idle) {
    const headers = { 'retry-after': RETRY_SECONDS };
    throw new ProblemError('imports-waiting', detailOf('Imports still run after {wait} s.', { wait }), { headers });
  }
  await refuseFailedCreation(conversion, job);
  return job;
}

/** Refuses a job whose first and only file could not be imported, instead of delivering an empty file. */
async function refuseFailedCreation({ imports }: Conversion, job: JobRow): Promise<void> {
  if (job.revision > 0) return;
  const [first] = await imports.ofJob(job.id);
  if (first?.kind !== 'create' || first.failure === null) return;
  const failure = JSON.parse(first.failure) as Failure;
  const issues = first.outcome === null ? undefined : (JSON.parse(first.outcome) as ImportOutcome).issues;
  const problem = problemOf(failure, 'file-unreadable', issues);
  throw problem.status < 500 ? new ProblemError('import-failed', problem.detail, problem.options) : problem;
}
