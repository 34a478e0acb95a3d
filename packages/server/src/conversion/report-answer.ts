import { Choice, Type } from '@fieldbridge/contract';
import type { FastifyReply } from 'fastify';
import { etagOf, notModified } from '../http/etag.ts';
import { sendJsonText } from '../http/json-text.ts';
import { answerLanguage } from '../http/language.ts';
import { atMost } from '../http/leaving.ts';
import type { Conversion } from './conversion.ts';
import { problemOf } from './failure.ts';
import type { Failure } from './import-store.ts';
import { reportIn } from './in-language.ts';
import { readBlob } from './read-blob.ts';

/** The content report, as made by the converter. */
export const Report = Type.Object(
  {
    jobId: Type.String(),
    fileId: Type.String(),
    detected: Type.Optional(
      Type.Object({
        confidence: Type.Number({ description: 'How certain the format is, from 0 to 1.' }),
        alternatives: Type.Array(Type.Object({ format: Type.String(), confidence: Type.Number() }), {
          description: 'Formats that could read the file if named in the address, the likeliest first.',
        }),
      }),
    ),
    selection: Type.Array(Type.Object({}, { additionalProperties: true })),
    choices: Type.Optional(Type.Array(Choice)),
  },
  { additionalProperties: true, title: 'ContentReport' },
);

const RETRY_SECONDS = '2';

/** Headers of the answer when the report is not ready yet, for the OpenAPI document. */
export const REPORT_LATER = {
  Location: 'With 202: where the report will be',
  'Retry-After': 'With 202: seconds to wait before requesting it',
} as const;

/**
 * Answers with the content report of a file, waiting for it.
 * @param seconds longest wait; then the answer is 202 with the address of the report
 * @throws ProblemError with the reason when the file cannot be read
 */
export async function answerReport(
  conversion: Conversion,
  reply: FastifyReply,
  jobId: string,
  fileId: string,
  seconds: number,
): Promise<FastifyReply> {
  const { jobs, files, reporter, blobs, base, context } = conversion;
  const started = await files.get(jobId, fileId);
  if (started.reportState === 'running') {
    const job = await jobs.find(jobId);
    const done = job === undefined ? Promise.resolve() : reporter.report(job, fileId);
    if (seconds > 0) await atMost(seconds, done, context.draining);
  }
  const file = await files.get(jobId, fileId);
  const address = `${base}/job/${jobId}/files/${fileId}/report`;
  if (file.reportState === 'failed') throw problemOf(JSON.parse(file.reportFailure!) as Failure, 'file-unreadable');
  if (file.reportState !== 'done' || file.report === null) {
    reply.code(202).header('location', address).header('retry-after', RETRY_SECONDS);
    return reply.send({ jobId, fileId, state: 'running', report: `${context.publicUrl()}${address}` });
  }
  const language = answerLanguage(reply.request, reply);
  const tag = etagOf(file.report, ...(language === 'en' ? [] : [language]));
  if (reply.request.method === 'POST') reply.header('etag', tag);
  else if (notModified(reply.request, reply, tag)) return reply;
  const head = JSON.stringify({ jobId, fileId, name: file.name });
  const report = reportIn(await readBlob(blobs, file.report), language);
  return sendJsonText(reply, { text: `${head.slice(0, -1)},${report.slice(1)}` });
}
