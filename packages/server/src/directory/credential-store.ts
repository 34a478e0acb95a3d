import { hash, timingSafeEqual } from 'node:crypto';
import { after } from '../core/after.ts';
import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { Credential, Principal, SecretInfo } from './credential.ts';
import type { ValidityClock } from './expiry-notice.ts';
import { newSecret, SECRET_LENGTH_MAX } from './secret.ts';

/** Live secrets of one credential: two, so that one can be rotated without a gap. */
const LIVE_SECRETS_MAX = 2;
/** Resolution of "last used": writing it at every request would cost a transaction each. */
const LAST_USED_STEP_MS = 60_000;
/** The mark for other servers when a credential changes. */
const MARK = 'credentials';
/** Credentials cached for quick verification. */
const CACHE_MAX = 10_000;

interface LiveSecret {
  readonly id: string;
  readonly hash: Uint8Array;
  readonly expiresAt: number | null;
  lastUsedAt: number;
  /** Plain SHA-256 of the secret, in memory only, after it was verified: a third of the work of the keyed hash. */
  digest?: string;
}
interface LiveCredential {
  readonly principal: Principal;
  readonly secrets: LiveSecret[];
}

/** The other parts that a store of credentials needs. */
export interface CredentialParts {
  /** Called when a secret has proved that the stored hashes belong to the key. */
  readonly proven?: () => void;
  /** The clock by which secrets expire; the store's own by default. */
  readonly validity?: ValidityClock;
}

/** Throws if the credential is not the version that the caller means. */
export type CredentialCheck = (present: Credential) => void;

/** Hooks for the end of a credential. */
export interface Revocation {
  /** Called in the transaction that revokes it. */
  endNow(tx: Transaction, clientId: string): Awaitable<void>;
  /** Called when that is committed. */
  ended(clientId: string): void;
}

/** Client ids and secrets of one space. Secrets are stored as keyed hashes and shown once, when they are created. */
export class CredentialStore {
  readonly #store: SpaceStore;
  readonly #key: ServerKey;
  readonly #clock: Clock;
  readonly #proven: () => void;
  readonly #validity: ValidityClock;
  readonly #live = new Map<string, LiveCredential>();
  /** Counts changes: a credential that was read before a change is not cached after it. */
  #changes = 0;
  readonly #revocations: Revocation[] = [];

  constructor(store: SpaceStore, key: ServerKey, clock: Clock, { proven, validity }: CredentialParts = {}) {
    this.#store = store;
    this.#key = key;
    this.#clock = clock;
    this.#proven = proven ?? (() => {});
    this.#validity = validity ?? { now: () => clock.now(), keep: () => {} };
    store.memory.onMark(MARK, () => {
      this.#changes++;
      this.#live.clear();
    });
  }

  /**
   * Creates a credential without a secret: the first one is added when the client collects it.
   * @param clientId if it was already recorded elsewhere
   */
  reserve(organisationId: string, label: string, clientId = this.newClientId()): Promise<Credential> {
    return this.#store.write(async (tx) => {
      await this.#insert(tx, clientId, organisationId, label);
      return (await this.get(clientId, tx))!;
    });
  }

  /**
   * Creates a credential with its first secret, which is only in the result.
   * @param clientId as for `reserve` @param expiresAt when the secret expires; null for never
   */
  issue(
    organisationId: string,
    label: string,
    clientId = this.newClientId(),
    expiresAt: number | null = null,
  ): Promise<{ credential: Credential; secret: string }> {
    return this.#store.write(async (tx) => {
      await this.#insert(tx, clientId, organisationId, label);
      const secret = await this.#insertSecret(tx, clientId, expiresAt);
      return { credential: (await this.get(clientId, tx))!, secret };
    });
  }

  /**
   * Adds a second secret, for rotation; one that has expired does not count.
   * @param expiresAt as for `issue`
   * @throws ProblemError not-found, credential-revoked, two-live-secrets
   */
  addSecret(clientId: string, expiresAt: number | null = null): Promise<{ credential: Credential; secret: string }> {
    return this.#change(clientId, async (tx, credential) => {
      if (credential.revokedAt !== null) throw new ProblemError('credential-revoked');
      if (credential.secrets.filter((s) => s.revokedAt === null && !this.#isOver(s)).length >= LIVE_SECRETS_MAX)
        throw new ProblemError('two-live-secrets');
      const secret = await this.#insertSecret(tx, clientId, expiresAt);
      return { credential: (await this.get(clientId, tx))!, secret };
    });
  }

  /**
   * Revokes one secret; tokens stay valid.
   * @param check called with the current state before the change, inside the transaction
   * @throws ProblemError not-found
   */
  revokeSecret(clientId: string, secretId: string, check: CredentialCheck = () => {}): Promise<Credential> {
    return this.#change(clientId, async (tx, credential) => {
      check(credential);
      if (!credential.secrets.some((s) => s.id === secretId))
        throw new ProblemError('not-found', detailOf('The credential has no such secret.'));
      const text = 'UPDATE secrets SET revokedAt = ? WHERE id = ? AND revokedAt IS NULL';
      await tx.run(text, this.#clock.now(), secretId);
      return (await this.get(clientId, tx))!;
    });
  }

  /**
   * Revokes a credential with all its secrets and, through `onRevoke`, its tokens.
   * @param check as for `revokeSecret`
   * @throws ProblemError not-found
   */
  async revoke(clientId: string, check: CredentialCheck = () => {}): Promise<Credential> {
    const revoked = await this.#change(clientId, async (tx, credential) => {
      check(credential);
      const now = this.#clock.now();
      await tx.run('UPDATE credentials SET revokedAt = ? WHERE clientId = ? AND revokedAt IS NULL', now, clientId);
      await tx.run('UPDATE secrets SET revokedAt = ? WHERE clientId = ? AND revokedAt IS NULL', now, clientId);
      for (const { endNow } of this.#revocations) await endNow(tx, clientId);
      return (await this.get(clientId, tx))!;
    });
    for (const { ended } of this.#revocations) ended(clientId);
    return revoked;
  }

  /** Registers hooks for the end of a credential: its tokens end, too. */
  onRevoke(revocation: Revocation): void {
    this.#revocations.push(revocation);
  }

  /** @param from the transaction to read in, if one is open */
  async get(clientId: string, from: Reader = this.#store): Promise<Credential | undefined> {
    const row = await from.first<CredentialRow>('SELECT * FROM credentials WHERE clientId = ?', clientId);
    return row === undefined ? undefined : this.#withSecrets(row, from);
  }

  /** All credentials of an organisation, oldest first. */
  async list(organisationId: string): Promise<Credential[]> {
    const text = 'SELECT * FROM credentials WHERE organisationId = ? ORDER BY clientId';
    const rows = await this.#store.read<CredentialRow>(text, organisationId);
    return Promise.all(rows.map((row) => this.#withSecrets(row, this.#store)));
  }

  /**
   * The owner of an id and secret, or undefined if they are wrong, revoked or expired. An unknown client takes the same
   * work, so the time reveals nothing. At once if the client is cached.
   */
  verify(clientId: string, secret: string): Awaitable<Principal | undefined> {
    if (clientId.length > SECRET_LENGTH_MAX || secret.length > SECRET_LENGTH_MAX) return undefined;
    return after(this.#lookUp(clientId), (live) => this.#judge(live, secret));
  }

  #judge(live: LiveCredential | undefined, secret: string): Principal | undefined {
    const found = live === undefined ? undefined : this.#match(live.secrets, secret);
    // Unknown clients cost as much as known ones.
    if (live === undefined) this.#key.hash(secret);
    if (live === undefined || found === undefined || this.#isOver(found)) return undefined;
    this.#touch(found);
    return found.expiresAt === null ? live.principal : { ...live.principal, secretExpiresAt: found.expiresAt };
  }

  /** When a correct secret expired; undefined if it is wrong, or has not expired. Used for the reason of a refusal. */
  async expiredAt(clientId: string, secret: string): Promise<number | undefined> {
    if (clientId.length > SECRET_LENGTH_MAX || secret.length > SECRET_LENGTH_MAX) return undefined;
    const found = this.#match((await this.#lookUp(clientId))?.secrets ?? [], secret);
    return found !== undefined && this.#isOver(found) ? found.expiresAt! : undefined;
  }

  /** A client that exists and is not revoked; at once if it is cached. */
  principal(clientId: string): Awaitable<Principal | undefined> {
    return after(this.#lookUp(clientId), (live) => live?.principal);
  }

  #isOver({ expiresAt }: { readonly expiresAt: number | null }): boolean {
    if (expiresAt === null || this.#validity.now() < expiresAt) return false;
    this.#validity.keep(expiresAt);
    return true;
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

  #lookUp(clientId: string): Awaitable<LiveCredential | undefined> {
    return (this.#store.memory.isCurrent ? this.#live.get(clientId) : undefined) ?? this.#load(clientId);
  }

  async #load(clientId: string): Promise<LiveCredential | undefined> {
    const changes = this.#changes;
    const row = await this.#store.first<{ organisationId: string }>(
      'SELECT organisationId FROM credentials WHERE clientId = ? AND revokedAt IS NULL',
      clientId,
    );
    if (row === undefined) return undefined;
    const secrets = await this.#store.read<Omit<LiveSecret, 'lastUsedAt'> & { lastUsedAt: number | null }>(
      'SELECT id, hash, expiresAt, lastUsedAt FROM secrets WHERE clientId = ? AND revokedAt IS NULL',
      clientId,
    );
    const live: LiveCredential = {
      principal: { clientId, organisationId: row.organisationId },
      secrets: secrets.map((one) => ({ ...one, lastUsedAt: one.lastUsedAt ?? 0 })),
    };
    if (changes !== this.#changes) return live;
    if (this.#live.size >= CACHE_MAX) this.#live.clear();
    this.#live.set(clientId, live);
    return live;
  }

  #touch(secret: LiveSecret): void {
    const now = this.#clock.now();
    if (now - secret.lastUsedAt < LAST_USED_STEP_MS) return;
    secret.lastUsedAt = now;
    const note = this.#store.write((tx) => tx.run('UPDATE secrets SET lastUsedAt = ? WHERE id = ?', now, secret.id));
    // The update is optional: a full disk must not cause a correct secret to be refused, so the next use tries again.
    note.catch(() => (secret.lastUsedAt = 0));
  }

  async #change<T>(clientId: string, change: (tx: Transaction, credential: Credential) => Awaitable<T>): Promise<T> {
    try {
      return await this.#store.write(async (tx) => {
        const credential = await this.get(clientId, tx);
        if (credential === undefined) throw new ProblemError('not-found', detailOf('There is no such credential.'));
        await tx.mark(MARK);
        return change(tx, credential);
      });
    } finally {
      this.#changes++;
      this.#live.delete(clientId);
    }
  }

  /** An id for a credential that is about to be created. */
  newClientId(): string {
    return uuidv7(this.#clock.now());
  }

  async #insert(tx: Transaction, clientId: string, organisationId: string, label: string): Promise<void> {
    const text = 'INSERT INTO credentials (clientId, organisationId, label, createdAt) VALUES (?, ?, ?, ?)';
    await tx.run(text, clientId, organisationId, label, this.#clock.now());
  }

  async #insertSecret(tx: Transaction, clientId: string, expiresAt: number | null): Promise<string> {
    const secret = newSecret('cs');
    const now = this.#clock.now();
    const text = 'INSERT INTO secrets (id, clientId, hash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)';
    await tx.run(text, uuidv7(now), clientId, this.#key.hash(secret), now, expiresAt);
    return secret;
  }

  async #withSecrets(row: CredentialRow, from: Reader): Promise<Credential> {
    const text = 'SELECT id, createdAt, lastUsedAt, expiresAt, revokedAt FROM secrets WHERE clientId = ? ORDER BY id';
    return { ...row, secrets: await from.read<SecretInfo>(text, row.clientId) };
  }
}

type CredentialRow = Omit<Credential, 'secrets'>;

function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
