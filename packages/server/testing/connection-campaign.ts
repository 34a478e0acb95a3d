import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startServerProcess } from './server-process.ts';

/** The load on the server. */
export interface ConnectionLoad {
  /** Connections that are then silent, send half of something, or trickle an upload: a third of each. */
  readonly connections: number;
  /** Requests of 64 callers, one after another on each connection. */
  readonly requests: number;
}

/** The observations; memory in MiB of the server's process. */
export interface ConnectionResult {
  readonly memoryIdle: number;
  readonly memoryConnected: number;
  /** Longest request while the connections were open, milliseconds. */
  readonly slowest: number;
  /** Connections that the server ended, by answer. */
  readonly ended: Readonly<Record<string, number>>;
  readonly memoryHalfway: number;
  readonly memoryAfter: number;
  readonly answers: Readonly<Record<string, number>>;
}

/** Memory that one connection may cost; half a request has its head and a body buffer. */
const MEBIBYTES_PER_CONNECTION = 0.1;
/** How much a heap may fluctuate. */
const SWING = 200;
const CALLERS = 64;
/** The server's limits on heads (20 s) and on silence within an upload (60 s), its interval of 5 s, and some margin. */
const LONGEST_MS = 90_000;

const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/**
 * Opens many connections that want nothing or never end, then sends many small requests, and watches the server's
 * memory.
 * @param report called with each step
 * @throws AssertionError if memory grows with them, a request goes unanswered, or half a request is kept for ever
 */
export async function connectionCampaign(
  { connections, requests }: ConnectionLoad,
  report: (line: string) => void,
): Promise<ConnectionResult> {
  const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-connections-'));
  const server = await startServerProcess(directory);
  const port = Number(new URL(server.url).port);
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const { clientId, clientSecret, locationIds } = server.demo.weighing;
  const own = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  const call = (path: string, method = 'GET', body = '', headers: Record<string, string> = own): Promise<number> =>
    new Promise((resolve, reject) => {
      const length =
        body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const at = { host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...length } };
      const sent = request(at, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode!));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const ticket = (name: string): string =>
    JSON.stringify({ locationId: locationIds[0], externalId: name, nettWeight: { quantity: 1, unit: 't' } });
  const sockets: Socket[] = [];
  const ended: Record<string, number> = {};
  try {
    const pid = server.process.pid!;
    for (let i = 0; i < 50; i++)
      assert.equal(await call('/weighing-sandbox/v2/weighing', 'POST', ticket(`W${i}`)), 201);
    const memoryIdle = memoryOf(pid);
    const { sampleJobId, ...keys } = server.demo.conversion;
    const upload = [
      `PUT /conversion/job/${sampleJobId}/csv HTTP/1.1`,
      `Host: x\r\nX-ClientId: ${keys.clientId}\r\nX-ClientSecret: ${keys.clientSecret}`,
      'Content-Length: 1000000\r\n\r\nname,north',
    ].join('\r\n');
    const heads = ['', 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ', upload];
    for (let i = 0; i < connections; i++) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1', 0, 40)));
      socket.on('close', () => {
        const key = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'without an answer';
        ended[key] = (ended[key] ?? 0) + 1;
      });
      socket.write(heads[i % 3]!);
      sockets.push(socket);
      // The queue of a listening socket is short, so a flood of connections waits a moment.
      if (i % 100 === 99) await pause(5);
    }
    let slowest = 0;
    for (let i = 0; i < 50; i++) {
      const began = performance.now();
      assert.equal(await call('/weighing-sandbox/v2/weighing', 'POST', ticket(`C${i}`)), 201);
      slowest = Math.max(slowest, Math.round(performance.now() - began));
    }
    const memoryConnected = memoryOf(pid);
    report(`${connections} connections: ${memoryIdle} → ${memoryConnected} MiB, slowest ticket ${slowest} ms`);
    assert.ok(memoryConnected - memoryIdle < SWING + connections * MEBIBYTES_PER_CONNECTION, 'memory by connections');
    const halves = sockets.filter((_, i) => i % 3 !== 0);
    const deadline = performance.now() + LONGEST_MS;
    while (halves.some((socket) => !socket.closed) && performance.now() < deadline) await pause(200);
    assert.deepEqual(halves.filter((socket) => !socket.closed).length, 0, 'half requests are not kept for ever');
    report(`half requests ended: ${JSON.stringify(ended)}`);
    for (const socket of sockets) socket.destroy();

    const answers: Record<string, number> = {};
    let sent = 0;
    const caller = async (until: number): Promise<void> => {
      while (sent < until) {
        const n = sent++;
        // Most are answered, some refused: one without credentials, one for an existing ticket.
        const status = await (n % 10 === 7
          ? call('/weighing-sandbox/v2/locations', 'GET', '', {})
          : n % 10 === 8
            ? call('/weighing-sandbox/v2/weighing', 'POST', ticket('W1'))
            : call(
                n % 2 === 0 ? '/weighing-sandbox/v2/locations' : `/weighing-sandbox/v2/weighing/${crypto.randomUUID()}`,
              ));
        answers[status] = (answers[status] ?? 0) + 1;
      }
    };
    const run = (until: number) => Promise.all(Array.from({ length: CALLERS }, () => caller(until)));
    await run(requests / 2);
    const memoryHalfway = memoryOf(pid);
    await run(requests);
    const memoryAfter = memoryOf(pid);
    report(`${requests} requests: ${memoryHalfway} → ${memoryAfter} MiB, ${JSON.stringify(answers)}`);
    assert.ok(memoryAfter - memoryHalfway < SWING, 'memory by requests');
    assert.deepEqual(
      Object.keys(answers).filter((status) => !['200', '401', '404', '409', '429'].includes(status)),
      [],
    );
    return { memoryIdle, memoryConnected, slowest, ended, memoryHalfway, memoryAfter, answers };
  } finally {
    for (const socket of sockets) socket.destroy();
    agent.destroy();
    server.process.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  }
}
