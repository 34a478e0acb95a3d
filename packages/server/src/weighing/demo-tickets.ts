import { setTimeout as pause } from 'node:timers/promises';
import type { Principal } from '../directory/credential.ts';
import type { DemoRecords } from '../service/service.ts';
import { noteReason } from './corrections.ts';
import type { Environment } from './environment.ts';
import { takeIn } from './intake.ts';
import { scanText } from './json/scan.ts';
import type { StoredTicket } from './version.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const SUNDAY = 0;
const PER_DAY = 8;
/** First load of a day, in UTC, and the time between two. */
const FIRST_HOUR = 6;
const EVERY_MINUTES = 65;
/** Between two days, so that callers are served meanwhile. */
const PAUSE_MS = 20;

const PRODUCTS = [
  { identifier: 'AC16', name: 'Asphalt AC 16 base', temperature: 162 },
  { identifier: 'G0-32', name: 'Crushed gravel 0/32' },
  { identifier: 'S0-4', name: 'Washed sand 0/4' },
  { identifier: 'TOP', name: 'Topsoil' },
] as const;
const PROJECTS = [
  { identifier: '2026-014', description: 'Ring road, section east' },
  { identifier: '2026-021', description: 'Harbour quay 3' },
  { identifier: '2026-030', description: 'School yard' },
] as const;
const CUSTOMERS = [
  { reference: 'K-1001', name: 'Municipality of Elst', city: 'Elst', countryCode: 'NL' },
  { reference: 'K-1002', name: 'Jansen Civil Works', city: 'Arnhem', countryCode: 'NL' },
] as const;
const VEHICLES = [
  { licenseplate: '24-BKV-7', tare: 14.62 },
  { licenseplate: 'BX-TT-58', tare: 15.1 },
  { licenseplate: '61-BDG-2', tare: 13.98 },
  { licenseplate: 'VK-338-N', tare: 14.24 },
  { licenseplate: '09-BRS-4', tare: 15.44 },
] as const;

/** The tickets of a month at two weigh bridges, until the day before the start, some of them doubtful. */
export async function makeDemoTickets(
  environment: Environment,
  { organisationId, signal }: DemoRecords,
): Promise<void> {
  const { bridges, tickets, clock } = environment;
  const by: Principal = { clientId: 'demonstration', organisationId };
  const today = Math.floor(clock.now() / DAY_MS) * DAY_MS;
  let number = 0;
  let last: StoredTicket | undefined;
  for (let day = today - DAYS * DAY_MS; day < today && !signal.aborted; day += DAY_MS) {
    if (new Date(day).getUTCDay() === SUNDAY) continue;
    const incoming = [];
    for (const { id } of await bridges.list(organisationId))
      for (let load = 0; load < PER_DAY; load++) {
        const text = JSON.stringify(ticketOf(id, ++number, day + load * EVERY_MINUTES * 60_000));
        incoming.push(await takeIn(environment, by, text, scanText(text).root));
      }
    const added = await tickets.add(by, incoming);
    const first = added[0];
    if (first !== undefined && 'uuid' in first) last = first;
    await pause(PAUSE_MS);
  }
  if (last !== undefined && !signal.aborted) await correct(environment, { ...by, personName: 'Demo' }, last);
}

/** One was corrected by hand, so that there is a history to look at. */
async function correct(environment: Environment, by: Principal, { uuid }: StoredTicket): Promise<void> {
  const { tickets } = environment;
  await tickets.write(async (tx) => {
    const present = await tickets.get(by, uuid, tx);
    const text = JSON.stringify({ ...JSON.parse(present.body!), project: PROJECTS[2] });
    const replaced = await tickets.replace(tx, by, present, await takeIn(environment, by, text, scanText(text).root));
    await noteReason(tx, by, uuid, replaced.version, 'The driver named the wrong project');
  });
}

/** The same tickets at every first start, except for the dates. */
function ticketOf(locationId: string, number: number, at: number): object {
  // A step that shares no factor with the lengths of the lists visits every combination.
  const pick = <T>(list: readonly T[], step: number): T => list[(number * step) % list.length]!;
  const { temperature, ...product } = { temperature: undefined, ...pick(PRODUCTS, 3) };
  const { licenseplate, tare } = pick(VEHICLES, 7);
  const time = new Date(at + FIRST_HOUR * 3_600_000 + ((number * 37) % 50) * 60_000);
  const datetime = time.toISOString();
  const nett = 18 + ((number * 7919) % 900) / 100;
  // Now and then a bridge was not at zero, or a sensor was broken.
  const isOff = number % 97 === 0;
  const weight = (quantity: number) => ({ quantity: Number(quantity.toFixed(2)), unit: 't', datetime });
  return {
    ...{ locationId, externalId: `D-${String(number).padStart(5, '0')}`, type: 'delivery' },
    nettWeight: weight(isOff ? nett + 0.34 : nett),
    grossWeight: weight(nett + tare),
    tareWeight: weight(tare),
    customer: pick(CUSTOMERS, 5),
    product: {
      ...product,
      ...(temperature === undefined
        ? {}
        : { temperature: { value: number % 151 === 0 ? 999 : temperature + (number % 9), unit: 'C', datetime } }),
    },
    project: pick(PROJECTS, 11),
    vehicle: { licenseplate, countryCode: 'NL' },
  };
}
