import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeProcess } from '../process.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { StartTarget } from '../subjects/first-answer.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';

const START = join(import.meta.dirname, '../../tools/start.mjs');

/** A data directory with tickets, and what it was last moved to. */
const state: { source?: StartTarget; postgres?: Postgres; folder?: string; moved?: string; made: number } = { made: 0 };

/** Moves between two places with the command. @param from, to data directories or settings files */
async function move(from: string, to: string): Promise<Measurement> {
  return timeProcess(process.execPath, [START, 'migrate-storage', '--from', from, '--to', to]);
}

/** A new settings file for an empty database, with a data directory of its own. */
function emptyTarget(): string {
  const [folder, number] = [state.folder!, ++state.made];
  const file = join(folder, `settings-${number}.json`);
  writeFileSync(file, JSON.stringify({ data: join(folder, `data-${number}`), database: state.postgres!.fresh() }));
  return file;
}

/** `fieldbridge migrate-storage` there and back, every row compared with its original. */
export const row: BenchRow = {
  id: 'migrate-storage',
  title: 'moving a data directory to PostgreSQL and back, comparison included',
  goal: '≥ 20 000 rows/s each way',
  sizes: [20_000, 80_000, 320_000],
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
        await source!.fill(size, 1);
        state.moved = emptyTarget();
        return move(source!.directory, state.moved);
      },
    },
    {
      ...{ name: 'and back', role: 'ours', missing: missingPostgres },
      run: () => move(state.moved!, join(state.folder!, `back-${++state.made}`)),
    },
  ],
};
