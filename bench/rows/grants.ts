import { sendLoad } from '../inputs/http-load.ts';
import type { BenchRow, Subject } from '../row.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { missingPostgres, Postgres } from '../subjects/postgres.ts';
import { WARM_UP_REQUESTS } from '../warm-up.ts';

const CONNECTIONS = 64;
const running = new Map<string, ServerProcess>();

function subject(name: string, role: Subject['role'], server: string, path: string): Subject {
  return {
    name,
    role,
    run: async (requests) => {
      const process = running.get(server)!;
      const { clientId, clientSecret, port } = process.ready;
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId!,
        client_secret: clientSecret!,
      }).toString();
      const request = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
      const before = process.cpuSeconds();
      const { seconds, p99 } = await sendLoad({
        port,
        connections: CONNECTIONS,
        requests,
        request: () => request,
      });
      const cpu = ((process.cpuSeconds() - before) / requests) * 1e6;
      return { seconds, p99, note: `${cpu.toFixed(0)} µs of server CPU each` };
    },
  };
}

/** @param start starts the servers of its subjects; returns what stops all else */
function row(
  fields: Pick<BenchRow, 'id' | 'title' | 'goal'>,
  subjects: readonly Subject[],
  start: () => Promise<() => void>,
): BenchRow {
  return {
    ...fields,
    sizes: [1000, 4000, 16_000],
    unit: 'grants',
    prepare: async () => {
      const stop = await start();
      for (const { run, missing } of subjects) if (missing?.() === undefined) await run(WARM_UP_REQUESTS);
      return async () => {
        for (const process of running.values()) await process.stop();
        running.clear();
        stop();
      };
    },
    subjects,
  };
}

/** Client-credentials grants over HTTP. Ours are durable and include a refresh token. */
export const rows: readonly BenchRow[] = [
  row(
    {
      id: 'grants',
      title: `token grants (client_credentials), ${CONNECTIONS} connections; ours on disk, the peer's in memory`,
      goal: '≥ 5 × oidc-provider with its memory adapter',
    },
    [
      subject('Fieldbridge', 'ours', 'fieldbridge.ts', '/project/v1/sandbox/token'),
      subject('oidc-provider 9.13.3', 'peer', 'oidc-provider.mjs', '/token'),
    ],
    async () => {
      for (const server of ['fieldbridge.ts', 'oidc-provider.mjs']) running.set(server, await startProcess(server));
      return () => {};
    },
  ),
  row(
    {
      id: 'grants-postgres',
      title: `the same with rows in PostgreSQL, both durable, ${CONNECTIONS} connections`,
      goal: '≥ 3 × a transaction per request',
    },
    [
      onPostgres(subject('Fieldbridge on PostgreSQL', 'ours', 'fieldbridge.ts', '/project/v1/sandbox/token')),
      onPostgres(subject('plain Fastify + pg, a transaction a grant', 'peer', 'grants-plain.ts', '/token')),
    ],
    async () => {
      if (missingPostgres() !== undefined) return () => {};
      const [ours, plain] = [new Postgres(), new Postgres()];
      running.set('fieldbridge.ts', await startProcess('fieldbridge.ts', [`database=${ours.url}`]));
      running.set('grants-plain.ts', await startProcess('grants-plain.ts', [plain.directory]));
      return () => {
        for (const one of [ours, plain]) one.stop();
      };
    },
  ),
];

function onPostgres(one: Subject): Subject {
  return { ...one, missing: missingPostgres };
}
