import type { Finding, ProblemLanguage } from '@fieldbridge/contract';
import { findingIn } from './finding-texts/in-language.ts';
import { returnedTicket } from './ticket.ts';

/** A stored version of a ticket. */
export interface TicketVersion {
  /** Position in the order of commits. */
  readonly seq: number;
  readonly uuid: string;
  /** Counts from 1. */
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly organisationId: string;
  /** The author of the change. */
  readonly clientId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly locationId: string;
  readonly externalId: string;
  /** The object as sent; null in a tombstone. */
  readonly body: string | null;
  /** JSON array of findings; null if there are no findings. */
  readonly findings: string | null;
}

/** The data of a new version that the answer needs. */
export type StoredTicket = Pick<TicketVersion, 'uuid' | 'version' | 'createdAt' | 'modifiedAt' | 'body'>;

/** The columns of `TicketVersion`, for queries. */
export const VERSION_COLUMNS =
  'seq, uuid, version, change, organisationId, clientId, createdAt, modifiedAt, locationId, externalId, body, findings';

/** The ticket as returned. Not for tombstones. */
export function ticketText({ body, uuid, createdAt, modifiedAt }: StoredTicket): string {
  return returnedTicket(body!, uuid, createdAt, modifiedAt);
}

/** Entity tag of a version, unique among all versions of all tickets. */
export function ticketEtag({ uuid, version }: Pick<TicketVersion, 'uuid' | 'version'>): string {
  return `"${uuid}.${version}"`;
}

/** The findings of a version in a language. */
export function findingsOfVersion(
  { findings }: Pick<TicketVersion, 'findings'>,
  language: ProblemLanguage = 'en',
): Finding[] {
  return findings === null ? [] : (JSON.parse(findings) as Finding[]).map((one) => findingIn(one, language));
}
