import { Type } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { deviceOf } from '../../directory/people/device.ts';
import { setCookie } from '../../directory/people/session-cookie.ts';
import { SESSION_SECONDS_MAX } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { networkOf } from '../../http/caller-network.ts';
import { pageAddress } from '../../http/page-address.ts';
import { Limiter } from '../../http/rate-limit.ts';
import { Seal } from '../../storage/seal.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import { CompanyClient, type Journey } from '../company/company-client.ts';
import { rolesOfGroups } from '../company/groups.ts';
import type { ConsoleParts } from '../console-parts.ts';

const tags = ['company sign-in'];
const COOKIE = 'fieldbridge_company';
/** Time for signing in at the provider. */
const JOURNEY_SECONDS = 15 * 60;
const PER_MINUTE = 60;
const FORM = 'application/x-www-form-urlencoded';
const NAME_LENGTH_MAX = 100;
const Organisation = Type.Object({ organisationId: Type.String({ format: 'uuid' }) });

/** Signing in with a company: to its provider, back from it, and out when the company requests it. */
export function addCompanySignIn(app: App, base: string, parts: ConsoleParts, key: ServerKey): void {
  const { people, clock, publicUrl } = parts;
  const { companies, sessions } = people;
  const client = new CompanyClient(() => clock.monotonic());
  const seal = new Seal(key, 'company journey');
  const limiter = new Limiter('company-sign-in', PER_MINUTE);
  const home = () => pageAddress(publicUrl());
  const callback = () => `${home()}${base}/company/callback`;
  const keep = (reply: FastifyReply, value: string, seconds: number) => {
    const secure = home().startsWith('https:') ? '; Secure' : '';
    // Lax, not Strict: the browser comes back from another site.
    const how = `Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
    reply.header('set-cookie', `${COOKIE}=${value}; Path=${new URL(callback()).pathname}; ${how}`);
  };

  app.get(
    `${base}/company/:organisationId`,
    {
      config: { answeredHeaders: { Location: 'The provider of the company' } },
      schema: {
        summary: 'Sign in with the company',
        description:
          'For browsers: redirects to the provider of the organisation, which redirects back to the callback.',
        tags,
        security: [],
        params: Organisation,
        response: { 302: Type.Null() },
      },
    },
    async (request, reply) => {
      limiter.take(networkOf(request.ip), reply);
      const signIn = await companies.require(request.params.organisationId.toLowerCase());
      const { url, journey } = await client.begin(signIn, callback(), clock.now() + JOURNEY_SECONDS * 1000);
      keep(reply, seal.close(JSON.stringify(journey)).toString('base64url'), JOURNEY_SECONDS);
      return reply.redirect(url.href) as never;
    },
  );

  app.get(
    `${base}/company/callback`,
    { schema: { hide: true, querystring: Type.Object({}, { additionalProperties: true }) } },
    async (request, reply) => {
      limiter.take(networkOf(request.ip), reply);
      keep(reply, '', 0);
      try {
        await enter(request, reply);
        return reply.redirect(`${home()}/`);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        // The cause itself may contain the provider's answer, with tokens.
        const { cause } = error.options;
        const reason = cause instanceof Error ? cause.message : error.message;
        request.log.warn({ code: error.code, reason }, 'company sign-in refused');
        return reply.redirect(`${home()}/sign-in#problem=${error.code}`);
      }
    },
  );

  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,4000})`).exec(request.headers.cookie ?? '')?.[1] ?? '';
    const text = seal.open(Buffer.from(value, 'base64url'));
    const journey = text === undefined ? undefined : (JSON.parse(text) as Journey);
    if (journey === undefined || journey.until < clock.now())
      throw new ProblemError(
        'company-sign-in-failed',
        detailOf('The sign-in took too long, or began in another browser.'),
      );
    const signIn = await companies.require(journey.organisationId);
    const query = request.url.split('?', 2)[1] ?? '';
    const claims = await client.complete(signIn, journey, new URL(`${callback()}?${query}`));
    const roles = rolesOfGroups(claims[signIn.claim], signIn.roles);
    if (Object.keys(roles).length === 0)
      throw new ProblemError('role-not-allowed', detailOf('Your company has given you no role here.'));
    const textOf = (claim: string): string | undefined => {
      const found = claims[claim];
      return typeof found === 'string' && found.trim() !== '' ? found.trim().slice(0, NAME_LENGTH_MAX) : undefined;
    };
    const name =
      textOf('name') ?? textOf('preferred_username') ?? textOf('email') ?? claims.sub.slice(0, NAME_LENGTH_MAX);
    const { organisationId, issuer } = signIn;
    const person = await people.people.enterFromCompany(organisationId, `${issuer} ${claims.sub}`, { name, roles });
    const opened = await sessions.open({ kind: 'person', person }, deviceOf(request.headers['user-agent']));
    setCookie(reply, publicUrl(), opened.token, SESSION_SECONDS_MAX);
  };

  app.register(async (scope) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: 65_536 },
      async (_request: unknown, body: string) => body,
    );
    (scope as unknown as App).post(
      `${base}/company/:organisationId/logout`,
      {
        config: { documentedBody: { [FORM]: { type: 'object', properties: { logout_token: { type: 'string' } } } } },
        schema: {
          summary: 'End the sessions of somebody who was signed out',
          description: 'For the provider of the company: OpenID Connect Back-Channel Logout 1.0, with `sub`.',
          tags,
          security: [],
          params: Organisation,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        limiter.take(networkOf(request.ip), reply);
        const signIn = await companies.require(request.params.organisationId.toLowerCase());
        const token = new URLSearchParams(String(request.body ?? '')).get('logout_token') ?? '';
        const subject = await client.subjectOfLogout(signIn, token);
        await people.people.signOutFromCompany(signIn.organisationId, `${signIn.issuer} ${subject}`);
        return reply.code(204).send(null);
      },
    );
  });
}
