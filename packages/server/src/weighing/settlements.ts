import type { Principal } from '../directory/credential.ts';
import type { Reader, Transaction } from '../storage/port/space-store.ts';
import type { TicketVersion } from './version.ts';

/** That somebody has looked at the findings of a version of a ticket, and leaves it as it is. */
export interface Settlement {
  /** Milliseconds since 1970. */
  readonly settledAt: number;
  /** Client id; `person:` and an id for a person. */
  readonly settledBy: string;
  /** Name of the person at that time; null for a program. */
  readonly settledPerson: string | null;
  readonly note: string;
}

type Version = Pick<TicketVersion, 'uuid' | 'version'>;

const COLUMNS = 'settledAt, settledBy, settledPerson, note';

/** Settles the findings of a version, or replaces the note. */
export async function settle(
  tx: Transaction,
  by: Principal,
  { uuid, version }: Version,
  at: number,
  note: string,
): Promise<Settlement> {
  const made = { settledAt: at, settledBy: by.clientId, settledPerson: by.personName ?? null, note };
  await unsettle(tx, { uuid, version });
  await tx.run(
    `INSERT INTO ticketSettlements (ticketUuid, ticketVersion, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[uuid, version, made.settledAt, made.settledBy, made.settledPerson, note],
  );
  return made;
}

/** Opens the findings of a version again. */
export async function unsettle(tx: Transaction, { uuid, version }: Version): Promise<void> {
  await tx.run('DELETE FROM ticketSettlements WHERE ticketUuid = ? AND ticketVersion = ?', uuid, version);
}

/** The settlements of a ticket's versions, by version. */
export async function settlementsOf(from: Reader, uuid: string): Promise<ReadonlyMap<number, Settlement>> {
  const text = `SELECT ticketVersion, ${COLUMNS} FROM ticketSettlements WHERE ticketUuid = ?`;
  const rows = await from.read<Settlement & { readonly ticketVersion: number }>(text, uuid);
  return new Map(rows.map((row) => [row.ticketVersion, row]));
}

/** A settlement in an answer. */
export function settlementView({ settledAt, settledBy, settledPerson, note }: Settlement) {
  return { at: new Date(settledAt).toISOString(), by: settledBy, person: settledPerson, note };
}
