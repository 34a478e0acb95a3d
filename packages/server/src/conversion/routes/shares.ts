import { JobShare, NewShare, NewShareMade, Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import type { App } from '../../http/app.ts';
import { markSecret } from '../../http/private-answers.ts';
import type { Conversion } from '../conversion.ts';
import type { ShareRow } from '../share-store.ts';
import { emptyBody, JobPath, Nothing } from './shared.ts';

const DAY_MS = 24 * 3600 * 1000;
const USUAL_DAYS = 30;
const tags = ['jobs'];

/** Links that show one job to people who have no access: made, listed and revoked by its owner. */
export function addShareRoutes(app: App, conversion: Conversion): void {
  const { base, store, jobs, shares, context, principalOf, clock } = conversion;
  const { audit } = context;
  const jobOf = (request: FastifyRequest<{ Params: { jobId: string } }>) =>
    jobs.get(principalOf(request).organisationId, request.params.jobId);
  const actorOf = (request: FastifyRequest): string => principalOf(request).personName ?? principalOf(request).clientId;

  app.post(
    `${base}/job/:jobId/shares`,
    {
      preValidation: emptyBody,
      schema: {
        summary: 'Make a link that shows the job',
        description:
          'People who have the link see the plan, the contents and the check of this job until it expires or is revoked, and with `downloads` they can download it; they see no other job, and none of the files it was made from. The link is only in this answer.',
        tags,
        params: JobPath,
        body: NewShare,
        response: { 201: NewShareMade },
      },
    },
    async (request, reply) => {
      const { id, organisationId } = await jobOf(request);
      const { days = USUAL_DAYS, downloads = false } = request.body;
      const expiresAt = clock.now() + days * DAY_MS;
      const actor = actorOf(request);
      const details = { expiresAt: isoTime(expiresAt), downloads };
      const made = await audit.around({ actor, action: 'job.shared', subject: id, organisationId, details }, () =>
        store.write(async (tx) => {
          await jobs.get(organisationId, id, tx);
          return shares.make(tx, { jobId: id, createdBy: actor, expiresAt, downloads: downloads ? 1 : 0 });
        }),
      );
      // The fragment is sent to no server, so the secret is in no log.
      const url = `${context.publicUrl()}/shared/${made.id}#${made.secret}`;
      markSecret(reply).code(201);
      return { ...shown(made), url };
    },
  );

  app.get(
    `${base}/job/:jobId/shares`,
    {
      schema: {
        summary: 'List the links that show the job',
        description: 'Those that have not expired, oldest first, without their secrets.',
        tags,
        params: JobPath,
        response: { 200: Type.Object({ items: Type.Array(JobShare) }) },
      },
    },
    async (request) => ({ items: (await shares.ofJob((await jobOf(request)).id)).map(shown) }),
  );

  app.delete(
    `${base}/job/:jobId/shares/:shareId`,
    {
      schema: {
        summary: 'Revoke a link',
        description: 'It stops working at once, even where it is open.',
        tags,
        params: Type.Object({ ...JobPath.properties, shareId: Type.String({ format: 'uuid' }) }),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { id, organisationId } = await jobOf(request);
      const shareId = request.params.shareId.toLowerCase();
      await store.write((tx) => shares.end(tx, id, shareId));
      const details = { shareId };
      await audit.note({ actor: actorOf(request), action: 'job.share-ended', subject: id, organisationId, details });
      return reply.code(204).send(undefined);
    },
  );
}

function shown({ id, createdBy, createdAt, expiresAt, downloads }: ShareRow): JobShare {
  const times = { createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
  return { shareId: id, createdBy, ...times, downloads: downloads === 1 };
}
