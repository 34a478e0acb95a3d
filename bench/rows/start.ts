import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeProcess } from '../process.ts';
import type { BenchRow, Subject } from '../row.ts';
import { StartTarget, startBare } from '../subjects/first-answer.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';

const START = join(import.meta.dirname, '../../tools/start.mjs');
const TICKETS_PER_JOB = 100;
/** Points of the small file that is converted: about 1 kB. */
const SMALL_POINTS = 32;

const bare: Subject = {
  name: 'bare node:http, one fixed answer',
  role: 'limit',
  run: () => startBare('bare-http.ts'),
};

const empty: BenchRow = {
  id: 'start-empty',
  title: 'first answer after start, without data',
  goal: '< 0.7 s',
  sizes: [1],
  unit: 'starts',
  prepare: async () => async () => {},
  subjects: [
    {
      name: 'Fieldbridge, through the start line',
      role: 'ours',
      run: async () => {
        const target = new StartTarget();
        try {
          return await target.start();
        } finally {
          target.clear();
        }
      },
    },
    bare,
  ],
};

let filled: StartTarget;
const stored: BenchRow = {
  id: 'start-stored',
  title: 'first answer after start, with stored tickets and a field job per hundred of them',
  goal: '< 1.5 s with 1 M tickets and 10 k jobs; exponent about 0',
  sizes: [62_000, 250_000, 1_000_000],
  unit: 'tickets',
  prepare: async () => {
    filled = new StartTarget();
    return async () => filled.clear();
  },
  subjects: [
    {
      name: 'Fieldbridge, through the start line',
      role: 'ours',
      run: async (tickets) => {
        await filled.fill(tickets, tickets / TICKETS_PER_JOB);
        return filled.start();
      },
    },
    bare,
  ],
};

let postgres: Postgres;
let known: StartTarget;
let knownUrl: string;
const onPostgres: BenchRow = {
  id: 'start-postgres',
  title: 'first answer after start, rows in PostgreSQL',
  goal: '< 1.5 s',
  sizes: [1],
  unit: 'starts',
  prepare: async () => {
    if (missingPostgres() !== undefined) return async () => {};
    postgres = new Postgres();
    known = new StartTarget();
    knownUrl = postgres.fresh();
    await known.start(['--database', knownUrl]);
    return async () => {
      known.clear();
      postgres.stop();
    };
  },
  subjects: [
    {
      ...{ name: 'Fieldbridge, on its database', role: 'ours', missing: missingPostgres },
      run: () => known.start(['--database', knownUrl]),
    },
    {
      ...{ name: 'Fieldbridge, on an empty database', role: 'ours', missing: missingPostgres },
      run: async () => {
        const target = new StartTarget();
        try {
          return await target.start(['--database', postgres.fresh()]);
        } finally {
          target.clear();
        }
      },
    },
    bare,
  ],
};

const bareCommand: Subject = {
  name: 'node -e 0',
  role: 'limit',
  run: () => timeProcess(process.execPath, ['-e', '0']),
};

function command(id: string, title: string, goal: string, words: () => readonly string[]): BenchRow {
  const name = 'Fieldbridge, through the start line';
  return {
    ...{ id, title, goal, sizes: [1], unit: 'commands' },
    prepare: async () => {
      folder = mkdtempSync(join(tmpdir(), 'bench-command-'));
      const points = Array.from(
        { length: SMALL_POINTS },
        (_, i) => `${i + 1},${5000 + i}.125,${1000 + 3 * i}.250,12.310,KERB`,
      );
      writeFileSync(join(folder, 'small.csv'), `name,northing,easting,elevation,code\n${points.join('\n')}\n`);
      return async () => rmSync(folder, { recursive: true });
    },
    subjects: [{ name, role: 'ours', run: () => timeProcess(process.execPath, [START, ...words()]) }, bareCommand],
  };
}
let folder = '';

/** How long a caller waits for a server that was just started, and a user for a command. */
export const rows: readonly BenchRow[] = [
  empty,
  stored,
  onPostgres,
  command('start-help', 'fieldbridge --help', '< 150 ms', () => ['--help']),
  command('start-convert', 'fieldbridge convert, points of 1 kB to DXF', '< 400 ms', () => [
    'convert',
    join(folder, 'small.csv'),
    join(folder, 'small.dxf'),
    '--force',
  ]),
];
