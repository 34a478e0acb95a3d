import { PERSON_SPACES, rolesToGive, type Session } from '@fieldbridge/contract';
import { isoTime } from '../core/clock.ts';
import type { Organisations } from '../directory/organisations.ts';
import type { FoundSession, SessionOwner } from '../directory/people/sessions.ts';

type Described = Pick<FoundSession, 'owner' | 'csrfToken' | 'expiresAt' | 'freshUntil'>;

/** The signed-in person, in the form for pages. */
export async function viewSession(session: Described, organisations: Organisations): Promise<Session> {
  const { owner, csrfToken, expiresAt, freshUntil } = session;
  const person = owner.kind === 'person' ? owner.person : undefined;
  const organisation = person?.organisationId == null ? undefined : await organisations.get(person.organisationId);
  const roles = Object.fromEntries(PERSON_SPACES.map((space) => [space, [...(person?.roles[space] ?? [])]])) as Record<
    (typeof PERSON_SPACES)[number],
    Session['roles']['conversion']
  >;
  return {
    person: describe(owner),
    organisation: organisation === undefined ? null : { id: organisation.id, name: organisation.name },
    roles: { ...roles, desk: owner.kind === 'operator' ? owner.operator.role : owner.person.deskRole },
    mayGive: (person?.organisationId == null ? {} : rolesToGive(person.roles)) as Session['mayGive'],
    weighBridges: [...(person?.weighBridges ?? [])],
    csrfToken,
    expiresAt: isoTime(expiresAt),
    freshUntil: isoTime(freshUntil),
  };
}

function describe(owner: SessionOwner): Session['person'] {
  if (owner.kind === 'person') {
    const { id, name, email, language } = owner.person;
    return { id, name, email, language, kind: 'person' };
  }
  const { id, name } = owner.operator;
  return { id, name, email: null, language: 'en', kind: 'operator' };
}
