import { Type } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { networkOf } from '../../http/caller-network.ts';
import { logFailure, toProblem } from '../../http/error-handler.ts';
import type { Limiter } from '../../http/rate-limit.ts';
import type { CallerLimits } from '../caller-limits.ts';
import { CLIENT_FORM } from '../challenges.ts';
import type { CredentialStore } from '../credential-store.ts';
import type { FailureLimit } from '../failures.ts';
import { shownClientId } from '../shown-client-id.ts';
import { type ClientSecret, readClientSecret } from './client-authentication.ts';
import { printable, readForm, type TokenForm } from './form.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import type { Grant, GrantContext } from './grants/grant.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { OAuthError } from './oauth-error.ts';
import { addServerMetadata } from './server-metadata.ts';

const GRANTS: Readonly<Record<string, Grant>> = { client_credentials: clientCredentials, refresh_token: refreshToken };
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_LIMIT = 16 * 1024;
const BASIC = 'Basic realm="token", charset="UTF-8"';

/** What a token endpoint needs: the credentials and tokens of one space. */
export interface TokenEndpoint extends GrantContext {
  /** Full path of the endpoint. */
  readonly path: string;
  readonly credentials: CredentialStore;
  readonly failures: FailureLimit;
  /** Gives notice of secrets that expire soon. */
  readonly callers: CallerLimits;
  /** Token requests per client. */
  readonly perClient: Limiter;
  /** Token requests per address. */
  readonly perAddress: Limiter;
  /** Address at which callers reach the server. */
  readonly publicUrl: () => string;
}

const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as a bearer token on every other request' }),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'Remaining lifetime in seconds; just under one hour' }),
    refresh_token: Type.String({ description: 'Valid for one refresh; the answer contains the next one' }),
  },
  { title: 'TokenResponse' },
);
const OAuthErrorAnswer = Type.Object(
  { error: Type.String(), error_description: Type.Optional(Type.String()) },
  { title: 'TokenError' },
);

const TokenFormBody = Type.Object(
  {
    grant_type: Type.String({ enum: Object.keys(GRANTS) }),
    client_id: Type.Optional(Type.String({ description: 'Required unless HTTP Basic names the client' })),
    client_secret: Type.Optional(Type.String({ description: 'Required unless HTTP Basic names the client' })),
    refresh_token: Type.Optional(Type.String({ description: 'For the grant refresh_token' })),
  },
  { title: 'TokenRequest' },
);

/** Adds a token endpoint (RFC 6749 §3.2): form in, JSON out, errors in the form of §5.2. */
export function addTokenEndpoint(app: App, endpoint: TokenEndpoint): void {
  addServerMetadata(app, endpoint.path, Object.keys(GRANTS), endpoint.publicUrl);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, done) => {
      try {
        done(null, readForm(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
    scope.setErrorHandler(answerError);
    scope.addHook('onRequest', (_request, reply, done) => {
      notStored(reply);
      done();
    });
    const config = { documentedBody: { [FORM_TYPE]: TokenFormBody } };
    scope.post(endpoint.path, { bodyLimit: FORM_LIMIT, schema: SCHEMA, config }, async (request, reply) => {
      const form = (request.body as TokenForm | undefined) ?? new Map<string, string>();
      endpoint.perAddress.take(networkOf(request.ip), reply);
      const presented = readClientSecret(request.headers.authorization, form);
      const grantType = form.get('grant_type');
      if (grantType === undefined) throw new OAuthError('invalid_request', 'The parameter grant_type is missing.');
      const client = await authenticate(request, endpoint, presented);
      endpoint.perClient.take(client.clientId, reply);
      endpoint.callers.notice(client, reply);
      const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined;
      if (grant === undefined)
        throw new OAuthError(
          'unsupported_grant_type',
          `grant_type ${printable(grantType)} is not one of ${Object.keys(GRANTS).join(', ')}.`,
        );
      const pair = await grant(client, form, endpoint);
      return {
        access_token: pair.accessToken,
        token_type: 'bearer' as const,
        expires_in: pair.expiresIn,
        refresh_token: pair.refreshToken,
      };
    });
  });
}

const SCHEMA = {
  summary: 'Get or refresh a token',
  description: `The only operation with a form body. Client authentication in the form, by HTTP Basic, or both if equal. Unknown parameters are ignored.`,
  tags: ['tokens'],
  consumes: [FORM_TYPE],
  security: [],
  response: { 200: TokenAnswer, '4xx': OAuthErrorAnswer, '5xx': OAuthErrorAnswer },
};

async function authenticate(
  request: FastifyRequest,
  { credentials, failures }: TokenEndpoint,
  { clientId, clientSecret }: ClientSecret,
) {
  const client = await credentials.verify(clientId, clientSecret);
  if (client !== undefined) return client;
  const expiredAt = await credentials.expiredAt(clientId, clientSecret);
  if (expiredAt !== undefined) {
    request.log.info({ clientId }, 'token refused: the client secret has expired');
    throw new OAuthError('invalid_client', `The client secret expired at ${isoTime(expiredAt)}.`);
  }
  request.log.info({ clientId: shownClientId(clientId) }, 'token refused: wrong client id or secret');
  const refusal = failures.refuse(request, new ProblemError('not-authenticated'));
  throw refusal.code === 'not-authenticated'
    ? new OAuthError('invalid_client', 'The client is unknown or its secret is wrong.')
    : refusal;
}

/** RFC 6749 §5.1: caches must not store what may hold a token. */
function notStored(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Also for refusals before the endpoint is reached.
  notStored(reply);
  if (error instanceof OAuthError) {
    // "If the client attempted to authenticate via the Authorization header, the server MUST … include
    // WWW-Authenticate" (§5.2).
    if (error.code === 'invalid_client')
      reply.header('www-authenticate', request.headers.authorization === undefined ? CLIENT_FORM : BASIC);
    return reply.code(error.status).send({ error: error.code, error_description: error.message });
  }
  const problem = toProblem(error, request);
  logFailure(request, problem, error);
  const code =
    problem.status === 429 || problem.status === 503 || problem.status === 507
      ? 'temporarily_unavailable'
      : problem.status >= 500
        ? 'server_error'
        : 'invalid_request';
  reply.headers(problem.options.headers ?? {});
  // §5.2 allows printable ASCII without quotes and backslashes in a description.
  const description = problem.message.replace(/["\\]|[^\x20-\x7e]/g, "'");
  return reply.code(problem.status).send({ error: code, error_description: description });
}
