import { type Static, Type } from 'typebox';
import { line } from '../operator/line.ts';
import { OPERATOR_ROLES } from '../operator/roles.ts';
import { PERSON_ROLE_SUMMARIES, PERSON_ROLES, PERSON_SPACES } from './roles.ts';
import { LANGUAGES } from './session.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);
/** Roles by interface and environment. */
export const PersonRolesInput = Type.Partial(
  Type.Object(
    Object.fromEntries(
      PERSON_SPACES.map((space) => [
        space,
        Type.Array(Type.Enum([...PERSON_ROLES]), { maxItems: PERSON_ROLES.length }),
      ]),
    ) as Record<(typeof PERSON_SPACES)[number], ReturnType<typeof rolesType>>,
    {
      additionalProperties: false,
      description: PERSON_ROLES.map((role) => `${role}: ${PERSON_ROLE_SUMMARIES[role]}`).join('; '),
    },
  ),
);
function rolesType() {
  return Type.Array(Type.Enum([...PERSON_ROLES]));
}
const DeskRole = Type.Union([Type.Enum([...OPERATOR_ROLES]), Type.Null()]);

/** Somebody who signs in to the console. */
export const PersonView = Type.Object(
  {
    id: Type.String(),
    organisationId: orNull,
    name: Type.String(),
    email: orNull,
    language: Type.Enum([...LANGUAGES]),
    deskRole: DeskRole,
    roles: PersonRolesInput,
    weighBridges: Type.Array(Type.String()),
    ways: Type.Array(Type.Enum(['password', 'passkey', 'company']), {
      description: 'How the person signs in; empty: not yet',
    }),
    createdAt: Type.String(),
    lastSignInAt: orNull,
  },
  { title: 'Person' },
);
export type PersonView = Static<typeof PersonView>;

const fields = {
  organisationId: orNull,
  name: line(100),
  email: Type.Union([Type.String({ format: 'email', maxLength: 320 }), Type.Null()]),
  language: Type.Enum([...LANGUAGES]),
  deskRole: DeskRole,
  roles: PersonRolesInput,
  weighBridges: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }),
};
export const PersonInput = Type.Intersect([
  Type.Object({ name: fields.name }),
  Type.Partial(Type.Object(fields, { additionalProperties: false })),
]);
export const PersonPatch = Type.Partial(Type.Object(fields, { additionalProperties: false }));

/** A one-time link for a person: the page where a passkey or password is chosen. */
export const InvitationLink = Type.Object(
  { url: Type.String({ description: 'Shown once; pass it on to the person' }), expiresAt: Type.String() },
  { title: 'InvitationLink' },
);
