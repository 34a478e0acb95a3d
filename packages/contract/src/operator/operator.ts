import { Type } from 'typebox';
import { ExpiresAt } from './expires-at.ts';
import { line } from './line.ts';
import { OPERATOR_ROLES, ROLE_SUMMARIES } from './roles.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);

/** What an operator may do: see `OPERATOR_ROUTES`. */
const Role = Type.Enum([...OPERATOR_ROLES], {
  description: OPERATOR_ROLES.map((role) => `${role}: ${ROLE_SUMMARIES[role]}`).join('; '),
});

/** Whether a key can be used, and for how long. */
export const KEY_STATES = ['valid', 'expiring', 'expired'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export const OperatorView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    role: Role,
    createdAt: Type.String(),
    keyChangedAt: Type.String(),
    keyExpiresAt: orNull,
    keyState: Type.Enum([...KEY_STATES], { description: 'expiring: within the days of notice' }),
    lastSignInAt: orNull,
  },
  { title: 'Operator' },
);
export const OperatorInput = Type.Object(
  { name: line(100), role: Type.Optional(Role), expiresAt: ExpiresAt },
  { additionalProperties: false },
);
/** For a new key. */
export const KeyInput = Type.Object({ expiresAt: ExpiresAt }, { additionalProperties: false });
export const OperatorPatch = Type.Object({ role: Role }, { additionalProperties: false });
export const OperatorKey = Type.Object(
  { operator: OperatorView, key: Type.String({ description: 'Shown once' }) },
  { title: 'OperatorKey' },
);

export const SignIn = Type.Object(
  { key: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
);
export const SessionView = Type.Object(
  {
    operator: Type.Object({ id: Type.String(), name: Type.String(), role: Role }),
    csrfToken: Type.Optional(
      Type.String({ description: 'Repeat it in X-CSRF-Token on every change; shown at sign-in only' }),
    ),
    expiresAt: orNull,
  },
  { title: 'Session' },
);

export const AuditEntryView = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    actor: Type.String(),
    action: Type.String(),
    subject: orNull,
    organisationId: orNull,
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry' },
);
