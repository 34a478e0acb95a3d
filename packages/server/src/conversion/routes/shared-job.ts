import { Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import { SECRET_LENGTH_MAX } from '../../directory/secret.ts';
import { publicPath } from '../../http/answer-headers.ts';
import type { App } from '../../http/app.ts';
import { markPrivate } from '../../http/private-answers.ts';
import type { Conversion } from '../conversion.ts';
import { jobInfo } from '../job-info.ts';
import type { ShareRow } from '../share-store.ts';
import { Nothing } from './shared.ts';
import { addJobView } from './view.ts';

const SharePath = { shareId: Type.String({ format: 'uuid' }) };
const COOKIE = 'fieldbridge_share';

/**
 * What a link to a shared job opens: its plan and its contents. The secret is a cookie for the paths of this link only,
 * so that the viewer sends it, and it is checked with every request.
 */
export async function addSharedJob(app: App, conversion: Conversion): Promise<void> {
  const { base, jobs, shares, context } = conversion;
  const place = `${base}/shared/:shareId`;
  const opened = new WeakMap<FastifyRequest, ShareRow>();
  const shareOf = (request: FastifyRequest): ShareRow => opened.get(request)!;

  app.post(
    place,
    {
      schema: {
        hide: true,
        params: Type.Object(SharePath),
        body: Type.Object({ secret: Type.String({ maxLength: SECRET_LENGTH_MAX }) }, { additionalProperties: false }),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { secret } = request.body;
      const share = await shares.open(request.params.shareId.toLowerCase(), secret);
      if (share === undefined) throw context.failures.refuse(request, over());
      const url = context.publicUrl();
      const seconds = Math.ceil((share.expiresAt - context.clock.now()) / 1000);
      const path = `${publicPath(url)}${base}/shared/${share.id}`;
      const secure = url.startsWith('https:') ? '; Secure' : '';
      const cookie = `${COOKIE}=${secret}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
      return reply.header('set-cookie', cookie).code(204).send(undefined);
    },
  );

  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    scope.addHook('onRequest', async (request, reply) => {
      markPrivate(reply, 'Cookie');
      const { shareId } = request.params as { shareId: string };
      const secret = cookieOf(request.headers.cookie);
      const share = secret === undefined ? undefined : await shares.open(shareId.toLowerCase(), secret);
      const job = share && (await jobs.find(share.jobId));
      if (share === undefined || job === undefined) throw over();
      opened.set(request, share);
      request.principal = { clientId: `share:${share.id}`, organisationId: job.organisationId };
      context.callers.take(request.principal, reply);
    });
    scope.get(
      place,
      {
        schema: {
          hide: true,
          params: Type.Object(SharePath),
          response: { 200: Type.Object({}, { additionalProperties: true }) },
        },
      },
      async (request) => {
        const { jobId, expiresAt } = shareOf(request);
        const job = await jobs.find(jobId);
        if (job === undefined) throw over();
        const { jobId: _id, status: _status, ...info } = (await jobInfo(conversion, job)) as Record<string, unknown>;
        return { ...info, expiresAt: isoTime(expiresAt) };
      },
    );
    addJobView(scope, conversion, {
      ...{ path: place, params: SharePath, hide: true },
      jobIdOf: (request) => shareOf(request).jobId,
    });
  });
}

function over(): ProblemError {
  return new ProblemError('share-over', 'This link has expired or was taken back. Ask for a new one.');
}

/** Cookies of one request that are looked at. */
const MOST_COOKIES = 50;

function cookieOf(header: string | undefined): string | undefined {
  for (const part of header?.split(';', MOST_COOKIES) ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}
