import multipart from '@fastify/multipart';
import { Accepted, Type } from '@fieldbridge/contract';
import { fileStem } from '@fieldbridge/formats/core/file-stem.ts';
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { uuidv7 } from '../../core/uuid.ts';
import type { App } from '../../http/app.ts';
import { ETAG, IF_MATCH, LOCATION } from '../../http/documented-headers.ts';
import { JSON_TYPE } from '../../http/json-text.ts';
import type { Transaction, WriteBody } from '../../storage/port/space-store.ts';
import { type Admission, admit } from '../admission.ts';
import type { Conversion } from '../conversion.ts';
import { accepted } from '../job-answer.ts';
import { requireJobMatch } from '../job-tag.ts';
import { type Received, receiveFile } from '../receive.ts';
import { answerReport, REPORT_LATER, Report } from '../report-answer.ts';
import { DEFAULT_AS, type ImportKind } from '../rows.ts';
import { FormatPath, JobFormatPath } from './shared.ts';

const tags = ['uploads'];
const FORM_FIELD_BYTES = 20_000;
const Query = Type.Object(
  {
    filename: Type.Optional(Type.String({ maxLength: 1000, description: 'Name of the file, if no header states it' })),
    upload: Type.Optional(
      Type.String({ maxLength: 100, description: 'Id of a finished resumable upload, instead of a body' }),
    ),
  },
  { additionalProperties: true },
);
const BODY =
  'The file is the raw body, the file part of a multipart form (options as fields), or a finished resumable upload. Drawings (DXF, DWG, DGN) that attach each other may be parts of one form: the one that is not attached to any other is read, or the one named by the option `file`, with the others in their places. Options of the format are query parameters; GET /formats lists them.';

/** The header with a digest of the file, for the OpenAPI document. */
export const DIGEST = {
  'Content-Digest': 'sha-256=:base64: of the body, or of the finished upload (RFC 9530)',
} as const;
const NAMED = { 'Content-Disposition': 'filename of the raw body, if the query names none' } as const;

/** The body of an upload, for the OpenAPI document. */
export const FILE_BODY = {
  'application/octet-stream': { type: 'string', format: 'binary', description: 'The file itself' },
  'multipart/form-data': {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary' },
      references: {
        type: 'array',
        items: { type: 'string', format: 'binary' },
        description: 'Drawings that a drawing attaches; the names of the parts do not matter',
      },
    },
    additionalProperties: { type: 'string', description: 'Options as fields' },
  },
} as const;

/** Makes a scope accept any body as a stream; no file is parsed here. */
export async function acceptFiles(app: App): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    limits: { fileSize: Number.POSITIVE_INFINITY, fieldSize: FORM_FIELD_BYTES },
    throwFileSizeLimit: false,
  });
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** The three uploads of the document: for export or as source of a new job, as an append, for feature selection. */
export async function addUploadRoutes(scope: App, conversion: Conversion): Promise<void> {
  await acceptFiles(scope);
  const { base, jobs, principalOf } = conversion;
  const route = <P>(
    schema: P,
    kind: Omit<Admission, 'requestedFormat' | 'jobId'>,
    answeredHeaders: Record<string, string> = {},
    more: Record<string, string> = {},
  ) => ({
    config: {
      idempotent: true,
      streamBody: true,
      documentedBody: FILE_BODY,
      documentedHeaders: { ...DIGEST, ...NAMED, ...more },
      answeredHeaders,
    } as const,
    schema,
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { format, jobId } = request.params as { format: string; jobId?: string };
      await admit(conversion, request, reply, { ...kind, requestedFormat: format, jobId });
    },
  });

  scope.post(
    `${base}/job/upload/:format`,
    route(
      {
        summary: 'Create a job from a file',
        description: `A job package (mjfzip, mjo, mjt), or a file in any readable format; CAD files are imported as features. ${BODY}`,
        tags,
        params: FormatPath,
        querystring: Query,
        response: { 202: Accepted },
      },
      { makesJob: true, queues: true },
      LOCATION,
    ),
    async (request, reply) => {
      const file = await receiveFile(conversion, request, request.params.format, { defaultAs: DEFAULT_AS.create });
      const { organisationId } = principalOf(request);
      const name = fileStem(file.name);
      const made = await queueImport(
        conversion,
        request,
        file,
        'create',
        async (tx) => (await jobs.insert(tx, organisationId, { name, unit: null, crs: null })).id,
      );
      return reply.code(202).header('location', `${base}/job/${made.jobId}`).send(made);
    },
  );

  scope.put(
    `${base}/job/:jobId/:format`,
    route(
      {
        summary: 'Append a file to a job',
        description: `CAD files are imported as a background drawing; \`as=features\` and \`as=both\` change that. ${BODY}`,
        tags,
        params: JobFormatPath,
        querystring: Query,
        response: { 202: Accepted },
      },
      { makesJob: false, queues: true },
      {},
      IF_MATCH,
    ),
    async (request, reply) => {
      const { jobId, format } = request.params;
      const file = await receiveFile(conversion, request, format, { defaultAs: DEFAULT_AS.append });
      const { organisationId } = principalOf(request);
      const made = await queueImport(conversion, request, file, 'append', async (tx) => {
        const job = await jobs.get(organisationId, jobId, tx);
        await requireJobMatch(tx, conversion, request, job);
        return job.id;
      });
      return reply.code(202).send(made);
    },
  );

  scope.post(
    `${base}/job/:jobId/:format`,
    route(
      {
        summary: 'Upload a file for feature selection',
        description: `Answers with the content report, which is the filter to fill in; with 202 if \`Prefer: respond-async\` is sent or the report takes longer than the server waits. ${BODY}`,
        tags,
        params: JobFormatPath,
        querystring: Query,
        response: { 200: Report, 202: Type.Object({}, { additionalProperties: true }) },
      } satisfies RouteShorthandOptions['schema'] & object,
      { makesJob: false, queues: false },
      { ...ETAG, ...REPORT_LATER },
      { Prefer: '`respond-async` for 202 at once instead of waiting for the report (RFC 7240)' },
    ),
    async (request, reply) => {
      const { jobId, format } = request.params;
      const received = await receiveFile(conversion, request, format, { defaultAs: DEFAULT_AS.filtered });
      const { organisationId } = principalOf(request);
      const fileId = uuidv7(conversion.context.clock.now());
      await keepFile(conversion, request, received, async (tx) => {
        const job = await jobs.get(organisationId, jobId, tx);
        await jobs.checkQuota(organisationId, 0, received.size, tx);
        await conversion.files.insert(tx, fileId, job.id, received, 'running');
        await jobs.grow(tx, job.id, received.size);
      });
      const asynchronous = /(^|,)\s*respond-async/i.test(String(request.headers.prefer ?? ''));
      return answerReport(
        conversion,
        reply,
        jobId,
        fileId,
        asynchronous ? 0 : conversion.context.settings.reportSeconds,
      );
    },
  );
}

/**
 * Stores rows that refer to a received file, for which exports make room; the file is discarded if they cannot be
 * stored.
 */
async function keepFile<T>(
  { store, jobs, exports, blobs, holds, principalOf }: Conversion,
  request: FastifyRequest,
  file: Received,
  body: WriteBody<T>,
): Promise<T> {
  const { organisationId } = principalOf(request);
  try {
    const { made, stale } = await store.write(async (tx) => {
      const made = await body(tx);
      const pieces = (await file.end?.(tx)) ?? [];
      const room = await jobs.quotaLeft(organisationId, tx);
      return { made, stale: [...pieces, ...(await exports.trim(tx, organisationId, room))] };
    });
    await Promise.all(stale.map((id) => blobs.delete(id)));
    return made;
  } catch (error) {
    await file.discard(error);
    throw error;
  } finally {
    holds.release(request);
  }
}

/** Stores a file and queues its import in one transaction, which also keeps the answer for an Idempotency-Key. */
async function queueImport(
  conversion: Conversion,
  request: FastifyRequest,
  file: Received,
  kind: ImportKind,
  jobOf: (tx: Transaction) => Promise<string>,
): Promise<Accepted> {
  const { base, jobs, files, imports, importer, principalOf, context } = conversion;
  const { organisationId } = principalOf(request);
  const fileId = uuidv7(context.clock.now());
  const made = await keepFile(conversion, request, file, async (tx) => {
    const jobId = await jobOf(tx);
    await jobs.checkQuota(organisationId, 0, file.size, tx);
    await files.insert(tx, fileId, jobId, file, 'none');
    const id = uuidv7(context.clock.now());
    await imports.insert(tx, { id, jobId, organisationId, fileId, kind, options: file.options });
    await jobs.grow(tx, jobId, file.size);
    const answer = accepted(conversion, jobId, fileId);
    const type = { 'content-type': JSON_TYPE };
    const headers = kind === 'create' ? { ...type, location: `${base}/job/${jobId}` } : type;
    await request.idempotency?.keep(202, headers, JSON.stringify(answer), tx);
    return answer;
  });
  importer.wake(made.jobId);
  return made;
}
