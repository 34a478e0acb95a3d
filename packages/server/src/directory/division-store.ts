import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import { etagOf } from '../http/etag.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { isConstraintFailure } from '../storage/failure.ts';

/** A division as the project interface shows it. */
export interface Division {
  readonly id: string;
  readonly name: string;
  readonly abbreviation: string;
}

/** The entity tag of a division, the same at the desk and in the project interface. */
export function divisionEtag({ id, name, abbreviation }: Division): string {
  return etagOf(id, name, abbreviation);
}

/** Lists cached at once. */
const LISTS_MAX = 10_000;
const stores = new WeakMap<SpaceDatabase, DivisionStore>();

/** The divisions of one environment. An organisation sees only its own. */
export class DivisionStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #lists = new Map<string, readonly Division[]>();

  /** The one store of a space: desk and interface share it, so that its cache is correct for both. */
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
   * @param id if it was already recorded elsewhere
   * @throws ProblemError name-taken if the organisation has a division with this abbreviation
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
   * @param check called with the current state before the change, inside the transaction
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

  /** All divisions of an organisation in order of creation; cached until one is changed. */
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
        `The organisation already has a division with the abbreviation ${JSON.stringify(abbreviation)}.`,
        { cause: error },
      );
    } finally {
      this.#lists.delete(organisationId);
    }
  }
}
