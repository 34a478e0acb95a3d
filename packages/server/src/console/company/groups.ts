import { PERSON_SPACES, type PersonRole, type PersonRoles } from '@fieldbridge/contract';

/** Most groups of one person that are considered. */
const MOST = 1000;

/** The roles of all groups that a claim names, together. @param claim a text, or a list of texts */
export function rolesOfGroups(claim: unknown, roles: Readonly<Record<string, PersonRoles>>): PersonRoles {
  const groups = [claim].flat().slice(0, MOST);
  const known = groups.filter((one): one is string => typeof one === 'string' && Object.hasOwn(roles, one));
  const together = PERSON_SPACES.map((space) => {
    const held = new Set<PersonRole>(known.flatMap((group) => roles[group]![space] ?? []));
    return [space, [...held]] as const;
  });
  return Object.fromEntries(together.filter(([, held]) => held.length > 0));
}
