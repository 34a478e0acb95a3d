import { CLUSTER } from '@fieldbridge/server/storage/postgres/cluster-schema.ts';
import { PostgresCluster } from '@fieldbridge/server/storage/postgres/postgres-cluster.ts';
import { PostgresStore } from '@fieldbridge/server/storage/postgres/postgres-store.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';
import { TakeoverGroup } from '../subjects/takeover.ts';
import { median } from '../table.ts';

let postgres: Postgres;
let store: PostgresStore;
let servers: readonly PostgresCluster[] = [];
let forgotten: () => void = () => {};

/** How long after the change of a row the other server forgets it, in turn for a number of changes. */
async function notices(changes: number, change: () => Promise<unknown>): Promise<Measurement> {
  const times: number[] = [];
  for (let i = 0; i < changes; i++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    forgotten = resolve;
    const begun = performance.now();
    await change();
    await promise;
    times.push(performance.now() - begun);
  }
  const seconds = median(times) / 1000;
  return { seconds, note: `at worst ${Math.max(...times).toFixed(0)} ms of ${changes}` };
}

/** How soon one server sees what another has changed: a revoked credential, for instance. */
const notice: BenchRow = {
  id: 'notices',
  title: 'until a server on the same PostgreSQL forgets what another has changed',
  goal: '≤ 0.25 s with LISTEN, ≤ 1.5 s without, also at worst',
  sizes: [20],
  unit: 'changes',
  prepare: async () => {
    if (missingPostgres() !== undefined) return async () => {};
    postgres = new Postgres();
    servers = [await PostgresCluster.join(postgres.url), await PostgresCluster.join(postgres.url)];
    const memory = servers[0]!.memoryOf('space');
    store = await PostgresStore.open(postgres.url, 'space', [], { memory });
    servers[1]!.memoryOf('space').onMark('things', () => forgotten());
    return async () => {
      await store.close();
      for (const server of servers) await server.close();
      postgres.stop();
    };
  },
  subjects: [
    {
      ...{ name: 'with a notice', role: 'ours', missing: missingPostgres },
      run: (changes) => notices(changes, () => store.write((tx) => tx.mark('things'))),
    },
    {
      ...{ name: 'without: the next look', role: 'ours', missing: missingPostgres },
      run: (changes) =>
        notices(changes, () =>
          store.write((tx) => tx.run(`UPDATE ${CLUSTER}.marks SET number = number + 1 WHERE kind = ?`, 'things')),
        ),
    },
  ],
};

let group: TakeoverGroup;
const takeover: BenchRow = {
  id: 'takeover',
  title: 'from the end of a killed server until another one runs its import',
  goal: '≤ 7 s: the lease of 5 s, and 2 s',
  sizes: [1_000_000],
  unit: 'points',
  prepare: async () => {
    if (missingPostgres() !== undefined) return async () => {};
    group = new TakeoverGroup();
    return () => group.stop();
  },
  subjects: [
    {
      ...{ name: 'Fieldbridge, two servers that run imports', role: 'ours', missing: missingPostgres },
      run: (points) => group.killHolder(points),
    },
  ],
};

export const rows: readonly BenchRow[] = [notice, takeover];
