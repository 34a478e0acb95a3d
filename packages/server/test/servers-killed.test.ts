import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { JobStatus } from '@fieldbridge/contract';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { MemberNetwork } from '../testing/member-network.ts';
import { ServerGroup } from '../testing/server-group.ts';
import { ticket } from '../testing/weighing.ts';

// Three servers and two workers on one PostgreSQL and one object store, under load, while they are killed and frozen in
// turn: everything acknowledged is stored, once; no import is lost or has two results; no status goes back; no revoked
// credential works after five seconds. `npm run campaign:servers` does that for minutes, cuts them off from the
// database and the store in turn, and ends and crashes the database.

/** Minutes of a campaign; without, there is one round of a kill and a freeze. */
const MINUTES = Number(process.env['SERVER_MINUTES'] ?? 0);
const IS_CAMPAIGN = MINUTES > 0;
/** Set by a campaign that has given this process a network of its own. */
const HAS_NETWORK = process.env['SERVER_NETWORK'] === 'own';
const ROLES = ['all', 'api', 'api', 'worker', 'worker'] as const;
/** Longer than the lease: the others take over meanwhile. */
const FROZEN_MS = 7000;
/** A caller gives a frozen server up. */
const PATIENCE_MS = 4000;
const WRITERS = 8;
const JOBS = 3;
/** Imports of a job; a status lists the last 200, and all are compared. */
const IMPORTS_OF_JOB = 150;
const HEAD = 'name,northing,easting,elevation\n';
const POINTS = 400;
/** Numbers of the tickets that are sent here; the demo has others. */
const WRITTEN = /^W\d+-\d+$/;

/** A credential that was revoked must not work any longer than this after the answer. */
const REVOKED_MS = 5000;

const network = HAS_NETWORK ? await MemberNetwork.open(ROLES.length) : undefined;
const postgres = await startTestPostgres(network);

if (typeof postgres === 'string') test('servers that are killed and frozen', { skip: postgres }, () => {});
else {
  after(() => postgres.close());
  test('servers that are killed and frozen lose nothing and do nothing twice', async (t) => {
    await using group = await ServerGroup.start(postgres, ROLES, network);
    const load = new Load(group);
    const running = load.run();
    // Awaited after the last round.
    running.catch(() => load.stop());
    const end = performance.now() + MINUTES * 60_000;
    let rounds = 0;
    do {
      await chaos(group, rounds);
      if (IS_CAMPAIGN) {
        await cutOff(group, rounds);
        await takeDatabase(postgres, group, rounds);
        console.log(`round ${rounds + 1}: ${load.summary()}`);
      }
      rounds++;
    } while (performance.now() < end && !load.isOver);
    load.stop();
    await running;
    await load.check();
    const outcome = `${rounds} rounds: ${load.summary()}; ${load.outcome()}`;
    if (IS_CAMPAIGN) console.log(outcome);
    else t.diagnostic(outcome);
    assert.ok(load.tickets.size > 20 * rounds, 'there was some load');
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

/** Cuts a server and a worker off from the database and the object store; callers still reach the server. */
async function cutOff({ members }: ServerGroup, round: number): Promise<void> {
  if (network === undefined) return;
  const cut = [members[(round + 2) % 3]!.number, members[3 + (round % 2)]!.number];
  for (const one of cut) await network.cut(one);
  await pause(FROZEN_MS);
  for (const one of cut) await network.mend(one);
  await pause(1000);
}

/** Ends the database, lets it crash, or cuts every server off from it at once, alternately. */
async function takeDatabase(database: TestPostgres, { members }: ServerGroup, round: number): Promise<void> {
  if (round % 3 === 2 && network !== undefined) {
    for (const { number } of members) await network.cut(number);
    await pause(FROZEN_MS);
    for (const { number } of members) await network.mend(number);
  } else {
    await (round % 3 === 0 ? database.stop() : database.crash());
    await pause(2000);
    await database.start();
  }
  await pause(1000);
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
  #revoked = 0;
  #attempts = 0;
  #stored = 0;
  #looks = 0;

  constructor(group: ServerGroup) {
    this.#group = group;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  stop(): void {
    this.#isOver = true;
  }

  summary(): string {
    const files = [...this.#files.values()].reduce((sum, one) => sum + one.size, 0);
    const ended = `${this.#refreshed} refreshed, ${this.#revoked} revoked`;
    return `${this.tickets.size} tickets, ${files} imports, ${ended}, ${this.#attempts} attempts`;
  }

  /** What `check` has found to be so, in the words of what was wanted. */
  outcome(): string {
    return (
      `lost 0, doubled 0: ${this.#stored} tickets stored of ${this.tickets.size} acknowledged; each import once in its job; ` +
      `${this.#looks} looks at a status, none went back; no revoked credential worked after ${REVOKED_MS / 1000} s`
    );
  }

  async run(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: WRITERS }, (_, i) => this.#write(i)),
      ...Array.from({ length: JOBS }, (_, i) => this.#import(i)),
      this.#follow(),
      this.#refresh(),
      this.#revoke(),
    ]);
  }

  /** Everything acknowledged is there, once. */
  async check(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) quiet = (await this.#followOnce()) ? 0 : quiet + 1;
    const lost = [...this.tickets].filter((number) => !this.#seen.has(number));
    assert.deepEqual(lost, [], 'the follower has seen every acknowledged ticket');
    const stored = (await this.#tickets('')).flatMap(({ externalId: number }) =>
      WRITTEN.test(number) ? [number] : [],
    );
    assert.deepEqual(stored.toSorted(), [...this.tickets].toSorted(), 'every acknowledged ticket is stored, once');
    this.#stored = stored.length;
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
      // 408: a server that was held up while the request arrived.
      const isLater = answer !== undefined && (answer.status >= 500 || answer.status === 408);
      const isPassing = answer === undefined || isLater || /idempotency-in-progress/.test(answer.text);
      if (answer !== undefined && !isPassing && fine.includes(answer.status)) return answer;
      assert.ok(isPassing, `${method} ${path}: ${answer?.status} ${answer?.text.slice(0, 500)}`);
      assert.ok(attempt < 200, `${method} ${path} was never answered: ${answer?.text}`);
      await pause(100 + Math.random() * 200);
    }
  }

  /** Sends to one server. @returns undefined if there is no answer in time @param url of any server by default */
  async #once(method: string, path: string, headers: Record<string, string>, body?: string, url = this.#anyUrl()) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const response = await fetch(url + path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  }

  #anyUrl(): string {
    const { servers } = this.#group;
    return servers[Math.floor(Math.random() * servers.length)]!.url;
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
    for (const { externalId, modifiedAt } of await this.#tickets(`?modifiedSince=${this.#since}`)) {
      this.#seen.add(externalId);
      if (modifiedAt > this.#since) this.#since = modifiedAt;
    }
    return this.#seen.size > before;
  }

  async #tickets(query: string): Promise<{ externalId: string; modifiedAt: string }[]> {
    const headers = { ...this.#weighing, accept: 'application/x-ndjson' };
    const { text } = await this.#answer('GET', `/weighing-sandbox/v2/weighing${query}`, 200, headers);
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
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

  /** Revokes credentials that every server has seen, and uses them at each, cut off or not. */
  async #revoke(): Promise<void> {
    const desk = { authorization: `Bearer ${this.#group.demo.operator.key}`, 'content-type': 'application/json' };
    const at = '/operator/v1';
    const { text } = await this.#answer('GET', `${at}/organisations`, 200, desk);
    const [organisation] = (JSON.parse(text) as { items: { id: string }[] }).items;
    const { id } = organisation!;
    const wanted = JSON.stringify({ interface: 'weighing', environment: 'sandbox' });
    const path = '/weighing-sandbox/v2/locations';
    while (!this.#isOver) {
      const issued = await this.#answer('POST', `${at}/organisations/${id}/credentials`, 201, desk, wanted);
      const { credential, clientSecret } = JSON.parse(issued.text) as {
        credential: { clientId: string };
        clientSecret: string;
      };
      const headers = { 'x-clientid': credential.clientId, 'x-clientsecret': clientSecret };
      // So that it is remembered: at one of them for sure, at the others if they answer.
      await this.#answer('GET', path, 200, headers);
      await Promise.all(this.#group.servers.map(({ url }) => this.#once('GET', path, headers, undefined, url)));
      await this.#answer('DELETE', `${at}/credentials/${credential.clientId}`, 200, desk);
      const end = performance.now() + REVOKED_MS;
      while (performance.now() < end + REVOKED_MS && !this.#isOver) {
        const isLate = performance.now() > end;
        const uses = this.#group.servers.map(({ url }) => this.#once('GET', path, headers, undefined, url));
        const works = (await Promise.all(uses)).some((use) => use?.status === 200);
        assert.ok(!(works && isLate), `a revoked credential works after ${REVOKED_MS} ms`);
        await pause(250);
      }
      this.#revoked++;
    }
  }

  async #import(number: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) await this.#fillJob(`${number}-${turn}`);
  }

  async #fillJob(number: string): Promise<void> {
    const json = { ...this.#conversion, 'content-type': 'application/json', 'idempotency-key': `job-${number}` };
    const made = await this.#answer('POST', '/conversion/job/mjf', 201, json, JSON.stringify({ name: `J${number}` }));
    const { jobId } = JSON.parse(made.text) as { jobId: string };
    const files = new Set<string>();
    this.#files.set(jobId, files);
    for (let i = 0; i < IMPORTS_OF_JOB && !this.#isOver; i++) {
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
      this.#looks++;
      if (status.state === 'idle') return status;
      await pause(100);
    }
  }
}

const brief = ({ name, state, result, failure }: JobStatus['imports'][number]) => ({ name, state, result, failure });
