import { EarthNet, Type, ViewFeature } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import type { Conversion } from '../conversion.ts';
import {
  Block,
  CHUNK_ANSWER,
  Chunk,
  EARTH_TEXT,
  EarthQuery,
  IMAGE_ANSWER,
  Image,
  Row,
  viewAnswers,
} from './view-answers.ts';

type Params = Readonly<Record<string, ReturnType<typeof Type.String>>>;

/** A kind of views: where its parts are served. */
export interface ViewPlace {
  /** Of the manifest, with the parameters. */
  readonly path: string;
  readonly params: Params;
  /** The name of its segment. */
  readonly segment: ReturnType<typeof Type.String>;
  /** For the document. */
  readonly of: string;
  /** Left out of the document. */
  readonly hide: boolean;
  /** Whether there may be pictures. */
  readonly hasPictures: boolean;
  /** The blob that the parameters name. @throws ProblemError not-found */
  readonly blobOf: (request: FastifyRequest) => Promise<string>;
  /** The blob with the features. @throws ProblemError not-found */
  readonly featuresOf: (request: FastifyRequest) => Promise<string>;
}

/** The data that a viewer requests after the manifest: chunks, exact figures, pictures, the place of map tiles. */
export function addViewParts(app: App, conversion: Conversion, place: ViewPlace): void {
  const { path, params, of, hide, hasPictures, blobOf } = place;
  const { sendChunk, sendImage, featureOf, featuresOf, earthOf } = viewAnswers(conversion);
  const common = { tags: ['view'], hide };
  const segment = { ...params, segment: place.segment };

  app.get(
    `${path}/:segment/:level/:n`,
    {
      config: CHUNK_ANSWER,
      schema: {
        summary: `A chunk of ${of}`,
        description:
          'Columns of integers and text; the layout is in packages/view-wire/README.md. Compressed by gzip for callers that accept it. The bytes under an address never change. 404 once they are no longer part of the job.',
        ...common,
        params: Type.Object({ ...segment, ...Chunk }),
      },
    },
    async (request, reply) => sendChunk(request, reply, await blobOf(request)),
  );

  app.get(
    `${path}/:segment/feature/:table/:row`,
    {
      schema: {
        summary: `Exact figures and attributes of a feature in ${of}`,
        description: 'As stored, not as drawn. A view holds those of the first 200 000 features.',
        ...common,
        params: Type.Object({ ...segment, ...Row }),
        response: { 200: ViewFeature },
      },
    },
    async (request) => featureOf(await place.featuresOf(request), request.params),
  );

  app.get(
    `${path}/:segment/features/:table/:first`,
    {
      schema: {
        summary: `A block of features of ${of} with figures and attributes`,
        description:
          'A thousand rows from a multiple of a thousand on; an empty list after the last one. A view holds those of the first 200 000 features.',
        ...common,
        params: Type.Object({ ...segment, ...Block }),
        response: { 200: Type.Array(ViewFeature) },
      },
    },
    async (request) => featuresOf(await place.featuresOf(request), request.params),
  );

  app.get(
    `${path}/:segment/earth`,
    {
      schema: {
        ...EARTH_TEXT,
        summary: `Where map tiles are in ${of}`,
        ...common,
        params: Type.Object(segment),
        querystring: EarthQuery,
        response: { 200: EarthNet },
      },
    },
    async (request) =>
      earthOf(await blobOf(request), conversion.principalOf(request).organisationId, request.query.extent) as never,
  );

  if (!hasPictures) return;
  app.get(
    `${path}/:segment/image/:n`,
    {
      config: IMAGE_ANSWER,
      schema: {
        summary: `A picture of ${of}`,
        description:
          'A background drawing that is a PNG or a JPEG, by its place in `images` of the segment. It never changes.',
        ...{ ...common, produces: IMAGE_ANSWER.produces },
        params: Type.Object({ ...segment, ...Image }),
      },
    },
    async (request, reply) => sendImage(request, reply, await blobOf(request)),
  );
}
