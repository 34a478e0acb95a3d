import type { Clock } from '../core/clock.ts';
import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { Awaitable, Reader, SpaceStore } from '../storage/port/space-store.ts';

/** A weigh bridge of an organisation; its id is the `locationId` of tickets. */
export interface WeighBridge {
  readonly id: string;
  readonly organisationId: string;
  readonly name: string;
  /** IANA name, for totals per day. */
  readonly timeZone: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** The mark for other servers when a bridge changes. */
const MARK = 'weigh bridges';

/**
 * The weigh bridges of one weighing space. They are issued with its credentials, so they are part of every space's
 * core.
 */
export class WeighBridgeStore {
  readonly #store: SpaceStore;
  readonly #clock: Clock;
  readonly #cache = new Map<string, WeighBridge>();
  /** Counts changes: a bridge that was read before a change is not cached after it. */
  #changes = 0;

  constructor(store: SpaceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.memory.onMark(MARK, () => {
      this.#changes++;
      this.#cache.clear();
    });
  }

  /**
   * @param timeZone an IANA time zone
   * @param id if it was already recorded elsewhere
   * @throws ProblemError validation-failed for an unknown time zone
   */
  async add(
    organisationId: string,
    name: string,
    timeZone: string,
    id: string = uuidv7(this.#clock.now()),
  ): Promise<WeighBridge> {
    checkTimeZone(timeZone);
    const now = this.#clock.now();
    const bridge: WeighBridge = { id, organisationId, name, timeZone, createdAt: now, modifiedAt: now };
    await this.#store.write((tx) =>
      tx.run(
        'INSERT INTO weighBridges (id, organisationId, name, timeZone, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, organisationId, name, timeZone, now, now],
      ),
    );
    return bridge;
  }

  /**
   * Changes name or time zone.
   * @param check called with the current state before the change, inside the transaction
   * @throws ProblemError not-found, validation-failed
   */
  async change(
    id: string,
    change: { readonly name?: string; readonly timeZone?: string },
    check: (present: WeighBridge) => void = () => {},
  ): Promise<WeighBridge> {
    if (change.timeZone !== undefined) checkTimeZone(change.timeZone);
    const changed = await this.#store.write(async (tx) => {
      const bridge = await this.#read(tx, id.toLowerCase());
      if (bridge === undefined) throw new ProblemError('not-found', detailOf('There is no such weigh bridge.'));
      check(bridge);
      const next = {
        ...bridge,
        name: change.name ?? bridge.name,
        timeZone: change.timeZone ?? bridge.timeZone,
        modifiedAt: this.#clock.now(),
      };
      await tx.run(
        'UPDATE weighBridges SET name = ?, timeZone = ?, modifiedAt = ? WHERE id = ?',
        ...[next.name, next.timeZone, next.modifiedAt, next.id],
      );
      await tx.mark(MARK);
      return next;
    });
    this.#changes++;
    this.#cache.delete(changed.id);
    return changed;
  }

  /** The weigh bridge with this id in upper or lower case, of any organisation; cached, so cheap for every ticket. */
  get(spelled: string): Awaitable<WeighBridge | undefined> {
    // One entry per weigh bridge, however its id is spelled: a caller could spell it in a million ways.
    const id = spelled.toLowerCase();
    return (this.#store.memory.isCurrent ? this.#cache.get(id) : undefined) ?? this.#load(id);
  }

  /** All weigh bridges of an organisation, by name. */
  list(organisationId: string): Awaitable<WeighBridge[]> {
    const text = 'SELECT * FROM weighBridges WHERE organisationId = ? ORDER BY name, id';
    return this.#store.read<WeighBridge>(text, organisationId);
  }

  async #load(id: string): Promise<WeighBridge | undefined> {
    const changes = this.#changes;
    const bridge = await this.#read(this.#store, id);
    if (bridge !== undefined && changes === this.#changes) this.#cache.set(id, bridge);
    return bridge;
  }

  #read(from: Reader, id: string): Awaitable<WeighBridge | undefined> {
    return from.first<WeighBridge>('SELECT * FROM weighBridges WHERE id = ?', id);
  }
}

/**
 * Refuses anything but an IANA time zone. A fixed offset such as `+01:00` is refused because it has no daylight saving.
 * @param pointer JSON pointer of the field it was sent in
 * @throws ProblemError validation-failed
 */
export function checkTimeZone(timeZone: string, pointer = '#/timeZone'): void {
  if (isTimeZone(timeZone)) return;
  throw new ProblemError(
    'validation-failed',
    detailOf('{timeZone} is not an IANA time zone such as Europe/Amsterdam.', { timeZone: JSON.stringify(timeZone) }),
    { errors: [{ pointer, detail: detailOf('An IANA time zone is needed, for instance Europe/Amsterdam.') }] },
  );
}

/** By Temporal, which saves the 15 ms that Intl takes to load its first format. */
function isTimeZone(text: string): boolean {
  // Temporal also accepts the zone of an ISO time: 2026-03-29T12Z, T12Z.
  if (!/^(?!T\d)[A-Z]/i.test(text)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
