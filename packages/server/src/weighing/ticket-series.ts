import type { Statements } from '../storage/statements.ts';
import type { TicketRow } from './ticket-row.ts';

/** Weights that come one after another: the tares of a vehicle, or the counter of what is weighed, at one weigh bridge. */
export type SeriesKind = 'tare' | 'cumulative';
export const SERIES_KINDS = ['tare', 'cumulative'] as const satisfies readonly SeriesKind[];

/** What tells a series from others; what is no part of the kind's key is empty. */
type SeriesKey = readonly [
  kind: SeriesKind,
  locationId: string,
  plate: string,
  project: string,
  product: string,
  customer: string,
];

/** A ticket as part of a series. */
export interface Member {
  readonly key: SeriesKey;
  /** Its weight, a decimal number of kilograms. */
  readonly kilograms: string;
}

/** A ticket found in a series. `seq` is that of the version that entered it, `present` that of its present version. */
interface Entry {
  readonly seq: number;
  readonly present: number;
  /** The seq of its first version: tickets are in the order in which they arrived. */
  readonly first: number;
  readonly kilograms: string;
}

/** Where a ticket stands in a series: behind one, and in front of another or at the end. */
export interface Place {
  /** The one before, whatever has become of it since; undefined at the beginning. */
  readonly before: number | undefined;
  /** Kilograms of the last that is still in the series; undefined for none. */
  readonly kilograms: string | undefined;
  /** The one behind it, which is to be told; undefined where there is none or it knows. */
  readonly behind?: Entry | undefined;
  readonly isLast: boolean;
}

/** Tickets that one correction or deletion looks at: some milliseconds of the thread that writes. */
export const LONGEST_WALK = 1000;

const HEAD = `SELECT seq, kilograms FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
const SET_HEAD = `INSERT INTO ticketSeries (kind, locationId, plate, project, product, customer, seq, kilograms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, kilograms = excluded.kilograms`;
const DROP_HEAD = `DELETE FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
const BEFORE = 'SELECT before FROM ticketsBefore WHERE kind = ? AND seq = ?';
const SET_BEFORE = `INSERT INTO ticketsBefore (kind, seq, before) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET before = excluded.before`;
const WEIGHTS = 'locationId, plate, project, product, customer, tareKg, cumulativeKg';
const VERSION = `SELECT ${WEIGHTS} FROM ticketVersions WHERE seq = ?`;
const FIRST = 'SELECT seq FROM ticketVersions WHERE uuid = ? AND version = 1';
/** The ticket of a version, as it is now: nothing when it was deleted. */
const TICKET = `SELECT ${WEIGHTS.replace(/\w+/g, 'now.$&')}, now.seq, (SELECT seq FROM ticketVersions WHERE uuid = entry.uuid AND version = 1)
  FROM ticketVersions AS entry CROSS JOIN ticketVersions AS now
  WHERE entry.seq = ? AND now.uuid = entry.uuid AND now.current = 1
  AND now.version = (SELECT max(version) FROM ticketVersions WHERE uuid = entry.uuid)`;

type Weights = readonly [string, string, string, string, string, string | null, string | null];

/** What a ticket about to be stored is in the series of a kind; undefined when it is in none. */
export function memberOf(kind: SeriesKind, row: TicketRow): Member | undefined {
  return memberBy(kind, [row[7], row[10], row[11], row[12], row[14], row[18], row[19]]);
}

function memberBy(kind: SeriesKind, [locationId, plate, project, product, customer, tare, counter]: Weights) {
  if (kind === 'tare') {
    return tare === null
      ? undefined
      : ({ key: [kind, locationId, plate, '', '', ''], kilograms: tare } satisfies Member);
  }
  if (counter === null) return undefined;
  return { key: [kind, locationId, '', project, product, customer], kilograms: counter } satisfies Member;
}

/** The place of a new ticket: behind all that there are, whatever the clock says. */
export function placeOfNew(statements: Statements, { key }: Member): Place {
  const head = headOf(statements, key);
  return { before: head?.[0], kilograms: head?.[1], isLast: true };
}

/**
 * The place of a ticket that is corrected: its own, or in another series that of its arrival. Its present version must be retired,
 * and the new one not be there.
 * @param replaced seq of the version that is replaced
 * @returns undefined when more than `LONGEST_WALK` tickets came after it: then it is judged beside none, and none beside it
 */
export function placeOfCorrected(
  statements: Statements,
  { key }: Member,
  uuid: string,
  replaced: number,
): Place | undefined {
  const head = headOf(statements, key);
  const was = memberAt(statements, key[0], replaced);
  if (was !== undefined && sameKey(was.key, key)) {
    const before = beforeOf(statements, key[0], replaced);
    return { before, kilograms: lastFrom(statements, key, before)?.kilograms, isLast: head?.[0] === replaced };
  }
  const [first] = statements.tuples(FIRST).get(uuid) as unknown as [number];
  let behind: Entry | undefined;
  const walk = entries(statements, key, head?.[0]);
  for (let next = walk.next(); ; next = walk.next()) {
    if (next.done === true) {
      return next.value ? { before: undefined, kilograms: undefined, behind, isLast: behind === undefined } : undefined;
    }
    const entry = next.value;
    if (entry.first < first)
      return { before: entry.seq, kilograms: entry.kilograms, behind, isLast: behind === undefined };
    behind = entry;
  }
}

/** Puts a version into its place. */
export function enter(statements: Statements, { key, kilograms }: Member, seq: number, place: Place): void {
  const [kind] = key;
  const { before, behind, isLast } = place;
  if (before !== undefined) statements.sql(SET_BEFORE).run(kind, seq, before);
  if (isLast) statements.sql(SET_HEAD).run(...key, seq, kilograms);
  if (behind === undefined) return;
  // From the version that entered the series others come; from the present one its own corrections.
  for (const one of new Set([behind.seq, behind.present])) statements.sql(SET_BEFORE).run(kind, one, seq);
}

/**
 * Takes a ticket out of the series it is in; what is still in one enters it again afterwards.
 * @param seq of its version that was in them, which must be retired
 */
export function leave(statements: Statements, seq: number): void {
  for (const kind of SERIES_KINDS) leaveSeries(statements, kind, seq);
}

function leaveSeries(statements: Statements, kind: SeriesKind, seq: number): void {
  const was = memberAt(statements, kind, seq);
  if (was === undefined || headOf(statements, was.key)?.[0] !== seq) return;
  const last = lastFrom(statements, was.key, beforeOf(statements, kind, seq));
  if (last === undefined) statements.sql(DROP_HEAD).run(...was.key);
  else statements.sql(SET_HEAD).run(...was.key, last.present, last.kilograms);
}

/** The tickets of a series from a version backwards, without those that have left it. @returns whether its beginning was reached */
function* entries(statements: Statements, key: SeriesKey, from: number | undefined): Generator<Entry, boolean> {
  let seq = from;
  for (let steps = 0; steps < LONGEST_WALK; steps++) {
    if (seq === undefined) return true;
    const found = statements.tuples(TICKET).get(seq) as unknown as [...Weights, number, number] | undefined;
    if (found !== undefined) {
      const [a, b, c, d, e, f, g, present, first] = found;
      const member = memberBy(key[0], [a, b, c, d, e, f, g]);
      if (member !== undefined && sameKey(member.key, key)) yield { seq, present, first, kilograms: member.kilograms };
    }
    seq = beforeOf(statements, key[0], seq);
  }
  return false;
}

/** The last ticket of a series from a version backwards. */
function lastFrom(statements: Statements, key: SeriesKey, from: number | undefined): Entry | undefined {
  const next = entries(statements, key, from).next();
  return next.done === true ? undefined : next.value;
}

function headOf(statements: Statements, key: SeriesKey): readonly [seq: number, kilograms: string] | undefined {
  return statements.tuples(HEAD).get(...key) as unknown as [number, string] | undefined;
}

function beforeOf(statements: Statements, kind: SeriesKind, seq: number): number | undefined {
  return (statements.tuples(BEFORE).get(kind, seq) as unknown as [number] | undefined)?.[0];
}

function memberAt(statements: Statements, kind: SeriesKind, seq: number): Member | undefined {
  return memberBy(kind, statements.tuples(VERSION).get(seq) as unknown as Weights);
}

function sameKey(a: SeriesKey, b: SeriesKey): boolean {
  return a.every((part, i) => part === b[i]);
}
