import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import type { Audit } from '../directory/audit.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../directory/secret.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { ServerKey } from '../storage/server-key.ts';
import type { Operator, Operators } from './operators.ts';

/** A working day and some more. */
const LIFETIME_MS = 12 * 3_600_000;

/** A session that was just opened; only here are cookie and CSRF token in clear text. */
export interface OpenedSession {
  readonly operator: Operator;
  readonly token: string;
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** An open session of a request: whose it is, and the check of its CSRF token. */
export interface FoundSession {
  readonly operator: Operator;
  readonly expiresAt: number;
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
  readonly operatorId: string;
  readonly csrfHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Browser sessions of operators, stored as keyed hashes. While the process runs, their twelve hours are counted on the
 * monotonic clock: setting the wall clock neither lengthens nor ends a session. After a restart the highest
 * time ever seen decides.
 */
export class Sessions {
  readonly #store: SpaceStore;
  readonly #operators: Operators;
  readonly #key: ServerKey;
  readonly #clock: Clock;
  readonly #validity: Validity;
  readonly #audit: Audit;
  /** When sessions end, on the monotonic clock, by their hash in hex. */
  readonly #deadlines = new Map<string, number>();

  constructor(store: SpaceStore, operators: Operators, key: ServerKey, clocks: Clocks, audit: Audit) {
    this.#audit = audit;
    this.#store = store;
    this.#operators = operators;
    this.#key = key.derive('sessions');
    this.#clock = clocks.clock;
    this.#validity = clocks.validity;
  }

  /**
   * Opens a session and removes expired ones.
   * @throws ProblemError not-authenticated if the operator was removed, or got another key, since the key was checked
   */
  async open(operator: Operator): Promise<OpenedSession> {
    const token = newSecret('se');
    const csrfToken = newSecret('se');
    const now = this.#clock.now();
    const begin = this.#validity.now();
    const over = await this.#store.write(async (tx) => {
      if ((await this.#operators.get(operator.id, tx))?.keyChangedAt !== operator.keyChangedAt)
        throw new ProblemError('not-authenticated', 'The operator key is wrong.');
      const over = await this.#sweep(tx);
      await tx.run(
        'INSERT INTO sessions (hash, operatorId, csrfHash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)',
        ...[this.#key.hash(token), operator.id, this.#key.hash(csrfToken), begin, begin + LIFETIME_MS],
      );
      await tx.run('UPDATE operators SET lastSignInAt = ? WHERE id = ?', now, operator.id);
      await this.#audit.noteNow(tx, { actor: operator.name, action: 'operator.signed-in', subject: operator.id });
      return over;
    });
    for (const hash of over) this.#deadlines.delete(hash);
    this.#deadlines.set(this.#key.hash(token).toString('hex'), this.#clock.monotonic() + LIFETIME_MS);
    return { operator, token, csrfToken, expiresAt: now + LIFETIME_MS };
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
    const operator = await this.#operators.get(row.operatorId);
    if (operator === undefined) return undefined;
    return {
      operator,
      expiresAt: Math.round(this.#clock.now() + left),
      isCsrf: (text) => text.length <= SECRET_LENGTH_MAX && this.#key.matches(text, row.csrfHash),
    };
  }

  /** Ends a session; ending one that is over is not an error. */
  async close(token: string): Promise<void> {
    const hash = this.#key.hash(token);
    await this.#store.write(async (tx) => {
      const row = await tx.first<SessionRow>('SELECT * FROM sessions WHERE hash = ?', hash);
      const operator = row && (await this.#operators.get(row.operatorId, tx));
      await tx.run('DELETE FROM sessions WHERE hash = ?', hash);
      if (operator === undefined) return;
      await this.#audit.noteNow(tx, { actor: operator.name, action: 'operator.signed-out', subject: operator.id });
    });
    this.#deadlines.delete(hash.toString('hex'));
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
