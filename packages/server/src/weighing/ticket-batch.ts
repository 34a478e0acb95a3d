import type { Transaction } from '../storage/port/space-store.ts';
import { type ExistingTicket, existingTicket, findingsBeside } from './ticket-insert.ts';
import { INSERT_ROW, rowValues, type TicketRow } from './ticket-row.ts';
import { type Head, type Member, memberOf, SERIES_KINDS, SET_BEFORE, SET_HEAD, type Weights } from './ticket-series.ts';

const HEADS = `SELECT kind, locationId, plate, project, product, customer, seq, kilograms FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
const INSERT = `${INSERT_ROW} RETURNING seq, uuid`;
const SET_FINDINGS = 'UPDATE ticketVersions SET findings = ? WHERE seq = ?';

/** The last ticket of a series: stored, or of the batch. */
type Last = Head | { readonly uuid: string; readonly kilograms: string };
/** The last stored ticket of each series, by the series' key as a text. */
export type Heads = ReadonlyMap<string, Head>;

/** A ticket of the batch at its position in a series. */
interface Standing {
  readonly row: TicketRow;
  readonly member: Member;
  readonly place: Last | undefined;
}

/** The last tickets of the series that new tickets will be in. */
export async function headsOf(tx: Transaction, tickets: readonly Weights[]): Promise<Heads> {
  const keys = new Map<string, Member['key']>();
  for (const ticket of tickets) for (const { key } of membersOf(ticket)) keys.set(nameOf(key), key);
  const found = await tx.readEach<Head & Record<KeyColumn, string>>(HEADS, [...keys.values()]);
  return new Map(found.map((head) => [nameOf(KEY_COLUMNS.map((name) => head[name])), head]));
}
const KEY_COLUMNS = ['kind', 'locationId', 'plate', 'project', 'product', 'customer'] as const;
type KeyColumn = (typeof KEY_COLUMNS)[number];

/**
 * Inserts rows of new tickets in order, as `insertTicket` does, with a few statements for all of them.
 * @param heads of their series, read in the same transaction
 * @returns for each row the ticket that already has its number; null if the row was inserted
 */
export async function insertBatch(
  tx: Transaction,
  rows: readonly TicketRow[],
  heads: Heads,
): Promise<(ExistingTicket | null)[]> {
  const expected = standingsOf(rows, heads);
  const findings = findingsOf(rows, expected);
  const inserted = await tx.readEach<{ seq: number; uuid: string }>(
    INSERT,
    rows.map((row) => rowValues(row, findings.get(row)!)),
  );
  const seqs = new Map(inserted.map(({ seq, uuid }) => [uuid, seq]));
  const stored = rows.filter(({ uuid }) => seqs.has(uuid));
  const standings = stored.length === rows.length ? expected : standingsOf(stored, heads);
  if (standings !== expected) {
    // Some were compared with a ticket that was refused.
    for (const [row, now] of findingsOf(stored, standings))
      if (now !== findings.get(row)) await tx.run(SET_FINDINGS, now, seqs.get(row.uuid)!);
  }
  link(tx, standings, seqs);
  const outcomes: (ExistingTicket | null)[] = [];
  for (const row of rows) outcomes.push(seqs.has(row.uuid) ? null : await existingTicket(tx, row));
  return outcomes;
}

/** Stores each ticket's previous one, and the last ticket of each series. */
function link(tx: Transaction, standings: readonly Standing[], seqs: ReadonlyMap<string, number>): void {
  const before: [string, number, number][] = [];
  const lasts = new Map<string, [...Member['key'], number, string]>();
  for (const { row, member, place } of standings) {
    const seq = seqs.get(row.uuid)!;
    if (place !== undefined) before.push([member.kind, seq, 'seq' in place ? place.seq : seqs.get(place.uuid)!]);
    lasts.set(nameOf(member.key), [...member.key, seq, member.kilograms]);
  }
  void tx.insertEach(SET_BEFORE, before);
  void tx.insertEach(SET_HEAD, [...lasts.values()]);
}

function standingsOf(rows: readonly TicketRow[], heads: Heads): Standing[] {
  const lasts = new Map<string, Last>(heads);
  return rows.flatMap((row) =>
    membersOf(row).map((member) => {
      const name = nameOf(member.key);
      const place = lasts.get(name);
      lasts.set(name, { uuid: row.uuid, kilograms: member.kilograms });
      return { row, member, place };
    }),
  );
}

/** The findings of rows, including those from their series. */
function findingsOf(rows: readonly TicketRow[], standings: readonly Standing[]): Map<TicketRow, string | null> {
  const byRow = Map.groupBy(standings, ({ row }) => row);
  return new Map(rows.map((row) => [row, findingsBeside(row, byRow.get(row) ?? [])]));
}

function membersOf(weights: Weights): Member[] {
  return SERIES_KINDS.map((kind) => memberOf(kind, weights)).filter((member) => member !== undefined);
}

function nameOf(key: readonly string[]): string {
  return JSON.stringify(key);
}
