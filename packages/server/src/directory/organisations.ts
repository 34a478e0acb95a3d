import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../storage/port/space-store.ts';
import type { Audit } from './audit.ts';
import { foldedName } from './name.ts';

/** A client organisation. Times in milliseconds since 1970. */
export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly contact: string | null;
  readonly note: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The editable fields of an organisation. */
export interface OrganisationFields {
  readonly name: string;
  readonly contact?: string | null;
  readonly note?: string | null;
}

/** The organisations the desk serves. */
export class Organisations {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(store: SpaceStore, clock: Clock, audit: Audit) {
    this.#store = store;
    this.#clock = clock;
    this.#audit = audit;
  }

  /** Number of organisations. */
  async count(): Promise<number> {
    const text = 'SELECT count(*) AS count FROM organisations';
    return (await this.#store.first<{ count: number }>(text))!.count;
  }

  /** @throws ProblemError name-taken */
  add(actor: string, fields: OrganisationFields): Promise<Organisation> {
    return this.#store.write((tx) => this.addNow(tx, actor, fields));
  }

  /** Like `add`, in a transaction of the desk's space. */
  async addNow(
    tx: Transaction,
    actor: string,
    { name, contact = null, note = null }: OrganisationFields,
  ): Promise<Organisation> {
    const now = this.#clock.now();
    const organisation: Organisation = { id: uuidv7(now), name, contact, note, createdAt: now, modifiedAt: now };
    await this.#requireFree(tx, name);
    await tx.run(
      'INSERT INTO organisations (id, name, contact, note, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)',
      ...[organisation.id, name, contact, note, now, now],
    );
    await this.#audit.noteNow(tx, {
      actor,
      action: 'organisation.created',
      subject: organisation.id,
      organisationId: organisation.id,
      details: { name },
    });
    return organisation;
  }

  /**
   * @param check called with the current state before the change, inside the transaction @throws ProblemError
   * not-found, name-taken
   */
  change(
    actor: string,
    id: string,
    fields: Partial<OrganisationFields>,
    check: (present: Organisation) => void,
  ): Promise<Organisation> {
    return this.#store.write(async (tx) => {
      const present = await this.require(id, tx);
      check(present);
      const next: Organisation = { ...present, ...fields, modifiedAt: this.#clock.now() };
      await this.#requireFree(tx, next.name, id);
      await tx.run(
        'UPDATE organisations SET name = ?, contact = ?, note = ?, modifiedAt = ? WHERE id = ?',
        ...[next.name, next.contact, next.note, next.modifiedAt, id],
      );
      await this.#audit.noteNow(tx, {
        actor,
        action: 'organisation.changed',
        subject: id,
        organisationId: id,
        details: { fields: Object.keys(fields) },
      });
      return next;
    });
  }

  /** @param from the transaction to read in, if one is open */
  get(id: string, from: Reader = this.#store): Awaitable<Organisation | undefined> {
    return from.first<Organisation>('SELECT * FROM organisations WHERE id = ?', id);
  }

  /** The organisation of this name, ignoring case. @param from as for `get` */
  async byName(name: string, from: Reader = this.#store): Promise<Organisation | undefined> {
    const same = await from.first<Organisation>('SELECT * FROM organisations WHERE name = ?', name);
    if (same !== undefined) return same;
    const folded = foldedName(name);
    const all = await from.read<Pick<Organisation, 'id' | 'name'>>('SELECT id, name FROM organisations');
    const found = all.find((one) => foldedName(one.name) === folded);
    return found === undefined ? undefined : this.get(found.id, from);
  }

  /** @param from as for `get` @throws ProblemError not-found */
  async require(id: string, from: Reader = this.#store): Promise<Organisation> {
    const found = await this.get(id, from);
    if (found === undefined) throw new ProblemError('not-found', detailOf('There is no such organisation.'));
    return found;
  }

  /** In order of creation. @param after id to continue after */
  list(limit: number, after = ''): Awaitable<Organisation[]> {
    return this.#store.read<Organisation>('SELECT * FROM organisations WHERE id > ? ORDER BY id LIMIT ?', after, limit);
  }

  /** @param except the organisation whose own name it may be @throws ProblemError name-taken */
  async #requireFree(tx: Transaction, name: string, except?: string): Promise<void> {
    const taken = await this.byName(name, tx);
    if (taken !== undefined && taken.id !== except)
      throw new ProblemError(
        'name-taken',
        detailOf('There already is an organisation named {name}.', { name: JSON.stringify(taken.name) }),
      );
  }
}
