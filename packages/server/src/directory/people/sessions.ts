import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import type { Audit } from '../audit.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../secret.ts';
import type { Operator, Operators } from './operators.ts';
import type { People } from './people.ts';
import type { Person } from './person.ts';

/** A working day and some more. */
const LIFETIME_MS = 12 * 3_600_000;

/** Time after signing in during which secrets may be issued and roles changed. */
const FRESH_MS = 15 * 60_000;

/** Whose session it is. */
export type SessionOwner =
  | { readonly kind: 'operator'; readonly operator: Operator }
  | { readonly kind: 'person'; readonly person: Person };

/** A session that was just opened; only here is its cookie in clear text. */
export interface OpenedSession {
  readonly owner: SessionOwner;
  readonly token: string;
  /** Repeated by the page on every change. */
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** An open session of a request: whose it is, and the check of its CSRF token. */
export interface FoundSession {
  readonly owner: SessionOwner;
  readonly csrfToken: string;
  readonly expiresAt: number;
  /** Until when the sign-in is fresh enough for secrets and roles; past for one that is not. */
  readonly freshUntil: number;
  readonly isCsrf: (text: string) => boolean;
}

type Validity = Pick<Clock, 'now'>;
/** Two, because what a session states is by the wall clock. */
interface Clocks {
  readonly clock: Clock;
  readonly validity: Validity;
}

interface SessionRow {
  readonly hash: Uint8Array;
  readonly kind: SessionOwner['kind'];
  readonly ownerId: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Browser sessions of operators and people, stored as keyed hashes. The CSRF token is derived from the session's, so
 * that a page that is loaded again can ask for it. While the process runs, their twelve hours are counted on the
 * monotonic clock: setting the wall clock neither lengthens nor ends a session. After a restart the highest
 * time ever seen decides.
 */
export class Sessions {
  readonly #store: SpaceStore;
  readonly #operators: Operators;
  readonly #people: People;
  readonly #key: ServerKey;
  readonly #csrfKey: ServerKey;
  readonly #clock: Clock;
  readonly #validity: Validity;
  readonly #audit: Audit;
  /** When sessions end, on the monotonic clock, by their hash in hex. */
  readonly #deadlines = new Map<string, number>();

  constructor(
    store: SpaceStore,
    { operators, people }: { readonly operators: Operators; readonly people: People },
    key: ServerKey,
    clocks: Clocks,
    audit: Audit,
  ) {
    this.#people = people;
    this.#audit = audit;
    this.#store = store;
    this.#operators = operators;
    this.#key = key.derive('sessions');
    this.#csrfKey = key.derive('csrf');
    this.#clock = clocks.clock;
    this.#validity = clocks.validity;
  }

  /**
   * Opens a session and removes expired ones.
   * @throws ProblemError not-authenticated if the owner was removed, or got another key or password, since the check
   */
  async open(owner: SessionOwner): Promise<OpenedSession> {
    const token = newSecret('se');
    const now = this.#clock.now();
    const begin = this.#validity.now();
    const over = await this.#store.write(async (tx) => {
      await this.#requireUnchanged(owner, tx);
      const { id, name } = identityOf(owner);
      const over = await this.#sweep(tx);
      await tx.run(
        'INSERT INTO sessions (hash, kind, ownerId, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)',
        ...[this.#key.hash(token), owner.kind, id, begin, begin + LIFETIME_MS],
      );
      const table = owner.kind === 'operator' ? 'operators' : 'people';
      await tx.run(`UPDATE ${table} SET lastSignInAt = ? WHERE id = ?`, now, id);
      await this.#audit.noteNow(tx, { actor: name, action: `${owner.kind}.signed-in`, subject: id });
      return over;
    });
    for (const hash of over) this.#deadlines.delete(hash);
    this.#deadlines.set(this.#key.hash(token).toString('hex'), this.#clock.monotonic() + LIFETIME_MS);
    return { owner, token, csrfToken: this.#csrfOf(token), expiresAt: now + LIFETIME_MS };
  }

  /** The owner of a session, and the check of its CSRF token. */
  async find(token: string): Promise<FoundSession | undefined> {
    if (token.length > SECRET_LENGTH_MAX) return undefined;
    const hash = this.#key.hash(token);
    const row = await this.#store.first<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
    if (row === undefined) return undefined;
    const left = this.#left(hash.toString('hex'), row.createdAt, row.expiresAt);
    if (left <= 0) {
      this.#forget(hash);
      return undefined;
    }
    const owner = await this.#ownerOf(row);
    if (owner === undefined) return undefined;
    const now = this.#clock.now();
    const csrfToken = this.#csrfOf(token);
    return {
      owner,
      csrfToken,
      expiresAt: Math.round(now + left),
      freshUntil: Math.round(now + left - LIFETIME_MS + FRESH_MS),
      isCsrf: (text) => text.length === csrfToken.length && timingSafeEqual(Buffer.from(text), Buffer.from(csrfToken)),
    };
  }

  /** Ends a session; ending one that is over is not an error. */
  async close(token: string): Promise<void> {
    const hash = this.#key.hash(token);
    await this.#store.write(async (tx) => {
      const row = await tx.first<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
      const owner = row && (await this.#ownerOf(row, tx));
      await tx.run('DELETE FROM sessions WHERE hash = ?', hash);
      if (owner === undefined) return;
      const { id, name } = identityOf(owner);
      await this.#audit.noteNow(tx, { actor: name, action: `${owner.kind}.signed-out`, subject: id });
    });
    this.#deadlines.delete(hash.toString('hex'));
  }

  async #ownerOf({ kind, ownerId }: SessionRow, from: Reader = this.#store): Promise<SessionOwner | undefined> {
    if (kind === 'operator') {
      const operator = await this.#operators.get(ownerId, from);
      return operator && { kind, operator };
    }
    const person = await this.#people.find(ownerId, from);
    return person && { kind, person };
  }

  async #requireUnchanged(owner: SessionOwner, tx: Transaction): Promise<void> {
    const isSame =
      owner.kind === 'operator'
        ? (await this.#operators.get(owner.operator.id, tx))?.keyChangedAt === owner.operator.keyChangedAt
        : (await this.#people.find(owner.person.id, tx))?.accessChangedAt === owner.person.accessChangedAt;
    if (!isSame)
      throw new ProblemError('not-authenticated', 'This way in was changed while it was used. Sign in again.');
  }

  #csrfOf(token: string): string {
    return `fbct_${this.#csrfKey.hash(token).toString('base64url')}`;
  }

  /** Milliseconds left of a session. For one opened by an earlier process the highest time decides, once. */
  #left(hash: string, createdAt: number, expiresAt: number): number {
    let deadline = this.#deadlines.get(hash);
    if (deadline === undefined) {
      const now = this.#validity.now();
      // A clock set back to before its beginning must not lengthen its life.
      if (now >= expiresAt || now < createdAt - LIFETIME_MS) return 0;
      deadline = this.#clock.monotonic() + Math.min(LIFETIME_MS, expiresAt - now);
      this.#deadlines.set(hash, deadline);
    }
    return deadline - this.#clock.monotonic();
  }

  /** Stores that it is over: otherwise, after a restart, a wall clock that was set back would revive it. */
  #forget(hash: Buffer): void {
    // If that fails, the session is still over, and its next use tries again.
    this.#delete(hash).catch(() => {});
  }

  async #delete(hash: Buffer): Promise<void> {
    await this.#store.write((tx) => tx.run('DELETE FROM sessions WHERE hash = ?', hash));
    this.#deadlines.delete(hash.toString('hex'));
  }

  /** Removes expired sessions. @returns the hashes whose deadlines have passed, to forget after the commit */
  async #sweep(tx: Transaction): Promise<readonly string[]> {
    const rows = await tx.read<SessionRow>('SELECT hash, createdAt, expiresAt FROM sessions');
    for (const row of rows) {
      const hash = Buffer.from(row.hash).toString('hex');
      if (this.#left(hash, row.createdAt, row.expiresAt) > 0) continue;
      await tx.run('DELETE FROM sessions WHERE hash = ?', row.hash);
    }
    const now = this.#clock.monotonic();
    return [...this.#deadlines].filter(([, deadline]) => deadline <= now).map(([hash]) => hash);
  }
}

/** Id and name of the owner of a session. */
export function identityOf(owner: SessionOwner): { readonly id: string; readonly name: string } {
  return owner.kind === 'operator' ? owner.operator : owner.person;
}
