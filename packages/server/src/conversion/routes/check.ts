import { JobCheck, Type } from '@fieldbridge/contract';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import type { JobCheck as StoredCheck } from '../../work/converters/tasks/task-types.ts';
import type { Conversion } from '../conversion.ts';
import { idleJob } from '../idle-job.ts';
import { checkIn } from '../in-language.ts';
import { readBlob } from '../read-blob.ts';
import { type JobPlace, Wait } from './shared.ts';

/** GET …/check: what should not be sent to a site. */
export function addCheckRoute(app: App, conversion: Conversion, { path, params, jobIdOf, hide }: JobPlace): void {
  const { exporter, blobs, context } = conversion;
  app.get(
    `${path}/check`,
    {
      config: { ...IN_LANGUAGE, conditional: true },
      schema: {
        summary: 'Check a job before it is sent',
        description:
          'Looks for a wrong unit or place, duplicates, spikes, elevations that mean "none", crossing breaklines, open boundaries, overlapping surfaces and empty texts. Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. The check of a revision is made once and kept.',
        ...{ tags: ['jobs'], hide },
        params: Type.Object(params),
        querystring: Type.Object({ wait: Wait }, { additionalProperties: false }),
        response: { 200: JobCheck },
      },
    },
    async (request, reply) => {
      const { wait = context.settings.downloadWaitSeconds } = request.query;
      const job = await idleJob(conversion, request, reply, jobIdOf(request), wait);
      const { sha256, blob } = await exporter.check(job);
      const language = answerLanguage(request, reply);
      const tag = etagOf(sha256, ...(language === 'en' ? [] : [language]));
      if (notModified(request, reply, tag)) return reply as never;
      const check = JSON.parse(await readBlob(blobs, blob)) as StoredCheck;
      return { jobId: job.id, revision: job.revision, ...checkIn(check, language) } as never;
    },
  );
}
