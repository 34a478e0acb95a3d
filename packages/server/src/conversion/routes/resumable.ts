import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Conversion } from '../conversion.ts';
import { TUS_VERSION } from '../resumable-uploads.ts';
import { Nothing } from './shared.ts';

/** Methods that X-HTTP-Method-Override may stand for. */
const OVERRIDES = ['DELETE', 'HEAD', 'PATCH'];

/** The tus endpoint: /uploads and /uploads/{id}. */
export function addResumableRoutes(scope: App, { base, uploads, jobs, context, principalOf }: Conversion): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await uploads.handle(request, reply.raw, principalOf(request).organisationId);
    return reply;
  };
  /** Behind a proxy that lets only GET and POST through, the method stands in a header; what it says counts (tus 1.0). */
  const overridden = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const meant = String(request.headers['x-http-method-override'] ?? '').toUpperCase();
    if (!OVERRIDES.includes(meant)) {
      const headers = { allow: OVERRIDES.join(', ') };
      throw new ProblemError(
        'method-not-allowed',
        `Send ${OVERRIDES.join(', ')}, or POST with X-HTTP-Method-Override.`,
        { headers },
      );
    }
    request.raw.method = meant;
    return handler(request, reply);
  };
  const config = { streamBody: true } as const;
  /** @param status of success; what is answered stands in its headers */
  const describe = (summary: string, status: number) => ({
    summary,
    description: 'Resumable upload by tus 1.0 (https://tus.io).',
    tags: ['uploads'],
    response: { [status]: Nothing },
  });
  /** An upload that is begun takes its place in the quota: unused ones could fill the disk otherwise. */
  const admitted = async (request: FastifyRequest): Promise<void> => {
    const { bytesPerOrganisation, uploadLimit } = context.settings;
    if (bytesPerOrganisation === 0) return;
    const { organisationId } = principalOf(request);
    const announced = Number(request.headers['upload-length'] ?? uploadLimit);
    jobs.checkQuota(organisationId, 0, announced + (await uploads.bytesOf(organisationId)));
  };
  scope.options(
    `${base}/uploads`,
    { schema: describe('What resumable uploads can do', 204) },
    async (_request, reply) => {
      reply.header('tus-version', TUS_VERSION).header('tus-extension', (await uploads.extensions()).join());
      return reply
        .header('tus-max-size', context.settings.uploadLimit)
        .header('allow', 'OPTIONS, POST')
        .code(204)
        .send();
    },
  );
  const begin = { config, schema: describe('Begin a resumable upload', 201), onRequest: admitted };
  scope.post(`${base}/uploads`, begin, handler);
  const bytes = { 'application/offset+octet-stream': { type: 'string', format: 'binary' } };
  const continued = { ...config, documentedBody: bytes };
  scope.patch(
    `${base}/uploads/:id`,
    { config: continued, schema: describe('Continue a resumable upload', 204) },
    handler,
  );
  scope.post(`${base}/uploads/:id`, { config, schema: { hide: true } }, overridden);
  scope.head(`${base}/uploads/:id`, { schema: describe('How far a resumable upload is', 200) }, handler);
  scope.delete(`${base}/uploads/:id`, { schema: describe('Give a resumable upload up', 204) }, handler);
}
