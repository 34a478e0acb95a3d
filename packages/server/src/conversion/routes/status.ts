import { JobStatus, type ProblemLanguage, Type } from '@fieldbridge/contract';
import type { FastifyReply } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { negotiate } from '../../http/accept.ts';
import type { App } from '../../http/app.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import { leaving } from '../../http/leaving.ts';
import type { Conversion } from '../conversion.ts';
import { statusIn } from '../in-language.ts';
import { JobPath, Wait } from './shared.ts';

const STREAM_TYPE = 'text/event-stream';
const PRODUCES = ['application/json', STREAM_TYPE];
const STREAM = {
  type: 'string',
  title: 'JobStatusStream',
  description:
    'Server-sent events: `status` with the data of the JSON answer, at once and at every change, and `deleted` with `{}` if the job is deleted. The stream ends when no import is waiting or running.',
  examples: ['event: status\ndata: {"jobId":"…","state":"idle","result":"success","progress":100,…}\n\n'],
};
/** Shortest time between two events of one stream; changes in between are in the next one. */
const EVENT_EVERY_MS = 200;
/** A comment line keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/** GET /job/{jobId}/status: polled, long-polled, or as server-sent events. */
export function addStatusRoutes(app: App, conversion: Conversion): void {
  const { base, jobs, imports, progress, status, principalOf, context } = conversion;
  app.get(
    `${base}/job/:jobId/status`,
    {
      config: { ...IN_LANGUAGE, produces: PRODUCES, documentedAnswers: { [STREAM_TYPE]: STREAM } },
      schema: {
        summary: 'Progress of the imports of a job',
        description:
          '`?wait=30` answers as soon as no import is waiting or running, at the latest after that time. `Accept: text/event-stream` sends an event `status` at every change until no import is running.',
        tags: ['status'],
        params: JobPath,
        querystring: Type.Object({ wait: Wait }, { additionalProperties: false }),
        response: { 200: JobStatus },
      },
    },
    async (request, reply) => {
      const { clientId, organisationId } = principalOf(request);
      const job = await jobs.get(organisationId, request.params.jobId);
      const language = answerLanguage(request, reply);
      if (negotiate(request.headers.accept, PRODUCES) === STREAM_TYPE) {
        await conversion.openStreams.take(clientId, reply);
        await streamStatus(conversion, reply, job.id, language);
        return reply as never;
      }
      const { wait = 0 } = request.query;
      const isIdle = async (): Promise<boolean> => !(await imports.isBusy(job.id));
      if (wait > 0) await progress.until(job.id, isIdle, wait, leaving(reply, context.draining));
      reply.header('cache-control', 'no-store');
      const answer = await status.of(job.id);
      if (answer === undefined) throw new ProblemError('not-found', detailOf('There is no such job.'));
      return statusIn(answer, language);
    },
  );
}

/** Sends the status at every change until the job is idle or deleted, or the caller leaves. */
async function streamStatus(
  { imports, progress, status, context }: Conversion,
  reply: FastifyReply,
  jobId: string,
  language: ProblemLanguage,
): Promise<void> {
  reply.hijack();
  const out = reply.raw;
  const headers = { ...reply.getHeaders(), 'content-type': STREAM_TYPE, 'cache-control': 'no-store' };
  out.writeHead(200, headers as Record<string, string>);
  const signal = leaving(reply, context.draining);
  let changed = Promise.withResolvers<void>();
  const stop = progress.listen(jobId, () => changed.resolve());
  const alive = setInterval(() => out.write(': still here\n\n'), KEEP_ALIVE_MS);
  signal.addEventListener('abort', () => changed.resolve());
  try {
    while (!signal.aborted) {
      changed = Promise.withResolvers<void>();
      const present = await status.of(jobId);
      if (present === undefined) {
        out.write('event: deleted\ndata: {}\n\n');
        return;
      }
      out.write(`event: status\ndata: ${JSON.stringify(statusIn(present, language))}\n\n`);
      if (present.state === 'idle') return;
      await changed.promise;
      if (await imports.isBusy(jobId)) await new Promise((resolve) => setTimeout(resolve, EVENT_EVERY_MS));
    }
  } finally {
    clearInterval(alive);
    stop();
    out.end();
  }
}
