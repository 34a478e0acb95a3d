import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { Credential, Principal, SecretInfo } from './credential.ts';
import { newSecret, SECRET_LENGTH_MAX } from './secret.ts';

/** Live secrets of one credential: two, so that one can be rotated without a gap. */
const LIVE_SECRETS_MAX = 2;
/** Resolution of "last used": writing it at every request would cost a transaction each. */
const LAST_USED_STEP_MS = 60_000;
/** Credentials cached for quick verification. */
const CACHE_MAX = 10_000;

interface LiveSecret {
  readonly id: string;
  readonly hash: Uint8Array;
  lastUsedAt: number;
  /** Plain SHA-256 of the secret, in memory only, after it was verified: a third of the work of the keyed hash. */
  digest?: string;
}
interface LiveCredential {
  readonly principal: Principal;
  readonly secrets: LiveSecret[];
}

/** Throws if the credential is not the version that the caller means. */
export type CredentialCheck = (present: Credential) => void;

/** Client ids and secrets of one space. Secrets are stored as keyed hashes and shown once, when they are created. */
export class CredentialStore {
  readonly #database: SpaceDatabase;
  readonly #key: ServerKey;
  readonly #clock: Clock;
  readonly #proven: () => void;
  readonly #live = new Map<string, LiveCredential>();
  readonly #revocationListeners: ((clientId: string) => void)[] = [];

  /** @param proven called when a secret has proved that the stored hashes belong to the key */
  constructor(database: SpaceDatabase, key: ServerKey, clock: Clock, proven: () => void = () => {}) {
    this.#database = database;
    this.#key = key;
    this.#clock = clock;
    this.#proven = proven;
  }

  /**
   * Creates a credential without a secret: the first one is added when the client collects it.
   * @param clientId if it was already recorded elsewhere
   */
  reserve(organisationId: string, label: string, clientId = this.newClientId()): Promise<Credential> {
    return this.#database.writer.run(() => {
      this.#insert(clientId, organisationId, label);
      return this.get(clientId)!;
    });
  }

  /** Creates a credential with its first secret, which is only in the result. @param clientId as for `reserve` */
  issue(
    organisationId: string,
    label: string,
    clientId = this.newClientId(),
  ): Promise<{ credential: Credential; secret: string }> {
    return this.#database.writer.run(() => {
      this.#insert(clientId, organisationId, label);
      const secret = this.#insertSecret(clientId);
      return { credential: this.get(clientId)!, secret };
    });
  }

  /**
   * Adds a second secret, for rotation.
   * @throws ProblemError not-found, credential-revoked, two-live-secrets
   */
  addSecret(clientId: string): Promise<{ credential: Credential; secret: string }> {
    return this.#change(clientId, (credential) => {
      if (credential.revokedAt !== null) throw new ProblemError('credential-revoked');
      if (credential.secrets.filter((s) => s.revokedAt === null).length >= LIVE_SECRETS_MAX)
        throw new ProblemError('two-live-secrets');
      const secret = this.#insertSecret(clientId);
      return { credential: this.get(clientId)!, secret };
    });
  }

  /**
   * Revokes one secret; tokens stay valid.
   * @param check called with the current state before the change, inside the transaction
   * @throws ProblemError not-found
   */
  revokeSecret(clientId: string, secretId: string, check: CredentialCheck = () => {}): Promise<Credential> {
    return this.#change(clientId, (credential) => {
      check(credential);
      if (!credential.secrets.some((s) => s.id === secretId))
        throw new ProblemError('not-found', 'The credential has no such secret.');
      this.#database
        .sql('UPDATE secrets SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL')
        .run(this.#clock.now(), secretId);
      return this.get(clientId)!;
    });
  }

  /**
   * Revokes a credential with all its secrets and, through `onRevoke`, its tokens.
   * @param check as for `revokeSecret`
   * @throws ProblemError not-found
   */
  revoke(clientId: string, check: CredentialCheck = () => {}): Promise<Credential> {
    return this.#change(clientId, (credential) => {
      check(credential);
      const now = this.#clock.now();
      this.#database
        .sql('UPDATE credentials SET revokedAt = ? WHERE clientId = ? AND revokedAt IS NULL')
        .run(now, clientId);
      this.#database
        .sql('UPDATE secrets SET revokedAt = ? WHERE clientId = ? AND revokedAt IS NULL')
        .run(now, clientId);
      for (const listener of this.#revocationListeners) listener(clientId);
      return this.get(clientId)!;
    });
  }

  /** Registers what must happen in the transaction that revokes a credential: its tokens end with it. */
  onRevoke(listener: (clientId: string) => void): void {
    this.#revocationListeners.push(listener);
  }

  get(clientId: string): Credential | undefined {
    const row = this.#database.sql('SELECT * FROM credentials WHERE clientId = ?').get(clientId);
    return row === undefined ? undefined : this.#credential(row);
  }

  /** All credentials of an organisation, oldest first. */
  list(organisationId: string): Credential[] {
    const rows = this.#database
      .sql('SELECT * FROM credentials WHERE organisationId = ? ORDER BY clientId')
      .all(organisationId);
    return rows.map((row) => this.#credential(row));
  }

  /**
   * The owner of an id and secret, or undefined if they are wrong or revoked. An unknown client takes the same work, so
   * the time reveals nothing.
   */
  verify(clientId: string, secret: string): Principal | undefined {
    if (clientId.length > SECRET_LENGTH_MAX || secret.length > SECRET_LENGTH_MAX) return undefined;
    const live = this.#lookUp(clientId);
    const found = live === undefined ? undefined : this.#match(live.secrets, secret);
    // Unknown clients cost as much as known ones.
    if (live === undefined) this.#key.hash(secret);
    if (live === undefined || found === undefined) return undefined;
    this.#touch(found);
    return live.principal;
  }

  /** Whether a client exists and is not revoked. */
  principal(clientId: string): Principal | undefined {
    return this.#lookUp(clientId)?.principal;
  }

  #match(secrets: readonly LiveSecret[], secret: string): LiveSecret | undefined {
    // Compared as plain text: the time may reveal the beginning of a digest, which does not help to find a secret of
    // 256 random bits.
    const digest = hash('sha256', secret, 'hex');
    const known = secrets.find((candidate) => candidate.digest === digest);
    if (known !== undefined) return known;
    const keyed = this.#key.hash(secret);
    const found = secrets.find((candidate) => equalHashes(keyed, candidate.hash));
    if (found === undefined) return undefined;
    found.digest = digest;
    this.#proven();
    return found;
  }

  #lookUp(clientId: string): LiveCredential | undefined {
    const known = this.#live.get(clientId);
    if (known !== undefined) return known;
    const row = this.#database
      .sql('SELECT organisationId FROM credentials WHERE clientId = ? AND revokedAt IS NULL')
      .get(clientId);
    if (row === undefined) return undefined;
    const secrets = this.#database
      .sql('SELECT id, hash, lastUsedAt FROM secrets WHERE clientId = ? AND revokedAt IS NULL')
      .all(clientId);
    const live: LiveCredential = {
      principal: { clientId, organisationId: row['organisationId'] as string },
      secrets: secrets.map((s) => ({
        id: s['id'] as string,
        hash: s['hash'] as Uint8Array,
        lastUsedAt: (s['lastUsedAt'] as number | null) ?? 0,
      })),
    };
    if (this.#live.size >= CACHE_MAX) this.#live.clear();
    this.#live.set(clientId, live);
    return live;
  }

  #touch(secret: LiveSecret): void {
    const now = this.#clock.now();
    if (now - secret.lastUsedAt < LAST_USED_STEP_MS) return;
    secret.lastUsedAt = now;
    const note = this.#database.writer.run(() =>
      this.#database.sql('UPDATE secrets SET lastUsedAt = ? WHERE id = ?').run(now, secret.id),
    );
    // The update is optional: a full disk must not turn a correct secret away, so the next use tries again.
    note.catch(() => (secret.lastUsedAt = 0));
  }

  async #change<T>(clientId: string, change: (credential: Credential) => T): Promise<T> {
    try {
      return await this.#database.writer.run(() => {
        const credential = this.get(clientId);
        if (credential === undefined) throw new ProblemError('not-found', 'There is no such credential.');
        return change(credential);
      });
    } finally {
      this.#live.delete(clientId);
    }
  }

  /** An id for a credential that is about to be created. */
  newClientId(): string {
    return uuidv7(this.#clock.now());
  }

  #insert(clientId: string, organisationId: string, label: string): void {
    this.#database
      .sql('INSERT INTO credentials (clientId, organisationId, label, createdAt) VALUES (?, ?, ?, ?)')
      .run(clientId, organisationId, label, this.#clock.now());
  }

  #insertSecret(clientId: string): string {
    const secret = newSecret('cs');
    const now = this.#clock.now();
    this.#database
      .sql('INSERT INTO secrets (id, clientId, hash, createdAt) VALUES (?, ?, ?, ?)')
      .run(uuidv7(now), clientId, this.#key.hash(secret), now);
    return secret;
  }

  #credential(row: Record<string, unknown>): Credential {
    const clientId = row['clientId'] as string;
    const secrets = this.#database
      .sql('SELECT id, createdAt, lastUsedAt, revokedAt FROM secrets WHERE clientId = ? ORDER BY id')
      .all(clientId);
    return {
      ...(row as unknown as Omit<Credential, 'secrets'>),
      secrets: secrets.map((s) => ({ ...s }) as unknown as SecretInfo),
    };
  }
}

function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
