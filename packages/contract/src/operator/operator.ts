import { Type } from 'typebox';
import { line } from './line.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);

export const OperatorView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: Type.String(),
    keyChangedAt: Type.String(),
    lastSignInAt: orNull,
  },
  { title: 'Operator' },
);
export const OperatorInput = Type.Object({ name: line(100) }, { additionalProperties: false });
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
    operator: Type.Object({ id: Type.String(), name: Type.String() }),
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
