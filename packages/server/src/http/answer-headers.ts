import type { FastifyReply } from 'fastify';
import type { App } from './app.ts';

/** Seconds for which browsers that saw the server over TLS use nothing else: a year. */
const HSTS = 'max-age=31536000';
const LOCATION = 'location';

/**
 * Headers of all answers: browsers take the stated media type and, if callers reach the server over TLS, come back over
 * TLS only. Below a path of a proxy, `Location` has that path.
 * @returns what sets those that do not depend on the answer
 * @param publicUrl address at which callers reach the server; undefined if it is not set
 * @param isTls whether the server itself speaks TLS
 */
export function addAnswerHeaders(
  app: App,
  publicUrl: string | undefined,
  isTls: boolean,
): (reply: FastifyReply) => void {
  const isHttps = isTls || publicUrl?.startsWith('https:') === true;
  const path = publicPath(publicUrl);
  if (path !== '')
    app.addHook('onSend', (_request, reply, payload, done) => {
      const location = reply.getHeader(LOCATION);
      if (typeof location === 'string' && location.startsWith('/')) reply.header(LOCATION, path + location);
      done(null, payload);
    });
  return (reply) => {
    reply.header('x-content-type-options', 'nosniff');
    if (isHttps) reply.header('strict-transport-security', HSTS);
  };
}

/** The path below which a proxy serves the server, without a slash at its end; empty at the root of a host. */
export function publicPath(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}
