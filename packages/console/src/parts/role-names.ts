import { type TextKey, t } from '../text/index.ts';
import type { Space } from './role-choices.tsx';

/** The name of an interface and environment for users. @param space as in `weighing-sandbox` */
export function nameOfSpace(space: string): string {
  return space === 'desk' ? t('nav.desk') : t(`space.${space as Space}`);
}

/** The name of a role for users: its text also says what it is for. */
export function nameOfRole(role: string): string {
  return t(`role.${role}` as TextKey).split(':')[0]!;
}

/** The roles of each space, by its name for users. */
export function textsOfRoles(roles: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(roles).map(([space, some]) => [nameOfSpace(space), some.map(nameOfRole).join(', ')]),
  );
}
