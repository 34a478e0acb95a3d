import type { FastifyReply } from 'fastify';
import { addVary } from './cors.ts';

/**
 * Marks an answer as meant for one caller: shared caches must not store it, and private ones must not give it to
 * another caller of the same browser or program.
 * @param headers by which callers identify themselves, as in Vary
 */
export function markPrivate(reply: FastifyReply, headers: string): void {
  reply.header('cache-control', 'private');
  addVary(reply, headers);
}

/** Marks an answer that has a secret: nobody may store it. */
export function markSecret(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
