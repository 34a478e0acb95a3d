import { anyChange, type Change, type ChangeSource } from '../service/change-source.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import { lastSeq } from './seq-before.ts';

const TYPE = 'ticket.changed';
/** Versions told apart in one look; more are one change. */
const MOST = 200;

interface ChangedRow {
  readonly seq: number;
  readonly uuid: string;
  readonly version: number;
  readonly organisationId: string;
  readonly locationId: string;
}

/** The versions of tickets as changes: what a page missed is found again after a restart, too. */
export class TicketChanges implements ChangeSource {
  readonly #store: SpaceStore;
  readonly #environment: string;

  /** @param environment as in the changes */
  constructor(store: SpaceStore, environment: string) {
    this.#store = store;
    this.#environment = environment;
  }

  async head(): Promise<string> {
    return String(await lastSeq(this.#store));
  }

  async read(after: string): Promise<{ changes: Change[]; position: string }> {
    const position = await this.head();
    const [from, to] = [Number(after), Number(position)];
    if (!(from <= to && from >= to - MOST)) return { changes: [anyChange(TYPE)], position };
    const rows = await this.#store.read<ChangedRow>(
      'SELECT seq, uuid, version, organisationId, locationId FROM ticketVersions WHERE seq > ? AND seq <= ? ORDER BY seq',
      ...[from, to],
    );
    const changes = rows.map(({ uuid, version, organisationId, locationId }) => ({
      ...{ type: TYPE, organisationId, locationId },
      data: { uuid, version, environment: this.#environment },
    }));
    return { changes, position };
  }
}
