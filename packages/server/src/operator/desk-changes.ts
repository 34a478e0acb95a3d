import { anyChange, type Change, type ChangeSource } from '../service/change-source.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';

/** Entries told apart in one look; more are one change of each type that pages follow. */
const MOST = 200;
const REQUEST = 'request.changed';

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly subject: string | null;
}

/** The audit trail as changes at the desk: `request.changed`, `organisation.changed`, … */
export class DeskChanges implements ChangeSource {
  readonly #store: SpaceStore;

  /** @param store of the desk's space */
  constructor(store: SpaceStore) {
    this.#store = store;
  }

  async head(): Promise<string> {
    return (await this.#store.first<{ head: string | null }>('SELECT max(id) AS head FROM audit'))!.head ?? '0';
  }

  async read(after: string): Promise<{ changes: Change[]; position: string }> {
    const text = 'SELECT id, action, subject FROM audit WHERE id > ? ORDER BY id LIMIT ?';
    const entries = await this.#store.read<Entry>(text, after, MOST + 1);
    if (entries.length > MOST) return { changes: [anyChange(REQUEST)], position: await this.head() };
    const changes = entries.map(({ action, subject }) => ({
      type: typeOf(action),
      organisationId: null,
      data: subject === null ? {} : { id: subject },
    }));
    return { changes, position: entries.at(-1)?.id ?? after };
  }
}

function typeOf(action: string): string {
  const [thing] = action.split('.', 1) as [string];
  return thing === 'access-request' ? REQUEST : `${thing}.changed`;
}
