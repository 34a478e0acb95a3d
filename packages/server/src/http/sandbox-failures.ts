import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** The header that asks for a failure. */
export const FAILURE_HEADER = 'fieldbridge-fail';
/** How long a slow answer takes. */
const SLOW_MS = 3_000;

/** What a program can ask the sandbox for, to see whether it copes. */
const KINDS = ['too-many-requests', 'unavailable', 'token-expired', 'slow', 'cut-before', 'cut-after'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Makes the requests of a scope fail that ask for it. Register it after the authentication and idempotency hooks: what
 * `cut-after` has done is stored as after a real loss.
 * @param wrongToken the challenge of an interface with tokens
 */
export function addSandboxFailures(app: FastifyInstance, wrongToken?: string): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const kind = request.headers[FAILURE_HEADER] as Kind | undefined;
    if (kind === undefined) done();
    else fail(request, kind).then(() => done(), done);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.headers[FAILURE_HEADER] === 'cut-after') request.raw.socket.destroy();
    done(null, payload);
  });
  async function fail(request: FastifyRequest, kind: Kind): Promise<void> {
    switch (kind) {
      case 'too-many-requests':
        throw new ProblemError('too-many-requests', asked(kind), { headers: { 'retry-after': '2' } });
      case 'unavailable':
        throw new ProblemError('unavailable', asked(kind), { headers: { 'retry-after': '2' } });
      case 'token-expired':
        if (wrongToken === undefined) break;
        throw new ProblemError('not-authenticated', asked(kind), { headers: { 'www-authenticate': wrongToken } });
      case 'slow':
        await pause(SLOW_MS);
        return;
      case 'cut-before':
        request.raw.socket.destroy();
        throw new ProblemError('malformed-request', asked(kind));
      case 'cut-after':
        return;
    }
    const known = KINDS.filter((one) => one !== 'token-expired' || wrongToken !== undefined).join(', ');
    throw new ProblemError('invalid-parameter', detailOf('The sandbox does not know this failure.'), {
      errors: [{ parameter: 'Fieldbridge-Fail', detail: detailOf('must be one of {known}', { known }) }],
    });
  }
}

const asked = (kind: Kind): Detail => detailOf('The request asked for this with Fieldbridge-Fail: {kind}.', { kind });
