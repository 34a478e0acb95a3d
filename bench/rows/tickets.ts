import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchRow, Measurement, Subject } from '../row.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';
import { TicketTarget } from '../subjects/ticket-target.ts';
import { WARM_UP_REQUESTS } from '../warm-up.ts';

/** Tickets of a busy organisation in a year. */
const YEAR = 1_000_000;

/** Lists and totals that are asked for, with their addresses. */
export const READS: readonly (readonly [name: string, path: string])[] = [
  ['list, first page of 100', '?limit=100'],
  ['filter by licence plate, 100', '?limit=100&licenseplate=FX-105-B'],
  ['totals per day and product', '/totals?by=day,product'],
];

/** Rows share no service: each starts its own, and stops it afterwards. */
export function row(
  fields: Omit<BenchRow, 'prepare' | 'subjects'>,
  make: () => { subjects: Subject[]; stop: () => void; fill?: () => Promise<void> },
): BenchRow {
  const { subjects, stop, fill } = make();
  return {
    ...fields,
    subjects,
    prepare: async () => {
      await fill?.();
      return async () => stop();
    },
  };
}

function oneByOne(fill: number): () => { subjects: Subject[]; stop: () => void; fill: () => Promise<void> } {
  return () => {
    const [ours, limit, plain] = [new TicketTarget('ours'), new TicketTarget('no-store'), new TicketTarget('plain')];
    return {
      fill: async () => {
        await ours.fill(fill);
        const others = missingPostgres() === undefined ? [limit, plain] : [limit];
        if (others.includes(plain)) await plain.fill(fill);
        for (const target of [ours, ...others]) await target.send(WARM_UP_REQUESTS);
      },
      stop: () => {
        for (const target of [ours, limit, plain]) target.stop();
      },
      subjects: [
        { name: 'Fieldbridge', role: 'ours', run: (size) => ours.send(size) },
        { name: 'the same route without a store', role: 'limit', run: (size) => limit.send(size) },
        {
          name: 'plain Fastify + pg, a row a ticket',
          role: 'peer',
          missing: missingPostgres,
          run: (size) => plain.send(size),
        },
      ],
    };
  };
}

/** pgbench's single-row rate: the same number of rows as durable inserts from 64 clients. */
function pgbench(): Subject & { stop: () => void } {
  let postgres: Postgres | undefined;
  return {
    name: 'pgbench, a row a transaction, 64 clients',
    role: 'peer',
    missing: missingPostgres,
    stop: () => postgres?.stop(),
    run: async (size): Promise<Measurement> => {
      if (postgres === undefined) {
        postgres = new Postgres();
        postgres.sql('CREATE TABLE t (id bigserial PRIMARY KEY, k text UNIQUE, body text)');
        const insert = "insert into t (k, body) values (gen_random_uuid()::text, repeat('x', 700));";
        writeFileSync(join(postgres.directory, 'insert.sql'), insert);
      }
      const each = Math.ceil(size / 64);
      const script = ['-f', `${postgres.directory}/insert.sql`];
      const text = postgres.run('pgbench', [
        '-h',
        postgres.directory,
        '-U',
        'postgres',
        '-n',
        '-c',
        '64',
        '-j',
        '2',
        '-t',
        String(each),
        ...script,
        'postgres',
      ]);
      const rate = Number(/tps = ([\d.]+)/.exec(text)?.[1]);
      return { seconds: size / rate, note: `${Math.round(rate)} rows/s` };
    },
  };
}

/** Reading stored tickets; the CSV of a million only from the data directory, because it takes long. */
function reads(): { subjects: Subject[]; stop: () => void } {
  const ours = new TicketTarget('ours');
  const all: (readonly [name: string, path: string, accept?: string])[] = [
    ...READS,
    ['export NDJSON', '', 'application/x-ndjson'],
    ['export CSV', '', 'text/csv'],
  ];
  return {
    stop: () => ours.stop(),
    subjects: all.map(([name, path, accept]) => ({
      name,
      role: 'ours' as const,
      run: async (size: number) => {
        await ours.fill(size);
        return ours.read(path, accept);
      },
    })),
  };
}

export const rows: BenchRow[] = [
  row(
    {
      id: 'tickets-each',
      title: 'tickets created over HTTP one by one, 64 connections, each durable',
      goal: '≥ 0.5 × the same route without a store; ≥ 1.5 × the plain service; p99 < 50 ms',
      sizes: [2000, 8000, 32_000],
      unit: 'tickets',
    },
    oneByOne(0),
  ),
  row(
    {
      id: 'tickets-stored',
      title: `the same with ${YEAR} tickets already stored, also by the peer`,
      goal: '≥ 0.5 × the same route without a store; ≥ 1.5 × the plain service; p99 < 50 ms',
      sizes: [2000, 8000, 32_000],
      unit: 'tickets',
    },
    oneByOne(YEAR),
  ),
  row(
    {
      id: 'tickets-batch',
      title: 'tickets created in batches of 1000',
      goal: '≥ 1.5 × the single-row rate of pgbench',
      sizes: [4000, 16_000, 64_000],
      unit: 'tickets',
    },
    () => {
      const ours = new TicketTarget('ours');
      const peer = pgbench();
      return {
        stop: () => {
          ours.stop();
          peer.stop();
        },
        subjects: [{ name: 'Fieldbridge', role: 'ours', run: (size) => ours.send(size, 1000, 2) }, peer],
      };
    },
  ),
  row(
    {
      id: 'tickets-year',
      title: 'reading a year of tickets, by number of tickets',
      goal: 'memory does not grow with the number of tickets',
      sizes: [62_000, 250_000, YEAR],
      unit: 'tickets',
    },
    reads,
  ),
];
