import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { callDesk } from '../testing/desk.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { callerOf } from '../testing/project.ts';
import { startTestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// A fixed part of the journeys, so that every run of the tests has them on PostgreSQL. With
// TEST_DATABASE=postgres the tests of the server itself run on it.

const started = await startTestPostgres();

if (typeof started === 'string') test('a server on PostgreSQL', { skip: started }, () => {});
else {
  after(() => started.close());
  await journeys(started);
}

async function journeys(postgres: TestPostgres): Promise<void> {
  const database = await postgres.database();
  const data = await mkdtemp(join(tmpdir(), 'fieldbridge-postgres-data-'));
  after(() => rm(data, { recursive: true }));
  const server = await startTestServer({ database, data });

  describe('a server on PostgreSQL', () => {
    test('issues tokens, once for each refresh token, and keeps projects', async () => {
      const caller = new ProjectCaller(server);
      const call = await callerOf(caller);
      const [division] = (await call('GET', '/divisions')).body as unknown as { id: string }[];
      const created = await call('POST', '/projects', {
        name: 'Ring road',
        divisionId: division!.id,
        number: 'PG-1',
      });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const again = await call('POST', '/projects', { name: 'Ring road', divisionId: division!.id, number: 'PG-1' });
      assert.equal(again.status, 409, 'one project a number');
      const { refresh_token } = await caller.tokens();
      const uses = await Promise.all(Array.from({ length: 10 }, () => caller.refresh(refresh_token)));
      assert.equal(uses.filter(({ status }) => status === 200).length, 1);
    });

    test('keeps tickets of many callers at once, in the order of the feed', async () => {
      const { weighing } = server.demo;
      const call = weighingCaller(server.url, weighing);
      const [locationId] = weighing.locationIds;
      const sent = Array.from({ length: 60 }, (_, i) => ticket(locationId!, `PG-${i % 50}`));
      const answers = await Promise.all(sent.map((one) => call('POST', '/weighing', one)));
      const counts = Object.groupBy(answers, ({ status }) => status);
      assert.deepEqual([counts[201]?.length, counts[409]?.length], [50, 10], 'a number is taken once');
      const listed = await call('GET', '/weighing?modifiedSince=2020-01-01T00:00:00Z&limit=100');
      const numbers = (listed.json.items as { externalId: string }[]).map(({ externalId }) => externalId);
      assert.equal(numbers.filter((number) => number.startsWith('PG-')).length, 50);
    });

    test('compares the tickets of a batch and of many callers with the previous one of their series', async () => {
      const call = weighingCaller(server.url, server.demo.weighing);
      const [locationId] = server.demo.weighing.locationIds;
      const tonnes = (quantity: number) => ({ quantity, unit: 't' });
      const counted = (number: number, total: number, plate: string, tare: number) => ({
        ...ticket(locationId!, `SERIES-${number}`),
        ...{ cumulativeWeight: tonnes(total), tareWeight: tonnes(tare), grossWeight: tonnes(tare + 25.4) },
        ...{ vehicle: { licenseplate: plate }, product: { name: 'counted' } },
      });
      const batch = [
        counted(1, 100, 'A', 14),
        counted(2, 110, 'B', 10),
        counted(3, 105, 'A', 14),
        ticket(locationId!, 'SERIES-3'),
        counted(4, 120, 'B', 13),
        ...Array.from({ length: 200 }, (_, i) => counted(5 + i, 121 + i, `C-${i}`, 12)),
      ];
      const { items } = (await call('POST', '/weighing', batch)).json as { items: { status: number }[] };
      assert.deepEqual(
        items.flatMap(({ status }, i) => (status === 201 ? [] : [[i, status]])),
        [[3, 409]],
        'the first of two with one number is stored',
      );
      const late = Array.from({ length: 20 }, (_, i) => counted(300 + i, 500, 'A', 14 + (i % 2) * 4));
      for (const { status } of await Promise.all(late.map((one) => call('POST', '/weighing', one))))
        assert.equal(status, 201);
      const found = (await call('GET', '/weighing/findings?limit=1000')).json['items'] as {
        externalId: string;
        findings: { code: string }[];
      }[];
      const codes = new Map(found.map(({ externalId, findings }) => [externalId, findings.map(({ code }) => code)]));
      assert.deepEqual(codes.get('SERIES-3'), ['cumulative-falling']);
      assert.deepEqual(codes.get('SERIES-4'), ['tare-unusual']);
      const unusual = late.filter(({ externalId }) => codes.get(externalId)?.includes('tare-unusual')).length;
      assert.ok(unusual > 0, 'each was compared with the one before it');
      assert.deepEqual(
        [...codes.keys()].filter((number) => /^SERIES-\d+$/.test(number) && Number(number.slice(7)) < 300).toSorted(),
        ['SERIES-3', 'SERIES-4'],
      );
    });

    test('imports a file, finds its names taken the second time, and exports it', async () => {
      const client = ConversionClient.of(server);
      const { jobId } = await client.createJob({ name: 'On PostgreSQL', unit: 'm' });
      const points = 'name,northing,easting,elevation,code\nA1,5000.1,1000.2,12.3,KERB\nA2,5010.1,1005.2,12.4,TREE\n';
      for (const name of ['first.csv', 'second.csv']) await client.append(jobId, 'csv', points, name);
      assert.equal((await client.status(jobId)).state, 'idle');
      const text = (await client.download(jobId, 'csv')).text;
      for (const name of ['A1', 'A2', 'A1-2', 'A2-2']) assert.match(text, new RegExp(`^"?${name}"?,`, 'm'), text);
    });

    test('answers 503 with Retry-After without its database, says so, and goes on when it is back', async () => {
      const call = weighingCaller(server.url, server.demo.weighing);
      const [locationId] = server.demo.weighing.locationIds;
      await postgres.stop();
      const refused = await call('POST', '/weighing', ticket(locationId!, 'PG-CUT'));
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'], refused.text);
      assert.equal((await fetch(`${server.url}/health/ready`)).status, 503);
      await postgres.start();
      while ((await fetch(`${server.url}/health/ready`)).status !== 200) await pause(50);
      const stored = await call('POST', '/weighing', ticket(locationId!, 'PG-CUT'));
      assert.equal(stored.status, 201, stored.text);
    });

    test('finds everything again after a restart, and refuses to lose it to a start without its database', async () => {
      await server.stop();
      await assert.rejects(startTestServer({ data, database: undefined }), /name it with --database/);
      const next = await startTestServer({ database, data });
      const desk = await callDesk(next, 'GET', '/organisations');
      assert.equal(desk.status, 200, JSON.stringify(desk.body));
      const call = weighingCaller(next.url, next.demo.weighing);
      const listed = await call('GET', '/weighing?limit=1000');
      const numbers = (listed.json.items as { externalId: string }[]).filter(({ externalId }) =>
        externalId.startsWith('PG-'),
      );
      assert.equal(numbers.length, 51);
      await next.stop();
    });
  });
}
