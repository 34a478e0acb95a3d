import { type Static, Type } from 'typebox';
import { line } from '../operator/line.ts';
import { PersonRolesInput } from './person.ts';

const fields = {
  issuer: Type.String({ maxLength: 500, description: "Address of the company's OpenID provider" }),
  clientId: line(200),
  scope: Type.String({ maxLength: 200, pattern: '^openid( [\\x21-\\x7e]+)*$' }),
  claim: Type.String({ minLength: 1, maxLength: 200, description: 'The claim with the groups of a person' }),
  roles: Type.Record(Type.String({ minLength: 1, maxLength: 200 }), PersonRolesInput, {
    maxProperties: 200,
    description:
      'The roles of each group; a person in several groups has the roles of all of them, a person in none is refused',
  }),
};

/** How people of an organisation sign in with their company, by OpenID Connect. */
export const CompanySignInInput = Type.Object(
  {
    issuer: fields.issuer,
    clientId: fields.clientId,
    clientSecret: Type.String({ minLength: 1, maxLength: 500 }),
    scope: Type.Optional(fields.scope),
    claim: Type.Optional(fields.claim),
    roles: fields.roles,
  },
  { additionalProperties: false },
);
export const CompanySignInView = Type.Object(
  {
    ...fields,
    modifiedAt: Type.String(),
    signInUrl: Type.String({ description: 'For people: opens the sign-in of the company' }),
    redirectUri: Type.String({ description: 'For the provider' }),
    logoutUri: Type.String({ description: 'For the provider: back-channel logout' }),
  },
  { title: 'CompanySignIn' },
);
export type CompanySignInView = Static<typeof CompanySignInView>;
