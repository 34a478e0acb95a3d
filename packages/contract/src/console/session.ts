import { type Static, Type } from 'typebox';
import { line } from '../operator/line.ts';
import { OPERATOR_ROLES } from '../operator/roles.ts';
import { PERSON_ROLES, PERSON_SPACES } from './roles.ts';

const orNull = Type.Union([Type.String(), Type.Null()]);
const Roles = Type.Array(Type.Enum([...PERSON_ROLES]));

export const LANGUAGES = ['en', 'de', 'nl'] as const;

/** A passkey, or the data it has signed, in the form of `PublicKeyCredential.toJSON()` in a browser. */
const Credential = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 2000 }),
    rawId: Type.String({ maxLength: 2000 }),
    type: Type.Literal('public-key'),
    response: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: true },
);

/** A way to open a session. */
export const SessionInput = Type.Union([
  Type.Object(
    {
      method: Type.Literal('password'),
      email: Type.String({ minLength: 1, maxLength: 320 }),
      password: Type.String({ minLength: 1, maxLength: 256 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      method: Type.Literal('key', { description: 'The personal key of an operator' }),
      key: Type.String({ minLength: 1, maxLength: 256 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      method: Type.Literal('link', { description: 'A one-time link that is a sign-in itself' }),
      token: Type.String({ minLength: 1, maxLength: 256 }),
    },
    { additionalProperties: false },
  ),
  Type.Object({ method: Type.Literal('passkey'), credential: Credential }, { additionalProperties: false }),
]);

export type SessionInput = Static<typeof SessionInput>;

/** Who is signed in, and what they may do. */
export const Session = Type.Object(
  {
    person: Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: orNull,
      language: Type.Enum([...LANGUAGES]),
      kind: Type.Enum(['person', 'operator'], { description: 'operator: signed in by a key' }),
    }),
    organisation: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
    roles: Type.Object({
      desk: Type.Union([Type.Enum([...OPERATOR_ROLES]), Type.Null()]),
      ...(Object.fromEntries(PERSON_SPACES.map((space) => [space, Roles])) as Record<
        (typeof PERSON_SPACES)[number],
        typeof Roles
      >),
    }),
    mayGive: Type.Partial(
      Type.Object(
        Object.fromEntries(PERSON_SPACES.map((space) => [space, Roles])) as Record<
          (typeof PERSON_SPACES)[number],
          typeof Roles
        >,
      ),
      { description: 'Roles that a manager may assign to people of the same organisation' },
    ),
    weighBridges: Type.Array(Type.String(), { description: 'Own weigh bridges; empty: all of the organisation' }),
    csrfToken: Type.String({ description: 'Repeat it in X-CSRF-Token on every change' }),
    expiresAt: Type.String(),
    freshUntil: Type.String({
      description: 'Secrets can be issued and roles changed without a new sign-in until then',
    }),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

/** A session in its owner's list. */
export const OwnSession = Type.Object(
  {
    id: Type.String(),
    device: Type.String({ description: 'Browser and system, as the browser names itself' }),
    signedInAt: Type.String(),
    lastUsedAt: Type.String({ description: 'To some minutes' }),
    current: Type.Boolean({ description: 'Whether it is the session of this request' }),
  },
  { title: 'OwnSession' },
);
export type OwnSession = Static<typeof OwnSession>;

/** The new password of a person. */
export const OwnPassword = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
);

/** The content of a one-time link before it is used. */
export const LinkInput = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 256 }) },
  { additionalProperties: false },
);
export const Invitation = Type.Object(
  {
    name: Type.String(),
    organisation: orNull,
    ways: Type.Array(Type.Enum(['password', 'passkey', 'link']), {
      description: 'link: the link itself signs in; otherwise the available ways to sign in',
    }),
  },
  { title: 'Invitation' },
);
export const AcceptedInvitation = Type.Union([
  Type.Object(
    {
      token: Type.String({ minLength: 1, maxLength: 256 }),
      password: Type.String({ minLength: 1, maxLength: 256 }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { token: Type.String({ minLength: 1, maxLength: 256 }), passkey: Credential },
    { additionalProperties: false },
  ),
]);

/** The options that a browser needs to make a passkey, or to sign in with one. */
export const PasskeyOptionsInput = Type.Union([
  Type.Object({ for: Type.Enum(['sign-in', 'registration']) }, { additionalProperties: false }),
  Type.Object(
    { for: Type.Literal('invitation'), token: Type.String({ minLength: 1, maxLength: 256 }) },
    { additionalProperties: false },
  ),
]);
export const PasskeyOptions = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'PasskeyOptions',
    description: 'For parseCreationOptionsFromJSON or parseRequestOptionsFromJSON',
  },
);
export const PasskeyInput = Type.Object(
  { name: Type.Optional(line(100)), credential: Credential },
  { additionalProperties: false },
);
export const PasskeyView = Type.Object(
  { id: Type.String(), name: Type.String(), createdAt: Type.String(), lastUsedAt: orNull },
  { title: 'Passkey' },
);
