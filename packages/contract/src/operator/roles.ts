/** The roles of people at the desk. The console adds further roles for people of organisations. */
export const OPERATOR_ROLES = ['operator', 'auditor', 'desk'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** The purpose of each role, for documents and help. */
export const ROLE_SUMMARIES: Readonly<Record<OperatorRole, string>> = {
  operator: 'may do everything',
  auditor: 'reads everything, changes nothing',
  desk: 'handles requests, organisations, credentials, divisions, weigh bridges and messages',
};

const OPERATOR = ['operator'] as const;
const READERS = ['operator', 'auditor'] as const;
const DESK = ['operator', 'desk'] as const;
const ALL = OPERATOR_ROLES;

/**
 * The roles that may call each route behind the operator's authentication, by method and path below `/operator/v1`. The
 * server refuses to start with a route that is missing here.
 */
export const OPERATOR_ROUTES: Readonly<Record<string, readonly OperatorRole[]>> = {
  'GET /sessions/current': ALL,
  'DELETE /sessions/current': ALL,
  'GET /operators': READERS,
  'POST /operators': OPERATOR,
  'PATCH /operators/:id': OPERATOR,
  'POST /operators/:id/key': OPERATOR,
  'DELETE /operators/:id': OPERATOR,
  'GET /organisations': ALL,
  'POST /organisations': DESK,
  'GET /organisations/:id': ALL,
  'PATCH /organisations/:id': DESK,
  'GET /organisations/:id/quotas': ALL,
  'PATCH /organisations/:id/quotas': DESK,
  'GET /organisations/:id/usage': ALL,
  'GET /organisations/:id/divisions': ALL,
  'POST /organisations/:id/divisions': DESK,
  'GET /organisations/:id/divisions/:thing': ALL,
  'PATCH /organisations/:id/divisions/:thing': DESK,
  'GET /organisations/:id/weigh-bridges': ALL,
  'POST /organisations/:id/weigh-bridges': DESK,
  'GET /organisations/:id/weigh-bridges/:thing': ALL,
  'PATCH /organisations/:id/weigh-bridges/:thing': DESK,
  'GET /organisations/:id/credentials': ALL,
  'POST /organisations/:id/credentials': DESK,
  'GET /credentials/:id': ALL,
  'POST /credentials/:id/secrets': DESK,
  'DELETE /credentials/:id/secrets/:secret': DESK,
  'DELETE /credentials/:id': DESK,
  'GET /access-requests': ALL,
  'POST /access-requests': DESK,
  'GET /access-requests/:id': ALL,
  'POST /access-requests/:id/approve': DESK,
  'POST /access-requests/:id/decline': DESK,
  'POST /organisations/:id/erasures': OPERATOR,
  'GET /messages': ALL,
  'GET /messages/:id': ALL,
  'POST /messages/:id/send': DESK,
  'GET /audit': READERS,
  'GET /system': READERS,
  'GET /refusals': READERS,
};

/** The roles that may call a route; undefined if the table does not have it. A HEAD is as its GET. */
export function rolesOf(method: string, path: string): readonly OperatorRole[] | undefined {
  const key = `${method === 'HEAD' ? 'GET' : method} ${path}`;
  return Object.hasOwn(OPERATOR_ROUTES, key) ? OPERATOR_ROUTES[key] : undefined;
}
