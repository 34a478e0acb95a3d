import { type OperatorRole, rolesOf } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { App } from '../http/app.ts';

/**
 * Names the allowed roles in the description of each route that is added to a scope from now on.
 * @param base address of the operator's interface
 * @throws TypeError for a route that the table of roles does not have, so that none is open by an oversight
 */
export function documentRoles(app: App, base: string): void {
  app.addHook('onRoute', (route) => {
    const { method, url, schema = {} } = route;
    for (const one of [method].flat()) {
      const roles = rolesOf(one, pathBelow(base, url));
      if (roles === undefined) throw new TypeError(`${one} ${url} is missing from OPERATOR_ROUTES in the contract`);
      const { description } = schema;
      if (one === 'HEAD') continue;
      route.schema = { ...schema, description: [description, `Roles: ${roles.join(', ')}.`].filter(Boolean).join(' ') };
    }
  });
}

/** @throws ProblemError role-not-allowed unless the table of roles has this role for the route of the request */
export function requireRole(request: FastifyRequest, base: string, role: OperatorRole): void {
  const { method, routeOptions } = request;
  const roles = rolesOf(method, pathBelow(base, routeOptions.url ?? '')) ?? [];
  if (roles.includes(role)) return;
  throw new ProblemError(
    'role-not-allowed',
    detailOf('This is for the roles {roles}; yours is {role}.', { roles: roles.join(', '), role }),
  );
}

function pathBelow(base: string, url: string): string {
  return url.slice(base.length);
}
