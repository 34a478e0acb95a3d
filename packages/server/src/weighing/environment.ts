import type { FastifyRequest } from 'fastify';
import { after } from '../core/after.ts';
import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Audit } from '../directory/audit.ts';
import type { Principal } from '../directory/credential.ts';
import type { WeighBridge, WeighBridgeStore } from '../directory/weigh-bridges.ts';
import type { EventHub } from '../events/index.ts';
import type { Cursors } from '../http/cursor.ts';
import type { Awaitable, SpaceStore } from '../storage/port/space-store.ts';
import type { TicketStore } from './ticket-store.ts';

/** The components that the routes of an environment, sandbox or production, use. */
export interface Environment {
  /** Address with the version, `/weighing/v2`. */
  readonly base: string;
  readonly space: 'weighing-sandbox' | 'weighing-production';
  readonly store: SpaceStore;
  readonly tickets: TicketStore;
  readonly bridges: WeighBridgeStore;
  readonly cursors: Cursors;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly principalOf: (request: FastifyRequest) => Principal;
}

/**
 * The caller's weigh bridge; at once if it is cached.
 * @param where the source of the locationId: a pointer into the body, or the name of a parameter
 * @throws ProblemError location-not-yours unless the weigh bridge was issued to the caller
 */
export function requireBridge(
  { bridges }: Environment,
  by: Principal,
  locationId: string,
  where: { readonly pointer: string } | { readonly parameter: string },
): Awaitable<WeighBridge> {
  return after(bridges.get(locationId.toLowerCase()), (bridge) => {
    if (bridge !== undefined && isOwn(bridge, by)) return bridge;
    // The same message whether it exists or not, so that nothing is disclosed about other organisations.
    throw new ProblemError(
      'location-not-yours',
      detailOf('{locationId} is not one of your weigh bridges in this environment; GET /locations lists them.', {
        locationId,
      }),
      { errors: [{ ...where, detail: detailOf('Not one of your weigh bridges.') }] },
    );
  });
}

/** Whether a caller may use a weigh bridge: one of the organisation, and for some people only their own. */
export function isOwn({ id, organisationId }: WeighBridge, by: Principal): boolean {
  return organisationId === by.organisationId && (by.locations?.includes(id) ?? true);
}
