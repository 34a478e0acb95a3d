import type { OperatorRole, PersonRole, PersonSpace } from '@fieldbridge/contract';
import type { SessionOwner } from './sessions.ts';

/** The rights of a session's owner in a space. */
export interface Rights {
  /** Role at the desk: operators do everything for every organisation, auditors read everything. */
  readonly desk: OperatorRole | null;
  /** The own organisation, in which the roles are. */
  readonly organisationId: string | null;
  readonly roles: readonly PersonRole[];
  /** The only weigh bridges whose tickets are shown; undefined for all of the organisation. */
  readonly locations: readonly string[] | undefined;
}

export function rightsOf(owner: SessionOwner, space: PersonSpace): Rights {
  if (owner.kind === 'operator')
    return { desk: owner.operator.role, organisationId: null, roles: [], locations: undefined };
  const { deskRole: desk, organisationId, weighBridges } = owner.person;
  const roles = owner.person.roles[space] ?? [];
  const isLimited = roles.includes('bridge') && !roles.includes('manager') && weighBridges.length > 0;
  return { desk, organisationId, roles, locations: isLimited ? weighBridges : undefined };
}
