import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { tooManyOpen } from '../http/open-limit.ts';
import type { Reader } from '../storage/port/space-store.ts';
import type { Conversion } from './conversion.ts';
import { checkRequestedFormat } from './formats-lookup.ts';
import type { JobStore } from './job-store.ts';
import type { UnusedUploads } from './upload-place.ts';

const RETRY_SECONDS = '10';

/** A planned upload, checked before its body is read. */
export interface Admission {
  readonly requestedFormat: string;
  readonly makesJob: boolean;
  readonly queues: boolean;
  readonly jobId?: string;
}

/**
 * Refuses an upload before its first byte is read: unknown format, job of another organisation, full queue, used-up
 * quota, declared size over the limit, too many uploads at once, full disk. Call it in an `onRequest` hook, after
 * authentication.
 */
export async function admit(
  conversion: Conversion,
  request: FastifyRequest,
  reply: FastifyReply,
  upload: Admission,
): Promise<void> {
  const { jobs, imports, pool, context, holds, openUploads, principalOf } = conversion;
  const { clientId, organisationId } = principalOf(request);
  await openUploads.take(clientId, reply);
  const { settings, disk } = context;
  if (upload.jobId !== undefined) await jobs.get(organisationId, upload.jobId);
  checkRequestedFormat(upload.requestedFormat);
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > settings.uploadLimit) {
    const detail = detailOf('The limit uploadLimit is {limit} bytes; {length} were announced.', {
      ...{ limit: settings.uploadLimit, length },
    });
    throw new ProblemError('body-too-large', detail);
  }
  disk.require(length);
  const queued = await imports.waiting(organisationId);
  const refuse = (limit: string, value: number, count: number): never => {
    const headers = { 'retry-after': RETRY_SECONDS };
    throw new ProblemError(
      'queue-full',
      detailOf('Waiting conversions: {count}; the limit {limit} is {value}. Send it again later.', {
        count,
        limit,
        value,
      }),
      { headers },
    );
  };
  if (upload.queues && queued >= settings.queueLimitPerOrganisation)
    refuse('queueLimitPerOrganisation', settings.queueLimitPerOrganisation, queued);
  const all = upload.queues ? await imports.waiting() : pool.waiting;
  if (all >= settings.queueLimit) refuse('queueLimit', settings.queueLimit, all);
  holds.begin(request, reply, organisationId, length);
  await jobs.checkQuota(organisationId, upload.makesJob ? 1 : 0, holds.of(organisationId));
}

/**
 * Refuses a new resumable upload beyond the limit openUploads or the quota.
 * @param openUploads 0 for no limit
 * @param unused of its organisation, with the bytes of the new one
 * @param from the transaction to read in, if any
 * @throws ProblemError too-many-requests, quota-exceeded
 */
export async function admitResumable(
  jobs: JobStore,
  openUploads: number,
  organisationId: string,
  { count, bytes }: UnusedUploads,
  from?: Reader,
): Promise<void> {
  if (openUploads > 0 && count >= openUploads) throw tooManyOpen('openUploads', openUploads);
  await jobs.checkQuota(organisationId, 0, bytes, from);
}
