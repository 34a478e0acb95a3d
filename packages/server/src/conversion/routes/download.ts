import { ReportedIssue, Type } from '@fieldbridge/contract';
import type { CountedIssue, Format } from '@fieldbridge/formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { ETAG } from '../../http/documented-headers.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import type { Conversion } from '../conversion.ts';
import { exportOptions } from '../export-options.ts';
import { targetFormat } from '../formats-lookup.ts';
import { idleJob } from '../idle-job.ts';
import { issuesIn } from '../in-language.ts';
import type { ExportRow, JobRow } from '../rows.ts';
import { BLOB_HEADERS, RANGE_ANSWER, RANGE_HEADERS, sendBlob } from '../send-blob.ts';
import { JobFormatPath, JobPath, type JobPlace, ownJob, Wait } from './shared.ts';

const tags = ['downloads'];
const PRODUCES = ['application/octet-stream', '*/*'];
const REPORT_HEADER = {
  'X-Conversion-Report': 'Losses in the format, as a dictionary (RFC 9651): code=count, …; absent without losses',
} as const;
/** Headers of exported files, for the OpenAPI document. */
export const EXPORT_HEADERS = {
  ...REPORT_HEADER,
  'X-Experimental': '`true` if writing the format is experimental',
} as const;
const DOWNLOAD = {
  produces: PRODUCES,
  conditional: true,
  documentedHeaders: RANGE_HEADERS,
  answeredHeaders: { ...BLOB_HEADERS, ...RANGE_ANSWER, ...REPORT_HEADER },
  refusedHeaders: { ...ETAG, ...RANGE_ANSWER },
} as const;
const WAITS =
  'Waits for queued and running imports, 60 seconds unless `?wait=` says otherwise; then 503. Range requests and ETag work.';
const Query = Type.Object({ wait: Wait }, { additionalProperties: true });

/** Downloads of a job: as a package, in any format, and the list of losses in a format. */
export function addDownloadRoutes(app: App, conversion: Conversion): void {
  const { base } = conversion;
  app.get(
    `${base}/job/:jobId`,
    {
      config: DOWNLOAD,
      schema: {
        summary: 'Download the job as a package (.mjfzip)',
        description: WAITS,
        tags,
        params: JobPath,
        querystring: Query,
      },
    },
    async (request, reply) => download(conversion, request, reply, request.params.jobId, 'mjfzip'),
  );

  addExportRoute(app, conversion, ownJob(conversion));

  app.get(
    `${base}/job/:jobId/as:format/report`,
    {
      config: IN_LANGUAGE,
      schema: {
        summary: 'Losses of the job in a format',
        description: 'The issues of the download with the same options; makes the export if it does not exist yet.',
        tags,
        params: JobFormatPath,
        querystring: Query,
        response: { 200: Type.Array(ReportedIssue) },
      },
    },
    async (request, reply) => {
      const { jobId, format } = request.params;
      const { row } = await exported(conversion, request, reply, jobId, format);
      return JSON.parse(issuesIn(row.issues, answerLanguage(request, reply))) as CountedIssue[];
    },
  );
}

/** The job in a format. */
export function addExportRoute(app: App, conversion: Conversion, { path, params, jobIdOf, hide }: JobPlace): void {
  app.get(
    `${path}/as:format`,
    {
      config: { ...DOWNLOAD, answeredHeaders: { ...DOWNLOAD.answeredHeaders, ...EXPORT_HEADERS } },
      schema: {
        summary: 'Download the job in a format',
        description: `Options of the format are query parameters; GET /formats?for=export lists them. ${WAITS} X-Conversion-Report counts the losses in the format.`,
        ...{ tags, hide },
        params: Type.Object({ ...params, format: JobFormatPath.properties.format }),
        querystring: Query,
      },
    },
    async (request, reply) =>
      download(conversion, request, reply, jobIdOf(request), (request.params as { format: string }).format),
  );
}

async function download(
  conversion: Conversion,
  request: FastifyRequest,
  reply: FastifyReply,
  jobId: string,
  formatName: string,
): Promise<FastifyReply> {
  const { row, job, format } = await exported(conversion, request, reply, jobId, formatName);
  if (notModified(request, reply, etagOf(row.sha256))) return reply;
  return sendBlob(conversion.blobs, request, reply, {
    ...row,
    name: `${job.name === '' ? 'job' : job.name}.${format.extensions[0] ?? format.id}`,
    mediaType: format.mediaTypes[0] ?? 'application/octet-stream',
    headers: reportHeaders(JSON.parse(row.issues) as CountedIssue[], format),
  });
}

/** The export of the caller's job, once its imports are done. */
async function exported(
  conversion: Conversion,
  request: FastifyRequest,
  reply: FastifyReply,
  jobId: string,
  formatName: string,
): Promise<{ row: ExportRow; job: JobRow; format: Format }> {
  const { jobs, exporter, context, principalOf } = conversion;
  const { organisationId } = principalOf(request);
  const { wait = context.settings.downloadWaitSeconds, ...raw } = request.query as { wait?: number };
  await jobs.get(organisationId, jobId);
  const format = targetFormat(formatName);
  const values = exportOptions(request, format, raw, Object.keys(Query.properties));
  const job = await idleJob(conversion, request, reply, jobId, wait);
  return { row: await exporter.get(job, format, values), job, format };
}

/**
 * Headers that report the losses in the format, as a dictionary of RFC 9651: the number of objects for each code.
 * Absent if nothing is lost and the format is not experimental. Equal codes of reader, join and writer are added up,
 * because a dictionary has each name once.
 */
export function reportHeaders(issues: readonly CountedIssue[], { experimental }: Format): Record<string, string> {
  const counts = new Map<string, number>();
  for (const { code, count } of issues) counts.set(code, (counts.get(code) ?? 0) + count);
  const report = Array.from(counts, ([code, count]) => `${code}=${count}`).join(', ');
  return {
    ...(counts.size === 0 ? {} : { 'x-conversion-report': report }),
    ...(experimental.write ? { 'x-experimental': 'true' } : {}),
  };
}
