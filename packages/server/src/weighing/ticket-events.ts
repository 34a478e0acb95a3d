import type { EventSource, StoredEvent } from '../events/index.ts';
import type { SpaceStore } from '../storage/port/space-store.ts';
import { lastSeq, seqBefore } from './seq-before.ts';
import { type TicketVersion, ticketText, VERSION_COLUMNS } from './version.ts';

export const TICKET_EVENT_TYPES = ['ticket.created', 'ticket.updated', 'ticket.deleted', 'ticket.finding'] as const;

/** The ticket table as a source of events: one per version, and a second one if it has findings. */
export class TicketEvents implements EventSource {
  readonly name = 'tickets';
  readonly #store: SpaceStore;

  constructor(store: SpaceStore) {
    this.#store = store;
  }

  head(): Promise<number> {
    return lastSeq(this.#store);
  }

  before(moment: number): Promise<number> {
    return seqBefore(this.#store, moment);
  }

  async read(after: number, most: number): Promise<{ events: StoredEvent[]; position: number }> {
    const text = `SELECT ${VERSION_COLUMNS} FROM ticketVersions WHERE seq > ? ORDER BY seq LIMIT ?`;
    const versions = await this.#store.read<TicketVersion>(text, after, most);
    return { events: versions.flatMap(eventsOf), position: versions.at(-1)?.seq ?? after };
  }
}

/** The events of a version. Their ids are derived from it, so that a replay sends the same ones. */
function eventsOf(version: TicketVersion): StoredEvent[] {
  const { uuid, change, organisationId, modifiedAt, locationId, externalId, findings } = version;
  const common = { seq: version.seq, organisationId, at: modifiedAt };
  const id = `evt_${uuid}_${version.version}`;
  const data =
    change === 'deleted'
      ? JSON.stringify({ uuid, locationId, externalId, deletedAt: new Date(modifiedAt).toISOString() })
      : ticketText(version);
  const events: StoredEvent[] = [{ ...common, id, type: `ticket.${change}`, data }];
  if (findings !== null)
    events.push({
      ...common,
      id: `${id}_finding`,
      type: 'ticket.finding',
      data: `{"ticket":${data},"findings":${findings}}`,
    });
  return events;
}
