type Roles = Readonly<Partial<Record<string, readonly string[]>>>;

/** Whether all of some roles are among others. */
export function areWithin(roles: Roles, most: Roles): boolean {
  return Object.entries(roles).every(([space, held = []]) =>
    held.every((role) => most[space]?.includes(role) ?? false),
  );
}

/** The roles that somebody else has stored in the meantime, with the user's own changes. */
export function mergedRoles<R extends Roles>(before: R, own: R, theirs: R): R {
  const spaces = new Set([...Object.keys(own), ...Object.keys(theirs)]);
  const merged = [...spaces].map((space): [string, readonly string[]] => {
    const [old, mine, other] = [before[space] ?? [], own[space] ?? [], theirs[space] ?? []];
    const isKept = (role: string): boolean => !old.includes(role) || mine.includes(role);
    return [space, [...new Set([...other.filter(isKept), ...mine.filter((role) => !old.includes(role))])]];
  });
  return Object.fromEntries(merged) as R;
}
