import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Person } from '../directory/people/person.ts';
import { rightsOf } from '../directory/people/rights.ts';
import type { RequestSession } from '../directory/people/session-authentication.ts';
import type { ConsoleParts } from './console-parts.ts';

/**
 * The session of a request.
 * @param isUse as for `find`
 * @throws ProblemError not-authenticated if nobody is signed in, and those of `find`
 */
export async function signedIn(
  { people }: ConsoleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  isUse = true,
): Promise<RequestSession> {
  const session = await people.authentication.find(request, reply, isUse);
  if (session !== undefined) return session;
  throw new ProblemError('not-authenticated', detailOf('Nobody is signed in.'), {
    headers: { 'www-authenticate': 'Session' },
  });
}

/** @throws ProblemError fresh-sign-in-needed */
export function requireFresh({ clock }: ConsoleParts, session: RequestSession): void {
  if (session.freshUntil <= clock.now()) throw new ProblemError('fresh-sign-in-needed');
}

/**
 * The session of somebody at the desk.
 * @param change whether something is changed, which auditors never may and others only soon after the sign-in
 * @throws ProblemError role-not-allowed, fresh-sign-in-needed, and those of `signedIn`
 */
export async function requireDesk(
  parts: ConsoleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  change: boolean,
): Promise<RequestSession> {
  const session = await signedIn(parts, request, reply);
  const { desk } = rightsOf(session.owner, 'conversion');
  if (desk === null || (change && desk === 'auditor'))
    throw new ProblemError(
      'role-not-allowed',
      detailOf('This is for the roles operator and desk; auditors may only read.'),
    );
  if (change) requireFresh(parts, session);
  return session;
}

/** The person who is signed in. @throws ProblemError role-not-allowed for an operator, who has a key instead */
export function personOf({ owner }: RequestSession): Person {
  if (owner.kind === 'person') return owner.person;
  throw new ProblemError(
    'role-not-allowed',
    detailOf('You signed in with the key of an operator; this is for people.'),
  );
}
