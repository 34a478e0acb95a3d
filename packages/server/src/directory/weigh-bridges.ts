import type { Clock } from '../core/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { uuidv7 } from '../core/uuid.ts';
import type { SpaceDatabase } from '../storage/database.ts';

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

/**
 * The weigh bridges of one weighing space. They are issued with its credentials, so they are part of every space's
 * core.
 */
export class WeighBridgeStore {
  readonly #database: SpaceDatabase;
  readonly #clock: Clock;
  readonly #cache = new Map<string, WeighBridge>();

  constructor(database: SpaceDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
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
    await this.#database.writer.run(() =>
      this.#database
        .sql(
          'INSERT INTO weighBridges (id, organisationId, name, timeZone, createdAt, modifiedAt) VALUES (?, ?, ?, ?, ?, ?)',
        )
        .run(bridge.id, organisationId, name, timeZone, now, now),
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
    const changed = await this.#database.writer.run(() => {
      const bridge = this.#read(id.toLowerCase());
      if (bridge === undefined) throw new ProblemError('not-found', 'There is no such weigh bridge.');
      check(bridge);
      const next = {
        ...bridge,
        name: change.name ?? bridge.name,
        timeZone: change.timeZone ?? bridge.timeZone,
        modifiedAt: this.#clock.now(),
      };
      this.#database
        .sql('UPDATE weighBridges SET name = ?, timeZone = ?, modifiedAt = ? WHERE id = ?')
        .run(next.name, next.timeZone, next.modifiedAt, next.id);
      return next;
    });
    this.#cache.delete(changed.id);
    return changed;
  }

  /** The weigh bridge with this id in upper or lower case, of any organisation; cached, so cheap for every ticket. */
  get(spelled: string): WeighBridge | undefined {
    // One entry per weigh bridge, however its id is spelled: a caller could spell it in a million ways.
    const id = spelled.toLowerCase();
    const known = this.#cache.get(id);
    if (known !== undefined) return known;
    const bridge = this.#read(id);
    if (bridge !== undefined) this.#cache.set(id, bridge);
    return bridge;
  }

  /** All weigh bridges of an organisation, by name. */
  list(organisationId: string): WeighBridge[] {
    const rows = this.#database
      .sql('SELECT * FROM weighBridges WHERE organisationId = ? ORDER BY name, id')
      .all(organisationId);
    return rows.map((row) => ({ ...row }) as unknown as WeighBridge);
  }

  #read(id: string): WeighBridge | undefined {
    const row = this.#database.sql('SELECT * FROM weighBridges WHERE id = ?').get(id);
    return row === undefined ? undefined : ({ ...row } as unknown as WeighBridge);
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
    `${JSON.stringify(timeZone)} is not an IANA time zone such as Europe/Amsterdam.`,
    { errors: [{ pointer, detail: 'An IANA time zone is needed, for instance Europe/Amsterdam.' }] },
  );
}

function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
