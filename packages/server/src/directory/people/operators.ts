import type { OperatorRole } from '@fieldbridge/contract';
import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { ServerKey } from '../../storage/server-key.ts';
import type { Audit } from '../audit.ts';
import { foldedName } from '../name.ts';
import { newSecret, SECRET_LENGTH_MAX } from '../secret.ts';

/** A person at the desk. */
export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly createdAt: number;
  readonly keyChangedAt: number;
  /** Null for a key that does not expire. */
  readonly keyExpiresAt: number | null;
  readonly lastSignInAt: number | null;
}

const COLUMNS = 'id, name, role, createdAt, keyChangedAt, keyExpiresAt, lastSignInAt';

/** The named operators. Each has a personal key, stored as a keyed hash and shown once. */
export class Operators {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #audit: Audit;
  readonly #key: ServerKey;

  constructor(store: SpaceStore, clock: Clock, audit: Audit, key: ServerKey) {
    this.#store = store;
    this.#clock = clock;
    this.#audit = audit;
    this.#key = key.derive('operators');
  }

  /** Whether the desk has never had an operator. */
  async areNone(from: Reader = this.#store): Promise<boolean> {
    return (await from.first('SELECT 1 FROM operators LIMIT 1')) === undefined;
  }

  /** Creates the first operator of an empty desk, with this key; does nothing if there has been one before. */
  async first(name: string, key: string): Promise<void> {
    await this.#store.write(async (tx) => {
      if (await this.areNone(tx)) await this.#insert(tx, 'server', name, 'operator', null, key);
    });
  }

  /**
   * @param expiresAt when the key expires; null for never
   * @returns the operator and the key, which is only in the result
   * @throws ProblemError name-taken
   */
  add(
    actor: string,
    name: string,
    role: OperatorRole = 'operator',
    expiresAt: number | null = null,
  ): Promise<{ operator: Operator; key: string }> {
    return this.#store.write((tx) => this.#insert(tx, actor, name, role, expiresAt));
  }

  /** Gives an operator another role, which applies to the next request. @throws ProblemError not-found, conflict */
  changeRole(actor: string, id: string, role: OperatorRole): Promise<Operator> {
    return this.#store.write(async (tx) => {
      const before = await this.require(id, tx);
      if (role !== 'operator') await this.#requireAnother(tx, id);
      await tx.run('UPDATE operators SET role = ? WHERE id = ?', role, id);
      const details = { from: before.role, to: role };
      await this.#audit.noteNow(tx, { actor, action: 'operator.role-changed', subject: id, details });
      return { ...before, role };
    });
  }

  /**
   * Replaces a key and ends the operator's sessions. @param expiresAt as for `add`
   * @throws ProblemError not-found
   */
  replaceKey(actor: string, id: string, expiresAt: number | null = null): Promise<{ operator: Operator; key: string }> {
    return this.#store.write(async (tx) => {
      await this.require(id, tx);
      const key = newSecret('op');
      const now = this.#clock.now();
      await tx.run(
        'UPDATE operators SET keyHash = ?, keyChangedAt = ?, keyExpiresAt = ? WHERE id = ?',
        ...[this.#key.hash(key), now, expiresAt, id],
      );
      await tx.run('DELETE FROM sessions WHERE ownerId = ?', id);
      await this.#audit.noteNow(tx, { actor, action: 'operator.key-replaced', subject: id });
      return { operator: await this.require(id, tx), key };
    });
  }

  /**
   * Removes an operator and the sessions. The last one who may do everything cannot be removed.
   * @throws ProblemError not-found, conflict
   */
  remove(actor: string, id: string): Promise<void> {
    return this.#store.write(async (tx) => {
      const { name } = await this.require(id, tx);
      await this.#requireAnother(tx, id);
      await tx.run('DELETE FROM sessions WHERE ownerId = ?', id);
      // The name can be reused; the row stays for the audit trail.
      await tx.run(
        'UPDATE operators SET removedAt = ?, name = ?, keyHash = ? WHERE id = ?',
        ...[this.#clock.now(), `${name} (${id})`, this.#key.hash(newSecret('op')), id],
      );
      await this.#audit.noteNow(tx, { actor, action: 'operator.removed', subject: id, details: { name } });
    });
  }

  /** The owner of a key. */
  byKey(key: string): Awaitable<Operator | undefined> {
    if (key.length > SECRET_LENGTH_MAX) return undefined;
    // Looked up by its keyed hash: the comparisons in the index reveal nothing about the key.
    const text = `SELECT ${COLUMNS} FROM operators WHERE keyHash = ? AND removedAt IS NULL`;
    return this.#store.first<Operator>(text, this.#key.hash(key));
  }

  /** @param from the transaction to read in, if one is open */
  get(id: string, from: Reader = this.#store): Awaitable<Operator | undefined> {
    return from.first<Operator>(`SELECT ${COLUMNS} FROM operators WHERE id = ? AND removedAt IS NULL`, id);
  }

  /** @param from as for `get` @throws ProblemError not-found */
  async require(id: string, from: Reader = this.#store): Promise<Operator> {
    const found = await this.get(id, from);
    if (found === undefined) throw new ProblemError('not-found', detailOf('There is no such operator.'));
    return found;
  }

  /** @param from as for `get` */
  list(from: Reader = this.#store): Awaitable<Operator[]> {
    return from.read<Operator>(`SELECT ${COLUMNS} FROM operators WHERE removedAt IS NULL ORDER BY id`);
  }

  /** @throws ProblemError conflict if nobody else could manage the operators */
  async #requireAnother(tx: Transaction, id: string): Promise<void> {
    const now = this.#clock.now();
    const isLeft = ({ role, keyExpiresAt }: Operator) => role === 'operator' && (keyExpiresAt ?? now + 1) > now;
    if ((await this.list(tx)).some((one) => one.id !== id && isLeft(one))) return;
    throw new ProblemError(
      'conflict',
      detailOf('This is the last one with the role operator: nobody could manage the operators any more.'),
    );
  }

  async #insert(
    tx: Transaction,
    actor: string,
    name: string,
    role: OperatorRole,
    expiresAt: number | null,
    key = newSecret('op'),
  ): Promise<{ operator: Operator; key: string }> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    const folded = foldedName(name);
    if ((await this.list(tx)).some((one) => foldedName(one.name) === folded))
      throw new ProblemError(
        'name-taken',
        detailOf('There already is an operator named {name}.', { name: JSON.stringify(name) }),
      );
    await tx.run(
      'INSERT INTO operators (id, name, role, keyHash, createdAt, keyChangedAt, keyExpiresAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[id, name, role, this.#key.hash(key), now, now, expiresAt],
    );
    await this.#audit.noteNow(tx, { actor, action: 'operator.created', subject: id, details: { name, role } });
    return { operator: await this.require(id, tx), key };
  }
}
