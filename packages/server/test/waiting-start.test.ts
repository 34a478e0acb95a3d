import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findProduct } from '../../../tools/product.mjs';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// Starts of a server whose database, or object store, is not there yet.

const LIMIT_MS = 60_000;
const started = await startTestPostgres();

if (typeof started === 'string') test('a start without its database', { skip: started }, () => {});
else {
  after(() => started.close());
  tests(started);
}

/** A start under way, which ends with its test. */
interface Start extends AsyncDisposable {
  readonly url: string;
  readonly log: () => string;
  readonly server: Promise<TestServer>;
  /** Ends its waiting. */
  stop(reason: Error): void;
}

async function begin(flags: Record<string, unknown>): Promise<Start> {
  // Otherwise it would be made before the server listens, which takes long.
  await findProduct();
  const lines: string[] = [];
  const port = await freePort();
  const log = { write: (line: string) => lines.push(line) };
  const waiting = new AbortController();
  const server = startTestServer({ ...flags, port }, { log, waiting: waiting.signal });
  server.catch(() => {});
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => lines.join(''),
    server,
    stop: (reason) => waiting.abort(reason),
    async [Symbol.asyncDispose]() {
      waiting.abort(new Error('the test is over'));
      const running = await server.catch(() => undefined);
      await running?.[Symbol.asyncDispose]();
    },
  };
}

function tests(postgres: TestPostgres): void {
  describe('a start', () => {
    test('without its database answers 503 with Retry-After, says why, and goes on when it is there', async () => {
      const database = await postgres.database();
      await postgres.stop();
      await using start = await begin({ database });
      const { url, log, server } = start;
      const refused = await reached(`${url}/project/v1/projects`);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
      assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
      assert.equal((await fetch(`${url}/health/live`)).status, 200);
      const ready = await fetch(`${url}/health/ready`);
      const { reasons } = (await ready.json()) as { reasons: string[] };
      assert.equal(ready.status, 503);
      assert.match(
        reasons.join(' '),
        /^starting The database test1 on 127\.0\.0\.1:\d+ cannot be opened: .*ECONNREFUSED/,
      );
      const promote = await postgres.startAsStandby();
      const reason = /cannot be opened: cannot execute .* (?:in a read-only transaction|during recovery)\./;
      await until(() => reason.test(log()), `a reason in ${log()}`);
      await promote();
      const running = await server;
      assert.equal(running.url, url);
      assert.equal((await fetch(`${url}/health/ready`)).status, 200);
      assert.equal(log().match(/ECONNREFUSED[^"]*The server waits for it\./g)?.length, 1, 'once, not every second');
      assert.doesNotMatch(log(), /:secret@/);
      await becomesStandby(postgres, running);
    });

    test('with a wrong password ends at once', async () => {
      const database = new URL(await postgres.database());
      database.password = 'wrong';
      await using start = await begin({ database: database.href });
      await assert.rejects(start.server, /^SettingError: .*password authentication failed/);
    });

    test('that waits is ended by its signal', async () => {
      await using start = await begin({ database: `postgres://a:b@127.0.0.1:${await freePort()}/none` });
      assert.equal((await reached(start.url)).status, 503);
      start.stop(new Error('stopped'));
      await assert.rejects(start.server, /^Error: stopped/);
      await assert.rejects(fetch(start.url), 'it has given up the port');
    });

    test('without its object store waits for it', async (t) => {
      const store = await StrictS3.start();
      await store.away();
      await using start = await begin({ ...store.settings, database: await postgres.database() });
      const { url, log, server } = start;
      assert.equal((await reached(`${url}/weighing/v2/weighing`)).status, 503);
      const reason = /The setting blobs names .* cannot be used: .*The server waits for it\./;
      await until(() => reason.test(log()), `a reason in ${log()}`);
      await store.back();
      assert.equal((await server).url, url);
      t.after(() => store.away());
    });
  });
}

/** A running server refuses writes while its database only reads, and goes on when it writes again. */
async function becomesStandby(postgres: TestPostgres, server: TestServer): Promise<void> {
  const call = weighingCaller(server.url, server.demo.weighing);
  const [locationId] = server.demo.weighing.locationIds;
  const send = (number: string) => call('POST', '/weighing', ticket(locationId!, number));
  assert.equal((await send('BEFORE')).status, 201);
  await postgres.stop();
  const promote = await postgres.startAsStandby();
  // Until it is connected again, and from then on.
  for (let rounds = 0; rounds < 5; rounds++) {
    const refused = await send('STANDBY');
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'], refused.text);
    const health = await fetch(`${server.url}/health/ready`);
    assert.equal(health.status, 503, await health.text());
    await pause(400);
  }
  await promote();
  await until(async () => (await fetch(`${server.url}/health/ready`)).status === 200, 'the database');
  assert.equal((await send('STANDBY')).status, 201);
  const { items } = (await call('GET', '/weighing?limit=1000')).json as { items: { externalId: string }[] };
  for (const number of ['BEFORE', 'STANDBY'])
    assert.equal(items.filter(({ externalId }) => externalId === number).length, 1, number);
}

/** The first answer at an address. */
async function reached(url: string): Promise<Response> {
  const end = performance.now() + LIMIT_MS;
  for (;;)
    try {
      return await fetch(url);
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(20);
    }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
