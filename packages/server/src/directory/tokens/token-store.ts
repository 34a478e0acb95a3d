import { hash, timingSafeEqual } from 'node:crypto';
import { after } from '../../core/after.ts';
import type { HighestTime } from '../../storage/highest-time.ts';
import type { Awaitable, SpaceStore, Transaction, Value } from '../../storage/port/space-store.ts';
import type { Principal } from '../credential.ts';
import { SECRET_LENGTH_MAX } from '../secret.ts';
import { newToken, rowOfToken } from './token-text.ts';

/** Lifetime of an access token, as the document says. */
const LIFETIME_MS = 3_600_000;
/** How long a used refresh token is remembered, to distinguish its reuse from an invented one in the audit trail. */
const USED_KEPT_MS = 30 * 24 * 3_600_000;
/**
 * New pairs between two sweeps, and the most rows removed by a sweep: more than were added, so the number of live pairs
 * limits the size of the table.
 */
const SWEEP_EVERY = 64;
const SWEEP = 256;
/** Pairs that a server numbers before it needs another range. */
const RANGE = 2 ** 28;
/** The mark for other servers when tokens end. */
const MARK = 'tokens';
const INSERT = `INSERT INTO tokens (id, family, clientId, organisationId, accessHash, refreshHash, expiresAt)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
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

/** The owner of an access token, or why it is invalid. */
export type Verified = { readonly principal: Principal } | { readonly reason: 'unknown' | 'expired' };

/** The owner of a new pair. */
interface PairOwner {
  readonly principal: Principal;
  /** The number of the family's first pair; undefined for a new family. */
  readonly family?: number;
}

interface LiveToken {
  readonly principal: Principal;
  readonly family: number;
  readonly expiresAt: number;
}

/**
 * Access and refresh tokens of one space: opaque, 256 random bits, stored as SHA-256, which cannot be reversed by
 * guessing.
 */
export class TokenStore {
  readonly #store: SpaceStore;
  readonly #clock: Pick<HighestTime, 'now' | 'keep'>;
  /** By SHA-256 of the token. */
  readonly #live = new Map<string, LiveToken>();
  /** Counts endings: a token that was read before one is not cached after it. */
  #endings = 0;
  #pairs = 0;
  #last: number | undefined;

  /** @param clock never steps back, so that setting the wall clock back prolongs no token */
  constructor(store: SpaceStore, clock: Pick<HighestTime, 'now' | 'keep'>) {
    this.#store = store;
    this.#clock = clock;
    store.memory.onMark(MARK, () => this.#forget(() => true));
  }

  /** Issues the first pair of a new family. */
  issue(principal: Principal): Promise<TokenPair> {
    return this.#store.together(this.#insertFirst, principal, 1, []);
  }

  /**
   * Uses up a refresh token and issues its successor in the same transaction: of concurrent uses exactly one wins.
   * @param revokeFamily whether reuse ends every token of the family (RFC 9700 §4.14.2)
   */
  async redeem(refreshToken: string, principal: Principal, revokeFamily: boolean): Promise<Redeemed> {
    const id = rowOfToken('rt', refreshToken);
    if (id === undefined) return { outcome: 'unknown' };
    const digest = hash('sha256', refreshToken, 'buffer');
    const renew = async (tx: Transaction): Promise<Redeemed> => {
      const text = 'SELECT clientId, family, refreshHash, refreshedAt FROM tokens WHERE id = ?';
      const row = await tx.first<RefreshRow>(text, id);
      // Another client's token is unknown to this one: it is neither used up nor counted as reuse.
      if (row === undefined || row.clientId !== principal.clientId) return { outcome: 'unknown' };
      if (!timingSafeEqual(digest, row.refreshHash)) return { outcome: 'unknown' };
      const { family, refreshedAt } = row;
      if (refreshedAt !== null) {
        if (revokeFamily) await this.#endFamily(tx, principal.clientId, family);
        return { outcome: 'reused', family };
      }
      await tx.run('UPDATE tokens SET refreshedAt = ? WHERE id = ?', this.#clock.now(), id);
      const [pair] = await this.#insertPairs(tx, [{ principal, family }]);
      return { outcome: 'renewed', pair: pair! };
    };
    // The end of a family must not overtake a successor in it, and only the row states the family.
    const redeemed = await this.#store.many(renew, 1, [principal.clientId]);
    // Only now: before the commit another caller would read the old rows again.
    if (redeemed.outcome === 'reused' && revokeFamily)
      this.#forget((live) => live.principal.clientId === principal.clientId && live.family === redeemed.family);
    return redeemed;
  }

  /** The owner of an access token, or why it is invalid, at once if it is cached; the reason is for the log only. */
  verify(accessToken: string): Awaitable<Verified> {
    if (accessToken.length > SECRET_LENGTH_MAX) return { reason: 'unknown' };
    const name = hash('sha256', accessToken, 'latin1');
    const live = this.#store.memory.isCurrent ? this.#live.get(name) : undefined;
    return after(live ?? this.#load(accessToken, name), (found) => this.#judge(found));
  }

  #judge(live: LiveToken | undefined): Verified {
    if (live === undefined) return { reason: 'unknown' };
    if (this.#clock.now() < live.expiresAt) return live;
    // A server that is killed now must not accept it later, either.
    this.#clock.keep(live.expiresAt);
    return { reason: 'expired' };
  }

  /** Ends every token of a client in a transaction of the same space. Call `forgetClient` when it is committed. */
  async endClientNow(tx: Transaction, clientId: string): Promise<void> {
    await tx.run('DELETE FROM tokens WHERE clientId = ?', clientId);
    await tx.mark(MARK);
  }

  /** Forgets the tokens of a client, which have ended. */
  forgetClient(clientId: string): void {
    this.#forget((live) => live.principal.clientId === clientId);
  }

  readonly #insertFirst = (tx: Transaction, principals: readonly Principal[]): Promise<TokenPair[]> =>
    this.#insertPairs(
      tx,
      principals.map((principal) => ({ principal })),
    );

  async #insertPairs(tx: Transaction, owners: readonly PairOwner[]): Promise<TokenPair[]> {
    const now = this.#clock.now();
    const sweeps = Math.floor(((this.#pairs % SWEEP_EVERY) + owners.length) / SWEEP_EVERY);
    this.#pairs += owners.length;
    if (sweeps > 0) await this.#sweep(tx, now, sweeps * SWEEP);
    const [rows, pairs]: [Value[][], TokenPair[]] = [[], []];
    for (const { principal, family } of owners) {
      const id = await this.#nextNumber(tx);
      const accessToken = newToken('at', id);
      const refreshToken = newToken('rt', id);
      rows.push([
        ...[id, family ?? id, principal.clientId, principal.organisationId],
        ...[hash('sha256', accessToken, 'buffer'), hash('sha256', refreshToken, 'buffer'), now + LIFETIME_MS],
      ]);
      pairs.push({ accessToken, refreshToken, expiresIn: Math.floor((LIFETIME_MS - 1) / 1000) });
    }
    // Not awaited, so that the commit can be sent with it; the commit reports a failure.
    void tx.insertEach(INSERT, rows);
    return pairs;
  }

  /** Numbers increase; those of failed transactions are skipped. Each server draws them from its own range. */
  async #nextNumber(tx: Transaction): Promise<number> {
    if (this.#store.memory.isShared && (this.#last === undefined || this.#last % RANGE === RANGE - 1)) {
      const range = (await tx.range())!;
      if (this.#last === undefined || this.#last % RANGE === RANGE - 1) this.#last = range * RANGE;
    } else if (this.#last === undefined) {
      const stored = await tx.first<{ last: number | null }>('SELECT max(id) AS last FROM tokens');
      // Another operation may have looked it up meanwhile, and drawn numbers since.
      this.#last ??= stored!.last ?? 0;
    }
    this.#last++;
    return this.#last;
  }

  /** Removes pairs whose refresh token was used long ago; their access token has expired by then. */
  #sweep(tx: Transaction, now: number, most: number): Awaitable<number> {
    // In the order of the index: otherwise PostgreSQL, which assumes that many rows match, scans the table.
    const text = `DELETE FROM tokens WHERE id IN
      (SELECT id FROM tokens WHERE refreshedAt <= ? ORDER BY refreshedAt LIMIT ?)`;
    return tx.run(text, now - USED_KEPT_MS, most);
  }

  async #endFamily(tx: Transaction, clientId: string, family: number): Promise<void> {
    await tx.mark(MARK);
    await tx.run(
      'UPDATE tokens SET accessHash = NULL, refreshedAt = coalesce(refreshedAt, ?) WHERE clientId = ? AND family = ?',
      ...[this.#clock.now(), clientId, family],
    );
  }

  async #load(accessToken: string, name: string): Promise<LiveToken | undefined> {
    const id = rowOfToken('at', accessToken);
    if (id === undefined) return undefined;
    const endings = this.#endings;
    const row = await this.#store.first<AccessRow>(
      'SELECT clientId, organisationId, family, accessHash, expiresAt FROM tokens WHERE id = ? AND accessHash IS NOT NULL',
      id,
    );
    if (row === undefined || !timingSafeEqual(Buffer.from(name, 'latin1'), row.accessHash)) return undefined;
    const { clientId, organisationId, family, expiresAt } = row;
    const live: LiveToken = { principal: { clientId, organisationId }, family, expiresAt };
    if (endings !== this.#endings) return live;
    if (this.#live.size >= CACHE_MAX) this.#live.clear();
    this.#live.set(name, live);
    return live;
  }

  #forget(gone: (live: LiveToken) => boolean): void {
    this.#endings++;
    for (const [name, live] of this.#live) if (gone(live)) this.#live.delete(name);
  }
}

interface RefreshRow {
  readonly clientId: string;
  readonly family: number;
  readonly refreshHash: Uint8Array;
  readonly refreshedAt: number | null;
}

interface AccessRow {
  readonly clientId: string;
  readonly organisationId: string;
  readonly family: number;
  readonly accessHash: Uint8Array;
  readonly expiresAt: number;
}
