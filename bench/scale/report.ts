import { atRandom, ofDay } from './arrivals.ts';
import { storeTickets } from './commits.ts';
import { BRIDGES, LOAD, loadOf } from './load.ts';
import { queueFor } from './queue.ts';
import { Random } from './random.ts';
import { RATES, TICKET_COST } from './rates.ts';
import type { Waits } from './waits.ts';

const SERVERS = [1, 2, 4];
const WORKERS = [1, 2, 4, 16, 64, 256, 1000];
const SEED = 20_261_123;
/** Tickets that are simulated of the busiest hour; fewer than all where there are very many. */
const MOST_TICKETS = 400_000;

/** A day's conversions through a number of workers, each of which does one at a time on a core of its own. */
export function conversionsOfDay(bridges: number, workers: number): { readonly waits: Waits; readonly load: number } {
  const random = new Random(SEED);
  const { conversions } = loadOf(bridges);
  const busiest = (conversions * Math.max(...LOAD.hours)) / 3600;
  const mean = LOAD.sizes.reduce((sum, { megabytes, share }) => sum + share * RATES[megabytes].value, 0);
  const duration = (): number => {
    let left = random.next();
    for (const { megabytes, share } of LOAD.sizes) {
      if (left < share) return RATES[megabytes].value;
      left -= share;
    }
    return RATES[LOAD.sizes.at(-1)!.megabytes].value;
  };
  const day = ofDay(
    random,
    LOAD.hours.map((share) => share * conversions),
  );
  return { waits: queueFor(day, duration, workers), load: (busiest * mean) / workers };
}

/** The tickets of the busiest hour through a number of servers. */
export function ticketsOfBusiestHour(bridges: number, servers: number) {
  const random = new Random(SEED);
  const { ticketsPerSecond } = loadOf(bridges);
  const seconds = Math.min(3600, MOST_TICKETS / ticketsPerSecond);
  return storeTickets(atRandom(random, ticketsPerSecond, seconds), { cost: TICKET_COST, servers, random });
}

function time(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(2))} ms`;
  if (seconds < 120) return `${Number(seconds.toPrecision(2))} s`;
  return seconds < 7200 ? `${(seconds / 60).toFixed(0)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function percent(share: number): string {
  return `${share < 0.1 ? Number((100 * share).toPrecision(1)) : Math.round(100 * share)} %`;
}

const count = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');
const table = (rows: readonly (readonly (string | number)[])[]): string[] =>
  rows.flatMap((row, i) => [`| ${row.join(' | ')} |`, ...(i === 0 ? [`|${row.map(() => '---|').join('')}`] : [])]);

/** Tables of a sizing guide, the same at every call: what comes in, how long it waits, what it takes on disks. */
export function sizingReport(): string {
  const tickets = BRIDGES.flatMap((bridges) =>
    SERVERS.map((servers) => {
      const { waits, busy } = ticketsOfBusiestHour(bridges, servers);
      const rate = loadOf(bridges).ticketsPerSecond;
      const figures = [time(waits.quantile(0.5)), time(waits.quantile(0.99)), percent(busy)];
      return [count(bridges), String(Number(rate.toPrecision(2))), servers, ...figures];
    }),
  );
  const conversions = BRIDGES.flatMap((bridges) =>
    WORKERS.flatMap((workers, i) => {
      // Nobody waits already with fewer: only the largest number is shown besides.
      const fewer = WORKERS[i - 1];
      const isIdle = fewer !== undefined && conversionsOfDay(bridges, fewer).waits.quantile(1) === 0;
      if (isIdle && workers !== WORKERS.at(-1)) return [];
      const { waits, load } = conversionsOfDay(bridges, workers);
      const figures = [time(waits.quantile(0.5)), time(waits.quantile(0.99)), time(waits.quantile(1))];
      return [[count(bridges), count(loadOf(bridges).conversions), count(workers), percent(load), ...figures]];
    }),
  );
  const meanSize = LOAD.sizes.reduce((sum, { megabytes, share }) => sum + megabytes * share, 0);
  const disks = BRIDGES.map((bridges) => {
    const { tickets: perDay, conversions: files } = loadOf(bridges);
    const year = LOAD.workingDaysPerYear;
    const database = (perDay * year * RATES.bytesPerTicket.value) / 1e9;
    return [
      count(bridges),
      count(perDay * year),
      database < 10 ? String(Number(database.toPrecision(2))) : count(database),
      count((files * year * meanSize) / 2000),
    ];
  });
  return [
    'Measured rates that go in:',
    '',
    ...table([
      ['row of the bench', 'rate', 'value'],
      ...Object.values(RATES).map((one) => [one.row, one.what, one.value]),
    ]),
    '',
    `Each weigh bridge: ${LOAD.ticketsPerDay} tickets a day; an office for every ${LOAD.bridgesPerOffice} of them: ` +
      `${LOAD.conversionsPerDay} imports and exports a day; ${100 * Math.max(...LOAD.hours)} % of a day in its busiest hour.`,
    '',
    'Tickets of the busiest hour, from arrival at the server to commit:',
    '',
    ...table([['weigh bridges', 'tickets/s', 'servers', 'p50', 'p99', 'database busy'], ...tickets]),
    '',
    'Imports and exports of a day, waiting for a worker:',
    '',
    ...table([
      ['weigh bridges', 'conversions', 'workers', 'load in the busiest hour', 'p50', 'p99', 'longest'],
      ...conversions,
    ]),
    '',
    'What a year leaves on disks, if nothing is deleted (files: what was imported):',
    '',
    ...table([['weigh bridges', 'tickets', 'database GB', 'files GB'], ...disks]),
  ].join('\n');
}
