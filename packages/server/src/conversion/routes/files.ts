import { Accepted, Filter, ReportedIssue, Type } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { App } from '../../http/app.ts';
import { IF_MATCH } from '../../http/documented-headers.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import { JSON_TYPE, sendJsonText } from '../../http/json-text.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
import type { Conversion } from '../conversion.ts';
import { issuesIn } from '../in-language.ts';
import { accepted } from '../job-answer.ts';
import { requireJobMatch } from '../job-tag.ts';
import { readBlob } from '../read-blob.ts';
import { answerReport, REPORT_LATER, Report } from '../report-answer.ts';
import { checkFilter, chosenOptions } from '../selection.ts';
import { emptyBody, FilePath, Wait } from './shared.ts';

const tags = ['files'];
/** Most bytes and keys of a filter; larger ones blocked the server for seconds, and only changed entries are needed. */
const FILTER_BYTES = 4 * 2 ** 20;
const FILTER_KEYS = 200_000;

/** The filtered import, and everything about an uploaded file. */
export function addFileRoutes(app: App, conversion: Conversion): void {
  addFilteredImport(app, conversion);
  addReports(app, conversion);
  addCancel(app, conversion);
}

function addFilteredImport(app: App, conversion: Conversion): void {
  const { base, jobs, files, imports, store, blobs, importer, principalOf, context } = conversion;
  let turn: Promise<unknown> = Promise.resolve();
  app.put(
    `${base}/job/:jobId/filtered/:fileId`,
    {
      config: { idempotent: true, documentedHeaders: IF_MATCH, mostKeys: FILTER_KEYS },
      preValidation: emptyBody,
      bodyLimit: FILTER_BYTES,
      schema: {
        summary: 'Import the selected part of a file',
        description:
          'The body is the content report of the file with `selected` changed, and optionally `bounds`. `choices` lists doubtful points about the file: change `chosen` to decide differently. An object is imported if no group that lists it has deselected it. At most 4 MiB and 200 000 keys: entries and groups that are not in the body stay selected, so for a large report send only your changes. Without a body everything is imported.',
        tags,
        params: FilePath,
        querystring: Type.Object(
          { again: Type.Optional(Type.Boolean({ description: 'Import the file again if it was already imported' })) },
          { additionalProperties: false },
        ),
        body: Filter,
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      const { jobId, fileId } = request.params;
      const { organisationId } = principalOf(request);
      await jobs.get(organisationId, jobId);
      const file = await files.get(jobId, fileId);
      if (file.reportState !== 'done') throw reportMissing();
      const { fileId: named, ...filter } = request.body as Filter & { fileId?: unknown };
      if (named !== undefined && named !== fileId) {
        const errors = [
          {
            pointer: '#/fileId',
            detail: detailOf('The filter was made for the file {file}.', { file: String(named).slice(0, 50) }),
          },
        ];
        throw new ProblemError('selection-unknown', detailOf('The filter was made from the report of another file.'), {
          errors,
        });
      }
      // One at a time: each reads the whole report.
      const checked = turn.then(async () => ({
        selection: JSON.stringify(await checkFilter(blobs, file, filter)),
        chosen: await chosenOptions(blobs, file, filter),
      }));
      turn = checked.catch(() => undefined);
      const { selection, chosen } = await checked;
      const made = accepted(conversion, jobId, fileId);
      await store.write(async (tx) => {
        await requireJobMatch(tx, conversion, request, await jobs.get(organisationId, jobId, tx));
        const before = await imports.ofFile(fileId, tx);
        if (before.some(({ state }) => state !== 'idle'))
          throw new ProblemError(
            'import-running',
            detailOf('Wait until the import of this file is done, or cancel it.'),
          );
        if (request.query.again !== true && before.some(({ result }) => result !== 'failed'))
          throw new ProblemError(
            'already-imported',
            detailOf('This file was already imported. Add ?again=true to import it again.'),
          );
        const options = { ...(JSON.parse(file.options) as Record<string, unknown>), ...chosen };
        const id = uuidv7(context.clock.now());
        await imports.insert(tx, { id, jobId, organisationId, fileId, kind: 'filtered', options, selection });
        await jobs.grow(tx, jobId, 0);
        const headers = { 'content-type': JSON_TYPE };
        await request.idempotency?.keep(202, headers, JSON.stringify(made), tx);
      });
      importer.wake(jobId);
      return reply.code(202).send(made);
    },
  );
}

function addReports(app: App, conversion: Conversion): void {
  const { base, jobs, files, imports, reporter, blobs, principalOf } = conversion;
  app.get(
    `${base}/job/:jobId/files/:fileId/report`,
    {
      config: {
        ...IN_LANGUAGE,
        conditional: true,
        answeredHeaders: { ...IN_LANGUAGE.answeredHeaders, ...REPORT_LATER },
      },
      schema: {
        summary: 'Content report of a file',
        description: 'The content of an uploaded file, which is the filter to fill in. 202 while it is being made.',
        tags,
        params: FilePath,
        querystring: Type.Object({ wait: Wait }, { additionalProperties: false }),
        response: { 200: Report, 202: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (request, reply) => {
      const { jobId, fileId } = request.params;
      await jobs.get(principalOf(request).organisationId, jobId);
      if ((await files.get(jobId, fileId)).reportState === 'none') throw reportMissing();
      return answerReport(conversion, reply, jobId, fileId, request.query.wait ?? 0);
    },
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/issues`,
    {
      config: IN_LANGUAGE,
      schema: {
        summary: 'Everything skipped or repaired in a file',
        description: 'From its last import, or from its content report if it has not been imported yet.',
        tags,
        params: FilePath,
        response: { 200: Type.Array(ReportedIssue) },
      },
    },
    async (request, reply) => {
      const { jobId, fileId } = request.params;
      await jobs.get(principalOf(request).organisationId, jobId);
      const file = await files.get(jobId, fileId);
      const made = await imports.ofFile(fileId);
      const blob = made.findLast(({ issues }) => issues !== null)?.issues ?? file.reportIssues;
      const language = answerLanguage(request, reply);
      return sendJsonText(reply, { text: blob === null ? '[]' : issuesIn(await readBlob(blobs, blob), language) });
    },
  );

  app.get(
    `${base}/job/:jobId/files/:fileId/thumbnail.svg`,
    {
      config: {
        produces: ['image/svg+xml'],
        conditional: true,
        answeredHeaders: { 'Content-Security-Policy': 'Keeps the picture from running or loading anything' },
      },
      schema: {
        summary: 'A small plan of a file',
        description: 'Drawn together with the content report, which must exist.',
        tags,
        params: FilePath,
        produces: ['image/svg+xml'],
      },
    },
    async (request, reply) => {
      const { jobId, fileId } = request.params;
      const job = await jobs.get(principalOf(request).organisationId, jobId);
      const blob = await reporter.picture('thumbnail', job, fileId);
      // A picture made from an untrusted file: nothing in it may run or load, wherever it is shown.
      if (notModified(request, reply, etagOf(blob))) return reply;
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
      return reply.type('image/svg+xml').send(await readBlob(blobs, blob));
    },
  );
}

function reportMissing(): ProblemError {
  return new ProblemError(
    'report-missing',
    detailOf('Upload the file with POST {address} and wait for its report first.', {
      address: '/job/{jobId}/{format}',
    }),
  );
}

function addCancel(app: App, conversion: Conversion): void {
  const { base, jobs, files, imports, importer, principalOf } = conversion;
  app.post(
    `${base}/job/:jobId/files/:fileId/cancel`,
    {
      config: { idempotent: true },
      schema: {
        summary: 'Cancel the import of a file',
        description:
          'Stops a running import, or takes a waiting one out of the queue; it ends as failed with the code `cancelled`.',
        tags,
        params: FilePath,
        response: { 202: Accepted },
      },
    },
    async (request, reply) => {
      const { jobId, fileId } = request.params;
      await jobs.get(principalOf(request).organisationId, jobId);
      await files.get(jobId, fileId);
      const busy = (await imports.ofFile(fileId)).find(({ state }) => state !== 'idle');
      if (busy === undefined)
        throw new ProblemError('not-running', detailOf('No import of this file is waiting or running.'));
      await importer.cancel(busy);
      return reply.code(202).send(accepted(conversion, jobId, fileId));
    },
  );
}
