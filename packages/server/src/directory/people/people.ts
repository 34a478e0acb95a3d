import type { OperatorRole, PersonRoles } from '@fieldbridge/contract';
import type { Clock } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { ConstraintFailure } from '../../storage/port/constraint-failure.ts';
import type { Awaitable, Reader, SpaceStore, Transaction } from '../../storage/port/space-store.ts';
import type { Audit } from '../audit.ts';
import type { Language, Person } from './person.ts';

/** The fields of a person. */
export interface PersonFields {
  readonly organisationId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly language: Language;
  readonly deskRole: OperatorRole | null;
  readonly roles: PersonRoles;
  readonly weighBridges: readonly string[];
}

/** Checks a change before it is made. @param after undefined if the person is removed */
export type PersonCheck = (from: Reader, before: Person, after: Person | undefined) => Promise<void>;

type PersonRow = Omit<Person, 'roles' | 'weighBridges'> & { readonly roles: string; readonly weighBridges: string };

/** The people who sign in to the console. */
export class People {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #audit: Audit;

  constructor(store: SpaceStore, clock: Clock, audit: Audit) {
    this.#store = store;
    this.#clock = clock;
    this.#audit = audit;
  }

  /** @throws ProblemError name-taken if somebody has the e-mail address */
  async add(actor: string, fields: PersonFields): Promise<Person> {
    const now = this.#clock.now();
    const id = uuidv7(now);
    const { organisationId, name, email, language, deskRole, roles, weighBridges } = fields;
    return this.#store
      .write(async (tx) => {
        await tx.run(
          `INSERT INTO people (id, organisationId, name, email, language, deskRole, roles, weighBridges, createdAt,
             accessChangedAt)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          ...[id, organisationId, name, email, language, deskRole, JSON.stringify(roles), JSON.stringify(weighBridges)],
          ...[now, now],
        );
        const details = { name, deskRole, roles };
        await this.#note(tx, actor, 'person.created', { id, organisationId }, details);
        return this.require(id, tx);
      })
      .catch(refuseTaken);
  }

  /**
   * @param check refuses the change, in its transaction
   * @throws ProblemError not-found, name-taken
   */
  async change(actor: string, id: string, fields: Partial<PersonFields>, check?: PersonCheck): Promise<Person> {
    return this.#store
      .write(async (tx) => {
        const before = await this.require(id, tx);
        const after = { ...before, ...fields };
        await check?.(tx, before, after);
        await tx.run(
          `UPDATE people SET organisationId = ?, name = ?, email = ?, language = ?, deskRole = ?, roles = ?,
             weighBridges = ?, accessChangedAt = ? WHERE id = ?`,
          ...[after.organisationId, after.name, after.email, after.language, after.deskRole],
          ...[JSON.stringify(after.roles), JSON.stringify(after.weighBridges), this.#clock.now(), id],
        );
        await this.#note(tx, actor, 'person.changed', after, { fields: Object.keys(fields) });
        return this.require(id, tx);
      })
      .catch(refuseTaken);
  }

  /** Removes every passkey, password, link and session of a person, in a transaction of the desk's space. */
  async resetAccessNow(tx: Transaction, id: string): Promise<void> {
    for (const table of ['passwords', 'passkeys', 'personLinks'])
      await tx.run(`DELETE FROM ${table} WHERE personId = ?`, id);
    await tx.run('DELETE FROM sessions WHERE ownerId = ?', id);
    await tx.run('UPDATE people SET accessChangedAt = ? WHERE id = ?', this.#clock.now(), id);
  }

  /**
   * Removes a person with every passkey, password and session.
   * @param check refuses it, in its transaction
   * @throws ProblemError not-found
   */
  remove(actor: string, id: string, check?: PersonCheck): Promise<void> {
    return this.#store.write(async (tx) => {
      const person = await this.require(id, tx);
      await check?.(tx, person, undefined);
      await this.resetAccessNow(tx, id);
      // The row stays for the audit trail and the history of tickets, which have its id; the address is free again.
      await tx.run(
        'UPDATE people SET removedAt = ?, email = NULL, companySubject = NULL WHERE id = ?',
        this.#clock.now(),
        id,
      );
      await this.#note(tx, actor, 'person.removed', person, { name: person.name });
    });
  }

  /**
   * The person whom the company's provider has confirmed, new or known, with the roles that the company now assigns.
   * @param subject issuer and subject, which identify the person permanently
   */
  enterFromCompany(
    organisationId: string,
    subject: string,
    { name, roles }: Pick<PersonFields, 'name' | 'roles'>,
  ): Promise<Person> {
    return this.#store.write(async (tx) => {
      const now = this.#clock.now();
      const known = await this.#bySubject(tx, organisationId, subject);
      if (known !== undefined) {
        const text = 'UPDATE people SET name = ?, roles = ? WHERE id = ?';
        await tx.run(text, name, JSON.stringify(roles), known.id);
        return this.require(known.id, tx);
      }
      const id = uuidv7(now);
      // Without an e-mail address: a provider could claim the one of somebody else, who would then share it.
      await tx.run(
        `INSERT INTO people (id, organisationId, name, language, roles, weighBridges, createdAt, accessChangedAt,
           companySubject) VALUES (?, ?, ?, 'en', ?, '[]', ?, ?, ?)`,
        ...[id, organisationId, name, JSON.stringify(roles), now, now, subject],
      );
      await this.#note(tx, 'server', 'person.created', { id, organisationId }, { name, roles, origin: 'company' });
      return this.require(id, tx);
    });
  }

  /** Ends the sessions of a person whom the company has signed out. */
  async signOutFromCompany(organisationId: string, subject: string): Promise<void> {
    await this.#store.write(async (tx) => {
      const person = await this.#bySubject(tx, organisationId, subject);
      if (person === undefined) return;
      await tx.run('DELETE FROM sessions WHERE ownerId = ?', person.id);
      await this.#note(tx, 'server', 'person.signed-out', person, { origin: 'company' });
    });
  }

  #bySubject(tx: Transaction, organisationId: string, subject: string): Awaitable<PersonRow | undefined> {
    const text = 'SELECT * FROM people WHERE organisationId = ? AND companySubject = ? AND removedAt IS NULL';
    return tx.first<PersonRow>(text, organisationId, subject);
  }

  async find(id: string, from: Reader = this.#store): Promise<Person | undefined> {
    const row = await from.first<PersonRow>('SELECT * FROM people WHERE id = ? AND removedAt IS NULL', id);
    return row && personOf(row);
  }

  /** @throws ProblemError not-found */
  async require(id: string, from: Reader = this.#store): Promise<Person> {
    const person = await this.find(id, from);
    if (person === undefined) throw new ProblemError('not-found', detailOf('There is no such person.'));
    return person;
  }

  async byEmail(email: string): Promise<Person | undefined> {
    const row = await this.#store.first<PersonRow>('SELECT * FROM people WHERE email = ? AND removedAt IS NULL', email);
    return row && personOf(row);
  }

  /**
   * People in the order in which they were added.
   * @param after id of the one to continue after @param organisationId only those of it
   */
  async list(limit: number, after = '', organisationId?: string): Promise<Person[]> {
    const [of, values] = organisationId === undefined ? ['', []] : [' AND organisationId = ?', [organisationId]];
    const text = `SELECT * FROM people WHERE removedAt IS NULL AND id > ?${of} ORDER BY id LIMIT ?`;
    return (await this.#store.read<PersonRow>(text, after, ...values, limit)).map(personOf);
  }

  /** Everybody of an organisation. */
  async ofOrganisation(organisationId: string, from: Reader = this.#store): Promise<Person[]> {
    const text = 'SELECT * FROM people WHERE removedAt IS NULL AND organisationId = ?';
    return (await from.read<PersonRow>(text, organisationId)).map(personOf);
  }

  async #note(
    tx: Transaction,
    actor: string,
    action: string,
    { id, organisationId }: Pick<Person, 'id' | 'organisationId'>,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const of = organisationId === null ? {} : { organisationId };
    await this.#audit.noteNow(tx, { actor, action, subject: id, ...of, details });
  }
}

function personOf({ roles, weighBridges, ...row }: PersonRow): Person {
  return {
    ...row,
    roles: JSON.parse(roles) as PersonRoles,
    weighBridges: JSON.parse(weighBridges) as readonly string[],
  };
}

function refuseTaken(error: unknown): never {
  if (error instanceof ConstraintFailure)
    throw new ProblemError('name-taken', detailOf('There already is a person with this e-mail address.'));
  throw error;
}
