import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type { EnvironmentName } from '../wire/operator.ts';

/** Records of an organisation that are added and changed, one environment at a time. */
export class OrganisationThings<Input extends { readonly environment: EnvironmentName }, Thing> {
  readonly #caller: Caller;
  readonly #name: string;

  /** @param name of the collection in paths */
  constructor(caller: Caller, name: string) {
    this.#caller = caller;
    this.#name = name;
  }

  iterate(
    organisationId: string,
    environment: EnvironmentName,
    options: CallOptions = {},
  ): AsyncGenerator<Thing, void> {
    return everyItem(this.#caller, this.#path(organisationId), { environment }, options);
  }

  add(organisationId: string, input: Input, options: CallOptions = {}): Promise<Thing> {
    return this.#caller.json({ method: 'POST', path: this.#path(organisationId), json: input, ...options });
  }

  update(
    organisationId: string,
    id: string,
    change: Partial<Input> & Pick<Input, 'environment'>,
    options: CallOptions = {},
  ): Promise<Thing> {
    const path = `${this.#path(organisationId)}/${encodeURIComponent(id)}`;
    return this.#caller.json({ method: 'PATCH', path, json: change, ...options });
  }

  #path(organisationId: string): string {
    return `/organisations/${encodeURIComponent(organisationId)}/${this.#name}`;
  }
}
