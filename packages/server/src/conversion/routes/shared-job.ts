import { Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { SECRET_LENGTH_MAX } from '../../directory/secret.ts';
import { publicPath } from '../../http/answer-headers.ts';
import type { App } from '../../http/app.ts';
import { addVary } from '../../http/cors.ts';
import { answerLanguage } from '../../http/language.ts';
import type { Conversion } from '../conversion.ts';
import { jobInfo } from '../job-info.ts';
import type { JobRow } from '../rows.ts';
import type { ShareRow } from '../share-store.ts';
import { addCheckRoute } from './check.ts';
import { addExportRoute } from './download.ts';
import { exportFormats } from './formats.ts';
import { type JobPlace, Nothing } from './shared.ts';
import { addJobView } from './view.ts';

const params = { shareId: Type.String({ format: 'uuid' }) };
const COOKIE = 'fieldbridge_share';
/** Fields of the job that a guest sees besides its name. */
const SHOWN = 'unit crs revision bytes modifiedAt operation counts extent layers pointLists'.split(' ');

interface Opened {
  readonly share: ShareRow;
  readonly job: JobRow;
}

/**
 * The pages behind a link to a shared job: its plan, its contents, its check. The secret is a cookie for the paths of
 * this link only, so that the viewer sends it, and it is checked at every request.
 */
export async function addSharedJob(app: App, conversion: Conversion): Promise<void> {
  const { base, jobs, shares, context } = conversion;
  const path = `${base}/shared/:shareId`;
  const opened = new WeakMap<FastifyRequest, Opened>();

  // A guest's browser keeps none of it, and passes its address to nobody.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  });

  app.post(
    path,
    {
      schema: {
        hide: true,
        params: Type.Object(params),
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
      const place = `${publicPath(url)}${base}/shared/${share.id}`;
      const secure = url.startsWith('https:') ? '; Secure' : '';
      const cookie = `${COOKIE}=${secret}; Path=${place}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
      return reply.header('set-cookie', cookie).code(204).send(undefined);
    },
  );

  await app.register(async (inner) => {
    const scope = inner as unknown as App;
    scope.addHook('onRequest', async (request, reply) => {
      addVary(reply, 'Cookie');
      const { shareId } = request.params as { shareId: string };
      const secret = cookieOf(request.headers.cookie);
      const share = secret === undefined ? undefined : await shares.open(shareId.toLowerCase(), secret);
      const job = share && (await jobs.find(share.jobId));
      if (share === undefined || job === undefined) throw context.failures.refuse(request, over());
      opened.set(request, { share, job });
      request.principal = { clientId: `share:${share.id}`, organisationId: job.organisationId };
      context.callers.take(request.principal, reply);
    });
    const place: JobPlace = { path, params, hide: true, jobIdOf: (request) => opened.get(request)!.job.id };
    scope.get(
      path,
      {
        schema: {
          hide: true,
          params: Type.Object(params),
          response: { 200: Type.Object({}, { additionalProperties: true }) },
        },
      },
      async (request, reply) => {
        const { share, job } = opened.get(request)!;
        const info = (await jobInfo(conversion, job)) as Record<string, unknown>;
        const content = Object.fromEntries(SHOWN.map((name) => [name, info[name]]));
        const formats = share.downloads === 1 ? exportFormats(answerLanguage(request, reply)) : [];
        return { name: job.name, ...content, expiresAt: isoTime(share.expiresAt), formats };
      },
    );
    addJobView(scope, conversion, place);
    addCheckRoute(scope, conversion, place);
    await scope.register(async (downloads) => {
      downloads.addHook('onRequest', async (request) => {
        if (opened.get(request)?.share.downloads !== 1)
          throw new ProblemError('not-found', detailOf('This link shows the job, but does not allow downloads.'));
      });
      addExportRoute(downloads as unknown as App, conversion, place);
    });
  });
}

function over(): ProblemError {
  return new ProblemError('share-over', detailOf('This link has expired or was revoked. Ask for a new one.'));
}

/** Most cookies of a request that are read. */
const MOST_COOKIES = 50;

function cookieOf(header: string | undefined): string | undefined {
  for (const part of header?.split(';', MOST_COOKIES) ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}
