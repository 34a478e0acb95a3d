import type { Caller, CallOptions, Query } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type { AuditEntry, DeskWeighBridge, DivisionInput, WeighBridgeInput } from '../wire/operator.ts';
import type { Division } from '../wire/project.ts';
import { AccessRequests } from './access-requests.ts';
import { Credentials } from './credentials.ts';
import { Messages } from './messages.ts';
import { Operators } from './operators.ts';
import { OrganisationThings } from './organisation-things.ts';
import { Organisations } from './organisations.ts';

/**
 * The operator's interface. Anything without a method is called by its path: `/operator/v1/openapi.json` lists the
 * paths.
 */
export class OperatorDesk {
  readonly requests: AccessRequests;
  readonly organisations: Organisations;
  readonly divisions: OrganisationThings<DivisionInput, Division>;
  readonly weighBridges: OrganisationThings<WeighBridgeInput, DeskWeighBridge>;
  readonly credentials: Credentials;
  readonly messages: Messages;
  readonly operators: Operators;
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.requests = new AccessRequests(caller);
    this.organisations = new Organisations(caller);
    this.divisions = new OrganisationThings(caller, 'divisions');
    this.weighBridges = new OrganisationThings(caller, 'weigh-bridges');
    this.credentials = new Credentials(caller);
    this.messages = new Messages(caller);
    this.operators = new Operators(caller);
  }

  /** The audit trail, newest first. */
  audit(query: { readonly organisationId?: string } = {}, options: CallOptions = {}): AsyncGenerator<AuditEntry, void> {
    return everyItem(this.#caller, '/audit', { ...query }, options);
  }

  /** @param path below `/operator/v1`, for instance `/organisations` */
  get<T>(path: string, query: Query = {}, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'GET', path, query, ...options });
  }

  /** Every item of a paged list. */
  iterate<T>(path: string, query: Query = {}, options: CallOptions = {}): AsyncGenerator<T, void> {
    return everyItem(this.#caller, path, query, options);
  }

  post<T>(path: string, json: unknown = {}, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'POST', path, json, ...options });
  }

  patch<T>(path: string, json: unknown, options: CallOptions = {}): Promise<T> {
    return this.#caller.json({ method: 'PATCH', path, json, ...options });
  }

  delete(path: string, options: CallOptions = {}): Promise<void> {
    return this.#caller.done({ method: 'DELETE', path, ...options });
  }
}
