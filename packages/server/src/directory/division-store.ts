import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import { etagOf } from '../http/etag.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { isConstraintFailure } from '../storage/failure.ts';

/** A division as the document shows it. */
export interface Division {
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
}

/** The entity tag of a division, at the desk as in the project interface. */
export function divisionEtag({ id, name, abbreviation }: Division): string {
  return etagOf(id, name, abbreviation);
}

/** Lists remembered at once. */
const LISTS_MAX = 10_000;
const stores = new WeakMap<SpaceDatabase, DivisionStore>();

/** The divisions of one environment. An organisation sees its own only. */
export class DivisionStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #lists = new Map<string, readonly Division[]>();

  /** The one store of a space: desk and interface share it, so what it remembers is right for both. */
  static of(database: SpaceDatabase, clock: Clock): DivisionStore {
    let store = stores.get(database);
    if (store === undefined) {
      store = new DivisionStore(database, clock);
      stores.set(database, store);
    }
    return store;
  }

  private constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * @param id where it is noted before it is made
   * @throws ProblemError name-taken when the organisation has a division of this abbreviation
   */
  add(
    organisationId: string,
    name: string,
    abbreviation: string,
    id: string = uuidv7(this.#clock.now()),
  ): Promise<Division> {
    const now = this.#clock.now();
    return this.#write(organisationId, abbreviation, () => {
      this.#database
        .sql(
          'INSERT INTO divisions (id, organisationId, name, abbreviation, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(id, organisationId, name, abbreviation, now, now);
      return { id, name, abbreviation };
    });
  }

  /**
   * @param check called with the present state before the change, inside the transaction
   * @throws ProblemError not-found, name-taken
   */
  change(
    organisationId: string,
    id: string,
    change: { readonly name?: string; readonly abbreviation?: string },
    check: (present: Division) => void = () => {},
  ): Promise<Division> {
    return this.#write(organisationId, change.abbreviation ?? '', () => {
      const present = this.get(organisationId, id);
      if (present === undefined) throw new ProblemError('not-found', 'The organisation has no such division.');
      check(present);
      const next = { ...present, ...change };
      this.#database
        .sql('UPDATE divisions SET name = ?, abbreviation = ?, modifiedAt = ? WHERE id = ?')
        .run(next.name, next.abbreviation, this.#clock.now(), next.id);
      return next;
    });
  }

  get(organisationId: string, id: string): Division | undefined {
    const row = this.#database
      .sql('SELECT id, name, abbreviation FROM divisions WHERE id = ? AND organisationId = ?')
      .get(id.toLowerCase(), organisationId);
    return row === undefined ? undefined : ({ ...row } as unknown as Division);
  }

  /** All divisions of an organisation, in the order of their making; remembered until one is changed. */
  list(organisationId: string): readonly Division[] {
    const known = this.#lists.get(organisationId);
    if (known !== undefined) return known;
    const rows = this.#database
      .sql('SELECT id, name, abbreviation FROM divisions WHERE organisationId = ? ORDER BY id')
      .all(organisationId);
    const list = rows.map((row) => ({ ...row }) as unknown as Division);
    if (this.#lists.size >= LISTS_MAX) this.#lists.clear();
    this.#lists.set(organisationId, list);
    return list;
  }

  async #write<T>(organisationId: string, abbreviation: string, operation: () => T): Promise<T> {
    try {
      return await this.#database.writer.run(operation);
    } catch (error) {
      if (!isConstraintFailure(error)) throw error;
      throw new ProblemError(
        'name-taken',
        `The organisation has a division with the abbreviation ${JSON.stringify(abbreviation)} already.`,
        { cause: error },
      );
    } finally {
      this.#lists.delete(organisationId);
    }
  }
}
