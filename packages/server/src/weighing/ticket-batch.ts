import type { Transaction } from '../storage/port/space-store.ts';
import { type ExistingTicket, findingsBeside } from './ticket-insert.ts';
import { INSERT_WITH_SEQ, rowValues, type TicketRow } from './ticket-row.ts';
import { type Head, type Member, memberOf, SERIES_KINDS, SET_BEFORE, SET_HEAD, type Weights } from './ticket-series.ts';

const HEADS = `SELECT kind, locationId, plate, project, product, customer, seq, kilograms FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
/** See the migrations: where tickets are divided by month, it looks at one table instead of every month's. */
const TAKEN = 'SELECT locationId, externalId FROM takenNumbers(?, ?)';
const EXISTING = `SELECT locationId, externalId, uuid, digest, CASE WHEN digest IS NULL THEN body END AS body
  FROM ticketVersions WHERE locationId = ? AND externalId = ? AND current = 1`;

/** The last ticket of a series: stored, or of the batch. */
type Last = Head | { readonly uuid: string; readonly kilograms: string };
/** The last stored ticket of each series, by the series' key as a text. */
export type Heads = ReadonlyMap<string, Head>;
/** The number of a ticket. */
type Numbered = Pick<TicketRow, 'locationId' | 'externalId'>;
/** The ticket that has a number, by the number as a text. */
export type Taken = ReadonlyMap<string, ExistingTicket>;

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

/** The tickets that already have the numbers of new ones. */
export async function takenBy(tx: Transaction, tickets: readonly Numbered[]): Promise<Taken> {
  const numbers = tickets.map(({ locationId, externalId }) => [locationId, externalId]);
  const taken = await tx.readEach<Numbered>(TAKEN, numbers);
  // Hardly ever there is one: their contents are worth a round trip of their own.
  return existingAmong(tx, taken);
}

/** The same, with the contents of all tickets that are found. */
export async function existingAmong(tx: Transaction, tickets: readonly Numbered[]): Promise<Taken> {
  const found = await tx.readEach<ExistingTicket & Numbered>(
    EXISTING,
    tickets.map(({ locationId, externalId }) => [locationId, externalId]),
  );
  return new Map(found.map(({ uuid, digest, body, ...number }) => [numberOf(number), { uuid, digest, body }]));
}

/**
 * Inserts rows of new tickets in order, as `insertTicket` does, with a few statements for all of them that need not be
 * awaited.
 * @param heads of their series
 * @param taken the tickets that have some of their numbers
 * @param seqs for the rows; all three are read in the same transaction
 * @returns for each row the ticket that already has its number; null if the row is inserted
 */
export function insertBatch(
  tx: Transaction,
  rows: readonly TicketRow[],
  heads: Heads,
  taken: Taken,
  seqs: readonly number[],
): (ExistingTicket | null)[] {
  const all = new Map(taken);
  const stored: TicketRow[] = [];
  const outcomes = rows.map((row) => {
    const number = numberOf(row);
    const existing = all.get(number);
    if (existing !== undefined) return existing;
    stored.push(row);
    all.set(number, { uuid: row.uuid, digest: row.digest, body: row.digest === null ? row.body : null });
    return null;
  });
  const standings = standingsOf(stored, heads);
  const findings = findingsOf(stored, standings);
  void tx.insertEach(
    INSERT_WITH_SEQ,
    stored.map((row, i) => [...rowValues(row, findings.get(row)!), seqs[i]!]),
  );
  link(tx, standings, new Map(stored.map(({ uuid }, i) => [uuid, seqs[i]!])));
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

function numberOf({ locationId, externalId }: Numbered): string {
  return nameOf([locationId, externalId]);
}
