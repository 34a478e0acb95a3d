import type { ProblemRows } from '../problem-row.ts';

/** Problem codes of the console's own interface. */
export const consoleProblems = {
  'link-over': {
    status: 410,
    title: 'The one-time link is over',
    doc: 'Each link works once, and only for some days. Ask the sender for a new one.',
  },
  'password-weak': {
    status: 422,
    title: 'The password is too easy to guess',
    doc: 'A password has at least 12 characters, more than a few different ones, and does not begin with a common word or the name of the person.',
  },
  'passkey-refused': {
    status: 422,
    title: 'The passkey cannot be used',
    doc: 'It was made for another server or too slowly, or its signature is wrong. Try again; see `detail` for the reason.',
  },
  'passkeys-impossible': {
    status: 409,
    title: 'Browsers have no passkeys at this address',
    doc: 'Passkeys need a host name and TLS, or localhost. Open the console by its name, or use a password.',
  },
  'company-sign-in-failed': {
    status: 502,
    title: 'The sign-in with the company has failed',
    doc: "The company's provider did not answer, or did not confirm the sign-in. Try again from the beginning; the desk checks issuer, client and the addresses registered with the provider.",
  },
  'organisation-missing': {
    status: 400,
    title: 'The request does not say for which organisation it is',
    doc: 'People at the desk who belong to no organisation name one in the header X-Organisation-Id.',
  },
  'organisation-not-yours': {
    status: 403,
    title: 'The request is for another organisation',
    doc: 'Only operators may change data of the organisation that X-Organisation-Id names; auditors may read it. Everybody else must leave the header out. Nothing was done.',
  },
  'fresh-sign-in-needed': {
    status: 403,
    title: 'A fresh sign-in is needed',
    doc: 'Secrets, roles and people can be changed for 15 minutes after a sign-in. Sign in again.',
  },
} as const satisfies ProblemRows;
