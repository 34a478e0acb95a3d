import { Job, LIST_LIMIT_DEFAULT, listParameters, NewJob, pageOf, Type } from '@fieldbridge/contract';
import { crsText } from '@fieldbridge/fieldjob/crs.ts';
import { parseUnit, type Unit } from '@fieldbridge/fieldjob/unit.ts';
import { statedCrs } from '@fieldbridge/formats/kit/crs/stated-crs.ts';
import { contradiction } from '@fieldbridge/formats/kit/crs/unit-of-crs.ts';
import { asWritten, type Detail, detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { page } from '../../http/cursor.ts';
import { ETAG, IF_MATCH, LOCATION } from '../../http/documented-headers.ts';
import { notModified } from '../../http/etag.ts';
import { JSON_TYPE } from '../../http/json-text.ts';
import { unstorableTexts } from '../../http/well-formed.ts';
import type { Conversion } from '../conversion.ts';
import { deleteJob } from '../delete-job.ts';
import { jobAnswer } from '../job-answer.ts';
import { jobInfo } from '../job-info.ts';
import { jobTag, requireJobMatch } from '../job-tag.ts';
import { emptyBody, JobPath, Nothing } from './shared.ts';

const tags = ['jobs'];

/** Create, list, describe and delete jobs. */
export function addJobRoutes(app: App, conversion: Conversion): void {
  const { base, jobs, store, principalOf, context } = conversion;

  app.post(
    `${base}/job/mjf`,
    {
      config: { idempotent: true, answeredHeaders: { ...LOCATION, ...ETAG } },
      preValidation: emptyBody,
      schema: {
        summary: 'Create an empty job',
        description: 'The body is optional. If unit and system are not given, the first import determines them.',
        tags,
        body: NewJob,
        response: { 201: Job },
      },
    },
    async (request, reply) => {
      const { name = 'Job', unit, crs } = request.body;
      const errors = unstorableTexts(request.body);
      if (errors.length > 0) throw new ProblemError('validation-failed', errors[0]!.detail, { errors });
      const settled = knownUnit(unit);
      const given = { name, unit: settled, crs: knownCrs(crs, settled) };
      const { organisationId } = principalOf(request);
      const job = await store.write(async (tx) => {
        const made = await jobs.insert(tx, organisationId, given);
        const location = `${base}/job/${made.id}`;
        const headers = { location, etag: jobTag(made), 'content-type': JSON_TYPE };
        await request.idempotency?.keep(201, headers, JSON.stringify(jobAnswer(conversion, made)), tx);
        return made;
      });
      conversion.changes.note(job.id, organisationId);
      reply.code(201).header('location', `${base}/job/${job.id}`).header('etag', jobTag(job));
      return jobAnswer(conversion, job);
    },
  );

  app.get(
    `${base}/job`,
    {
      schema: {
        summary: 'List the jobs of the organisation',
        description: 'In order of creation, oldest first unless `order=newest`. A deleted job is not in the list.',
        tags,
        querystring: Type.Object(
          {
            ...listParameters,
            text: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the name, in any case.' })),
            order: Type.Optional(Type.Literal('newest', { description: 'Newest first.' })),
          },
          { additionalProperties: false },
        ),
        response: { 200: pageOf(Job) },
      },
    },
    async (request) => {
      const { organisationId } = principalOf(request);
      const { limit = LIST_LIMIT_DEFAULT, cursor, text, order } = request.query;
      const filters = text === undefined && order === undefined ? '' : ` ${JSON.stringify([text, order])}`;
      const list = `conversion jobs ${organisationId}${filters}`;
      const after = cursor === undefined ? undefined : String(context.cursors.read(list, cursor)[0]);
      const rows = await jobs.list(organisationId, limit + 1, { after, text, isNewest: order === 'newest' });
      const { items, next } = page(rows, limit, (last) => context.cursors.write(list, [last.id]));
      return { items: items.map((job) => jobAnswer(conversion, job)), ...(next === undefined ? {} : { next }) };
    },
  );

  app.get(
    `${base}/job/:jobId/info`,
    {
      config: { conditional: true },
      schema: {
        summary: 'Contents of a job',
        description: 'Counts, layers, extent and point lists of the current revision, and its sources.',
        tags,
        params: JobPath,
        response: { 200: Type.Object({}, { additionalProperties: true, title: 'JobInfo' }) },
      },
    },
    async (request, reply) => {
      const job = await jobs.get(principalOf(request).organisationId, request.params.jobId);
      if (notModified(request, reply, jobTag(job))) return reply as never;
      return jobInfo(conversion, job);
    },
  );

  app.delete(
    `${base}/job/:jobId`,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Delete a job',
        description: 'Cancels its imports and removes every byte.',
        tags,
        params: JobPath,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const { jobId } = request.params;
      await deleteJob(conversion, jobId, async (tx) => {
        const job = await jobs.get(principalOf(request).organisationId, jobId, tx);
        await requireJobMatch(tx, conversion, request, job);
      });
      return reply.code(204).send(undefined);
    },
  );
}

function knownUnit(unit: string | null = null): Unit | null {
  if (unit === null) return null;
  const known = parseUnit(unit);
  if (known !== undefined) return known;
  throw fault('unit', detailOf('"{unit}" is not a unit; use m, ft or usft.', { unit }));
}

/** @param unit of the job, which must be that of the system */
function knownCrs(crs: string | null = null, unit: Unit | null): string | null {
  if (crs === null) return null;
  const stated = statedCrs(crs);
  if ('crs' in stated) {
    const error = unit === null ? undefined : contradiction(stated.crs, unit);
    if (error !== undefined) throw fault('unit', asWritten(error.message));
    return crsText(stated.crs);
  }
  throw fault('crs', asWritten(`it ${stated.fault}`));
}

function fault(field: string, detail: Detail): ProblemError {
  return new ProblemError('validation-failed', detailOf('{field}: {detail}', { field, detail }), {
    errors: [{ pointer: `#/${field}`, detail }],
  });
}
