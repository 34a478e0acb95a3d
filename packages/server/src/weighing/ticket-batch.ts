import type { Transaction, Value } from '../storage/port/space-store.ts';
import { type ExistingTicket, findingsBeside } from './ticket-insert.ts';
import { INSERT_WITH_SEQ, rowValues, type TicketRow } from './ticket-row.ts';
import {
  ADD_BEFORE,
  type Head,
  type Member,
  memberOf,
  SERIES_KINDS,
  SET_HEAD,
  type SeriesKind,
  type Weights,
} from './ticket-series.ts';

const HEADS = `SELECT ? AS place, seq, kilograms FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
/** See the migrations: where tickets are divided by month, it looks at one table instead of every month's. */
const TAKEN = 'SELECT locationId, externalId FROM takenNumbers(?, ?)';
/** Equal values as an order, for the same reason as in migration 9. */
const EXISTING = `SELECT locationId, externalId, uuid, digest, CASE WHEN digest IS NULL THEN body END AS body
  FROM ticketVersions WHERE locationId = ? AND externalId >= ? AND externalId <= ? AND current = 1
  ORDER BY externalId LIMIT 1`;

/** The last stored ticket of each series, by the series' key as a text. */
export type Heads = ReadonlyMap<string, Head>;
/** The number of a ticket. */
type Numbered = Pick<TicketRow, 'locationId' | 'externalId'>;
/** The ticket that has a number, by the number as a text. */
export type Taken = ReadonlyMap<string, ExistingTicket>;

/** The last tickets of the series that new tickets will be in. */
export async function headsOf(tx: Transaction, tickets: readonly Weights[]): Promise<Heads> {
  const keys = new Map<string, Member['key']>();
  for (const ticket of tickets) for (const { key } of membersOf(ticket)) keys.set(nameOf(key), key);
  const names = [...keys.keys()];
  const lists = [...keys.values()].map((key, place) => [place, ...key]);
  const found = await tx.readEach<Head & { place: number }>(HEADS, lists);
  return new Map(found.map(({ place, seq, kilograms }) => [names[place]!, { seq, kilograms }]));
}

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
    tickets.map(({ locationId, externalId }) => [locationId, externalId, externalId]),
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
  const [all, lasts] = [new Map(taken), new Map(heads)];
  const inserted: Value[][] = [];
  const before: [SeriesKind, number, number][] = [];
  const changed = new Map<string, [...Member['key'], number, string]>();
  const outcomes = rows.map((row) => {
    const number = numberOf(row);
    const existing = all.get(number);
    if (existing !== undefined) return existing;
    all.set(number, { uuid: row.uuid, digest: row.digest, body: row.digest === null ? row.body : null });
    const seq = seqs[inserted.length]!;
    const standings = membersOf(row).map((member) => {
      const { kind, key, kilograms } = member;
      const name = nameOf(key);
      const place = lasts.get(name);
      if (place !== undefined) before.push([kind, seq, place.seq]);
      lasts.set(name, { seq, kilograms });
      changed.set(name, [...key, seq, kilograms]);
      return { member, place };
    });
    inserted.push([...rowValues(row, findingsBeside(row, standings)), seq]);
    return null;
  });
  void tx.insertEach(INSERT_WITH_SEQ, inserted);
  void tx.insertEach(ADD_BEFORE, before);
  void tx.insertEach(SET_HEAD, [...changed.values()]);
  return outcomes;
}

function membersOf(weights: Weights): Member[] {
  return SERIES_KINDS.map((kind) => memberOf(kind, weights)).filter((member) => member !== undefined);
}

/** Parts as one text. No field of a valid ticket has the character between them. */
function nameOf(parts: readonly string[]): string {
  return parts.join('\0');
}

function numberOf({ locationId, externalId }: Numbered): string {
  return `${locationId}\0${externalId}`;
}
