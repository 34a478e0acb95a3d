import { after } from '../core/after.ts';
import type { Awaitable, Transaction } from '../storage/port/space-store.ts';

/** Consecutive weights: the tares of a vehicle, or the counter of a product, at one weigh bridge. */
export type SeriesKind = 'tare' | 'cumulative';
export const SERIES_KINDS = ['tare', 'cumulative'] as const satisfies readonly SeriesKind[];

/** The key of a series in the tables; columns that are not part of the kind's key are empty. */
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
  readonly kind: SeriesKind;
  readonly key: SeriesKey;
  /** Its weight in kilograms, as a decimal number. */
  readonly kilograms: string;
}

/** The fields of a ticket that its series have in common. */
interface SeriesFields {
  readonly locationId: string;
  readonly plate: string;
  readonly project: string;
  readonly product: string;
  readonly customer: string;
}

/** The columns of a ticket that determine its series. */
export interface Weights extends SeriesFields {
  readonly tareKg: string | null;
  readonly cumulativeKg: string | null;
}

/** The last ticket of a series. */
export interface Head {
  readonly seq: number;
  readonly kilograms: string;
}

/** A ticket found in a series. */
interface Entry {
  /** The seq of the version that entered the series. */
  readonly seq: number;
  /** The seq of its current version. */
  readonly present: number;
  /** The seq of its first version: tickets are in order of arrival. */
  readonly first: number;
  readonly kilograms: string;
}

/** The position of a ticket in a series: after one, and before another or at the end. */
export interface Place {
  /** The seq of the previous one, whatever has happened to it since; undefined at the beginning. */
  readonly before: number | undefined;
  /** Kilograms of the last previous one that is still in the series; undefined if there is no such ticket. */
  readonly kilograms: string | undefined;
  /** The next one, which must be linked to it; undefined if it is missing or already linked. */
  readonly behind?: Entry | undefined;
  readonly isLast: boolean;
}

/** Most tickets that one correction or deletion visits: some milliseconds of a transaction. */
export const LONGEST_WALK = 1000;

const HEAD = `SELECT seq, kilograms FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
export const SET_HEAD = `INSERT INTO ticketSeries (kind, locationId, plate, project, product, customer, seq, kilograms)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (kind, locationId, plate, project, product, customer)
  DO UPDATE SET seq = excluded.seq, kilograms = excluded.kilograms`;
const DROP_HEAD = `DELETE FROM ticketSeries
  WHERE kind = ? AND locationId = ? AND plate = ? AND project = ? AND product = ? AND customer = ?`;
const BEFORE = 'SELECT before FROM ticketsBefore WHERE kind = ? AND seq = ?';
/** For a version that is new. */
export const ADD_BEFORE = 'INSERT INTO ticketsBefore (kind, seq, before) VALUES (?, ?, ?)';
const SET_BEFORE = `${ADD_BEFORE}
  ON CONFLICT (kind, seq) DO UPDATE SET before = excluded.before`;
const WEIGHTS = 'locationId, plate, project, product, customer, tareKg, cumulativeKg';
const VERSION = `SELECT ${WEIGHTS} FROM ticketVersions WHERE seq = ?`;
const FIRST = 'SELECT seq FROM ticketVersions WHERE uuid = ? AND version = 1';
/** The current version of the ticket of a version: no row if the ticket was deleted. */
const TICKET = `SELECT ${WEIGHTS.replace(/\w+/g, 'now.$&')}, now.seq AS present,
  (SELECT seq FROM ticketVersions WHERE uuid = entry.uuid AND version = 1) AS first
  FROM ticketVersions AS entry CROSS JOIN ticketVersions AS now
  WHERE entry.seq = ? AND now.uuid = entry.uuid AND now.current = 1
  AND now.version = (SELECT max(version) FROM ticketVersions WHERE uuid = entry.uuid)`;

function keyOf(kind: SeriesKind, { locationId, plate, project, product, customer }: SeriesFields): SeriesKey {
  return kind === 'tare' ? [kind, locationId, plate, '', '', ''] : [kind, locationId, '', project, product, customer];
}

/** A ticket as part of its series of a kind; undefined if it is in none. */
export function memberOf(kind: SeriesKind, weights: Weights): Member | undefined {
  const kilograms = kind === 'tare' ? weights.tareKg : weights.cumulativeKg;
  return kilograms === null ? undefined : { kind, key: keyOf(kind, weights), kilograms };
}

/** The position of a new ticket: after all others, whatever the clock says. */
export function placeOfNew(tx: Transaction, { key }: Member): Awaitable<Place> {
  return after(tx.first<Head>(HEAD, ...key), (head) => ({
    before: head?.seq,
    kilograms: head?.kilograms,
    isLast: true,
  }));
}

/**
 * The position of a corrected ticket: its own one, or in another series that of its arrival. Its current version must
 * be retired, and the new one not inserted yet.
 * @param replaced seq of the replaced version
 * @returns undefined if more than `LONGEST_WALK` tickets followed it: then it is compared with no other ticket, and no
 * other with it
 */
export async function placeOfCorrected(
  tx: Transaction,
  { kind, key }: Member,
  uuid: string,
  replaced: number,
): Promise<Place | undefined> {
  const head = await tx.first<Head>(HEAD, ...key);
  const was = await memberAt(tx, kind, replaced);
  if (was !== undefined && sameKey(was.key, key)) {
    const before = await beforeOf(tx, kind, replaced);
    const last = await firstOf(entries(tx, kind, key, before));
    return { before, kilograms: last?.kilograms, isLast: head?.seq === replaced };
  }
  const first = (await tx.first<{ seq: number }>(FIRST, uuid))!.seq;
  let behind: Entry | undefined;
  for await (const entry of entries(tx, kind, key, head?.seq)) {
    if (entry === 'too many') return undefined;
    if (entry.first < first)
      return { before: entry.seq, kilograms: entry.kilograms, behind, isLast: behind === undefined };
    behind = entry;
  }
  return { before: undefined, kilograms: undefined, behind, isLast: behind === undefined };
}

/** Inserts a version at its position. */
export function enter(
  tx: Transaction,
  { kind, key, kilograms }: Member,
  seq: number,
  { before, behind, isLast }: Place,
): Awaitable<unknown> {
  const done: Awaitable<number>[] = [];
  if (before !== undefined) done.push(tx.run(SET_BEFORE, kind, seq, before));
  if (isLast) done.push(tx.run(SET_HEAD, ...key, seq, kilograms));
  // Others are linked to the version that entered the series; its own corrections start from its current one.
  if (behind !== undefined)
    for (const one of new Set([behind.seq, behind.present])) done.push(tx.run(SET_BEFORE, kind, one, seq));
  return done.some((one) => one instanceof Promise) ? Promise.all(done) : undefined;
}

/**
 * Removes a ticket from its series; one that stays in a series enters it again afterwards.
 * @param seq of its version in the series, which must be retired
 */
export async function leave(tx: Transaction, seq: number): Promise<void> {
  for (const kind of SERIES_KINDS) {
    const was = await memberAt(tx, kind, seq);
    if (was === undefined || (await tx.first<Head>(HEAD, ...was.key))?.seq !== seq) continue;
    const last = await firstOf(entries(tx, kind, was.key, await beforeOf(tx, kind, seq)));
    if (last === undefined) await tx.run(DROP_HEAD, ...was.key);
    else await tx.run(SET_HEAD, ...was.key, last.present, last.kilograms);
  }
}

/**
 * The tickets of a series from a version backwards, without those that have left it. Ends with 'too many' after
 * `LONGEST_WALK` tickets.
 */
async function* entries(
  tx: Transaction,
  kind: SeriesKind,
  key: SeriesKey,
  from: number | undefined,
): AsyncGenerator<Entry | 'too many'> {
  let seq = from;
  for (let steps = 0; steps < LONGEST_WALK; steps++) {
    if (seq === undefined) return;
    const found = await tx.first<Weights & { present: number; first: number }>(TICKET, seq);
    const member = found && memberOf(kind, found);
    if (found !== undefined && member !== undefined && sameKey(member.key, key))
      yield { seq, present: found.present, first: found.first, kilograms: member.kilograms };
    seq = await beforeOf(tx, kind, seq);
  }
  yield 'too many';
}

/** The first ticket of a walk through a series. */
async function firstOf(walk: AsyncGenerator<Entry | 'too many'>): Promise<Entry | undefined> {
  for await (const entry of walk) return entry === 'too many' ? undefined : entry;
  return undefined;
}

async function beforeOf(tx: Transaction, kind: SeriesKind, seq: number): Promise<number | undefined> {
  return (await tx.first<{ before: number }>(BEFORE, kind, seq))?.before;
}

async function memberAt(tx: Transaction, kind: SeriesKind, seq: number): Promise<Member | undefined> {
  return memberOf(kind, (await tx.first<Weights>(VERSION, seq))!);
}

function sameKey(a: SeriesKey, b: SeriesKey): boolean {
  return a.every((part, i) => part === b[i]);
}
