import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobStatus } from '@fieldbridge/contract';
import { startTestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { countOf } from '../testing/count-of.ts';
import { ServerGroup } from '../testing/server-group.ts';
import { ticket } from '../testing/weighing.ts';

// Three servers and two workers on one PostgreSQL and one object store, under load, while they are killed and frozen in
// turn: everything acknowledged is stored, once; no import is lost or has two results; no status goes back.

/** Rounds of one kill and one freeze; `npm run campaign:servers` runs many, and takes the database away, too. */
const ROUNDS = countOf('SERVER_ROUNDS', process.env['SERVER_ROUNDS'], 1);
const IS_CAMPAIGN = ROUNDS > 1;
/** Longer than the lease: the others take over meanwhile. */
const FROZEN_MS = 7000;
/** A caller gives a frozen server up. */
const PATIENCE_MS = 4000;
const WRITERS = 8;
const JOBS = 3;
const HEAD = 'name,northing,easting,elevation\n';
const POINTS = 400;

const postgres = await startTestPostgres();

if (typeof postgres === 'string') test('servers that are killed and frozen', { skip: postgres }, () => {});
else {
  after(() => postgres.close());
  test('servers that are killed and frozen lose nothing and do nothing twice', async (t) => {
    await using group = await ServerGroup.start(postgres, ['all', 'api', 'api', 'worker', 'worker']);
    const load = new Load(group);
    const running = load.run();
    // Awaited after the last round.
    running.catch(() => load.stop());
    for (let round = 0; round < ROUNDS; round++) {
      await chaos(group, round);
      if (IS_CAMPAIGN && round % 4 === 3) {
        await postgres.stop();
        await pause(2000);
        await postgres.start();
      }
      if (IS_CAMPAIGN) t.diagnostic(`round ${round + 1}: ${load.summary()}`);
    }
    load.stop();
    await running;
    await load.check();
    t.diagnostic(load.summary());
    assert.ok(load.tickets.size > 20 * ROUNDS, 'there was some load');
    const codes = await Promise.all(group.members.map((one) => one.stop()));
    assert.deepEqual(
      codes,
      group.members.map(() => 0),
      'all of them end in order',
    );
  });
}

/** Kills a worker and a server, and freezes another of each. */
async function chaos({ members }: ServerGroup, round: number): Promise<void> {
  const servers = members.slice(0, 3);
  const workers = members.slice(3);
  const [killed, frozen] = [servers[round % 3]!, servers[(round + 1) % 3]!];
  const [deadWorker, sleepy] = [workers[round % 2]!, workers[(round + 1) % 2]!];
  await pause(1000);
  sleepy.freeze();
  await pause(500);
  await killed.kill();
  frozen.freeze();
  await pause(1000);
  await killed.start();
  await pause(FROZEN_MS - 1500);
  sleepy.thaw();
  frozen.thaw();
  await pause(500);
  await deadWorker.kill();
  await pause(1000);
  await deadWorker.start();
}

/** Callers that send each request to any server, and try again elsewhere until they have an answer. */
class Load {
  readonly #group: ServerGroup;
  #isOver = false;
  /** Acknowledged numbers. */
  readonly tickets = new Set<string>();
  /** Numbers that a follower of the changes has seen. */
  readonly #seen = new Set<string>();
  #since = '2020-01-01T00:00:00.000Z';
  readonly #files = new Map<string, Set<string>>();
  readonly #states = new Map<string, number>();
  #refreshed = 0;
  #attempts = 0;

  constructor(group: ServerGroup) {
    this.#group = group;
  }

  stop(): void {
    this.#isOver = true;
  }

  summary(): string {
    const files = [...this.#files.values()].reduce((sum, one) => sum + one.size, 0);
    return `${this.tickets.size} tickets, ${files} imports, ${this.#refreshed} refreshed, ${this.#attempts} attempts`;
  }

  async run(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, i) => this.#write(i)),
      ...Array.from({ length: JOBS }, (_, i) => this.#import(i)),
      this.#follow(),
      this.#refresh(),
    ]);
  }

  /** Everything acknowledged is there, once. */
  async check(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) quiet = (await this.#followOnce()) ? 0 : quiet + 1;
    const lost = [...this.tickets].filter((number) => !this.#seen.has(number));
    assert.deepEqual(lost, [], 'the follower has seen every acknowledged ticket');
    for (const [jobId, files] of this.#files) {
      const status = await this.#settled(jobId);
      const imported = status.imports.filter(({ result }) => result === 'success').map(({ fileId }) => fileId);
      assert.deepEqual(imported.toSorted(), [...files].toSorted(), JSON.stringify(status.imports.map(brief)));
      assert.equal(status.revision, files.size, 'each import is in the job once');
      const { text } = await this.#answer('GET', `/conversion/job/${jobId}/ascsv`, 200, this.#conversion);
      assert.equal(text.trim().split('\n').length, 1 + files.size * POINTS);
    }
  }

  /** Sends to any server until one answers as expected. */
  async #answer(
    method: string,
    path: string,
    expected: number | readonly number[],
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; text: string }> {
    const fine = [expected].flat();
    for (let attempt = 0; ; attempt++) {
      this.#attempts++;
      const answer = await this.#once(method, path, headers, body);
      // Refused for a while, or the first attempt is not over: anything else is a fault.
      const isPassing = answer === undefined || answer.status >= 500 || /idempotency-in-progress/.test(answer.text);
      if (answer !== undefined && !isPassing && fine.includes(answer.status)) return answer;
      assert.ok(isPassing, `${method} ${path}: ${answer?.status} ${answer?.text.slice(0, 500)}`);
      assert.ok(attempt < 200, `${method} ${path} was never answered: ${answer?.text}`);
      await pause(100 + Math.random() * 200);
    }
  }

  async #once(method: string, path: string, headers: Record<string, string>, body?: string) {
    const { servers } = this.#group;
    const { url } = servers[Math.floor(Math.random() * servers.length)]!;
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(url + path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  get #weighing(): Record<string, string> {
    const { clientId, clientSecret } = this.#group.demo.weighing;
    return { 'x-clientid': clientId, 'x-clientsecret': clientSecret, 'content-type': 'application/json' };
  }

  get #conversion(): Record<string, string> {
    const { clientId, clientSecret } = this.#group.demo.conversion;
    return { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
  }

  async #write(writer: number): Promise<void> {
    const [locationId] = this.#group.demo.weighing.locationIds;
    for (let i = 0; !this.#isOver; i++) {
      const number = `W${writer}-${i}`;
      const body = JSON.stringify(ticket(locationId!, number));
      // 409: an attempt without an answer was stored.
      const headers = i % 2 === 0 ? this.#weighing : { ...this.#weighing, 'idempotency-key': number };
      await this.#answer('POST', '/weighing-sandbox/v2/weighing', [201, 409], headers, body);
      this.tickets.add(number);
      await pause(20);
    }
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      await this.#followOnce();
      await pause(100);
    }
  }

  /** Reads the changes since the latest one seen. @returns whether there was anything new */
  async #followOnce(): Promise<boolean> {
    const before = this.#seen.size;
    const query = `modifiedSince=${this.#since}`;
    const headers = { ...this.#weighing, accept: 'application/x-ndjson' };
    const { text } = await this.#answer('GET', `/weighing-sandbox/v2/weighing?${query}`, 200, headers);
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const { externalId, modifiedAt } = JSON.parse(line) as { externalId: string; modifiedAt: string };
      this.#seen.add(externalId);
      if (modifiedAt > this.#since) this.#since = modifiedAt;
    }
    return this.#seen.size > before;
  }

  /** Uses each refresh token at two servers at once: one of them may succeed. */
  async #refresh(): Promise<void> {
    const { clientId, clientSecret } = this.#group.demo.project;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = (fields: Record<string, string>) =>
      new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields }).toString();
    const path = '/project/v1/sandbox/token';
    const tokenOf = (text: string) => (JSON.parse(text) as { refresh_token: string }).refresh_token;
    while (!this.#isOver) {
      const grant = form({ grant_type: 'client_credentials' });
      let token: string | undefined = tokenOf((await this.#answer('POST', path, 200, headers, grant)).text);
      while (token !== undefined && !this.#isOver) {
        const body = form({ grant_type: 'refresh_token', refresh_token: token });
        const uses = await Promise.all([1, 2, 3].map(() => this.#once('POST', path, headers, body)));
        const renewed = uses.flatMap((use) => (use?.status === 200 ? [tokenOf(use.text)] : []));
        assert.ok(renewed.length <= 1, 'a refresh token is used once');
        this.#refreshed += renewed.length;
        token = renewed[0];
        await pause(50);
      }
    }
  }

  async #import(number: number): Promise<void> {
    const json = { ...this.#conversion, 'content-type': 'application/json', 'idempotency-key': `job-${number}` };
    const made = await this.#answer('POST', '/conversion/job/mjf', 201, json, JSON.stringify({ name: `J${number}` }));
    const { jobId } = JSON.parse(made.text) as { jobId: string };
    const files = new Set<string>();
    this.#files.set(jobId, files);
    for (let i = 0; !this.#isOver; i++) {
      const lines = Array.from({ length: POINTS }, (_, p) => `P${i}-${p},${p}.25,${i}.5,1`);
      const headers = { ...this.#conversion, 'idempotency-key': `file-${number}-${i}`, 'content-type': 'text/csv' };
      const path = `/conversion/job/${jobId}/csv?filename=${i}.csv`;
      const { text } = await this.#answer('PUT', path, 202, headers, HEAD + lines.join('\n'));
      files.add((JSON.parse(text) as { fileId: string }).fileId);
      if (i % 3 === 2) await this.#settled(jobId);
      await pause(200);
    }
  }

  /** The status of a job when its imports are done; on the way no import goes back. */
  async #settled(jobId: string): Promise<JobStatus> {
    for (;;) {
      const { text } = await this.#answer('GET', `/conversion/job/${jobId}/status`, 200, this.#conversion);
      const status = JSON.parse(text) as JobStatus;
      for (const { fileId, state } of status.imports) {
        const step = ['queued', 'running', 'idle'].indexOf(state);
        assert.ok(step >= (this.#states.get(fileId) ?? 0), `${fileId} went back to ${state}`);
        this.#states.set(fileId, step);
      }
      if (status.state === 'idle') return status;
      await pause(100);
    }
  }
}

const brief = ({ name, state, result, failure }: JobStatus['imports'][number]) => ({ name, state, result, failure });
