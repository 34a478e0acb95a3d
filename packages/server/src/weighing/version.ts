import type { Finding } from '@fieldbridge/contract';
import { returnedTicket } from './ticket.ts';

/** A version of a ticket as it is stored. */
export interface TicketVersion {
  /** Place in the order of commits. */
  readonly seq: number;
  readonly uuid: string;
  /** Counts from 1. */
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly organisationId: string;
  /** Who made the change. */
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly locationId: string;
  readonly externalId: string;
  /** The object as sent; null in a tombstone. */
  readonly body: string | null;
  /** JSON array of findings; null for none. */
  readonly findings: string | null;
}

/** What an answer tells of a version that was just made. */
export type StoredTicket = Pick<TicketVersion, 'uuid' | 'version' | 'createdAt' | 'modifiedAt' | 'body'>;

/** The columns of `TicketVersion`, for queries. */
export const VERSION_COLUMNS =
  'seq, uuid, version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId, body, findings';

/** A version from its columns in the order of `VERSION_COLUMNS`. */
export function versionOf(columns: readonly unknown[]): TicketVersion {
  return {
    seq: columns[0] as number,
    uuid: columns[1] as string,
    version: columns[2] as number,
    change: columns[3] as TicketVersion['change'],
    organisationId: columns[4] as string,
    clientId: columns[5] as string,
    createdAt: columns[6] as number,
    modifiedAt: columns[7] as number,
    locationId: columns[8] as string,
    externalId: columns[9] as string,
    body: columns[10] as string | null,
    findings: columns[11] as string | null,
  };
}

/** The ticket as it is returned. Tombstones have none. */
export function ticketText({ body, uuid, createdAt, modifiedAt }: StoredTicket): string {
  return returnedTicket(body!, uuid, createdAt, modifiedAt);
}

/** Entity tag of a version: no other version of any ticket has it. */
export function ticketEtag({ uuid, version }: Pick<TicketVersion, 'uuid' | 'version'>): string {
  return `"${uuid}.${version}"`;
}

export function findingsOfVersion({ findings }: Pick<TicketVersion, 'findings'>): Finding[] {
  return findings === null ? [] : (JSON.parse(findings) as Finding[]);
}
