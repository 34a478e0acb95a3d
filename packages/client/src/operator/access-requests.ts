import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type {
  AccessRequest,
  AccessRequestInput,
  AccessRequestState,
  Approval,
  Approved,
  Declined,
} from '../wire/operator.ts';

/** The requests for access. */
export class AccessRequests {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  iterate(
    query: { readonly state?: AccessRequestState } = {},
    options: CallOptions = {},
  ): AsyncGenerator<AccessRequest, void> {
    return everyItem(this.#caller, '/access-requests', { ...query }, options);
  }

  get(id: string, options: CallOptions = {}): Promise<AccessRequest> {
    return this.#caller.json({ method: 'GET', path: one(id), ...options });
  }

  /** Enters a request that came by email. */
  enter(input: AccessRequestInput, options: CallOptions = {}): Promise<AccessRequest> {
    return this.#caller.json({ method: 'POST', path: '/access-requests', json: input, ...options });
  }

  /** Approves a request; the message has the link to the secret. */
  approve(id: string, approval: Approval = {}, options: CallOptions = {}): Promise<Approved> {
    return this.#caller.json({ method: 'POST', path: `${one(id)}/approve`, json: approval, ...options });
  }

  decline(id: string, reason: string, options: CallOptions = {}): Promise<Declined> {
    return this.#caller.json({ method: 'POST', path: `${one(id)}/decline`, json: { reason }, ...options });
  }
}

const one = (id: string): string => `/access-requests/${encodeURIComponent(id)}`;
