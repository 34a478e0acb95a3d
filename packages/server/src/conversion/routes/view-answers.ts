import { gunzipSync } from 'node:zlib';
import { Type } from '@fieldbridge/contract';
import type { JobDiff, Unit } from '@fieldbridge/fieldjob';
import { joinSegmentViews, type SegmentPart } from '@fieldbridge/formats';
import { type EarthNet, FEATURES_A_BLOCK, VIEW_VERSION, type ViewSegment } from '@fieldbridge/view-wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { addVary } from '../../http/cors.ts';
import { etagOf, notModified } from '../../http/etag.ts';
import type { Conversion } from '../conversion.ts';
import { refusalOf } from '../failure.ts';
import { ViewPacks } from '../view-packs.ts';
import { RUN } from '../view-runs.ts';
import { boxOf, Extent } from './extent.ts';

/** Name of a segment of a view. */
export const Segment = Type.String({ pattern: RUN.source, description: 'As the view names it' });
/** Parameters of a chunk. */
export const Chunk = {
  level: Type.Integer({ minimum: 0, maximum: 9999 }),
  n: Type.Integer({ minimum: 0, maximum: 999_999 }),
};
/** Parameters of a feature. */
export const Row = {
  table: Type.String({ pattern: '^[A-Za-z]{1,20}$', description: 'points, lines, areas, texts, surfaces, …' }),
  row: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }),
};
/** Parameters of a block of features. */
export const Block = {
  table: Row.table,
  first: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, multipleOf: FEATURES_A_BLOCK }),
};
/** Query for the place of map tiles. */
export const EarthQuery = Type.Object({ extent: Extent }, { additionalProperties: false });
/** The purpose of that, for the document. */
export const EARTH_TEXT = {
  description:
    'An even net of Web Mercator under a part of the job, with the places of its nodes in the job: a viewer puts map tiles below it without knowing projections. 422 for a job without a reference system.',
};
/** Parameters of a picture. */
export const Image = { n: Type.Integer({ minimum: 0, maximum: 9999 }) };
/** The bytes under such an address never change. */
const FOREVER = 'private, max-age=31536000, immutable';

/** How a chunk is answered, for the document. */
export const CHUNK_ANSWER = {
  ...{ produces: ['application/octet-stream', '*/*'], conditional: true as const },
  answeredHeaders: { 'Content-Encoding': '`gzip`, for callers that accept it' },
};
const PICTURES = ['image/png', 'image/jpeg'];
/** How a picture is answered, for the document. */
export const IMAGE_ANSWER = {
  ...{ produces: PICTURES, conditional: true as const },
  answeredHeaders: { 'Content-Security-Policy': 'Keeps the picture from running or loading anything' },
};

/** Sends parts of packed views. */
export function viewAnswers({ blobs, pool, calls }: Conversion) {
  const packs = new ViewPacks(blobs);
  return { manifest, joined, differencesOf, sendChunk, sendImage, featureOf, featuresOf, earthOf };

  async function manifest(blob: string, name: string, revision: string, id: string): Promise<never> {
    return answer(name, revision, [{ ...(await json<ViewSegment>(blob, 'segment')), id }]);
  }

  /** The view of a job in several sets. */
  async function joined(
    sets: readonly { readonly id: string; readonly blob: string }[],
    name: string,
    revision: string,
  ): Promise<never> {
    const parts = sets.map(async ({ id, blob }) => ({
      segment: { ...(await json<ViewSegment>(blob, 'segment')), id },
      sample: await json<SegmentPart['sample']>(blob, 'sample'),
    }));
    return answer(name, revision, joinSegmentViews(await Promise.all(parts)));
  }

  /** For a schema that names some of the members. */
  function answer(name: string, revision: string, segments: readonly ViewSegment[]): never {
    return { version: VIEW_VERSION, name, revision, segments } as never;
  }

  async function json<T>(blob: string, block: string): Promise<T> {
    return JSON.parse(gunzipSync((await packs.block(blob, block))!).toString('utf8'));
  }

  async function differencesOf(blob: string): Promise<JobDiff> {
    return json(blob, 'differences');
  }

  async function sendChunk(
    request: FastifyRequest<{ Params: { level: number; n: number } }>,
    reply: FastifyReply,
    blob: string,
  ): Promise<FastifyReply> {
    const { level, n } = request.params;
    const bytes = await packs.block(blob, `${level}/${n}`);
    if (bytes === undefined) throw new ProblemError('not-found', detailOf('The view has no such chunk.'));
    if (notModified(request, reply, etagOf('view', blob, level, n))) return reply;
    reply.header('cache-control', FOREVER).type('application/octet-stream');
    return sendPacked(request, reply, bytes);
  }

  async function sendImage(
    request: FastifyRequest<{ Params: { n: number } }>,
    reply: FastifyReply,
    blob: string,
  ): Promise<FastifyReply> {
    const { n } = request.params;
    const bytes = await packs.block(blob, `image/${n}`);
    if (bytes === undefined) throw new ProblemError('not-found', detailOf('The view has no such picture.'));
    if (notModified(request, reply, etagOf('image', blob, n))) return reply;
    // A picture from an untrusted file: the converter has checked its type, and nothing in it runs.
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('cache-control', FOREVER);
    return reply.type(bytes[0] === 0xff ? 'image/jpeg' : 'image/png').send(bytes);
  }

  async function featuresOf(blob: string, { table, first }: { table: string; first: number }) {
    const bytes = await packs.block(blob, `feature/${table}/${first}`);
    return bytes === undefined ? [] : JSON.parse(gunzipSync(bytes).toString('utf8'));
  }

  async function earthOf(blob: string, owner: string, extent: string): Promise<EarthNet> {
    const { unit, crs } = await json<ViewSegment>(blob, 'segment');
    return pool.run(calls.earth({ box: boxOf(extent), unit: unit as Unit, crs }, { owner })).catch((error: unknown) => {
      throw refusalOf(error, 'file-unreadable');
    });
  }

  async function featureOf(blob: string, { table, row }: { table: string; row: number }) {
    const at = row % FEATURES_A_BLOCK;
    const feature = (await featuresOf(blob, { table, first: row - at }))[at];
    if (!feature) throw new ProblemError('not-found', detailOf('The view has no such feature.'));
    return feature;
  }
}

/** Sends compressed bytes unchanged to callers that accept them. */
function sendPacked(request: FastifyRequest, reply: FastifyReply, bytes: Buffer): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '').split(',');
  addVary(reply, 'Accept-Encoding');
  const takesGzip = accepted.some((coding) => /^\s*(?:gzip|x-gzip)\s*(?:;(?!\s*q=0(?:\.0*)?\s*$).*)?$/i.test(coding));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(bytes) : reply.send(gunzipSync(bytes));
}
