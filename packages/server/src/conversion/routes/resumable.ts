import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { LOCATION } from '../../http/documented-headers.ts';
import { admitResumable } from '../admission.ts';
import type { Conversion } from '../conversion.ts';
import { TUS_VERSION } from '../resumable-uploads.ts';
import { Nothing } from './shared.ts';

/** Methods that X-HTTP-Method-Override may name. */
const OVERRIDES = ['DELETE', 'HEAD', 'PATCH'];

/** Headers of the protocol (https://tus.io/protocols/resumable-upload), for the document. */
const VERSION = { 'Tus-Resumable': `Version of the protocol: ${TUS_VERSION}` };
const OFFSET = 'Bytes received so far, where the next part starts';
const LENGTH = 'Bytes of the whole file';
const METADATA = '`filename` and its base64, for instance `filename c2l0ZS5keGY=`';
const ANSWERED = { ...VERSION, 'Upload-Expires': 'When the upload is deleted if it is not completed and used' };
const REFUSED = { ...VERSION, 'Tus-Version': 'With 412: versions of the protocol' };
const BEGIN_HEADERS = {
  ...VERSION,
  'Upload-Length': LENGTH,
  'Upload-Defer-Length': '`1` if the length follows later, instead of Upload-Length',
  'Upload-Metadata': METADATA,
};
const STATE = {
  'Upload-Offset': OFFSET,
  'Upload-Length': LENGTH,
  'Upload-Defer-Length': '`1` while the length is unknown',
  'Upload-Metadata': METADATA,
};
const ABILITIES = {
  'Tus-Version': 'Versions of the protocol',
  'Tus-Extension': 'Extensions of the protocol',
  'Tus-Max-Size': 'Most bytes of a file',
  Allow: 'The methods of the address',
};

/** The tus endpoint: /uploads and /uploads/{id}. */
export function addResumableRoutes(scope: App, conversion: Conversion): void {
  const { base, uploads, jobs, holds, context, principalOf } = conversion;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await uploads.handle(request, reply.raw, principalOf(request).organisationId, () => holds.release(request));
    return reply;
  };
  /** Behind a proxy that passes only GET and POST, a header names the method and takes precedence (tus 1.0). */
  const overridden = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const meant = String(request.headers['x-http-method-override'] ?? '').toUpperCase();
    if (!OVERRIDES.includes(meant)) {
      const headers = { allow: OVERRIDES.join(', ') };
      throw new ProblemError(
        'method-not-allowed',
        detailOf('Send {most}, or POST with X-HTTP-Method-Override.', { most: OVERRIDES.join(', ') }),
        { headers },
      );
    }
    request.raw.method = meant;
    return handler(request, reply);
  };
  const config = { streamBody: true, refusedHeaders: REFUSED } as const;
  /** @param status of success; the answer is in its headers */
  const describe = (summary: string, status: number) => ({
    summary,
    description: 'Resumable upload by tus 1.0 (https://tus.io).',
    tags: ['uploads'],
    response: { [status]: Nothing },
  });
  /** A new upload counts towards the quota; otherwise unused ones could fill the disk. */
  const admitted = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { uploadLimit, openUploads } = context.settings;
    const { organisationId } = principalOf(request);
    if (context.quotas.of(organisationId).bytes === 0 && openUploads === 0) return;
    // Held before anything is looked up, so that uploads that start at the same time see each other.
    holds.begin(request, reply, organisationId, Number(request.headers['upload-length'] ?? uploadLimit) || 0);
    const { count, bytes } = await uploads.place.unused(organisationId);
    await admitResumable(jobs, openUploads, organisationId, { count, bytes: bytes + holds.of(organisationId) });
  };
  scope.options(
    `${base}/uploads`,
    { config: { answeredHeaders: ABILITIES }, schema: describe('Capabilities of resumable uploads', 204) },
    async (_request, reply) => {
      reply.header('tus-version', TUS_VERSION).header('tus-extension', (await uploads.extensions()).join());
      return reply
        .header('tus-max-size', context.settings.uploadLimit)
        .header('allow', 'OPTIONS, POST')
        .code(204)
        .send();
    },
  );
  const begin = {
    config: { ...config, documentedHeaders: BEGIN_HEADERS, answeredHeaders: { ...ANSWERED, ...LOCATION } },
    schema: describe('Begin a resumable upload', 201),
    onRequest: admitted,
  };
  scope.post(`${base}/uploads`, begin, handler);
  const bytes = { 'application/offset+octet-stream': { type: 'string', format: 'binary' } };
  const continued = {
    ...config,
    documentedBody: bytes,
    documentedHeaders: { ...VERSION, 'Upload-Offset': OFFSET },
    answeredHeaders: { ...ANSWERED, 'Upload-Offset': OFFSET },
  };
  scope.patch(
    `${base}/uploads/:id`,
    { config: continued, schema: describe('Continue a resumable upload', 204) },
    handler,
  );
  scope.post(`${base}/uploads/:id`, { config, schema: { hide: true } }, overridden);
  const asked = { refusedHeaders: REFUSED, documentedHeaders: VERSION, answeredHeaders: { ...VERSION, ...STATE } };
  scope.head(`${base}/uploads/:id`, { config: asked, schema: describe('Offset of a resumable upload', 200) }, handler);
  const ended = { refusedHeaders: REFUSED, documentedHeaders: VERSION, answeredHeaders: VERSION };
  scope.delete(`${base}/uploads/:id`, { config: ended, schema: describe('Cancel a resumable upload', 204) }, handler);
}
