import { areWithin, PEOPLE_ROUTES, PERSON_SPACES, type PersonRoles, rolesToGive } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { People, PersonFields } from '../directory/people/people.ts';
import type { Person } from '../directory/people/person.ts';
import type { RequestSession } from '../directory/people/session-authentication.ts';
import type { Reader } from '../storage/port/space-store.ts';
import type { ConsoleParts } from './console-parts.ts';
import { requireFresh, signedIn } from './signed-in.ts';

/** A caller who manages people: of all organisations at the desk, or of their own as a manager. */
export interface Handler {
  readonly session: RequestSession;
  /** Undefined at the desk. */
  readonly own: { readonly organisationId: string; readonly mayGive: PersonRoles } | undefined;
}

/**
 * The caller of a route that manages people.
 * @param route as in PEOPLE_ROUTES
 * @throws ProblemError role-not-allowed, fresh-sign-in-needed for a change, and those of `signedIn`
 */
export async function requireHandler(
  parts: ConsoleParts,
  request: FastifyRequest,
  reply: FastifyReply,
  route: string,
): Promise<Handler> {
  const session = await signedIn(parts, request, reply);
  const { owner } = session;
  const desk = owner.kind === 'operator' ? owner.operator.role : owner.person.deskRole;
  const allowed = PEOPLE_ROUTES[route]!;
  let own: Handler['own'];
  if (desk === null || !allowed.includes(desk)) {
    const person = owner.kind === 'person' ? owner.person : undefined;
    const mayGive = rolesToGive(person?.roles ?? {});
    if (desk !== null || person?.organisationId == null || Object.keys(mayGive).length === 0)
      throw new ProblemError(
        'role-not-allowed',
        detailOf(
          'This is for the roles operator and desk, and for managers of an organisation; auditors may only read.',
        ),
      );
    own = { organisationId: person.organisationId, mayGive };
  }
  if (!route.startsWith('GET')) requireFresh(parts, session);
  return { session, own };
}

/**
 * A person whom the handler may see.
 * @throws ProblemError not-found, also for people of other organisations
 */
export async function visible(people: People, { own }: Handler, id: string): Promise<Person> {
  const person = await people.require(id);
  if (own !== undefined && person.organisationId !== own.organisationId)
    throw new ProblemError('not-found', detailOf('There is no such person.'));
  return person;
}

/**
 * Nobody can assign, change or remove more than their own rights: only operators manage people with a role at the desk,
 * and managers only people of their organisation with no more rights than their own.
 * @throws ProblemError role-not-allowed, organisation-not-yours, not-found for an unknown organisation
 */
export async function refuseMore(
  { organisations }: ConsoleParts,
  { session: { owner }, own }: Handler,
  { deskRole, organisationId, roles }: Partial<Pick<Person, 'deskRole' | 'organisationId' | 'roles'>>,
): Promise<void> {
  const desk = owner.kind === 'operator' ? owner.operator.role : owner.person.deskRole;
  if (deskRole != null && desk !== 'operator')
    throw new ProblemError('role-not-allowed', detailOf('Only operators can manage people with a role at the desk.'));
  if (own !== undefined) {
    if (organisationId !== undefined && organisationId !== own.organisationId)
      throw new ProblemError(
        'organisation-not-yours',
        detailOf('Managers can manage only the people of their own organisation.'),
      );
    if (roles !== undefined && !areWithin(roles, own.mayGive))
      throw new ProblemError(
        'role-not-allowed',
        detailOf('Managers can assign, change and remove only roles that allow no more than their own. Ask the desk.'),
      );
  } else if (organisationId != null) await organisations.require(organisationId);
}

/**
 * Keeps an organisation from being without a manager: the last one of a space stays a manager. Called in the
 * transaction of the change.
 * @param after undefined if the person is removed
 * @throws ProblemError conflict
 */
export async function keepManager(
  people: People,
  from: Reader,
  before: Person,
  after: Pick<PersonFields, 'roles'> | undefined,
): Promise<void> {
  const isManager = (roles: PersonRoles, space: (typeof PERSON_SPACES)[number]) => roles[space]?.includes('manager');
  const lost = PERSON_SPACES.filter(
    (space) => isManager(before.roles, space) && (after === undefined || !isManager(after.roles, space)),
  );
  if (lost.length === 0) return;
  const others = (await people.ofOrganisation(before.organisationId!, from)).filter(({ id }) => id !== before.id);
  const empty = lost.find((space) => !others.some(({ roles }) => isManager(roles, space)));
  if (empty !== undefined)
    throw new ProblemError(
      'conflict',
      detailOf(
        '{name} is the last manager ({empty}) of the organisation. Make somebody else a manager first, or ask the desk.',
        { name: before.name, empty },
      ),
    );
}
