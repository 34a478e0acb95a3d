import type { ProblemRows } from '../problem-row.ts';

/** Problem codes of the operator's desk. */
export const operatorProblems = {
  'csrf-token-missing': {
    status: 403,
    title: 'The CSRF token is missing or wrong',
    doc: 'A browser session must repeat the csrfToken of its sign-in in the header X-CSRF-Token on every change.',
  },
  'key-expired': {
    status: 401,
    title: 'The operator key has expired',
    doc: 'The key is right, but it has expired. Ask a colleague with the role operator to replace it, or run `fieldbridge operator operators replace-key` on the machine of the server while the server is stopped.',
  },
  'role-not-allowed': {
    status: 403,
    title: 'The role of the operator does not allow this',
    doc: 'An auditor may only read, and some actions are for operators alone. `detail` names the roles that allow the action. Ask a colleague with such a role, or an operator to change yours.',
  },
  'request-decided': {
    status: 409,
    title: 'The access request is already decided',
    doc: 'An access request can be approved or declined only once. Enter a new request instead.',
  },
  'two-live-secrets': {
    status: 409,
    title: 'The credential already has two live secrets',
    doc: 'A credential may have two live secrets, so that one can be rotated. Revoke one of them first.',
  },
  'credential-revoked': {
    status: 409,
    title: 'The credential is revoked',
    doc: 'A revoked credential cannot get a new secret. Issue a new credential.',
  },
  'name-taken': {
    status: 409,
    title: 'The name is in use',
    doc: 'Names of organisations and operators, and abbreviations of divisions within an organisation, are unique.',
  },
  'secret-collected': {
    status: 410,
    title: 'The secret was already shown',
    doc: 'A secret is shown only once. Issue a second secret and revoke the lost one.',
  },
} as const satisfies ProblemRows;
