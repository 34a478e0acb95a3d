import type { PersonView } from '@fieldbridge/contract';
import { t } from '../text/index.ts';

/** The roles that mean something in each space. */
const ROLES = {
  conversion: ['surveyor', 'manager', 'developer'],
  'weighing-production': ['bridge', 'manager', 'developer'],
  'weighing-sandbox': ['bridge', 'manager', 'developer'],
  'project-production': ['manager', 'developer'],
  'project-sandbox': ['manager', 'developer'],
} as const;
export type Space = keyof typeof ROLES;
type Roles = PersonView['roles'];

interface RoleChoicesProps {
  readonly title: string;
  readonly roles: Roles;
  readonly onChange: (roles: Roles) => void;
  /** The roles that may be chosen; undefined for all. */
  readonly most?: Readonly<Partial<Record<string, readonly string[]>>> | undefined;
}

/** The roles of a person in each space, as boxes to tick. */
export function RoleChoices({ title, roles, onChange, most }: RoleChoicesProps) {
  const spaces = (Object.keys(ROLES) as Space[]).filter((space) => most === undefined || most[space] !== undefined);
  const toggle = (space: Space, role: (typeof ROLES)[Space][number]): void => {
    const held = roles[space] ?? [];
    onChange({ ...roles, [space]: held.includes(role) ? held.filter((one) => one !== role) : [...held, role] });
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {spaces.map((space) => (
        <div class="roles" key={space}>
          <b>{t(`space.${space}`)}</b>
          {ROLES[space]
            .filter((role) => most === undefined || most[space]!.includes(role))
            .map((role) => (
              <label class="check">
                <input
                  type="checkbox"
                  checked={roles[space]?.includes(role) ?? false}
                  onChange={() => toggle(space, role)}
                />
                {t(`role.${role}`)}
              </label>
            ))}
        </div>
      ))}
    </fieldset>
  );
}
