import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { SpaceDatabase } from '../../storage/database.ts';
import type { Principal } from '../credential.ts';
import { SECRET_LENGTH_MAX } from '../secret.ts';
import { newToken, rowOfToken } from './token-text.ts';

/** Lifetime of an access token, as the document says. */
const LIFETIME_MS = 3_600_000;
/** How long a used refresh token is remembered, to tell its reuse from an invented one in the audit trail. */
const USED_KEPT_MS = 30 * 24 * 3_600_000;
/** Pairs between two sweeps, and rows each takes away at most: more than were added, so the table stays bounded by what lives. */
const SWEEP_EVERY = 64;
const SWEEP = 256;
/** Access tokens remembered for quick verification. */
const CACHE_MAX = 50_000;

/** A fresh pair; the only place where the tokens stand in clear. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Whole seconds the access token still lives: 3599 for a fresh one. */
  readonly expiresIn: number;
}

/** What became of a refresh token that was presented. */
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
  /** On the monotonic clock: a wall clock that steps back does not lengthen a life. */
  readonly deadline: number;
  /** Its end is being written down. */
  isEnding: boolean;
}

/** Access and refresh tokens of one space: opaque, 256 random bits, stored as SHA-256, which a guess cannot undo. */
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

  /** Whose access token this is, or why it is worth nothing; the reason is for the log only. */
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

  /** Numbers go up; one whose transaction failed is left out. This process is the only one that writes. */
  #nextNumber(): number {
    this.#last ??= (this.#database.sql('SELECT max(id) AS last FROM tokens').get()!['last'] as number | null) ?? 0;
    this.#last++;
    return this.#last;
  }

  /** A pair is done with when its refresh token was used long ago; its access token is over by then. */
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
    // After a step back the wall clock would promise more than a lifetime.
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
   * Where the wall clock does not say so itself, that it is over is written down: a later step does not bring it back. Until it is on the
   * disk it is remembered here, or the next caller would find it there with a life before it.
   */
  #expire(name: string, live: LiveToken): void {
    if (this.#clock.now() >= live.expiresAt || live.isEnding) return;
    live.isEnding = true;
    const note = this.#database.writer.run(() =>
      this.#database.sql('UPDATE tokens SET accessHash = NULL WHERE id = ?').run(live.id),
    );
    note.then(
      () => this.#live.delete(name),
      // When it cannot be written now, the next use of the token tries again.
      () => (live.isEnding = false),
    );
  }

  #forget(gone: (live: LiveToken) => boolean): void {
    for (const [name, live] of this.#live) if (gone(live)) this.#live.delete(name);
  }
}
