import type { BenchRow, Subject } from '../row.ts';
import { missingPostgres } from '../subjects/postgres.ts';
import { type TargetKind, TicketTarget } from '../subjects/ticket-target.ts';
import { WARM_UP_REQUESTS } from '../warm-up.ts';
import { READS, row } from './tickets.ts';

type Made = ReturnType<Parameters<typeof row>[1]>;

/** Tickets one by one on PostgreSQL. @param connections of the load */
function each(
  connections: number,
  ...targets: readonly [name: string, role: Subject['role'], kind: TargetKind][]
): Made {
  const all = targets.map(([name, role, kind]) => ({ name, role, target: new TicketTarget(kind) }));
  return {
    fill: async () => {
      if (missingPostgres() === undefined) for (const { target } of all) await target.send(WARM_UP_REQUESTS);
    },
    stop: () => {
      for (const { target } of all) target.stop();
    },
    subjects: all.map(({ name, role, target }) => ({
      ...{ name, role, missing: missingPostgres },
      run: (size) => target.send(size, 1, connections),
    })),
  };
}

/** Lists and totals, by number of tickets. */
function lists(kind: TargetKind): Made {
  const ours = new TicketTarget(kind);
  const all: typeof READS = [
    ...READS,
    ['list, newest first, 100', '?limit=100&order=newest'],
    [
      'totals of a week per day and product',
      '/totals?by=day,product&from=2026-06-01T00:00:00Z&to=2026-06-08T00:00:00Z',
    ],
    ['changes since a moment ago, 100', `?limit=100&modifiedSince=2026-12-31T23:00:00Z`],
  ];
  return {
    stop: () => ours.stop(),
    subjects: all.map(([name, path]) => ({
      ...{ name, role: 'ours', missing: missingPostgres },
      run: async (size) => {
        await ours.fill(size);
        const measured = await ours.read(path);
        return { ...measured, note: `${Math.round(ours.databaseBytes())} bytes of database each` };
      },
    })),
  };
}

const SIZES = [2000, 8000, 32_000];
const OURS = 'Fieldbridge on PostgreSQL';

/** The budgets of PostgreSQL that are about tickets. */
export const rows: BenchRow[] = [
  row(
    {
      id: 'tickets-postgres',
      title: 'tickets created over HTTP one by one, 64 connections, rows in PostgreSQL',
      goal: '≥ 1.3 × the plain service; p99 < 50 ms',
      sizes: SIZES,
      unit: 'tickets',
    },
    () => each(64, [OURS, 'ours', 'on-postgres'], ['plain Fastify + pg, a row a ticket', 'peer', 'plain']),
  ),
  row(
    {
      id: 'tickets-two-servers',
      title: 'the same on two servers, 32 connections each, against one with 64',
      goal: '≥ 1.1 × one server',
      sizes: SIZES,
      unit: 'tickets',
    },
    () => each(64, ['two servers', 'ours', 'two-servers'], ['one server', 'peer', 'on-postgres']),
  ),
  row(
    {
      id: 'tickets-months',
      title: 'the same divided by the month of weighing (ticketMonths), against undivided',
      goal: 'none: what dividing costs a new ticket',
      sizes: SIZES,
      unit: 'tickets',
    },
    () => each(64, ['by month', 'ours', 'by-month'], ['undivided', 'peer', 'on-postgres']),
  ),
  row(
    {
      id: 'tickets-postgres-alone',
      title: 'tickets created over HTTP one after another on one connection, rows in PostgreSQL',
      goal: 'none: what a transaction costs, for the simulation of `scale`',
      sizes: [500, 2000, 8000],
      unit: 'tickets',
    },
    () => each(1, [OURS, 'ours', 'on-postgres']),
  ),
  row(
    {
      id: 'tickets-lists-postgres',
      title: 'reading stored tickets from PostgreSQL, by number of tickets',
      goal: 'memory does not grow with the number of tickets; exponent ≤ 1.1, about 0 but for filters and totals of all',
      sizes: [62_000, 250_000, 1_000_000],
      large: [10_000_000],
      unit: 'tickets',
    },
    () => lists('on-postgres'),
  ),
  row(
    {
      id: 'tickets-lists-months',
      title: 'the same divided by the month of weighing (ticketMonths)',
      goal: 'as undivided',
      sizes: [62_000, 250_000, 1_000_000],
      large: [10_000_000],
      unit: 'tickets',
    },
    () => lists('by-month'),
  ),
];
