import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Erased, Eraser } from '../service/eraser.ts';
import type { SpaceStore, Transaction } from '../storage/port/space-store.ts';
import { mergePatch } from './json/merge.ts';
import { scanText } from './json/scan.ts';
import { plateKey, readTicket } from './ticket.ts';
import type { TicketStore } from './ticket-store.ts';
import { validateTicket } from './validate.ts';
import { type TicketVersion, VERSION_COLUMNS } from './version.ts';

/** Rows looked at in one turn: some milliseconds. */
const ROWS_AT_ONCE = 500;
/** Answers looked at in one turn; each may be long. */
const ANSWERS_AT_ONCE = 20;
/** Who makes the version without the person, as the history shows it. */
const ERASER = 'operator';

/** The fields of a party that say who it is. Its reference and its country stay: the books need them. */
const PARTY = { name: null, street: null, postalCode: null, city: null, telephone: null, email: null };
const CUSTOMER = { customer: PARTY };
const VEHICLE = { vehicle: { licenseplate: null, owner: PARTY } };

interface Party {
  readonly name?: unknown;
  readonly email?: unknown;
  readonly telephone?: unknown;
}

/** A ticket as far as it may be about a person. */
interface Personal {
  readonly customer?: Party | null;
  readonly vehicle?: { readonly licenseplate?: unknown; readonly owner?: Party | null } | null;
}

type Row = TicketVersion & { readonly current: 1 | null };

/**
 * Removes a person from the tickets of one space: from every version, from stored answers and from deliveries. Weights,
 * times, numbers, products, projects and references stay. A ticket that exists gets a new version, so that callers who
 * follow the changes learn of it.
 */
export class TicketErasure implements Eraser {
  readonly #store: SpaceStore;
  readonly #tickets: TicketStore;

  constructor(store: SpaceStore, tickets: TicketStore) {
    this.#store = store;
    this.#tickets = tickets;
  }

  async erase(organisationId: string, person: string, isTrial: boolean): Promise<Erased> {
    const patchOf = patchFor(person);
    const { uuids, versions } = await this.#find(organisationId, patchOf);
    if (isTrial || uuids.size === 0) return { tickets: uuids.size, versions };
    for (const uuid of uuids) await this.#store.write((tx) => this.#eraseTicket(tx, organisationId, uuid, patchOf));
    // The last tare of a vehicle is stored under its plate.
    const text = `DELETE FROM ticketSeries WHERE kind = 'tare' AND plate = ?
      AND locationId IN (SELECT id FROM weighBridges WHERE organisationId = ?)`;
    await this.#store.write((tx) => tx.run(text, plateKey(person), organisationId));
    await this.#dropDeliveries(uuids);
    await this.#blankAnswers(organisationId, uuids);
    this.#store.reclaim();
    return { tickets: uuids.size, versions };
  }

  /** The tickets with the person, and in how many versions. */
  async #find(organisationId: string, patchOf: PatchOf): Promise<{ uuids: Set<string>; versions: number }> {
    const uuids = new Set<string>();
    let versions = 0;
    const last =
      (await this.#store.first<{ seq: number | null }>('SELECT max(seq) AS seq FROM ticketVersions'))!.seq ?? 0;
    for (let after = 0; after < last; after += ROWS_AT_ONCE) {
      const rows = await this.#store.read<Pick<Row, 'uuid' | 'body'>>(
        'SELECT uuid, body FROM ticketVersions WHERE seq > ? AND seq <= ? AND organisationId = ? AND body IS NOT NULL',
        ...[after, after + ROWS_AT_ONCE, organisationId],
      );
      for (const { uuid, body } of rows) {
        if (patchOf(body!) === undefined) continue;
        uuids.add(uuid);
        versions++;
      }
      await nextTurn();
    }
    return { uuids, versions };
  }

  async #eraseTicket(tx: Transaction, organisationId: string, uuid: string, patchOf: PatchOf): Promise<void> {
    const text = `SELECT ${VERSION_COLUMNS}, current FROM ticketVersions WHERE uuid = ? AND organisationId = ? ORDER BY version`;
    const rows = await tx.read<Row>(text, uuid, organisationId);
    const present = rows.at(-1);
    const patch = present?.current === 1 ? patchOf(present.body!) : undefined;
    if (present !== undefined && patch !== undefined) {
      const scanned = scanText(mergePatch(scanText(present.body!), scanText(patch)));
      const { reader } = validateTicket(scanned.text, scanned.root);
      // Stored tickets were valid; rules that came later may refuse one, which is then changed where it is.
      if (reader !== undefined) {
        const by = { organisationId, clientId: ERASER };
        await this.#tickets.replace(tx, by, present, { ticket: readTicket(reader), reader });
      }
    }
    await tx.run("UPDATE ticketReasons SET person = NULL, reason = '' WHERE uuid = ?", uuid);
    await tx.run("UPDATE ticketSettlements SET settledPerson = NULL, note = '' WHERE ticketUuid = ?", uuid);
    for (const { seq, body } of rows) {
      const patch = body === null ? undefined : patchOf(body);
      if (patch === undefined) continue;
      const blanked = mergePatch(scanText(body!), scanText(patch));
      const { customer } = JSON.parse(blanked) as { customer?: { reference?: unknown; name?: unknown } | null };
      const named = [customer?.reference, customer?.name].find((one) => typeof one === 'string' && one !== '') ?? '';
      const isVehicle = patch.includes('licenseplate') ? 1 : 0;
      await tx.run(
        `UPDATE ticketVersions SET body = ?, digest = NULL, customer = ?, customerName = ?,
         plate = CASE WHEN ? = 1 THEN '' ELSE plate END, tareKg = CASE WHEN ? = 1 THEN NULL ELSE tareKg END WHERE seq = ?`,
        ...[blanked, String(named), String(named), isVehicle, isVehicle, seq],
      );
    }
  }

  /** Deliveries hold copies of tickets. The new versions are delivered instead. */
  async #dropDeliveries(uuids: ReadonlySet<string>): Promise<void> {
    const text = 'SELECT seq, eventId FROM webhookDeliveries WHERE seq > ? ORDER BY seq LIMIT ?';
    for (let after = 0; ; ) {
      const rows = await this.#store.read<{ seq: number; eventId: string }>(text, after, ROWS_AT_ONCE);
      if (rows.length === 0) return;
      after = rows.at(-1)!.seq;
      const gone = rows.filter(({ eventId }) => uuids.has(eventId.split('_')[1] ?? ''));
      if (gone.length === 0) continue;
      await this.#store.write(async (tx) => {
        for (const { seq } of gone) await tx.run('DELETE FROM webhookDeliveries WHERE seq = ?', seq);
      }, gone.length);
    }
  }

  /** Answers stored for Idempotency-Keys stay, without their content. */
  async #blankAnswers(organisationId: string, uuids: ReadonlySet<string>): Promise<void> {
    const keys = 'SELECT key FROM idempotentAnswers WHERE owner = ? AND body IS NOT NULL';
    const all = await this.#store.read<{ key: Uint8Array }>(keys, organisationId);
    for (let i = 0; i < all.length; i += ANSWERS_AT_ONCE) {
      for (const { key } of all.slice(i, i + ANSWERS_AT_ONCE)) {
        const text = 'SELECT body FROM idempotentAnswers WHERE key = ?';
        const body = (await this.#store.first<{ body: Uint8Array | null }>(text, key))?.body ?? null;
        const named = body === null ? [] : (Buffer.from(body).toString('utf8').match(UUIDS) ?? []);
        if (!named.some((uuid) => uuids.has(uuid))) continue;
        const blank = 'UPDATE idempotentAnswers SET body = ? WHERE key = ?';
        await this.#store.write((tx) => tx.run(blank, Buffer.from('{}'), key));
      }
      await nextTurn();
    }
  }
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The merge patch that removes the person from a ticket; undefined if the ticket does not name the person. */
type PatchOf = (body: string) => string | undefined;

function patchFor(person: string): PatchOf {
  const wanted = folded(person);
  const plate = plateKey(person);
  const isPerson = (party: Party | null | undefined): boolean =>
    [party?.name, party?.email, party?.telephone].some((one) => typeof one === 'string' && folded(one) === wanted);
  return (body) => {
    const { customer, vehicle } = JSON.parse(body) as Personal;
    const given = vehicle?.licenseplate;
    const isVehicle =
      isPerson(vehicle?.owner) || (typeof given === 'string' && plate !== '' && plateKey(given) === plate);
    if (!isVehicle && !isPerson(customer)) return undefined;
    return JSON.stringify({
      ...(isPerson(customer) ? CUSTOMER : {}),
      // A merge patch would create an owner that is not there.
      ...(isVehicle ? (vehicle?.owner ? VEHICLE : { vehicle: { licenseplate: null } }) : {}),
    });
  };
}

/** The form in which names and addresses are compared. */
function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
