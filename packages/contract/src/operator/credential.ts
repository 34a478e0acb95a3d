import { Type } from '../type.ts';

const when = Type.Union([Type.String(), Type.Null()]);

export const InterfaceName = Type.Enum(['project', 'weighing', 'conversion']);
export const EnvironmentName = Type.Enum(['sandbox', 'production']);

/** What the desk may show of a credential: never a secret. */
export const CredentialView = Type.Object(
  {
    clientId: Type.String(),
    organisationId: Type.String(),
    interface: InterfaceName,
    environment: Type.Union([EnvironmentName, Type.Null()], {
      description: 'null for conversion, which has one environment',
    }),
    label: Type.String(),
    createdAt: Type.String(),
    revokedAt: when,
    secrets: Type.Array(
      Type.Object({ id: Type.String(), createdAt: Type.String(), lastUsedAt: when, revokedAt: when }),
    ),
  },
  { title: 'Credential' },
);

export const CredentialInput = Type.Object(
  {
    interface: InterfaceName,
    environment: Type.Optional(Type.Union([EnvironmentName, Type.Null()])),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
  },
  { additionalProperties: false },
);

/** A credential with a secret that is shown this once. */
export const IssuedSecret = Type.Object(
  {
    credential: CredentialView,
    clientSecret: Type.String({ description: 'Shown once; stored as a keyed hash only' }),
    locationIds: Type.Optional(
      Type.Array(Type.String(), { description: 'Weigh bridges of the organisation, for weighing' }),
    ),
  },
  { title: 'IssuedSecret' },
);
