import type { Caller, CallOptions } from '../transport/caller.ts';
import type { Division } from '../wire/project.ts';

/** The divisions of the organisation. */
export class Divisions {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  list(options: CallOptions = {}): Promise<Division[]> {
    return this.#caller.json({ method: 'GET', path: '/divisions', ...options });
  }

  get(id: string, options: CallOptions = {}): Promise<Division> {
    return this.#caller.json({ method: 'GET', path: `/divisions/${encodeURIComponent(id)}`, ...options });
  }
}
