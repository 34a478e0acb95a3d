import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// Two servers and a worker on one database and one folder for files.

const started = await startTestPostgres();

if (typeof started === 'string') test('several servers on PostgreSQL', { skip: started }, () => {});
else {
  after(() => started.close());
  await several(started);
}

async function several(postgres: TestPostgres): Promise<void> {
  const [database, root] = [await postgres.database(), await mkdtemp(join(tmpdir(), 'fieldbridge-several-'))];
  after(() => rm(root, { recursive: true }));
  const blobs = pathToFileURL(await mkdtemp(join(root, 'files-'))).href;
  const start = async (more: Record<string, unknown>) => {
    const data = await mkdtemp(join(root, 'data-'));
    return startTestServer({ database, blobs, data, ...more }, { demo: more['key'] === undefined });
  };
  const first = await start({});
  const key = join(first.directory, 'server.key');
  const second: TestServer = { ...(await start({ key, role: 'api' })), demo: first.demo };
  const worker = await start({ key, role: 'worker', converters: 1 });
  after(async () => {
    for (const one of [worker, second, first]) await one.stop();
  });
  const both = [first, second];

  describe('several servers on PostgreSQL', () => {
    test('need the same key, and one place for files', async () => {
      const other = Buffer.alloc(32, 1).toString('base64');
      await assert.rejects(
        start({ key: other }),
        /The key of this server is not the one that the database was created with/,
      );
      await assert.rejects(start({ key: undefined }), /given the key of the first one, with --key/);
      await assert.rejects(start({ key, blobs: undefined }), /SettingError: .*keeps its files elsewhere/);
    });

    test('a worker answers no interface, but says how it is', async () => {
      assert.equal((await fetch(`${worker.url}/weighing/v2/locations`)).status, 404);
      assert.equal((await fetch(`${worker.url}/health/ready`)).status, 200);
    });

    test('use a refresh token up once, and number tokens without collision', async () => {
      const callers = both.map((one) => new ProjectCaller(one));
      const { refresh_token } = await callers[0]!.tokens();
      const uses = await Promise.all(Array.from({ length: 20 }, (_, i) => callers[i % 2]!.refresh(refresh_token)));
      assert.equal(uses.filter(({ status }) => status === 200).length, 1);
      const issued = await Promise.all(Array.from({ length: 40 }, (_, i) => callers[i % 2]!.tokens()));
      assert.equal(new Set(issued.map((one) => one.access_token)).size, 40);
    });

    test('a revoked credential works nowhere after five seconds', async () => {
      const { clientId, clientSecret } = await first.otherOrganisation('weighing-sandbox');
      const calls = both.map((one) => weighingCaller(one.url, { clientId, clientSecret }));
      for (const call of calls) assert.equal((await call('GET', '/locations')).status, 200);
      await first.context.credentials('weighing-sandbox').revoke(clientId);
      const begun = performance.now();
      while ((await calls[1]!('GET', '/locations')).status === 200) await pause(10);
      assert.ok(performance.now() - begun < 5000, `${performance.now() - begun} ms`);
      assert.equal((await calls[0]!('GET', '/locations')).status, 401);
    });

    test('do the work of an Idempotency-Key once', async () => {
      const calls = both.map((one) => weighingCaller(one.url, one.demo.weighing));
      const [locationId] = first.demo.weighing.locationIds;
      for (let round = 0; round < 10; round++) {
        const body = ticket(locationId!, `ONCE-${round}`);
        const headers = { 'idempotency-key': `once-${round}` };
        const answers = await Promise.all(
          Array.from({ length: 6 }, (_, i) => calls[i % 2]!('POST', '/weighing', body, headers)),
        );
        const own = answers.filter(
          ({ status, headers }) => status === 201 && headers.get('idempotency-replayed') === null,
        );
        assert.equal(own.length, 1, JSON.stringify(answers.map(({ status }) => status)));
        for (const { status, text } of answers) assert.ok(status === 201 || /idempotency-in-progress/.test(text), text);
      }
    });

    test('tickets sent to all of them are in the order of their times for who follows the changes', async () => {
      const calls = both.map((one) => weighingCaller(one.url, one.demo.weighing));
      const [locationId] = first.demo.weighing.locationIds;
      const sent = Array.from({ length: 100 }, (_, i) => ticket(locationId!, `FEED-${i}`));
      for (const { status } of await Promise.all(sent.map((one, i) => calls[i % 2]!('POST', '/weighing', one))))
        assert.equal(status, 201);
      const rows = await first.context
        .space('weighing-sandbox')
        .store.read<{ modifiedAt: number }>('SELECT modifiedAt FROM ticketVersions ORDER BY seq');
      const times = rows.map(({ modifiedAt }) => modifiedAt);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    });

    test('an import sent to one is followed and fetched at the other', async () => {
      const clients = both.map((one) => ConversionClient.of(one));
      const { jobId } = await clients[1]!.createJob({ name: 'Shared', unit: 'm' });
      const points = 'name,northing,easting,elevation,code\nA1,5000.1,1000.2,12.3,KERB\nA2,5010.1,1005.2,12.4,TREE\n';
      for (let i = 0; i < 4; i++) await clients[i % 2]!.append(jobId, 'csv', points, `${i}.csv`);
      assert.equal((await clients[0]!.status(jobId)).state, 'idle');
      for (const client of clients) {
        const text = (await client.download(jobId, 'csv')).text;
        for (const name of ['A1', 'A2', 'A1-2', 'A2-4']) assert.match(text, new RegExp(`^"?${name}"?,`, 'm'), text);
      }
    });

    test('limits on requests hold for all of them together, and leave a caller of one server its whole quota', async (t) => {
      const quota = 120;
      const limited = {
        database: await postgres.database(),
        requestsPerMinute: quota,
        interfaces: 'weighing,operator',
      };
      const files = pathToFileURL(await mkdtemp(join(root, 'files-'))).href;
      const one = await start({ ...limited, blobs: files });
      t.after(() => one.stop());
      const own = { key: join(one.directory, 'server.key') };
      const two = { ...(await start({ ...limited, blobs: files, ...own })), demo: one.demo };
      t.after(() => two.stop());
      while (one.context.cluster.size < 2 || two.context.cluster.size < 2) await pause(50);
      /** How many requests are answered while callers send many more than the quota, on a machine of any speed. */
      const answered = async (servers: readonly TestServer[], caller: { clientId: string; clientSecret: string }) => {
        const begun = performance.now();
        const passed = () => (performance.now() - begun) / 1000;
        let [sent, count] = [0, 0];
        const calls = servers.map((to) => weighingCaller(to.url, caller));
        // Shares are exchanged every second. A busy server counts its first request only after a report without
        // it, and the other one has the whole quota until then.
        for (const { status } of await Promise.all(calls.map((call) => call('GET', '/locations')))) {
          assert.equal(status, 200);
          count++;
        }
        await pause(2100);
        const send = async (call: ReturnType<typeof weighingCaller>) => {
          while (sent < 3 * quota || passed() < 5) {
            sent++;
            if ((await call('GET', '/locations')).status === 200) count++;
            await pause(10);
          }
        };
        await Promise.all([...calls, ...calls].map(send));
        return { count, most: 1.1 * (quota + (passed() * quota) / 60) };
      };
      const together = await answered([one, two], await one.otherOrganisation('weighing-sandbox'));
      const shown = JSON.stringify(together);
      assert.ok(together.count <= together.most && together.count > quota * 0.7, `${shown} of ${quota} together`);
      const alone = await answered([two], await one.otherOrganisation('weighing-sandbox'));
      const text = JSON.stringify(alone);
      assert.ok(alone.count <= alone.most && alone.count > quota * 0.9, `${text} of ${quota} at one of them`);
    });
  });
}
