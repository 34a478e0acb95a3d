import { JobDifferences, JobView, Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import type { ComparedWith } from '../exporter.ts';
import { idleJob } from '../idle-job.ts';
import type { JobRow } from '../rows.ts';
import { Wait } from './shared.ts';
import { viewAnswers } from './view-answers.ts';
import { addViewParts } from './view-parts.ts';

const uuid = Type.String({ format: 'uuid' });
const params = { jobId: uuid, otherId: uuid };
/** Both revisions and the tolerance. */
const SEGMENT = /^r(\d{1,9})-(\d{1,9})(?:-(\d{1,7}(?:\.\d{1,12})?))?$/;
const Segment = Type.String({ pattern: SEGMENT.source, description: 'As the view names it' });
const MOST_TOLERANCE = 1_000_000;

/** Two overlaid jobs, or two revisions of one. */
interface Compared extends ComparedWith {
  readonly job: JobRow;
}

/** The view of two overlaid jobs, with differences on separate layers. */
export function addComparedView(app: App, conversion: Conversion): void {
  const { base, exporter, jobs, context, principalOf } = conversion;
  const { manifest, differencesOf } = viewAnswers(conversion);
  const path = `${base}/job/:jobId/compared/:otherId/view`;

  app.get(
    path,
    {
      config: { conditional: true },
      schema: {
        summary: 'Data for a viewer of the differences between two jobs',
        description:
          'The other job, or an earlier revision of the same one, is A, the job B, in the unit of B. Features that are the same, only in A, only in B or changed are on separate layers; features keep the name of their own layer as an attribute. Otherwise it is like the view of a job.',
        tags: ['view'],
        params: Type.Object(params),
        querystring: Type.Object(
          {
            otherRevision: Type.Optional(
              Type.Integer({ minimum: 1, description: 'Of the other job; by default its current one' }),
            ),
            tolerance: Type.Optional(
              Type.Number({
                minimum: 0,
                maximum: MOST_TOLERANCE,
                description: 'Lengths that differ by no more are equal, in the unit of B; half a millimetre by default',
              }),
            ),
            wait: Wait,
          },
          { additionalProperties: false },
        ),
        response: { 200: JobView },
      },
    },
    async (request, reply) => {
      const { otherRevision, wait = context.settings.downloadWaitSeconds } = request.query;
      const tolerance = request.query.tolerance && Number(decimals(request.query.tolerance));
      const { jobId, otherId } = request.params;
      const other = await idleJob(conversion, request, reply, otherId, wait);
      const job = await idleJob(conversion, request, reply, jobId, wait);
      const compared = { job, other, otherRevision: otherRevision ?? other.revision, tolerance };
      requireRevision(compared);
      const id = idOf(compared);
      if (notModified(request, reply, etagOf('view', job.id, other.id, id, job.name))) return reply as never;
      const { blob } = await exporter.comparison(job, compared);
      return manifest(blob, job.name, id, id);
    },
  );

  const blobOf = async (request: FastifyRequest): Promise<string> => {
    const { jobId, otherId, segment } = request.params as Record<'jobId' | 'otherId' | 'segment', string>;
    const { organisationId } = principalOf(request);
    const job = await jobs.get(organisationId, jobId);
    const other = await jobs.get(organisationId, otherId);
    const [, revision, otherRevision, tolerance] = SEGMENT.exec(segment)!;
    if (Number(revision) !== job.revision)
      throw new ProblemError('not-found', detailOf('The job has changed; ask for its view again.'));
    const compared = {
      ...{ job, other, otherRevision: Number(otherRevision) },
      tolerance: tolerance === undefined ? undefined : Number(tolerance),
    };
    requireRevision(compared);
    return (await exporter.comparison(job, compared)).blob;
  };
  const place = { path, params, segment: Segment, of: 'a comparison', hasPictures: false };
  addViewParts(app, conversion, { ...place, hide: false, blobOf, featuresOf: blobOf });

  app.get(
    `${path}/:segment/differences`,
    {
      schema: {
        summary: 'Differences between two jobs',
        description: 'Counted by kind; the first thousand of each kind with their places.',
        tags: ['view'],
        params: Type.Object({ ...params, segment: Segment }),
        response: { 200: JobDifferences },
      },
    },
    async (request) => (await differencesOf(await blobOf(request))) as never,
  );
}

/** Name of the one segment of a comparison. */
function idOf({ job, otherRevision, tolerance }: Compared): string {
  const within = tolerance === undefined ? '' : `-${decimals(tolerance)}`;
  return `r${job.revision}-${otherRevision}${within}`;
}

/** A number without an exponent, with as many decimals as the pattern takes. */
const decimals = (value: number): string => value.toFixed(12).replace(/\.?0+$/, '');

function requireRevision({ other, otherRevision }: Compared): void {
  if (otherRevision >= 1 && otherRevision <= other.revision) return;
  throw new ProblemError(
    'not-found',
    detailOf('The other job has the revisions 1 to {last}, not {asked}.', {
      ...{ last: other.revision, asked: otherRevision },
    }),
  );
}
