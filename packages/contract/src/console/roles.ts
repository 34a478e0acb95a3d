import type { OperatorRole } from '../operator/roles.ts';

/** The interfaces and environments in which people have roles. */
export const PERSON_SPACES = [
  'conversion',
  'weighing-sandbox',
  'weighing-production',
  'project-sandbox',
  'project-production',
] as const;
export type PersonSpace = (typeof PERSON_SPACES)[number];

/** The roles of people in an organisation. People at the desk have a role of the operator's interface. */
export const PERSON_ROLES = ['surveyor', 'bridge', 'manager', 'developer'] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** The purpose of each role, for documents and help. */
export const PERSON_ROLE_SUMMARIES: Readonly<Record<PersonRole, string>> = {
  surveyor: 'makes, fills, exports and deletes jobs',
  bridge: 'reads, corrects and deletes tickets of their own weigh bridges',
  manager: 'reads jobs; tickets, findings, totals and projects of the organisation',
  developer: 'webhooks, and everything in the sandbox',
};

/** The roles of a person by space; a person has no access to a missing space. */
export type PersonRoles = Readonly<Partial<Record<PersonSpace, readonly PersonRole[]>>>;

type Interface = 'conversion' | 'weighing' | 'project';
const SURVEYOR = ['surveyor'] as const;
const JOBS = ['surveyor', 'manager'] as const;
const TICKETS = ['bridge', 'manager'] as const;
const MANAGER = ['manager'] as const;
const DEVELOPER = ['developer'] as const;

const EVENTS: Readonly<Record<string, readonly PersonRole[]>> = {
  'POST /events/endpoints': DEVELOPER,
  'GET /events/endpoints': DEVELOPER,
  'GET /events/endpoints/:id': DEVELOPER,
  'PATCH /events/endpoints/:id': DEVELOPER,
  'DELETE /events/endpoints/:id': DEVELOPER,
  'POST /events/endpoints/:id/rotate-secret': DEVELOPER,
  'GET /events/endpoints/:id/deliveries': DEVELOPER,
  'POST /events/endpoints/:id/deliveries/:delivery/replay': DEVELOPER,
  'POST /events/endpoints/:id/replay': DEVELOPER,
};

/**
 * The roles of people that may call each route of the interfaces, by method and path below the interface's address. In
 * the sandbox a developer may call all of them. A server refuses to start with a route that is missing here.
 */
export const PERSON_ROUTES: Readonly<Record<Interface, Readonly<Record<string, readonly PersonRole[]>>>> = {
  conversion: {
    ...EVENTS,
    'GET /formats': JOBS,
    'GET /reference-systems': JOBS,
    'GET /job': JOBS,
    'POST /job/mjf': SURVEYOR,
    'GET /job/:jobId': JOBS,
    'DELETE /job/:jobId': SURVEYOR,
    'GET /job/:jobId/info': JOBS,
    'GET /job/:jobId/status': JOBS,
    'POST /job/:jobId/shares': SURVEYOR,
    'GET /job/:jobId/shares': JOBS,
    'DELETE /job/:jobId/shares/:shareId': SURVEYOR,
    'GET /job/:jobId/check': JOBS,
    'GET /job/:jobId/view': JOBS,
    'GET /job/:jobId/view/:segment/:level/:n': JOBS,
    'GET /job/:jobId/view/:segment/feature/:table/:row': JOBS,
    'GET /job/:jobId/view/:segment/features/:table/:first': JOBS,
    'GET /job/:jobId/view/:segment/image/:n': JOBS,
    'GET /job/:jobId/view/:segment/earth': JOBS,
    'GET /job/:jobId/compared/:otherId/view': JOBS,
    'GET /job/:jobId/compared/:otherId/view/:segment/:level/:n': JOBS,
    'GET /job/:jobId/compared/:otherId/view/:segment/feature/:table/:row': JOBS,
    'GET /job/:jobId/compared/:otherId/view/:segment/features/:table/:first': JOBS,
    'GET /job/:jobId/compared/:otherId/view/:segment/earth': JOBS,
    'GET /job/:jobId/compared/:otherId/view/:segment/differences': JOBS,
    'GET /job/:jobId/as:format': JOBS,
    'GET /job/:jobId/as:format/report': JOBS,
    'PUT /job/:jobId/filtered/:fileId': SURVEYOR,
    'GET /job/:jobId/files/:fileId/report': JOBS,
    'GET /job/:jobId/files/:fileId/issues': JOBS,
    'GET /job/:jobId/files/:fileId/thumbnail.svg': JOBS,
    'GET /job/:jobId/files/:fileId/view': JOBS,
    'GET /job/:jobId/files/:fileId/view/:segment/:level/:n': JOBS,
    'GET /job/:jobId/files/:fileId/view/:segment/feature/:table/:row': JOBS,
    'GET /job/:jobId/files/:fileId/view/:segment/features/:table/:first': JOBS,
    'GET /job/:jobId/files/:fileId/view/:segment/image/:n': JOBS,
    'GET /job/:jobId/files/:fileId/view/:segment/earth': JOBS,
    'POST /job/:jobId/files/:fileId/cancel': SURVEYOR,
    'POST /job/upload/:format': SURVEYOR,
    'PUT /job/:jobId/:format': SURVEYOR,
    'POST /job/:jobId/:format': SURVEYOR,
    'POST /convert': SURVEYOR,
    'OPTIONS /uploads': SURVEYOR,
    'OPTIONS /uploads/:id': SURVEYOR,
    'POST /uploads': SURVEYOR,
    'POST /uploads/:id': SURVEYOR,
    'PATCH /uploads/:id': SURVEYOR,
    'HEAD /uploads/:id': SURVEYOR,
    'GET /uploads/:id': SURVEYOR,
    'DELETE /uploads/:id': SURVEYOR,
  },
  weighing: {
    ...EVENTS,
    'GET /locations': TICKETS,
    'GET /weighing': TICKETS,
    'POST /weighing': MANAGER,
    'GET /weighing/findings': TICKETS,
    'GET /weighing/totals': MANAGER,
    'GET /weighing/:uuid': TICKETS,
    'PUT /weighing/:uuid': TICKETS,
    'PATCH /weighing/:uuid': TICKETS,
    'DELETE /weighing/:uuid': TICKETS,
    'GET /weighing/:uuid/history': TICKETS,
    'PUT /weighing/:uuid/settlement': TICKETS,
    'DELETE /weighing/:uuid/settlement': TICKETS,
  },
  project: {
    ...EVENTS,
    'GET /divisions': MANAGER,
    'GET /divisions/:id': MANAGER,
    'GET /projects': MANAGER,
    'POST /projects': MANAGER,
    'GET /projects/:id': MANAGER,
    'PATCH /projects/:id': MANAGER,
    'DELETE /projects/:id': MANAGER,
  },
};

/**
 * The roles that may call a route of a space; undefined if the table does not have it. A HEAD has the roles of its GET.
 * @param path of the route, below the interface's address
 */
export function personRolesOf(space: PersonSpace, method: string, path: string): readonly PersonRole[] | undefined {
  const [name, environment] = space.split('-') as [Interface, string | undefined];
  const routes = PERSON_ROUTES[name];
  const roles = routes[`${method} ${path}`] ?? (method === 'HEAD' ? routes[`GET ${path}`] : undefined);
  return roles === undefined || environment !== 'sandbox' ? roles : [...new Set([...roles, ...DEVELOPER])];
}

/**
 * Who may call the routes that handle people: roles of the desk, and managers of an organisation, who see the people of
 * their own organisation and handle those with no more rights than their own.
 */
export const PEOPLE_ROUTES: Readonly<Record<string, readonly (OperatorRole | 'manager')[]>> = {
  'GET /people': ['operator', 'auditor', 'desk', 'manager'],
  'POST /people': ['operator', 'desk', 'manager'],
  'GET /people/:id': ['operator', 'auditor', 'desk', 'manager'],
  'PATCH /people/:id': ['operator', 'desk', 'manager'],
  'DELETE /people/:id': ['operator', 'desk', 'manager'],
  'POST /people/:id/invitation': ['operator', 'desk', 'manager'],
};

/**
 * The roles that a person may assign to people of the same organisation: in each space where the person is a manager,
 * those that allow no more calls than the person's own roles.
 */
export function rolesToGive(own: PersonRoles): PersonRoles {
  const given = PERSON_SPACES.map((space) => {
    const held = own[space] ?? [];
    if (!held.includes('manager')) return [space, []] as const;
    const [name] = space.split('-') as [Interface];
    const routes = Object.keys(PERSON_ROUTES[name]).map((route) => {
      const [method, path] = route.split(' ') as [string, string];
      return personRolesOf(space, method, path)!;
    });
    const isOpenTo = (roles: readonly PersonRole[], one: readonly PersonRole[]) => one.some((r) => roles.includes(r));
    const roles = PERSON_ROLES.filter((role) =>
      routes.every((open) => !open.includes(role) || isOpenTo(open, held)),
    ).filter((role) => routes.some((open) => open.includes(role)));
    return [space, roles] as const;
  });
  return Object.fromEntries(given.filter(([, roles]) => roles.length > 0));
}

/** Whether all of some roles are among others. */
export function areWithin(roles: PersonRoles, most: PersonRoles): boolean {
  return PERSON_SPACES.every((space) => (roles[space] ?? []).every((role) => most[space]?.includes(role) ?? false));
}
