import type { FastifyInstance, FastifyReply } from 'fastify';
import { pathOfTarget } from './request-target.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const EXPOSED =
  'ETag, Location, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed, WWW-Authenticate, Content-Disposition, Content-Range, Repr-Digest, X-Conversion-Report, X-Experimental, Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size';

/**
 * Allows calls from pages of other origins (https://fetch.spec.whatwg.org/#http-cors-protocol), without cookies: our
 * interfaces use headers only, and the operator's session cookie is SameSite=Strict.
 * @param origins allowed origins, `*` for all; an empty list registers nothing
 * @param deskPath only the desk's own pages may call anything below it
 */
export function addCors(app: FastifyInstance, origins: readonly string[], deskPath = '/operator'): void {
  if (origins.length === 0) return;
  const all = origins.includes('*');
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!all) addVary(reply, 'Origin');
    if (origin === undefined || !(all || origins.includes(origin))) return;
    if (`${pathOfTarget(request.url)}/`.startsWith(`${deskPath}/`)) return;
    reply.header('x-request-id', request.id);
    reply.header('access-control-allow-origin', all ? '*' : origin);
    reply.header('access-control-expose-headers', EXPOSED);
    const wanted = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || wanted === undefined) return;
    reply.header('access-control-allow-methods', METHODS);
    const asked = request.headers['access-control-request-headers'];
    if (asked !== undefined && /^[\w\-, ]{1,1000}$/.test(asked)) reply.header('access-control-allow-headers', asked);
    reply.header('access-control-max-age', '7200');
    return reply.code(204).send();
  });
}

/** Adds a request header to Vary, besides others the answer depends on. */
export function addVary(reply: FastifyReply, header: string): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? header : `${String(others)}, ${header}`);
}
