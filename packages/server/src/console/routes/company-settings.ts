import { CompanySignInInput, CompanySignInView, Type } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Stamped } from '../../directory/people/company-sign-ins.ts';
import { identityOf } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { ETAG, IF_MATCH } from '../../http/documented-headers.ts';
import { etagOf, requireMatch } from '../../http/etag.ts';
import { pageAddress } from '../../http/page-address.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { requireDesk } from '../signed-in.ts';

const tags = ['company sign-in'];
const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The company sign-in of an organisation, for the desk. */
export function addCompanySettings(app: App, base: string, parts: ConsoleParts): void {
  const { companies } = parts.people;
  const path = `${base}/organisations/:id/sign-in`;
  const checkOf = (request: FastifyRequest) => (before: Stamped | undefined) => {
    if (before !== undefined && request.headers['if-none-match'] === '*')
      throw new ProblemError(
        'precondition-failed',
        detailOf('The resource has changed since you read it. Read it again.'),
      );
    requireMatch(request, ...(before === undefined ? [] : [etag(before)]));
  };
  const send = async (reply: FastifyReply, organisationId: string): Promise<CompanySignInView> => {
    const { issuer, clientId, scope, claim, roles, modifiedAt } = await companies.require(organisationId);
    reply.header('etag', etag({ organisationId, modifiedAt }));
    const address = `${pageAddress(parts.publicUrl())}${base}/company`;
    return {
      ...{
        issuer,
        clientId,
        scope,
        claim,
        roles: roles as CompanySignInView['roles'],
        modifiedAt: isoTime(modifiedAt),
      },
      ...{ signInUrl: `${address}/${organisationId}`, redirectUri: `${address}/callback` },
      logoutUri: `${address}/${organisationId}/logout`,
    };
  };

  app.get(
    path,
    {
      config: { answeredHeaders: ETAG },
      schema: { summary: 'Read the company sign-in', tags, params: Params, response: { 200: CompanySignInView } },
    },
    async (request, reply) => {
      await requireDesk(parts, request, reply, false);
      return send(reply, request.params.id.toLowerCase());
    },
  );

  app.put(
    path,
    {
      config: { documentedHeaders: IF_MATCH, answeredHeaders: ETAG },
      schema: {
        summary: 'Set the company sign-in',
        description:
          'With `If-None-Match: *` only if the organisation has none yet. The provider needs redirectUri and, for ending sessions, logoutUri of the answer. A person gets the roles of the groups in the claim at every sign-in.',
        tags,
        params: Params,
        body: CompanySignInInput,
        response: { 200: CompanySignInView },
      },
    },
    async (request, reply) => {
      const session = await requireDesk(parts, request, reply, true);
      const organisationId = request.params.id.toLowerCase();
      await parts.organisations.require(organisationId);
      const { issuer, clientId, clientSecret, scope = 'openid profile email', claim = 'groups', roles } = request.body;
      requireIssuer(issuer);
      const fields = { organisationId, issuer, clientId, secret: clientSecret, scope, claim, roles };
      await companies.set(identityOf(session.owner).name, fields, checkOf(request));
      return send(reply, organisationId);
    },
  );

  app.delete(
    path,
    {
      config: { documentedHeaders: IF_MATCH },
      schema: {
        summary: 'Remove the company sign-in',
        description: 'Ends the sessions of everybody who signed in with it.',
        tags,
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = await requireDesk(parts, request, reply, true);
      await companies.remove(identityOf(session.owner).name, request.params.id.toLowerCase(), checkOf(request));
      return reply.code(204).send(null);
    },
  );
}

const etag = ({ organisationId, modifiedAt }: Stamped): string => etagOf('company sign-in', organisationId, modifiedAt);

/** @throws ProblemError validation-failed */
function requireIssuer(issuer: string): void {
  const { protocol, hostname } = URL.parse(issuer) ?? { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')) return;
  const detail = detailOf('An https address is needed, such as https://login.example.org/tenant.');
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/issuer', detail }] });
}
