import type { Caller, CallOptions } from '../transport/caller.ts';
import { everyItem } from '../transport/pages.ts';
import type { Credential, CredentialInput, IssuedSecret } from '../wire/operator.ts';

/** The credentials of organisations. */
export class Credentials {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  iterate(organisationId: string, options: CallOptions = {}): AsyncGenerator<Credential, void> {
    return everyItem(this.#caller, ofOrganisation(organisationId), {}, options);
  }

  get(clientId: string, options: CallOptions = {}): Promise<Credential> {
    return this.#caller.json({ method: 'GET', path: one(clientId), ...options });
  }

  /** Issues a credential. The answer is the only one that has the secret. */
  issue(organisationId: string, input: CredentialInput, options: CallOptions = {}): Promise<IssuedSecret> {
    return this.#caller.json({ method: 'POST', path: ofOrganisation(organisationId), json: input, ...options });
  }

  /** Issues a second secret; revoke the old one when no program uses it any more. */
  rotate(
    clientId: string,
    { expiresAt, ...options }: CallOptions & { readonly expiresAt?: string | null } = {},
  ): Promise<IssuedSecret> {
    return this.#caller.json({ method: 'POST', path: `${one(clientId)}/secrets`, json: { expiresAt }, ...options });
  }

  revokeSecret(clientId: string, secretId: string, options: CallOptions = {}): Promise<Credential> {
    const path = `${one(clientId)}/secrets/${encodeURIComponent(secretId)}`;
    return this.#caller.json({ method: 'DELETE', path, ...options });
  }

  /** Revokes a credential with its secrets and tokens. */
  revoke(clientId: string, options: CallOptions = {}): Promise<Credential> {
    return this.#caller.json({ method: 'DELETE', path: one(clientId), ...options });
  }
}

const one = (clientId: string): string => `/credentials/${encodeURIComponent(clientId)}`;
const ofOrganisation = (id: string): string => `/organisations/${encodeURIComponent(id)}/credentials`;
