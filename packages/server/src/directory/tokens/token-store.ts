import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { SpaceDatabase } from '../../storage/database.ts';
import type { Principal } from '../credential.ts';
import { SECRET_LENGTH_MAX } from '../secret.ts';
import { newToken, rowOfToken } from './token-text.ts';

/** Lifetime of an access token, as the document says. */
const LIFETIME_MS = 3_600_000;
/** How long a used refresh token is remembered, to distinguish its reuse from an invented one in the audit trail. */
const USED_KEPT_MS = 30 * 24 * 3_600_000;
/**
 * Pairs between two sweeps, and most rows removed by each: more than were added, so the size of the table is limited by
 * what is alive.
 */
const SWEEP_EVERY = 64;
const SWEEP = 256;
/** Access tokens cached for quick verification. */
const CACHE_MAX = 50_000;

/** A fresh pair; the only place with the tokens in clear text. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whole seconds left for the access token: 3599 for a fresh one. */
  readonly expiresIn: number;
}

/** The outcome of presenting a refresh token. */
export type Redeemed =
  | { readonly outcome: 'renewed'; readonly pair: TokenPair }
  | { readonly outcome: 'unknown' }
  /** It was used before. The family is the number of its first pair. */
  | { readonly outcome: 'reused'; readonly family: number };

interface LiveToken {
  readonly id: number;
  readonly principal: Principal;
  readonly family: number;
  readonly expiresAt: number;
  /** On the monotonic clock: setting the wall clock back does not lengthen a life. */
  readonly deadline: number;
  /** Its expiry is being stored. */
  isEnding: boolean;
}

/**
 * Access and refresh tokens of one space: opaque, 256 random bits, stored as SHA-256, which cannot be reversed by
 * guessing.
 */
export class TokenStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  /** By SHA-256 of the token. */
  readonly #live = new Map<string, LiveToken>();
  #pairs = 0;
  #last: number | undefined;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Issues the first pair of a new family. */
  issue(principal: Principal): Promise<TokenPair> {
    return this.#database.writer.run(() => this.#insertPair(principal));
  }

  /**
   * Uses a refresh token up and issues its successor in the same transaction: of concurrent uses exactly one wins.
   * @param revokeFamily whether reuse ends every token of the family (RFC 9700 §4.14.2)
   */
  async redeem(refreshToken: string, principal: Principal, revokeFamily: boolean): Promise<Redeemed> {
    const id = rowOfToken('rt', refreshToken);
    if (id === undefined) return { outcome: 'unknown' };
    const digest = hash('sha256', refreshToken, 'buffer');
    return this.#database.writer.run((): Redeemed => {
      const row = this.#database
        .sql('SELECT clientId, family, refreshHash, refreshedAt FROM tokens WHERE id = ?')
        .get(id);
      // Another client's token is unknown to this one: it is neither used up nor counted as reuse.
      if (row === undefined || row['clientId'] !== principal.clientId) return { outcome: 'unknown' };
      if (!timingSafeEqual(digest, row['refreshHash'] as Uint8Array)) return { outcome: 'unknown' };
      const family = row['family'] as number;
      if (row['refreshedAt'] !== null) {
        if (revokeFamily) this.#endFamily(principal.clientId, family);
        return { outcome: 'reused', family };
      }
      this.#database.sql('UPDATE tokens SET refreshedAt = ? WHERE id = ?').run(this.#clock.now(), id);
      return { outcome: 'renewed', pair: this.#insertPair(principal, family) };
    });
  }

  /** The owner of an access token, or why it is invalid; the reason is for the log only. */
  verify(accessToken: string): { readonly principal: Principal } | { readonly reason: 'unknown' | 'expired' } {
    if (accessToken.length > SECRET_LENGTH_MAX) return { reason: 'unknown' };
    const name = hash('sha256', accessToken, 'latin1');
    const live = this.#live.get(name) ?? this.#load(accessToken, name);
    if (live === undefined) return { reason: 'unknown' };
    if (this.#clock.now() < live.expiresAt && this.#clock.monotonic() < live.deadline) return live;
    this.#expire(name, live);
    return { reason: 'expired' };
  }

  /** Ends every token of a client, inside a write operation of the same space. */
  endClientNow(clientId: string): void {
    this.#database.sql('DELETE FROM tokens WHERE clientId = ?').run(clientId);
    this.#forget((live) => live.principal.clientId === clientId);
  }

  /** @param family number of the family's first pair; undefined for a new family */
  #insertPair({ clientId, organisationId }: Principal, family?: number): TokenPair {
    const now = this.#clock.now();
    if (++this.#pairs % SWEEP_EVERY === 0) this.#sweep(now);
    const id = this.#nextNumber();
    const accessToken = newToken('at', id);
    const refreshToken = newToken('rt', id);
    this.#database
      .sql(
        'INSERT INTO tokens (id, family, clientId, organisationId, accessHash, refreshHash, expiresAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(
        id,
        family ?? id,
        clientId,
        organisationId,
        hash('sha256', accessToken, 'buffer'),
        hash('sha256', refreshToken, 'buffer'),
        now + LIFETIME_MS,
      );
    return { accessToken, refreshToken, expiresIn: Math.floor((LIFETIME_MS - 1) / 1000) };
  }

  /** Numbers increase; one whose transaction failed is skipped. Only this process writes them. */
  #nextNumber(): number {
    this.#last ??= (this.#database.sql('SELECT max(id) AS last FROM tokens').get()!['last'] as number | null) ?? 0;
    this.#last++;
    return this.#last;
  }

  /** Removes pairs whose refresh token was used long ago; their access token has expired by then. */
  #sweep(now: number): void {
    this.#database
      .sql('DELETE FROM tokens WHERE id IN (SELECT id FROM tokens WHERE refreshedAt <= ? LIMIT ?)')
      .run(now - USED_KEPT_MS, SWEEP);
  }

  #endFamily(clientId: string, family: number): void {
    this.#database
      .sql(
        'UPDATE tokens SET accessHash = NULL, refreshedAt = coalesce(refreshedAt, ?) WHERE clientId = ? AND family = ?',
      )
      .run(this.#clock.now(), clientId, family);
    this.#forget((live) => live.principal.clientId === clientId && live.family === family);
  }

  #load(accessToken: string, name: string): LiveToken | undefined {
    const id = rowOfToken('at', accessToken);
    if (id === undefined) return undefined;
    const row = this.#database
      .sql(
        'SELECT clientId, organisationId, family, accessHash, expiresAt FROM tokens WHERE id = ? AND accessHash IS NOT NULL',
      )
      .get(id);
    if (row === undefined || !timingSafeEqual(Buffer.from(name, 'latin1'), row['accessHash'] as Uint8Array))
      return undefined;
    const expiresAt = row['expiresAt'] as number;
    // After a step back the wall clock would allow more than a lifetime.
    const left = Math.min(LIFETIME_MS, expiresAt - this.#clock.now());
    const live: LiveToken = {
      id,
      principal: { clientId: row['clientId'] as string, organisationId: row['organisationId'] as string },
      family: row['family'] as number,
      expiresAt,
      deadline: this.#clock.monotonic() + left,
      isEnding: false,
    };
    if (this.#live.size >= CACHE_MAX) this.#live.clear();
    this.#live.set(name, live);
    return live;
  }

  /**
   * Stores the expiry if the wall clock does not show it, so that a later step does not undo it. Until that is on disk
   * it is remembered here, or the next caller would read a live token from the table.
   */
  #expire(name: string, live: LiveToken): void {
    if (this.#clock.now() >= live.expiresAt || live.isEnding) return;
    live.isEnding = true;
    const note = this.#database.writer.run(() =>
      this.#database.sql('UPDATE tokens SET accessHash = NULL WHERE id = ?').run(live.id),
    );
    note.then(
      () => this.#live.delete(name),
      // If it cannot be stored now, the next use of the token tries again.
      () => (live.isEnding = false),
    );
  }

  #forget(gone: (live: LiveToken) => boolean): void {
    for (const [name, live] of this.#live) if (gone(live)) this.#live.delete(name);
  }
}
