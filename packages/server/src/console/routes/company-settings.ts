import { CompanySignInInput, CompanySignInView, Type } from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { identityOf } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { pageAddress } from '../../http/page-address.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { requireDesk } from '../signed-in.ts';

const tags = ['company sign-in'];
const Params = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The company sign-in of an organisation, for the desk. */
export function addCompanySettings(app: App, base: string, parts: ConsoleParts): void {
  const { companies } = parts.people;
  const path = `${base}/organisations/:id/sign-in`;
  const view = async (organisationId: string): Promise<CompanySignInView> => {
    const { issuer, clientId, scope, claim, roles, modifiedAt } = await companies.require(organisationId);
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
    { schema: { summary: 'Read the company sign-in', tags, params: Params, response: { 200: CompanySignInView } } },
    async (request, reply) => {
      await requireDesk(parts, request, reply, false);
      return view(request.params.id.toLowerCase());
    },
  );

  app.put(
    path,
    {
      schema: {
        summary: 'Set the company sign-in',
        description:
          'The provider needs redirectUri and, for ending sessions, logoutUri of the answer. A person gets the roles of the groups in the claim at every sign-in.',
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
      await companies.set(identityOf(session.owner).name, fields);
      return view(organisationId);
    },
  );

  app.delete(
    path,
    {
      schema: {
        summary: 'Remove the company sign-in',
        description: 'Ends the sessions of everybody who came by it.',
        tags,
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = await requireDesk(parts, request, reply, true);
      await companies.remove(identityOf(session.owner).name, request.params.id.toLowerCase());
      return reply.code(204).send(null);
    },
  );
}

/** @throws ProblemError validation-failed */
function requireIssuer(issuer: string): void {
  const { protocol, hostname } = URL.parse(issuer) ?? { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')) return;
  const detail = detailOf('An https address is needed, such as https://login.example.org/tenant.');
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#/issuer', detail }] });
}
