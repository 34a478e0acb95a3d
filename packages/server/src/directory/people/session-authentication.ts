import { type PersonSpace, personRolesOf } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import type { CallerLimits } from '../caller-limits.ts';
import type { Principal } from '../credential.ts';
import type { Authenticate } from '../header-authentication.ts';
import type { Organisations } from '../organisations.ts';
import type { KeyExpiry } from './key-expiry.ts';
import { rightsOf } from './rights.ts';
import { cookieOf } from './session-cookie.ts';
import { type FoundSession, identityOf, type Sessions } from './sessions.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Origins of a request as stated by browsers: the page itself, or the person who typed the address. */
const OWN_SITES = ['same-origin', 'none'];

/** The session of a request. */
export interface RequestSession extends FoundSession {
  readonly token: string;
}

/** The place of a space's routes, for the table of roles. */
export interface SessionScope {
  readonly space: PersonSpace;
  /** Address of the interface, in this environment. */
  readonly base: string;
  readonly callers: CallerLimits;
}

/** Identifies people by the cookie of their session. */
export class SessionAuthentication {
  readonly #sessions: Sessions;
  readonly #expiry: KeyExpiry;
  readonly #organisations: Pick<Organisations, 'require'>;
  readonly #publicUrl: () => string;

  constructor(
    sessions: Sessions,
    expiry: KeyExpiry,
    organisations: Pick<Organisations, 'require'>,
    publicUrl: () => string,
  ) {
    this.#organisations = organisations;
    this.#sessions = sessions;
    this.#expiry = expiry;
    this.#publicUrl = publicUrl;
  }

  /**
   * The session of a request, if it has one.
   * @param isUse whether the request counts as use; otherwise it does not extend the session
   * @throws ProblemError csrf-token-missing for a change without the page's token, or from a page of another site;
   * key-expired for an operator whose key has expired
   */
  async find(request: FastifyRequest, reply: FastifyReply, isUse = true): Promise<RequestSession | undefined> {
    const token = cookieOf(request.headers.cookie, this.#publicUrl());
    if (token === undefined) return undefined;
    const session = await (isUse ? this.#sessions.use(token) : this.#sessions.find(token));
    if (session === undefined) return undefined;
    if (session.owner.kind === 'operator') this.#expiry.check(session.owner.operator, request, reply);
    if (!SAFE_METHODS.includes(request.method)) {
      const csrf = request.headers['x-csrf-token'];
      const site = request.headers['sec-fetch-site'];
      if (typeof csrf !== 'string' || !session.isCsrf(csrf)) throw new ProblemError('csrf-token-missing');
      if (site !== undefined && !OWN_SITES.includes(String(site))) throw new ProblemError('csrf-token-missing');
    }
    return { ...session, token };
  }

  /**
   * Accepts, beside an interface's own authentication, the people who may call its routes. A request with its own
   * credentials is never treated as a person's.
   */
  beside(authenticate: Authenticate, scope: SessionScope): Authenticate {
    const asPerson = async (request: FastifyRequest, reply: FastifyReply): Promise<Principal> => {
      const session = await this.find(request, reply);
      if (session === undefined) return authenticate(request, reply);
      const found = principal(session, scope, request, reply);
      if (found.organisationId !== organisationOf(session)) await this.#organisations.require(found.organisationId);
      return found;
    };
    return (request, reply) => {
      const { cookie, authorization } = request.headers;
      const hasOwn = authorization !== undefined || request.headers['x-clientid'] !== undefined;
      return cookie === undefined || hasOwn ? authenticate(request, reply) : asPerson(request, reply);
    };
  }
}

const organisationOf = ({ owner }: RequestSession): string | null =>
  owner.kind === 'person' ? owner.person.organisationId : null;

/**
 * Stops the start of a server with a route missing from the table of roles, so that nothing is open by oversight.
 * @throws TypeError
 */
export function requireRoles(app: App, { space, base }: Pick<SessionScope, 'space' | 'base'>): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (personRolesOf(space, one, url.slice(base.length)) === undefined)
        throw new TypeError(`${one} ${url} is missing from PERSON_ROUTES in the contract`);
  });
}

/** @throws ProblemError role-not-allowed, organisation-not-yours, organisation-missing, too-many-requests */
function principal(
  { owner }: RequestSession,
  { space, base, callers }: SessionScope,
  request: FastifyRequest,
  reply: FastifyReply,
): Principal {
  const { id, name } = identityOf(owner);
  const { desk, organisationId: own, roles: given, locations } = rightsOf(owner, space);
  const named = request.headers['x-organisation-id'];
  const mayEverywhere = desk === 'operator' || (desk === 'auditor' && SAFE_METHODS.includes(request.method));
  const wanted = typeof named === 'string' ? named.toLowerCase() : undefined;
  // If made in the person's own organisation instead, a change would be where nobody expects it.
  if (wanted !== undefined && wanted !== own && !mayEverywhere)
    throw new ProblemError(
      'organisation-not-yours',
      desk === 'auditor'
        ? detailOf('Auditors may read data of other organisations, but not change it.')
        : detailOf('The header X-Organisation-Id names an organisation other than yours. Leave it out.'),
    );
  const organisationId = wanted ?? own ?? undefined;
  const roles = personRolesOf(space, request.method, (request.routeOptions.url ?? '').slice(base.length)) ?? [];
  const held = organisationId === undefined ? [] : given;
  if (!mayEverywhere && !held.some((role) => roles.includes(role)))
    throw new ProblemError(
      'role-not-allowed',
      held.length === 0
        ? detailOf('This is for the roles {roles}; you have none here.', { roles: roles.join(', ') })
        : detailOf('This is for the roles {roles}; you have {held} here.', {
            ...{ roles: roles.join(', '), held: held.join(', ') },
          }),
    );
  if (organisationId === undefined)
    throw new ProblemError('organisation-missing', detailOf('Name the organisation in the header X-Organisation-Id.'));
  const shown = mayEverywhere ? undefined : locations;
  const found = { clientId: `person:${id}`, organisationId, personName: name, locations: shown };
  callers.take(found, reply);
  return found;
}
