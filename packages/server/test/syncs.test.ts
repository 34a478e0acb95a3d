import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DemoDocument } from '../testing/server.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { type Answer, ticket, weighingCaller } from '../testing/weighing.ts';

/**
 * Additional time of a slow disk for each sync, in milliseconds; far more than any of these requests takes otherwise.
 */
const SLOW_MS = 250;

/** A server whose syncs can be slow or fail. Killing it would prove nothing, because the system keeps written data. */
class WatchedServer {
  readonly #directory = mkdtempSync(join(tmpdir(), 'fieldbridge-sync-'));
  #child: ChildProcess | undefined;
  url = '';
  demo!: DemoDocument;

  constructor() {
    this.disk('0');
  }

  /** @param fault additional milliseconds of each sync, or `fail` */
  disk(fault: string): void {
    writeFileSync(join(this.#directory, 'fault'), fault);
  }

  async start(): Promise<void> {
    const { process, url, demo } = await startServerProcess(join(this.#directory, 'data'), {
      preload: join(import.meta.dirname, '../testing/watched-syncs.ts'),
      env: { SYNC_FAULT: join(this.#directory, 'fault') },
    });
    this.#child = process;
    this.demo = demo;
    this.url = url;
  }

  async kill(): Promise<void> {
    const ended = once(this.#child!, 'exit');
    this.#child!.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.kill();
    rmSync(this.#directory, { recursive: true });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const started = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - started };
}

test('no answer is sent before its data is on disk: each waits for a slow disk', async () => {
  await using server = new WatchedServer();
  await server.start();
  const { demo, url } = server;
  const call = weighingCaller(url, demo.weighing);
  const north = demo.weighing.locationIds[0]!;
  const headers = { 'x-clientid': demo.conversion.clientId, 'x-clientsecret': demo.conversion.clientSecret };
  const grant = () =>
    fetch(`${url}/project/v1/sandbox/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ client_id: demo.project.clientId, client_secret: demo.project.clientSecret },
        grant_type: 'client_credentials',
      }),
    });
  // First uses of credentials are recorded in separate operations, and the first ticket is written before its thread
  // exists.
  const first = await call('POST', '/weighing', ticket(north, 'first'));
  assert.equal(first.status, 201);
  await grant();
  await fetch(`${url}/conversion/job`, { headers });
  server.disk(String(SLOW_MS));
  const again = { 'idempotency-key': 'k' };
  const promises: [string, number, () => Promise<{ status: number }>][] = [
    ['a ticket', 201, () => call('POST', '/weighing', ticket(north, 'one'))],
    ['another', 201, () => call('POST', '/weighing', ticket(north, 'two'))],
    ['a batch', 207, () => call('POST', '/weighing', [ticket(north, 'three'), ticket(north, 'four')])],
    ['a kept answer', 201, () => call('POST', '/weighing', ticket(north, 'five'), again)],
    ['the same, repeated', 201, () => call('POST', '/weighing', ticket(north, 'five'), again)],
    ['a change', 200, () => call('PATCH', `/weighing/${first.json.uuid}`, { type: 'changed' })],
    ['a deletion', 204, () => call('DELETE', `/weighing/${first.json.uuid}`)],
    ['a token', 200, grant],
    ['a job', 201, () => fetch(`${url}/conversion/job/mjf`, { method: 'POST', headers })],
  ];
  for (const [what, status, work] of promises) {
    const { answer, ms } = await timed(work);
    assert.equal(answer.status, status, what);
    assert.ok(ms >= SLOW_MS, `${what} was answered after ${Math.round(ms)} ms`);
  }
});

test('a disk that cannot sync: nothing is acknowledged until a restart, reads continue, acknowledged data is intact', async () => {
  await using server = new WatchedServer();
  await server.start();
  const { demo } = server;
  const north = demo.weighing.locationIds[0]!;
  const post = (externalId: string, headers: Record<string, string> = {}): Promise<Answer> =>
    weighingCaller(server.url, demo.weighing)('POST', '/weighing', ticket(north, externalId), headers);
  const promised: string[] = [];
  // Several, so that the failing ones are also written by the thread.
  for (let i = 0; i < 20; i++) {
    const answer = await post(`T${i}`);
    assert.equal(answer.status, 201);
    promised.push(answer.json.uuid);
  }
  server.disk('fail');
  const key = { 'idempotency-key': 'k' };
  const refused = await post('lost', key);
  assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable']);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  // The answer kept with the ticket can be read, but is not on disk, like the ticket.
  assert.equal((await post('lost', key)).status, 503, 'a kept answer is an acknowledgement, too');
  server.disk('0');
  assert.equal((await post('later')).status, 503, 'a later successful sync proves nothing about the previous one');
  const ready = await fetch(`${server.url}/health/ready`);
  assert.equal(ready.status, 503);
  assert.match(await ready.text(), /the disk failed/);
  const read = await weighingCaller(server.url, demo.weighing)('GET', `/weighing/${promised[0]}`);
  assert.equal(read.status, 200);

  await server.kill();
  await server.start();
  for (const uuid of promised) {
    const { status } = await weighingCaller(server.url, demo.weighing)('GET', `/weighing/${uuid}`);
    assert.equal(status, 200, 'acknowledged data');
  }
  assert.ok([201, 409].includes((await post('lost')).status), 'the uncertain one exists or can be sent again');
  assert.equal((await post('later')).status, 201);
});
