import { Type } from 'typebox';
import { ExpiresAt } from './expires-at.ts';
import { line } from './line.ts';

const when = Type.Union([Type.String(), Type.Null()]);

export const InterfaceName = Type.Enum(['project', 'weighing', 'conversion']);
export const EnvironmentName = Type.Enum(['sandbox', 'production']);

/** A credential as the desk shows it, always without its secrets. */
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
      Type.Object({ id: Type.String(), createdAt: Type.String(), lastUsedAt: when, expiresAt: when, revokedAt: when }),
    ),
  },
  { title: 'Credential' },
);

export const CredentialInput = Type.Object(
  {
    interface: InterfaceName,
    environment: Type.Optional(Type.Union([EnvironmentName, Type.Null()])),
    label: Type.Optional(line(200)),
    expiresAt: ExpiresAt,
  },
  { additionalProperties: false },
);

/** A credential with a new secret, which is shown only once. */
export const IssuedSecret = Type.Object(
  {
    credential: CredentialView,
    clientSecret: Type.String({ description: 'Shown only once; the server stores a keyed hash' }),
    locationIds: Type.Optional(
      Type.Array(Type.String(), { description: 'Weigh bridges of the organisation, for weighing' }),
    ),
  },
  { title: 'IssuedSecret' },
);
