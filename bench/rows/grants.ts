import { sendLoad } from '../inputs/http-load.ts';
import type { BenchRow, Subject } from '../row.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
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

const subjects = [
  subject('Fieldbridge', 'ours', 'fieldbridge.ts', '/project/v1/sandbox/token'),
  subject('oidc-provider 9.13.3', 'peer', 'oidc-provider.mjs', '/token'),
];

/** Client-credentials grants over HTTP. Ours are durable and include a refresh token, the peer's are in memory. */
export const row: BenchRow = {
  id: 'grants',
  title: `token grants (client_credentials), ${CONNECTIONS} connections; ours on disk, the peer's in memory`,
  goal: '≥ 5 × oidc-provider with its memory adapter',
  sizes: [1000, 4000, 16_000],
  unit: 'grants',
  prepare: async () => {
    for (const server of ['fieldbridge.ts', 'oidc-provider.mjs']) running.set(server, await startProcess(server));
    for (const { run } of subjects) await run(WARM_UP_REQUESTS);
    return async () => {
      for (const process of running.values()) await process.stop();
    };
  },
  subjects,
};
