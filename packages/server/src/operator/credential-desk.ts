import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Audit } from '../directory/audit.ts';
import type { Credential } from '../directory/credential.ts';
import type { CredentialStore } from '../directory/credential-store.ts';
import type { Organisations } from '../directory/organisations.ts';
import type { SpaceName } from '../storage/spaces.ts';
import type { DeskContext } from './desk.ts';
import { CREDENTIAL_SPACES } from './spaces.ts';

/** A credential and the space it is valid for. */
export interface PlacedCredential {
  readonly credential: Credential;
  readonly space: SpaceName;
}
export interface PlacedSecret extends PlacedCredential {
  /** In clear text, only here. */
  readonly secret: string;
}

type PlacedCheck = (present: PlacedCredential) => void;

/**
 * Credentials over all spaces, as the desk handles them. A change in another space is recorded in the audit trail
 * before it is made, and again if it fails, so that nothing happens unrecorded.
 */
export class CredentialDesk {
  readonly #context: DeskContext;
  readonly #audit: Audit;
  readonly #organisations: Organisations;

  constructor(context: DeskContext, audit: Audit, organisations: Organisations) {
    this.#context = context;
    this.#audit = audit;
    this.#organisations = organisations;
  }

  /** Issues a credential with its first secret. @throws ProblemError not-found for an unknown organisation */
  async issue(
    actor: string,
    organisationId: string,
    space: SpaceName,
    label: string,
    expiresAt: number | null = null,
  ): Promise<PlacedSecret> {
    await this.#organisations.require(organisationId);
    const store = this.#context.credentials(space);
    const subject = store.newClientId();
    const note = { actor, action: 'credential.issued', subject, organisationId, details: { space, label } };
    const issue = () => store.issue(organisationId, label, subject, expiresAt);
    return { ...(await this.#audit.around(note, issue)), space };
  }

  /** Creates a credential whose first secret the client collects itself. */
  async reserve(actor: string, organisationId: string, space: SpaceName, label: string): Promise<PlacedCredential> {
    const store = this.#context.credentials(space);
    const subject = store.newClientId();
    const note = { actor, action: 'credential.reserved', subject, organisationId, details: { space, label } };
    const reserve = () => store.reserve(organisationId, label, subject);
    return { credential: await this.#audit.around(note, reserve), space };
  }

  /** @throws ProblemError not-found, credential-revoked, two-live-secrets */
  async addSecret(actor: string, clientId: string, expiresAt: number | null = null): Promise<PlacedSecret> {
    const { space, store, credential } = await this.#find(clientId);
    if (credential.revokedAt !== null) throw new ProblemError('credential-revoked');
    const { organisationId } = credential;
    const note = { actor, action: 'secret.issued', subject: clientId, organisationId, details: { space } };
    return { ...(await this.#audit.around(note, () => store.addSecret(clientId, expiresAt))), space };
  }

  /** @param check whether it is the version the operator read @throws ProblemError not-found */
  async revokeSecret(
    actor: string,
    clientId: string,
    secretId: string,
    check: PlacedCheck = () => {},
  ): Promise<PlacedCredential> {
    const { space, store, credential } = await this.#find(clientId);
    const { organisationId } = credential;
    const details = { space, secretId };
    const note = { actor, action: 'secret.revoked', subject: clientId, organisationId, details };
    const revoke = () => store.revokeSecret(clientId, secretId, (present) => check({ credential: present, space }));
    return { credential: await this.#audit.around(note, revoke), space };
  }

  /**
   * Revokes a credential with its secrets and tokens. @param check as for `revokeSecret` @throws ProblemError not-found
   */
  async revoke(actor: string, clientId: string, check: PlacedCheck = () => {}): Promise<PlacedCredential> {
    const { space, store, credential } = await this.#find(clientId);
    const { organisationId } = credential;
    const note = { actor, action: 'credential.revoked', subject: clientId, organisationId, details: { space } };
    const revoke = () => store.revoke(clientId, (present) => check({ credential: present, space }));
    return { credential: await this.#audit.around(note, revoke), space };
  }

  /** @throws ProblemError not-found */
  get(clientId: string): Promise<PlacedCredential> {
    return this.#find(clientId);
  }

  /** All credentials of an organisation, space by space. */
  async list(organisationId: string): Promise<PlacedCredential[]> {
    const placed: PlacedCredential[] = [];
    for (const space of CREDENTIAL_SPACES) {
      const credentials = await this.#context.credentials(space).list(organisationId);
      placed.push(...credentials.map((credential) => ({ credential, space })));
    }
    return placed;
  }

  async #find(clientId: string): Promise<PlacedCredential & { readonly store: CredentialStore }> {
    for (const space of CREDENTIAL_SPACES) {
      const store = this.#context.credentials(space);
      const credential = await store.get(clientId);
      if (credential !== undefined) return { credential, space, store };
    }
    throw new ProblemError('not-found', detailOf('There is no such credential.'));
  }
}
