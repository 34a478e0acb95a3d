import type { Clock } from '../clock.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../credentials/secret.ts';
import type { ServerKey } from '../credentials/server-key.ts';
import { ProblemError } from '../http/problem.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { Operator, Operators } from './operators.ts';

/** A working day and a bit. */
const LIFETIME_MS = 12 * 3_600_000;

/** A session that was just opened; cookie and CSRF token are in clear here and nowhere else. */
export interface OpenedSession {
  readonly operator: Operator;
  readonly token: string;
  readonly csrfToken: string;
  readonly expiresAt: number;
}

/** Browser sessions of operators, stored as keyed hashes. */
export class Sessions {
  readonly #database: SpaceDatabase;
  readonly #operators: Operators;
  readonly #key: ServerKey;
  readonly #clock: Clock;

  constructor(database: SpaceDatabase, operators: Operators, key: ServerKey, clock: Clock) {
    this.#database = database;
    this.#operators = operators;
    this.#key = key.derive('sessions');
    this.#clock = clock;
  }

  /**
   * Opens a session and removes the ones that are over.
   * @throws ProblemError not-authenticated when the operator went, or got another key, since the key was looked at
   */
  async open(operator: Operator): Promise<OpenedSession> {
    const token = newSecret('se');
    const csrfToken = newSecret('se');
    const now = this.#clock.now();
    const expiresAt = now + LIFETIME_MS;
    await this.#database.writer.run(() => {
      if (this.#operators.get(operator.id)?.keyChangedAt !== operator.keyChangedAt)
        throw new ProblemError('not-authenticated', 'The operator key is wrong.');
      this.#database.sql('DELETE FROM sessions WHERE expiresAt <= ?').run(now);
      this.#database
        .sql('INSERT INTO sessions (hash, operatorId, csrfHash, createdAt, expiresAt) VALUES (?, ?, ?, ?, ?)')
        .run(this.#key.hash(token), operator.id, this.#key.hash(csrfToken), now, expiresAt);
      this.#database.sql('UPDATE operators SET lastSignInAt = ? WHERE id = ?').run(now, operator.id);
    });
    return { operator, token, csrfToken, expiresAt };
  }

  /** Whose session this is, and the check of its CSRF token. */
  find(
    token: string,
  ):
    | { readonly operator: Operator; readonly expiresAt: number; readonly isCsrf: (text: string) => boolean }
    | undefined {
    if (token.length > SECRET_LENGTH_MAX) return undefined;
    const row = this.#database.sql('SELECT * FROM sessions WHERE hash = ?').get(this.#key.hash(token));
    const now = this.#clock.now();
    // A clock that stepped back before the beginning is no reason to live longer.
    if (row === undefined || now >= (row['expiresAt'] as number) || now < (row['createdAt'] as number) - LIFETIME_MS)
      return undefined;
    const operator = this.#operators.get(row['operatorId'] as string);
    if (operator === undefined) return undefined;
    return {
      operator,
      expiresAt: row['expiresAt'] as number,
      isCsrf: (text) => text.length <= SECRET_LENGTH_MAX && this.#key.matches(text, row['csrfHash'] as Uint8Array),
    };
  }

  /** Ends a session; one that is over is no error. */
  close(token: string): Promise<void> {
    return this.#database.writer.run(() => {
      this.#database.sql('DELETE FROM sessions WHERE hash = ?').run(this.#key.hash(token));
    });
  }
}
