import type { EventSource, StoredEvent } from '../events/index.ts';
import type { SpaceDatabase } from '../storage/database.ts';
import { lastSeq, seqBefore } from './seq-before.ts';
import { type TicketVersion, ticketText, VERSION_COLUMNS, versionOf } from './version.ts';

export const TICKET_EVENT_TYPES = ['ticket.created', 'ticket.updated', 'ticket.deleted', 'ticket.finding'] as const;

/** The ticket table as a source of events: each version is one, and a second one where it has findings. */
export class TicketEvents implements EventSource {
  readonly name = 'tickets';
  readonly #database: SpaceDatabase;

  constructor(database: SpaceDatabase) {
    this.#database = database;
  }

  head(): number {
    return lastSeq(this.#database);
  }

  before(moment: number): number {
    return seqBefore(this.#database, moment);
  }

  read(after: number, most: number): { events: StoredEvent[]; position: number } {
    const rows = this.#database
      .tuples(`SELECT ${VERSION_COLUMNS} FROM ticketVersions WHERE seq > ? ORDER BY seq LIMIT ?`)
      .all(after, most) as unknown as unknown[][];
    const versions = rows.map(versionOf);
    return { events: versions.flatMap(eventsOf), position: versions.at(-1)?.seq ?? after };
  }
}

/** The events of a version. Their ids follow from it, so a replay sends the same ones. */
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
