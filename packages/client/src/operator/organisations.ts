import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type {
  Erasure,
  ErasureInput,
  Organisation,
  OrganisationInput,
  Quotas,
  QuotasChange,
  Usage,
} from '../wire/operator.ts';

/** The organisations of the desk. */
export class Organisations {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  iterate(options: CallOptions = {}): AsyncGenerator<Organisation, void> {
    return everyItem(this.#caller, '/organisations', {}, options);
  }

  get(id: string, options: CallOptions = {}): Promise<Organisation> {
    return this.#caller.json({ method: 'GET', path: one(id), ...options });
  }

  add(organisation: OrganisationInput, options: CallOptions = {}): Promise<Organisation> {
    return this.#caller.json({ method: 'POST', path: '/organisations', json: organisation, ...options });
  }

  update(id: string, change: Partial<OrganisationInput>, options: CallOptions = {}): Promise<Organisation> {
    return this.#caller.json({ method: 'PATCH', path: one(id), json: change, ...options });
  }

  quotas(id: string, options: CallOptions = {}): Promise<Quotas> {
    return this.#caller.json({ method: 'GET', path: `${one(id)}/quotas`, ...options });
  }

  setQuotas(id: string, change: QuotasChange, options: CallOptions = {}): Promise<Quotas> {
    return this.#caller.json({ method: 'PATCH', path: `${one(id)}/quotas`, json: change, ...options });
  }

  usage(id: string, options: CallOptions = {}): Promise<Usage> {
    return this.#caller.json({ method: 'GET', path: `${one(id)}/usage`, ...options });
  }

  /** Erases a person from the tickets of an organisation, for good; with `dryRun` it only counts. */
  erase(id: string, erasure: ErasureInput, options: CallOptions = {}): Promise<Erasure> {
    return this.#caller.json({ method: 'POST', path: `${one(id)}/erasures`, json: erasure, ...options });
  }
}

const one = (id: string): string => `/organisations/${encodeURIComponent(id)}`;
