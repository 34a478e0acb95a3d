import type { FastifyReply } from 'fastify';
import { publicPath } from '../../http/answer-headers.ts';

/** Name of the cookie; browsers accept one with the prefix only over TLS, for the whole host and from that host. */
const NAME = 'fieldbridge_session';
const SECURE_NAME = `__Host-${NAME}`;
/** Most cookies of a request that are read. */
const MOST_COOKIES = 50;

/** The name of the cookie at an address. The other name is never accepted. */
export function cookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') && publicPath(publicUrl) === '' ? SECURE_NAME : NAME;
}

/** The session's token in a Cookie header. */
export function cookieOf(header: string | undefined, publicUrl: string): string | undefined {
  const wanted = cookieName(publicUrl);
  for (const part of header?.split(';', MOST_COOKIES) ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === wanted && value !== undefined) return value;
  }
  return undefined;
}

/** Sets the session's cookie. @param seconds of its life; 0 removes it */
export function setCookie(reply: FastifyReply, publicUrl: string, token: string, seconds: number): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  // As a browser sees it: a proxy may serve the server below a path of its own.
  const path = publicPath(publicUrl) || '/';
  reply.header(
    'set-cookie',
    `${cookieName(publicUrl)}=${token}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}
