import { type Static, Type } from 'typebox';
import { CredentialView, EnvironmentName, InterfaceName } from './credential.ts';
import { line, PLAIN_PATTERN } from './line.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);

const Bridge = Type.Object({ name: line(200), timeZone: line(100) }, { additionalProperties: false });

/** An applicant, and the interface for which access is requested. */
export const AccessRequestInput = Type.Object(
  {
    organisationName: line(200),
    contactName: Type.Optional(Type.Union([Type.String({ maxLength: 200, pattern: PLAIN_PATTERN }), Type.Null()])),
    email: Type.String({ format: 'email', maxLength: 254 }),
    interface: InterfaceName,
    environment: Type.Optional(Type.Union([EnvironmentName, Type.Null()])),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()])),
    weighBridges: Type.Optional(
      Type.Array(Bridge, { maxItems: 100, description: 'Weigh bridges to create on approval' }),
    ),
  },
  { additionalProperties: false, title: 'AccessRequestInput' },
);
export type AccessRequestInput = Static<typeof AccessRequestInput>;

export const ACCESS_REQUEST_STATES = ['pending', 'approved', 'declined'] as const;

/** An access request as the desk sees it. */
export const AccessRequestView = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...ACCESS_REQUEST_STATES]),
    origin: Type.Enum(['form', 'desk'], {
      description: 'form: submitted by the applicant; desk: entered by an operator from an email',
    }),
    organisationName: Type.String(),
    contactName: orNull,
    email: Type.String(),
    interface: InterfaceName,
    environment: Type.Union([EnvironmentName, Type.Null()]),
    note: orNull,
    weighBridges: Type.Array(Bridge),
    createdAt: Type.String(),
    decidedAt: orNull,
    decidedBy: orNull,
    reason: orNull,
    organisationId: orNull,
    clientId: orNull,
  },
  { title: 'AccessRequest' },
);
export type AccessRequestView = Static<typeof AccessRequestView>;

/** A message of the desk: always stored, sent if a mail server is configured. */
export const MessageView = Type.Object(
  {
    id: Type.String(),
    accessRequestId: orNull,
    recipient: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    createdAt: Type.String(),
    sentAt: orNull,
    failure: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt to send it failed' }),
  },
  { title: 'Message' },
);
export type MessageView = Static<typeof MessageView>;

export const Approval = Type.Object(
  {
    organisationId: Type.Optional(
      Type.String({ description: 'An existing organisation; if absent, the one of the requested name, or a new one' }),
    ),
    label: Type.Optional(line(200)),
    weighBridges: Type.Optional(
      Type.Array(Bridge, { maxItems: 100, description: 'Weigh bridges to create besides the requested ones' }),
    ),
  },
  { additionalProperties: false },
);
export const Approved = Type.Object(
  { accessRequest: AccessRequestView, credential: CredentialView, message: MessageView },
  { title: 'Approved' },
);
export const Refusal = Type.Object({ reason: line(2000) }, { additionalProperties: false });
export const Declined = Type.Object({ accessRequest: AccessRequestView, message: MessageView }, { title: 'Declined' });
