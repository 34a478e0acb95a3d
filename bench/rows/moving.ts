import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { StartTarget } from '../subjects/first-answer.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';

const START = join(import.meta.dirname, '../../tools/start.mjs');

/** Rows that a ticket is: its version, and its place in a series. Some hundred others are moved beside them. */
const ROWS_EACH = 2;

/** A place on PostgreSQL. */
interface Moved {
  readonly database: string;
  /** Its settings. */
  readonly file: string;
}

/** A data directory with tickets, and what it was last moved to. */
const state: { source?: StartTarget; postgres?: Postgres; folder?: string; moved?: Moved } = {};

/** Moves between two places with the command. @param from, to data directories or settings files */
async function move(from: string, to: string): Promise<Measurement> {
  return timeProcess(process.execPath, [START, 'migrate-storage', '--from', from, '--to', to]);
}

/** An empty database instead of the last one, with a data directory of its own. */
function emptyTarget(): Moved {
  const { folder, postgres, moved } = state;
  if (moved !== undefined) postgres!.drop(moved.database);
  rmSync(folder!, { recursive: true });
  mkdirSync(folder!);
  const [file, database] = [join(folder!, 'settings.json'), postgres!.fresh()];
  writeFileSync(file, JSON.stringify({ data: join(folder!, 'data'), database }));
  return { file, database };
}

/** `fieldbridge migrate-storage` there and back, every row compared with its original. */
export const row: BenchRow = {
  id: 'migrate-storage',
  title: 'moving a data directory to PostgreSQL and back, comparison included',
  goal: '≥ 20 000 rows/s each way',
  // Below, most of the time is that of two starts and of the schemas.
  sizes: [160_000, 320_000, 640_000],
  unit: 'rows',
  prepare: async () => {
    if (missingPostgres() !== undefined) return async () => {};
    state.source = new StartTarget();
    state.postgres = new Postgres();
    state.folder = mkdtempSync(join(tmpdir(), 'bench-moving-'));
    return async () => {
      state.source!.clear();
      state.postgres!.stop();
      rmSync(state.folder!, { recursive: true });
    };
  },
  subjects: [
    {
      ...{ name: 'to PostgreSQL', role: 'ours', missing: missingPostgres },
      run: async (size) => {
        const { source } = state;
        // Left by the last move, to keep a server from starting there.
        rmSync(join(source!.directory, 'moved.json'), { force: true });
        await source!.fill(size / ROWS_EACH, 1);
        state.moved = emptyTarget();
        return move(source!.directory, state.moved.file);
      },
    },
    {
      ...{ name: 'and back', role: 'ours', missing: missingPostgres },
      run: () => move(state.moved!.file, join(state.folder!, 'back')),
    },
  ],
};
