import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import { etagOf } from '../http/etag.ts';
import { ConstraintFailure } from '../storage/port/constraint-failure.ts';
import type { Awaitable, Reader, SpaceStore, WriteBody } from '../storage/port/space-store.ts';

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

/** The mark for other servers when a division changes. */
const MARK = 'divisions';
/** Lists cached at once. */
const LISTS_MAX = 10_000;
const stores = new WeakMap<SpaceStore, DivisionStore>();

/** The divisions of one environment. An organisation sees only its own. */
export class DivisionStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #lists = new Map<string, readonly Division[]>();
  /** Counts changes: a list that was read before a change is not cached after it. */
  #changes = 0;

  /** The one store of a space: desk and interface share it, so that its cache is correct for both. */
  static of(space: SpaceStore, clock: Clock): DivisionStore {
    let store = stores.get(space);
    if (store === undefined) {
      store = new DivisionStore(space, clock);
      stores.set(space, store);
    }
    return store;
  }

  private constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.memory.onMark(MARK, () => {
      this.#changes++;
      this.#lists.clear();
    });
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
    return this.#write(organisationId, abbreviation, async (tx) => {
      await tx.run(
        'INSERT INTO divisions (id, organisationId, name, abbreviation, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, organisationId, name, abbreviation, now, now],
      );
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
    return this.#write(organisationId, change.abbreviation ?? '', async (tx) => {
      const present = await this.get(organisationId, id, tx);
      if (present === undefined)
        throw new ProblemError('not-found', detailOf('The organisation has no such division.'));
      check(present);
      const next = { ...present, ...change };
      await tx.run(
        'UPDATE divisions SET name = ?, abbreviation = ?, modifiedAt = ? WHERE id = ?',
        ...[next.name, next.abbreviation, this.#clock.now(), next.id],
      );
      return next;
    });
  }

  /** @param from the transaction to read in, if one is open */
  get(organisationId: string, id: string, from: Reader = this.#store): Awaitable<Division | undefined> {
    return from.first<Division>(
      'SELECT id, name, abbreviation FROM divisions WHERE id = ? AND organisationId = ?',
      ...[id.toLowerCase(), organisationId],
    );
  }

  /** All divisions of an organisation in order of creation; cached until one is changed. */
  list(organisationId: string): Awaitable<readonly Division[]> {
    return (this.#store.memory.isCurrent ? this.#lists.get(organisationId) : undefined) ?? this.#load(organisationId);
  }

  async #load(organisationId: string): Promise<readonly Division[]> {
    const changes = this.#changes;
    const list = await this.#store.read<Division>(
      'SELECT id, name, abbreviation FROM divisions WHERE organisationId = ? ORDER BY id',
      organisationId,
    );
    if (changes !== this.#changes) return list;
    if (this.#lists.size >= LISTS_MAX) this.#lists.clear();
    this.#lists.set(organisationId, list);
    return list;
  }

  async #write<T>(organisationId: string, abbreviation: string, body: WriteBody<T>): Promise<T> {
    try {
      return await this.#store.write(async (tx) => {
        await tx.mark(MARK);
        return body(tx);
      });
    } catch (error) {
      if (!(error instanceof ConstraintFailure)) throw error;
      throw new ProblemError(
        'name-taken',
        detailOf('The organisation already has a division with the abbreviation {abbreviation}.', {
          abbreviation: JSON.stringify(abbreviation),
        }),
        { cause: error },
      );
    } finally {
      this.#changes++;
      this.#lists.delete(organisationId);
    }
  }
}
