import type { ProblemRows } from '../problem-row.ts';

/** Problem codes of the operator's desk. */
export const operatorProblems = {
  'csrf-token-missing': {
    status: 403,
    title: 'The CSRF token is missing or wrong',
    doc: 'A browser session must repeat the csrfToken of its sign-in in the header X-CSRF-Token on every change.',
  },
  'request-decided': {
    status: 409,
    title: 'The access request is decided already',
    doc: 'An access request is approved or declined once. Enter a new request instead.',
  },
  'two-live-secrets': {
    status: 409,
    title: 'The credential has two live secrets already',
    doc: 'Two secrets may live at a time, so that one can be rotated. Revoke one of them first.',
  },
  'credential-revoked': {
    status: 409,
    title: 'The credential is revoked',
    doc: 'A revoked credential takes no new secret. Issue a new credential.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is in use',
    doc: 'Names of organisations and operators, and abbreviations of divisions within an organisation, are unique.',
  },
  'secret-collected': {
    status: 410,
    title: 'The secret was shown already',
    doc: 'A secret is shown once. Issue a second secret and revoke the lost one.',
  },
} as const satisfies ProblemRows;
