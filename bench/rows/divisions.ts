import { sendLoad } from '../inputs/http-load.ts';
import type { BenchRow, Subject } from '../row.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { WARM_UP_REQUESTS } from '../warm-up.ts';

const CONNECTIONS = 64;
const PATH = '/project/v1/sandbox/divisions';
const running = new Map<string, ServerProcess>();
let token = '';

function subject(name: string, role: Subject['role'], server: string): Subject {
  return {
    name,
    role,
    run: async (requests) => {
      const process = running.get(server)!;
      const request = `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n\r\n`;
      const before = process.cpuSeconds();
      const load = { port: process.ready.port, connections: CONNECTIONS, requests, request: () => request };
      const { seconds, p99 } = await sendLoad(load);
      const cpu = ((process.cpuSeconds() - before) / requests) * 1e6;
      return { seconds, p99, note: `${cpu.toFixed(0)} µs of server CPU each` };
    },
  };
}

async function fetchToken({ ready: { port, clientId, clientSecret } }: ServerProcess): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId!,
    client_secret: clientSecret!,
  });
  const answer = await fetch(`http://127.0.0.1:${port}/project/v1/sandbox/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const subjects = [
  subject('Fieldbridge', 'ours', 'fieldbridge.ts'),
  subject('bare node:http, one fixed answer', 'limit', 'bare-http.ts'),
];

/** The divisions behind a bearer token, against a fixed answer without any check. */
export const row: BenchRow = {
  id: 'divisions',
  title: `authenticated GET /divisions, ${CONNECTIONS} connections`,
  goal: '≥ 0.5 × bare node:http',
  sizes: [5000, 20_000, 80_000],
  unit: 'requests',
  prepare: async () => {
    for (const server of ['fieldbridge.ts', 'bare-http.ts']) running.set(server, await startProcess(server));
    token = await fetchToken(running.get('fieldbridge.ts')!);
    for (const { run } of subjects) await run(WARM_UP_REQUESTS);
    return async () => {
      for (const process of running.values()) await process.stop();
    };
  },
  subjects,
};
