import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../directory/secret.ts';
import type { SpaceDatabase } from '../storage/database.ts';
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
  readonly #database: SpaceDatabase;
  readonly #key: ServerKey;
  readonly #clock: Clock;
  readonly #credentials: CredentialDesk;

  constructor(database: SpaceDatabase, key: ServerKey, clock: Clock, credentials: CredentialDesk) {
    this.#database = database;
    this.#key = key.derive('collections');
    this.#clock = clock;
    this.#credentials = credentials;
  }

  /** Opens a page, inside a write operation of the desk. */
  openNow(space: string, clientId: string): OpenPage {
    const token = newSecret('se');
    const now = this.#clock.now();
    this.#database
      .sql('INSERT INTO collections (hash, space, clientId, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)')
      .run(this.#key.hash(token), space, clientId, now, now + OPEN_MS);
    return { token, expiresAt: now + OPEN_MS };
  }

  /** Whether a page is open. @throws ProblemError not-found, secret-collected */
  check(token: string): { readonly clientId: string } {
    const row =
      token.length > SECRET_LENGTH_MAX
        ? undefined
        : this.#database.sql('SELECT * FROM collections WHERE hash = ?').get(this.#key.hash(token));
    if (row === undefined || this.#clock.now() >= (row['expiresAt'] as number))
      throw new ProblemError('not-found', 'This page is closed. Ask the support desk for a new one.');
    if (row['collectedAt'] !== null) throw new ProblemError('secret-collected');
    return { clientId: row['clientId'] as string };
  }

  /** Shows the secret, once. @throws ProblemError not-found, secret-collected, credential-revoked, two-live-secrets */
  async collect(token: string): Promise<PlacedSecret> {
    const { clientId } = await this.#database.writer.run(() => {
      const open = this.check(token);
      this.#database
        .sql('UPDATE collections SET collectedAt = ? WHERE hash = ?')
        .run(this.#clock.now(), this.#key.hash(token));
      return open;
    });
    try {
      return await this.#credentials.addSecret(`client ${clientId}`, clientId);
    } catch (error) {
      // No secret was created, so none was shown: the page stays open until the cause is resolved.
      await this.#database.writer.run(() => {
        this.#database.sql('UPDATE collections SET collectedAt = NULL WHERE hash = ?').run(this.#key.hash(token));
      });
      throw error;
    }
  }
}
