type Roles = Readonly<Partial<Record<string, readonly string[]>>>;

/** Whether all of some roles are among others. */
export function areWithin(roles: Roles, most: Roles): boolean {
  return Object.entries(roles).every(([space, held = []]) =>
    held.every((role) => most[space]?.includes(role) ?? false),
  );
}
