import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../directory/secret.ts';
import type { Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { CredentialDesk, PlacedSecret } from './credential-desk.ts';

/** How long a first secret waits to be collected. */
const OPEN_MS = 14 * 24 * 3_600_000;

/** A page that was just opened; only here is its token in clear text. */
export interface OpenPage {
  readonly token: string;
  readonly expiresAt: number;
}

/**
 * Pages that show a secret once. The secret is created when it is collected, so before that there is nothing to steal,
 * and afterwards only its keyed hash is left.
 */
export class Collections {
  readonly #store: SpaceStore;
  readonly #key: ServerKey;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #credentials: CredentialDesk;

  /** @param clock never steps back, so that a page stays closed */
  constructor(store: SpaceStore, key: ServerKey, clock: Pick<Clock, 'now'>, credentials: CredentialDesk) {
    this.#store = store;
    this.#key = key.derive('collections');
    this.#clock = clock;
    this.#credentials = credentials;
  }

  /** Opens a page in a transaction of the desk's space. */
  async openNow(tx: Transaction, space: string, clientId: string): Promise<OpenPage> {
    const token = newSecret('se');
    const now = this.#clock.now();
    await tx.run(
      'INSERT INTO collections (hash, space, clientId, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)',
      ...[this.#key.hash(token), space, clientId, now, now + OPEN_MS],
    );
    return { token, expiresAt: now + OPEN_MS };
  }

  /**
   * Whether a page is open.
   * @param from the transaction to read in, if one is open
   * @throws ProblemError not-found, secret-collected
   */
  async check(token: string, from: Reader = this.#store): Promise<{ readonly clientId: string }> {
    const row =
      token.length > SECRET_LENGTH_MAX
        ? undefined
        : await from.first<CollectionRow>('SELECT * FROM collections WHERE hash = ?', this.#key.hash(token));
    if (row === undefined || this.#clock.now() >= row.expiresAt)
      throw new ProblemError('not-found', detailOf('This page is closed. Ask the support desk for a new one.'));
    if (row.collectedAt !== null) throw new ProblemError('secret-collected');
    return { clientId: row.clientId };
  }

  /** Shows the secret, once. @throws ProblemError not-found, secret-collected, credential-revoked, two-live-secrets */
  async collect(token: string): Promise<PlacedSecret> {
    const { clientId } = await this.#store.write(async (tx) => {
      const open = await this.check(token, tx);
      const text = 'UPDATE collections SET collectedAt = ? WHERE hash = ?';
      await tx.run(text, this.#clock.now(), this.#key.hash(token));
      return open;
    });
    try {
      return await this.#credentials.addSecret(`client ${clientId}`, clientId);
    } catch (error) {
      // No secret was created, so none was shown: the page stays open until the cause is resolved.
      const text = 'UPDATE collections SET collectedAt = NULL WHERE hash = ?';
      await this.#store.write((tx) => tx.run(text, this.#key.hash(token)));
      throw error;
    }
  }
}

interface CollectionRow {
  readonly clientId: string;
  readonly expiresAt: number;
  readonly collectedAt: number | null;
}
