import { type PersonSpace, personRolesOf } from '@fieldbridge/contract';
import { rightsOf } from '../../directory/people/rights.ts';
import type { SessionOwner } from '../../directory/people/sessions.ts';
import type { Change } from '../../service/change-source.ts';
import type { SpaceName } from '../../storage/spaces.ts';

/** The list that shows the changed records: callers who may read it may receive changes. */
const LISTS: Readonly<Record<PersonSpace, string>> = {
  conversion: '/job',
  'weighing-sandbox': '/weighing',
  'weighing-production': '/weighing',
  'project-sandbox': '/projects',
  'project-production': '/projects',
};

/** Whether a caller may receive a change: everybody who may read the record itself. */
export function mayHear(owner: SessionOwner, space: SpaceName, change: Change): boolean {
  if (space === 'desk') return rightsOf(owner, 'conversion').desk !== null;
  const { desk, organisationId, roles, locations } = rightsOf(owner, space);
  if (desk === 'operator' || desk === 'auditor') return true;
  const readers = personRolesOf(space, 'GET', LISTS[space]) ?? [];
  if (organisationId === null || !roles.some((role) => readers.includes(role))) return false;
  if (change.organisationId === null) return true;
  const isOwnBridge =
    locations === undefined || change.locationId === undefined || locations.includes(change.locationId);
  return change.organisationId === organisationId && isOwnBridge;
}
