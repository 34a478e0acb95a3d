import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { makeTicketMonths } from '../src/weighing/ticket-months.ts';
import { TestClock } from '../testing/clock.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Call, ticket, weighingCaller } from '../testing/weighing.ts';

const started = await startTestPostgres();
if (typeof started === 'string') test('tickets by month', { skip: started }, () => {});
else {
  after(() => started.close());
  describe('tickets by month', () => byMonth(started));
}

/** 16 March 2026: the parts for March, April and May are made at the start. */
const NOW = Date.UTC(2026, 2, 16, 12);
const PARTS = `SELECT child.relname AS name FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid
  JOIN pg_class parent ON parent.oid = inhparent WHERE parent.relname = 'ticketVersions'
  AND parent.relnamespace = current_schema()::regnamespace ORDER BY 1`;

function byMonth(postgres: TestPostgres): void {
  let data: string;
  let settings: Record<string, unknown>;
  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'fieldbridge-months-'));
    settings = { ...NO_CONVERSION, data, database: await postgres.database() };
  });
  after(() => rm(data, { recursive: true }));
  const start = (flags: object = {}, at = NOW) => {
    const clock = new TestClock();
    clock.step(at - clock.now());
    return startTestServer({ ...settings, ...flags }, { clock });
  };
  const storeOf = (server: TestServer) => server.context.space('weighing-sandbox').store;
  const partsOf = async (server: TestServer) =>
    (await storeOf(server).read<{ name: string }>(PARTS)).map(({ name }) => name.slice('ticketVersions'.length));
  const callOf = (server: TestServer): [call: Call, location: string] => [
    weighingCaller(server.url, server.demo.weighing),
    server.demo.weighing.locationIds[0]!,
  ];

  const weighed = (location: string, number: string, datetime: string, quantity = 25.4) =>
    ticket(location, number, {
      nettWeight: { quantity, unit: 't', datetime },
      product: { identifier: number.slice(0, 1) },
      vehicle: { licenseplate: 'FX-1-B', countryCode: 'NL' },
    });

  /** Everything that callers see of the tickets. */
  async function seen(server: TestServer) {
    const [call] = callOf(server);
    const read = async (path: string) => {
      const { status, json, text } = await call('GET', path);
      assert.equal(status, 200, `${path}: ${text}`);
      return json;
    };
    const all = (await read('/weighing?limit=1000')).items as { uuid: string }[];
    return {
      all,
      march: await read('/weighing?from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z&limit=1000'),
      since: await read('/weighing?modifiedSince=2020-01-01T00:00:00Z&limit=1000'),
      totals: await read('/weighing/totals?by=day,product'),
      histories: await Promise.all(all.map(({ uuid }) => read(`/weighing/${uuid}/history`))),
    };
  }

  test('are the tickets that were there before: lists, totals and histories are the same', async () => {
    let before: Awaited<ReturnType<typeof seen>>;
    {
      await using server = await start();
      const [call, location] = callOf(server);
      for (const [i, month] of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'].entries())
        for (let n = 0; n < 6; n++)
          assert.equal(
            (
              await call(
                'POST',
                '/weighing',
                weighed(location, `${'AB'[n % 2]}${i}${n}`, `${month}-0${n + 1}T08:00:00Z`),
              )
            ).status,
            201,
          );
      const { items } = (await call('GET', '/weighing?limit=1000')).json;
      const [changed, moved, deleted] = items as { uuid: string; externalId: string }[];
      const patch = (uuid: string, body: object) =>
        call('PATCH', `/weighing/${uuid}`, body, { 'content-type': 'application/merge-patch+json' });
      assert.equal((await patch(changed!.uuid, { product: { identifier: 'C' } })).status, 200);
      const later = { nettWeight: { quantity: 7, unit: 't', datetime: '2026-02-11T11:00:00Z' } };
      assert.equal((await patch(moved!.uuid, later)).status, 200);
      assert.equal((await call('DELETE', `/weighing/${deleted!.uuid}`)).status, 204);
      before = await seen(server);
      assert.equal(before.all.length, 29);
    }
    await using server = await start({ ticketMonths: true });
    assert.deepEqual(await partsOf(server), ['202603', '202604', '202605', 'Rest']);
    assert.deepEqual(await seen(server), before);
  });

  test('keep the rule against duplicates across months, also for changed and deleted tickets', async () => {
    await using server = await start({ ticketMonths: true });
    const [call, location] = callOf(server);
    const post = async (number: string, datetime: string) =>
      (await call('POST', '/weighing', weighed(location, number, datetime))).status;
    assert.equal(await post('ONCE', '2026-03-02T08:00:00Z'), 201);
    for (const datetime of ['2026-03-03T08:00:00Z', '2026-05-02T08:00:00Z', '2019-05-02T08:00:00Z'])
      assert.equal(await post('ONCE', datetime), 409, datetime);
    const numbers = ['N1', 'N2', 'N1', 'ONCE'].map((number) => weighed(location, number, '2026-04-02T08:00:00Z'));
    const batch = await call('POST', '/weighing', numbers);
    assert.equal(batch.status, 207, batch.text);
    assert.deepEqual(
      (batch.json.items as { status: number }[]).map(({ status }) => status),
      [201, 201, 409, 409],
    );
    const { uuid } = (await call('GET', '/weighing?externalId=ONCE')).json.items[0];
    const moved = { nettWeight: { quantity: 1, unit: 't', datetime: '2026-05-20T08:00:00Z' } };
    const type = { 'content-type': 'application/merge-patch+json' };
    assert.equal((await call('PATCH', `/weighing/${uuid}`, moved, type)).status, 200);
    assert.equal(await post('ONCE', '2026-03-02T08:00:00Z'), 409, 'after a change into another month');
    assert.equal((await call('DELETE', `/weighing/${uuid}`)).status, 204);
    assert.equal(await post('ONCE', '2026-03-02T08:00:00Z'), 201, 'after it was deleted');
    const race = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post('RACE', `2026-0${1 + (i % 5)}-02T08:00:00Z`)),
    );
    assert.deepEqual(race.toSorted(), [201, ...Array.from({ length: 19 }, () => 409)]);
  });

  test('a list of one month reads the parts of that month and the rest, and no other', async () => {
    await using server = await start({ ticketMonths: true });
    const [, location] = callOf(server);
    const [from, to] = [Date.UTC(2026, 3, 1), Date.UTC(2026, 4, 1)];
    const plan = await storeOf(server).read<Record<string, string>>(
      `EXPLAIN SELECT uuid FROM ticketVersions WHERE locationId = '${location}' AND current = 1
        AND weighedAt >= ${from} AND weighedAt < ${to} ORDER BY weighedAt, uuid LIMIT 100`,
    );
    const text = plan.flatMap((row) => Object.values(row)).join('\n');
    assert.match(text, /ticketVersions202604/);
    assert.doesNotMatch(text, /ticketVersions20260[35]/);
  });

  test('get a part for each month to come, and an old month gets one when it has many tickets', async () => {
    await using server = await start({ ticketMonths: true }, Date.UTC(2026, 10, 30));
    assert.deepEqual(await partsOf(server), ['202603', '202604', '202605', '202611', '202612', '202701', 'Rest']);
    const [call, location] = callOf(server);
    const store = storeOf(server);
    const add = (count: number, from: number) =>
      store.write((tx) =>
        tx.run(
          `INSERT INTO ticketVersions (uuid, version, change, current, organisationId, clientId, createdAt, modifiedAt,
            locationId, externalId, weighedAt, plate, project, product, productName, customer, customerName, unit, quantity, body)
          SELECT 'u' || n, 1, 'created', 1, 'o', 'c', 1, 1, ?, 'old' || n, CAST(? AS bigint) + n, '', '', '', '', '', '', 't', '1', '{}'
          FROM generate_series(${from}, ${from + count - 1}) AS n`,
          location,
          Date.UTC(2024, 6, 5),
        ),
      );
    await add(9999, 1);
    assert.equal(await makeTicketMonths(store, Date.UTC(2026, 10, 30)), 0);
    await add(1, 10_000);
    assert.equal(await makeTicketMonths(store, Date.UTC(2026, 10, 30)), 1);
    const count = async (table: string) =>
      (await store.first<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))!.count;
    assert.equal(await count('"ticketVersions202407"'), 10_000);
    // The numbers of moved tickets are still taken.
    assert.equal((await call('POST', '/weighing', weighed(location, 'old7', '2026-11-02T08:00:00Z'))).status, 409);
    assert.equal(await makeTicketMonths(store, Date.UTC(2026, 10, 30)), 0, 'a second look finds nothing to do');
  });

  test('stay divided when the setting is off again', async () => {
    await using server = await start({}, Date.UTC(2026, 11, 1));
    const [call, location] = callOf(server);
    assert.equal((await call('POST', '/weighing', weighed(location, 'OFF', '2027-06-02T08:00:00Z'))).status, 201);
    assert.equal((await call('POST', '/weighing', weighed(location, 'OFF', '2026-03-02T08:00:00Z'))).status, 409);
    assert.ok((await partsOf(server)).includes('202603'));
  });

  test('need PostgreSQL: the start says so', async () => {
    await assert.rejects(startTestServer({ database: undefined, ticketMonths: true }), /ticketMonths needs database/);
  });
}
