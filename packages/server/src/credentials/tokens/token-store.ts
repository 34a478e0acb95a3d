import { hash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { SpaceDatabase } from '../../storage/database.ts';
import { uuidv7 } from '../../uuid.ts';
import type { Principal } from '../credential.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../secret.ts';

/** Lifetime of an access token, as the document says. */
const LIFETIME_MS = 3_600_000;
/** How long a used refresh token is remembered, to tell its reuse from an invented one in the audit trail. */
const USED_KEPT_MS = 30 * 24 * 3_600_000;
/** Pairs between two sweeps, and rows each takes away at most: more than were added, so the tables stay bounded by what lives. */
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
  /** It was used before; `family` was revoked when that is set. */
  | { readonly outcome: 'reused'; readonly family: string };

interface LiveToken {
  readonly principal: Principal;
  readonly family: string;
  readonly expiresAt: number;
  /** On the monotonic clock: a wall clock that steps back does not lengthen a life. */
  readonly deadline: number;
}

/** Access and refresh tokens of one space: opaque, 256 random bits, stored as SHA-256, which a guess cannot undo. */
export class TokenStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #live = new Map<string, LiveToken>();
  #pairs = 0;

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Issues the first pair of a new family. */
  issue(principal: Principal): Promise<TokenPair> {
    return this.#database.writer.run(() => this.#insertPair(principal, uuidv7(this.#clock.now())));
  }

  /**
   * Uses a refresh token up and issues its successor in the same transaction: of concurrent uses exactly one wins.
   * @param revokeFamily whether reuse ends every token of the family (RFC 9700 §4.14.2)
   */
  redeem(refreshToken: string, principal: Principal, revokeFamily: boolean): Promise<Redeemed> {
    if (refreshToken.length > SECRET_LENGTH_MAX) return Promise.resolve({ outcome: 'unknown' });
    const digest = digestOf(refreshToken);
    return this.#database.writer.run((): Redeemed => {
      const row = this.#database.sql('SELECT clientId, family, usedAt FROM refreshTokens WHERE hash = ?').get(digest);
      // Another client's token is unknown to this one: it is neither used up nor counted as reuse.
      if (row === undefined || row['clientId'] !== principal.clientId) return { outcome: 'unknown' };
      const family = row['family'] as string;
      if (row['usedAt'] !== null) {
        if (revokeFamily) this.#endFamily(principal.clientId, family);
        return { outcome: 'reused', family };
      }
      this.#database.sql('UPDATE refreshTokens SET usedAt = ? WHERE hash = ?').run(this.#clock.now(), digest);
      return { outcome: 'renewed', pair: this.#insertPair(principal, family) };
    });
  }

  /** Whose access token this is, or why it is worth nothing; the reason is for the log only. */
  verify(accessToken: string): { readonly principal: Principal } | { readonly reason: 'unknown' | 'expired' } {
    if (accessToken.length > SECRET_LENGTH_MAX) return { reason: 'unknown' };
    const name = hash('sha256', accessToken, 'latin1');
    const live = this.#live.get(name) ?? this.#load(name);
    if (live === undefined) return { reason: 'unknown' };
    if (this.#clock.now() < live.expiresAt && this.#clock.monotonic() < live.deadline)
      return { principal: live.principal };
    this.#expire(name, live);
    return { reason: 'expired' };
  }

  /** Ends every token of a client, inside a write operation of the same space. */
  endClientNow(clientId: string): void {
    this.#database.sql('DELETE FROM accessTokens WHERE clientId = ?').run(clientId);
    this.#database.sql('DELETE FROM refreshTokens WHERE clientId = ?').run(clientId);
    this.#forget((live) => live.principal.clientId === clientId);
  }

  #insertPair(principal: Principal, family: string): TokenPair {
    const accessToken = newSecret('at');
    const refreshToken = newSecret('rt');
    const now = this.#clock.now();
    const { clientId, organisationId } = principal;
    this.#database
      .sql('INSERT INTO accessTokens (hash, clientId, organisationId, family, expiresAt) VALUES (?, ?, ?, ?, ?)')
      .run(digestOf(accessToken), clientId, organisationId, family, now + LIFETIME_MS);
    this.#database
      .sql('INSERT INTO refreshTokens (hash, clientId, organisationId, family, issuedAt) VALUES (?, ?, ?, ?, ?)')
      .run(digestOf(refreshToken), clientId, organisationId, family, now);
    if (++this.#pairs % SWEEP_EVERY === 0) this.#sweep(now);
    return { accessToken, refreshToken, expiresIn: Math.floor((LIFETIME_MS - 1) / 1000) };
  }

  #sweep(now: number): void {
    this.#database
      .sql('DELETE FROM accessTokens WHERE hash IN (SELECT hash FROM accessTokens WHERE expiresAt <= ? LIMIT ?)')
      .run(now - LIFETIME_MS, SWEEP);
    this.#database
      .sql('DELETE FROM refreshTokens WHERE hash IN (SELECT hash FROM refreshTokens WHERE usedAt <= ? LIMIT ?)')
      .run(now - USED_KEPT_MS, SWEEP);
  }

  #endFamily(clientId: string, family: string): void {
    this.#database.sql('DELETE FROM accessTokens WHERE clientId = ? AND family = ?').run(clientId, family);
    this.#database
      .sql('UPDATE refreshTokens SET usedAt = ? WHERE clientId = ? AND family = ? AND usedAt IS NULL')
      .run(this.#clock.now(), clientId, family);
    this.#forget((live) => live.family === family);
  }

  #load(name: string): LiveToken | undefined {
    const row = this.#database
      .sql('SELECT clientId, organisationId, family, expiresAt FROM accessTokens WHERE hash = ?')
      .get(Buffer.from(name, 'latin1'));
    if (row === undefined) return undefined;
    const expiresAt = row['expiresAt'] as number;
    // After a step back the wall clock would promise more than a lifetime.
    const left = Math.min(LIFETIME_MS, expiresAt - this.#clock.now());
    const live: LiveToken = {
      principal: { clientId: row['clientId'] as string, organisationId: row['organisationId'] as string },
      family: row['family'] as string,
      expiresAt,
      deadline: this.#clock.monotonic() + left,
    };
    if (this.#live.size >= CACHE_MAX) this.#live.clear();
    this.#live.set(name, live);
    return live;
  }

  /** One clock says that it is over, so it stays over: a later step of the other does not bring it back. */
  #expire(name: string, live: LiveToken): void {
    if (this.#clock.now() >= live.expiresAt) return;
    this.#live.delete(name);
    const note = this.#database.writer.run(() =>
      this.#database.sql('DELETE FROM accessTokens WHERE hash = ?').run(Buffer.from(name, 'latin1')),
    );
    // When it cannot be written now, the next use of the token tries again.
    note.catch(() => this.#live.set(name, live));
  }

  #forget(gone: (live: LiveToken) => boolean): void {
    for (const [name, live] of this.#live) if (gone(live)) this.#live.delete(name);
  }
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
