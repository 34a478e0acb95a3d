import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Audit } from '../directory/audit.ts';
import { foldedName } from '../directory/name.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../directory/secret.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import type { ServerKey } from '../storage/server-key.ts';

/** A person at the desk. */
export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly keyChangedAt: number;
  readonly lastSignInAt: number | null;
}

const COLUMNS = 'id, name, createdAt, keyChangedAt, lastSignInAt';

/** The named operators. Each has a personal key, stored as a keyed hash and shown once. */
export class Operators {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #audit: Audit;
  readonly #key: ServerKey;

  constructor(database: SpaceDatabase, clock: Clock, audit: Audit, key: ServerKey) {
    this.#database = database;
    this.#clock = clock;
    this.#audit = audit;
    this.#key = key.derive('operators');
  }

  /** Whether the desk has never had an operator. */
  areNone(): boolean {
    return this.#database.sql('SELECT 1 FROM operators LIMIT 1').get() === undefined;
  }

  /** Creates the first operator of an empty desk, with this key; does nothing if there was one before. */
  async first(name: string, key: string): Promise<void> {
    await this.#database.writer.run(() => {
      if (this.areNone()) this.#insert('server', name, key);
    });
  }

  /** @returns the operator and the key, which is only in the result @throws ProblemError name-taken */
  add(actor: string, name: string): Promise<{ operator: Operator; key: string }> {
    return this.#database.writer.run(() => this.#insert(actor, name));
  }

  /** Replaces a key and ends the operator's sessions. @throws ProblemError not-found */
  replaceKey(actor: string, id: string): Promise<{ operator: Operator; key: string }> {
    return this.#database.writer.run(() => {
      this.require(id);
      const key = newSecret('op');
      const now = this.#clock.now();
      this.#database
        .sql('UPDATE operators SET keyHash = ?, keyChangedAt = ? WHERE id = ?')
        .run(this.#key.hash(key), now, id);
      this.#database.sql('DELETE FROM sessions WHERE operatorId = ?').run(id);
      this.#audit.noteNow({ actor, action: 'operator.key-replaced', subject: id });
      return { operator: this.require(id), key };
    });
  }

  /** Removes an operator and the sessions. The last one cannot be removed. @throws ProblemError not-found, conflict */
  remove(actor: string, id: string): Promise<void> {
    return this.#database.writer.run(() => {
      const { name } = this.require(id);
      if (this.list().length === 1)
        throw new ProblemError('conflict', 'The last operator cannot be removed: nobody could sign in any more.');
      this.#database.sql('DELETE FROM sessions WHERE operatorId = ?').run(id);
      // The name can be reused; the row stays for the audit trail.
      this.#database
        .sql('UPDATE operators SET removedAt = ?, name = ?, keyHash = ? WHERE id = ?')
        .run(this.#clock.now(), `${name} (${id})`, this.#key.hash(newSecret('op')), id);
      this.#audit.noteNow({ actor, action: 'operator.removed', subject: id, details: { name } });
    });
  }

  /** The owner of a key. */
  byKey(key: string): Operator | undefined {
    if (key.length > SECRET_LENGTH_MAX) return undefined;
    // Looked up by its keyed hash: the comparisons in the index reveal nothing about the key.
    return this.#operator(
      this.#database
        .sql(`SELECT ${COLUMNS} FROM operators WHERE keyHash = ? AND removedAt IS NULL`)
        .get(this.#key.hash(key)),
    );
  }

  get(id: string): Operator | undefined {
    return this.#operator(
      this.#database.sql(`SELECT ${COLUMNS} FROM operators WHERE id = ? AND removedAt IS NULL`).get(id),
    );
  }

  /** @throws ProblemError not-found */
  require(id: string): Operator {
    const found = this.get(id);
    if (found === undefined) throw new ProblemError('not-found', 'There is no such operator.');
    return found;
  }

  list(): Operator[] {
    return this.#database
      .sql(`SELECT ${COLUMNS} FROM operators WHERE removedAt IS NULL ORDER BY id`)
      .all()
      .map((row) => this.#operator(row)!);
  }

  #operator(row: Record<string, unknown> | undefined): Operator | undefined {
    return row === undefined ? undefined : ({ ...row } as unknown as Operator);
  }

  #insert(actor: string, name: string, key = newSecret('op')): { operator: Operator; key: string } {
    const now = this.#clock.now();
    const id = uuidv7(now);
    const folded = foldedName(name);
    if (this.list().some((one) => foldedName(one.name) === folded))
      throw new ProblemError('name-taken', `There already is an operator named ${JSON.stringify(name)}.`);
    this.#database
      .sql('INSERT INTO operators (id, name, keyHash, createdAt, keyChangedAt) VALUES (?, ?, ?, ?, ?)')
      .run(id, name, this.#key.hash(key), now, now);
    this.#audit.noteNow({ actor, action: 'operator.created', subject: id, details: { name } });
    return { operator: this.require(id), key };
  }
}
