import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';
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
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(database: SpaceDatabase, clock: Clock, audit: Audit) {
    this.#database = database;
    this.#clock = clock;
    this.#audit = audit;
  }

  /** @throws ProblemError name-taken */
  add(actor: string, fields: OrganisationFields): Promise<Organisation> {
    return this.#database.writer.run(() => this.addNow(actor, fields));
  }

  /** Like `add`, inside a write operation of the desk. */
  addNow(actor: string, { name, contact = null, note = null }: OrganisationFields): Organisation {
    const now = this.#clock.now();
    const organisation: Organisation = { id: uuidv7(now), name, contact, note, createdAt: now, modifiedAt: now };
    this.#requireFree(name);
    this.#database
      .sql('INSERT INTO organisations (id, name, contact, note, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)')
      .run(organisation.id, name, contact, note, now, now);
    this.#audit.noteNow({
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
    return this.#database.writer.run(() => {
      const present = this.require(id);
      check(present);
      const next: Organisation = { ...present, ...fields, modifiedAt: this.#clock.now() };
      this.#requireFree(next.name, id);
      this.#database
        .sql('UPDATE organisations SET name = ?, contact = ?, note = ?, modifiedAt = ? WHERE id = ?')
        .run(next.name, next.contact, next.note, next.modifiedAt, id);
      this.#audit.noteNow({
        actor,
        action: 'organisation.changed',
        subject: id,
        organisationId: id,
        details: { fields: Object.keys(fields) },
      });
      return next;
    });
  }

  get(id: string): Organisation | undefined {
    const row = this.#database.sql('SELECT * FROM organisations WHERE id = ?').get(id);
    return row === undefined ? undefined : ({ ...row } as unknown as Organisation);
  }

  /** The organisation of this name, ignoring case. */
  byName(name: string): Organisation | undefined {
    const row = this.#database.sql('SELECT id FROM organisations WHERE name = ?').get(name);
    if (row !== undefined) return this.get(row['id'] as string);
    const folded = foldedName(name);
    const all = this.#database.sql('SELECT id, name FROM organisations').all();
    const found = all.find((one) => foldedName(one['name'] as string) === folded);
    return found === undefined ? undefined : this.get(found['id'] as string);
  }

  /** @throws ProblemError not-found */
  require(id: string): Organisation {
    const found = this.get(id);
    if (found === undefined) throw new ProblemError('not-found', 'There is no such organisation.');
    return found;
  }

  /** In order of creation. @param after id to continue after */
  list(limit: number, after = ''): Organisation[] {
    const rows = this.#database.sql('SELECT * FROM organisations WHERE id > ? ORDER BY id LIMIT ?').all(after, limit);
    return rows.map((row) => ({ ...row }) as unknown as Organisation);
  }

  /** @param except the organisation whose own name it may be @throws ProblemError name-taken */
  #requireFree(name: string, except?: string): void {
    const taken = this.byName(name);
    if (taken !== undefined && taken.id !== except)
      throw new ProblemError('name-taken', `There already is an organisation named ${JSON.stringify(taken.name)}.`);
  }
}
