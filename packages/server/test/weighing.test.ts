import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { type Call, otherCaller, ticket, type WeighingCaller, weighingCaller } from '../testing/weighing.ts';

let server: TestServer;
let call: Call;
let [north, south] = ['', ''];
before(async () => {
  server = await startTestServer();
  call = weighingCaller(server.url, server.demo.weighing);
  [north, south] = server.demo.weighing.locationIds as [string, string];
});
after(() => server[Symbol.asyncDispose]());

let counter = 0;
const number = (): string => `T-${++counter}`;
async function stored(locationId = north, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await call('POST', '/weighing', ticket(locationId, number(), more));
  assert.equal(answer.status, 201, answer.text);
  return answer.json.uuid as string;
}

describe('one ticket', () => {
  test('is returned as sent: spelling, order and white space, with three more names', async () => {
    const sent = `{"nettWeight" : {"unit":"t","quantity":25.40,"datetime":"2026-05-04T10:15:30,5+02:00"},\n "externalId":"${number()}", "locationId":"${north}",
      "tripNumber":1e2,"grossWeight":{"quantity":9007199254740993,"unit":""},"customer":null,"product":{"name":"\\u00e9"}}`;
    const { status, text, json, headers } = await call('POST', '/weighing', sent);
    assert.equal(status, 201, text);
    assert.ok(text.startsWith(sent.slice(0, -1)), text);
    assert.equal(
      text,
      `${sent.slice(0, -1)},"uuid":"${json.uuid}","createdAt":"${json.createdAt}","modifiedAt":"${json.createdAt}"}`,
    );
    assert.match(json.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(headers.get('location'), `/weighing-sandbox/v2/weighing/${json.uuid}`);
    const read = await call('GET', `/weighing/${json.uuid}`);
    assert.equal(read.text, text);
    assert.equal(read.headers.get('etag'), headers.get('etag'));
    const again = await call('GET', `/weighing/${json.uuid}`, undefined, { 'if-none-match': headers.get('etag')! });
    assert.equal(again.status, 304);
    assert.ok(!server.log().includes('already sent'), 'it is answered once');
  });

  test('with a number that is taken is refused and nothing is changed', async () => {
    const sent = ticket(north, number());
    const first = await call('POST', '/weighing', sent);
    const repeat = await call('POST', '/weighing', JSON.stringify(sent).replace('25.4', '25.40'));
    assert.equal(repeat.status, 409);
    assert.equal(repeat.json.code, 'ticket-exists');
    assert.equal(repeat.json.uuid, first.json.uuid);
    assert.equal(repeat.json.link, `/weighing-sandbox/v2/weighing/${first.json.uuid}`);
    assert.equal(repeat.json.identical, true);
    const other = await call('POST', '/weighing', { ...sent, tripNumber: 2 });
    assert.deepEqual([other.status, other.json.identical], [409, false]);
    assert.equal((await call('GET', `/weighing/${first.json.uuid}`)).text, first.text);
    assert.equal(
      (await call('POST', '/weighing', { ...sent, locationId: south })).status,
      201,
      'unique per weigh bridge',
    );
  });

  test('sent by fifty at once is stored once', async () => {
    const sent = ticket(north, number());
    const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/weighing', sent)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 409).length, 49);
  });

  test('with a locationId in capitals is the same weigh bridge', async () => {
    const sent = ticket(north, number());
    await call('POST', '/weighing', sent);
    assert.equal((await call('POST', '/weighing', { ...sent, locationId: north.toUpperCase() })).status, 409);
  });

  test('sent twice with one Idempotency-Key gets the same answer twice', async () => {
    const key = { 'idempotency-key': number() };
    const sent = ticket(north, number());
    const first = await call('POST', '/weighing', sent, key);
    const second = await call('POST', '/weighing', sent, key);
    assert.deepEqual([second.status, second.text], [201, first.text]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.equal(second.headers.get('etag'), first.headers.get('etag'));
    assert.equal((await call('POST', '/weighing', ticket(north, number()), key)).json.code, 'idempotency-key-reused');
  });
});

describe('many tickets', () => {
  test('are answered one by one, in order; of a duplicate in the batch, the later one is refused', async () => {
    const [a, b] = [number(), number()];
    const body = [ticket(north, a), ticket(north, b, { wrong: 1 }), ticket(north, a), ticket(south, a), 7];
    const { status, json } = await call('POST', '/weighing', body);
    assert.equal(status, 207);
    assert.deepEqual(
      json.items.map((item: { status: number }) => item.status),
      [201, 422, 409, 201, 422],
    );
    assert.equal(json.items[0].ticket.externalId, a);
    assert.equal(json.items[1].problem.errors[0].pointer, '#/wrong');
    assert.equal(json.items[2].problem.uuid, json.items[0].ticket.uuid);
  });

  test('all or nothing: with one fault none is stored', async () => {
    const [a, b, c] = [number(), number(), number()];
    await call('POST', '/weighing', ticket(north, b));
    const body = [
      ticket(north, a),
      ticket(north, b),
      ticket(north, c, { nettWeight: { quantity: 'x', unit: 't' } }),
      ticket(north, a),
    ];
    const { status, json } = await call('POST', '/weighing?atomic=true', body);
    assert.deepEqual([status, json.code], [422, 'batch-refused']);
    assert.deepEqual(
      json.errors.map((error: { pointer: string; code: string }) => `${error.pointer} ${error.code}`),
      ['#/1 ticket-exists', '#/2/nettWeight/quantity validation-failed', '#/3 ticket-exists'],
    );
    const { uuid, link, earlier, identical } = json.errors[2];
    assert.deepEqual(
      [uuid, link, earlier, identical],
      [undefined, undefined, '#/0', true],
      'a ticket that is not stored has no address',
    );
    assert.match(json.errors[2].detail, /^The ticket at #\/0 of this batch has the same .*, and the same data\.$/);
    assert.equal((await call('GET', json.errors[0].link.replace(/^.*\/v2/, ''))).json.externalId, b);
    assert.equal((await call('GET', `/weighing?externalId=${a}`)).json.items.length, 0);
    const good = await call('POST', '/weighing?atomic=true', [ticket(north, a), ticket(north, c)]);
    assert.deepEqual([good.status, good.json.items.length], [201, 2]);
    assert.equal(good.json.items[1].externalId, c);
  });

  test('all or nothing: of several with the same number the first is named, by uuid only if it is stored', async () => {
    const [a, b] = [number(), number()];
    const batch = [
      ticket(north, a),
      ticket(north, b),
      ticket(north, b, { tripNumber: 1 }),
      ticket(south, b),
      ticket(north, b),
    ];
    const errorsOf = async (path: string): Promise<unknown> =>
      (await call('POST', path, batch)).json.errors.map(
        ({ pointer, earlier, identical, uuid }: Record<string, unknown>) => [
          ...[pointer, earlier, identical, typeof uuid],
        ],
      );
    const doubled = [
      ['#/2', '#/1', false, 'undefined'],
      ['#/4', '#/1', true, 'undefined'],
    ];
    assert.deepEqual(await errorsOf('/weighing?atomic=true'), doubled);
    await call('POST', '/weighing', ticket(north, b));
    assert.deepEqual(await errorsOf('/weighing?atomic=true'), [
      ['#/1', undefined, true, 'string'],
      ['#/2', undefined, false, 'string'],
      ['#/4', undefined, true, 'string'],
    ]);
  });

  test('are 1 to 1000', async () => {
    const many = (count: number) => Array.from({ length: count }, () => ticket(south, number()));
    assert.equal((await call('POST', '/weighing', [])).json.code, 'batch-size');
    assert.equal((await call('POST', '/weighing', many(1001))).json.code, 'batch-size');
    const full = await call('POST', '/weighing', many(1000));
    assert.equal(full.json.items.filter((item: { status: number }) => item.status === 201).length, 1000);
  });
});

describe('a change', () => {
  test('PUT replaces, keeps uuid and createdAt, and accepts the result of GET', async () => {
    const uuid = await stored(north, { tripNumber: 1 });
    const { text, json } = await call('GET', `/weighing/${uuid}`);
    const replaced = await call('PUT', `/weighing/${uuid}`, text.replace('"tripNumber":1', '"tripNumber":2.0'));
    assert.equal(replaced.status, 200);
    assert.match(replaced.text, /"tripNumber":2\.0,/);
    assert.deepEqual([replaced.json.uuid, replaced.json.createdAt], [uuid, json.createdAt]);
    assert.equal(replaced.text.split('"uuid"').length, 2);
    assert.equal((await call('PUT', `/weighing/${uuid}`, { tripNumber: 3 })).status, 422);
  });

  test('PATCH merges and keeps the spelling of the rest', async () => {
    const sent = `{"locationId":"${north}","externalId":"${number()}","nettWeight":{"quantity":25.40,"unit":"t"},"product":{"name":"a","identifier":"b"}}`;
    const { json } = await call('POST', '/weighing', sent);
    const patch = { product: { name: null }, vehicle: { licenseplate: 'AB-12', reference: null } };
    const patched = await call('PATCH', `/weighing/${json.uuid}`, patch, {
      'content-type': 'application/merge-patch+json',
    });
    assert.equal(patched.status, 200, patched.text);
    assert.ok(
      patched.text.includes(
        '"quantity":25.40,"unit":"t"},"product":{"identifier":"b"},"vehicle":{"licenseplate":"AB-12"}',
      ),
      patched.text,
    );
    assert.equal((await call('PATCH', `/weighing/${json.uuid}`, { nettWeight: null })).status, 422);
    assert.equal((await call('PATCH', `/weighing/${json.uuid}`, [])).status, 422);
    assert.equal(
      (await call('PATCH', `/weighing/${json.uuid}`, { nettWeigt: {} })).json.errors[0].nearest,
      'nettWeight',
    );
  });

  test('of the number succeeds if the new one is free', async () => {
    const [a, b] = [number(), number()];
    await call('POST', '/weighing', ticket(north, a));
    const { json } = await call('POST', '/weighing', ticket(north, b));
    const taken = await call('PATCH', `/weighing/${json.uuid}`, { externalId: a });
    assert.equal(taken.json.code, 'ticket-exists');
    assert.equal((await call('GET', `/weighing/${json.uuid}`)).json.externalId, b, 'nothing was changed');
    assert.equal((await call('PATCH', `/weighing/${json.uuid}`, { locationId: south, externalId: a })).status, 200);
    assert.equal((await call('POST', '/weighing', ticket(north, b))).status, 201, 'the old number is free');
  });

  test('with a stale If-Match is refused', async () => {
    const uuid = await stored();
    const etag = (await call('GET', `/weighing/${uuid}`)).headers.get('etag')!;
    const first = await call('PATCH', `/weighing/${uuid}`, { tripNumber: 1 }, { 'if-match': etag });
    assert.equal(first.status, 200);
    assert.notEqual(first.headers.get('etag'), etag);
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      assert.equal(
        (
          await call(method, `/weighing/${uuid}`, method === 'DELETE' ? undefined : ticket(north, number()), {
            'if-match': etag,
          })
        ).status,
        412,
      );
    assert.equal((await call('DELETE', `/weighing/${uuid}`, undefined, { 'if-match': '*' })).status, 204);
  });

  test('DELETE leaves a tombstone, frees the number, and is 404 if repeated', async () => {
    const external = number();
    const { json } = await call('POST', '/weighing', ticket(north, external));
    await call('PATCH', `/weighing/${json.uuid}`, { tripNumber: 5, grossWeight: { quantity: -1, unit: 't' } });
    assert.equal((await call('DELETE', `/weighing/${json.uuid}`)).status, 204);
    for (const method of ['GET', 'DELETE']) assert.equal((await call(method, `/weighing/${json.uuid}`)).status, 404);
    assert.equal((await call('PATCH', `/weighing/${json.uuid}`, {})).status, 404);
    const { items } = (await call('GET', `/weighing/${json.uuid}/history`)).json;
    assert.deepEqual(
      items.map((item: { change: string }) => item.change),
      ['created', 'updated', 'deleted'],
    );
    assert.deepEqual(
      items.map((item: { version: number }) => item.version),
      [1, 2, 3],
    );
    assert.equal(items[0].ticket.tripNumber, undefined);
    assert.equal(items[1].ticket.tripNumber, 5);
    assert.equal(items[1].findings[0].code, 'weight-negative');
    assert.equal(items[2].ticket, undefined);
    assert.equal(items[2].by, server.demo.weighing.clientId);
    const again = await call('POST', '/weighing', ticket(north, external));
    assert.equal(again.status, 201);
    assert.notEqual(again.json.uuid, json.uuid);
  });

  test('a long history comes in pages, each version once; a cursor of one ticket is invalid for another', async () => {
    const uuid = await stored();
    for (let trip = 2; trip <= 5; trip++) await call('PATCH', `/weighing/${uuid}`, { tripNumber: trip });
    const versions: number[] = [];
    let pages = 0;
    for (let query = '?limit=2'; ; pages++) {
      const { json } = await call('GET', `/weighing/${uuid}/history${query}`);
      versions.push(...json.items.map((item: { version: number }) => item.version));
      if (json.next === undefined) break;
      query = `?limit=2&cursor=${json.next}`;
      const foreign = await call('GET', `/weighing/${await stored()}/history${query}`);
      assert.deepEqual([foreign.status, foreign.json.code], [400, 'invalid-cursor']);
    }
    assert.deepEqual(versions, [1, 2, 3, 4, 5]);
    assert.equal(pages, 2);
    assert.equal((await call('GET', `/weighing/${uuid}/history`)).json.items.length, 5);
    assert.equal((await call('GET', `/weighing/${uuid}/history?limit=0`)).status, 400);
  });
});

describe('who may', () => {
  let other: WeighingCaller;
  before(async () => {
    other = await otherCaller(server);
  });

  test('a foreign weigh bridge is 403, in every place', async () => {
    const [foreign] = other.locationIds;
    const uuid = await stored();
    for (const answer of [
      await call('POST', '/weighing', ticket(foreign!, number())),
      await call('PUT', `/weighing/${uuid}`, ticket(foreign!, number())),
      await call('PATCH', `/weighing/${uuid}`, { locationId: foreign }),
      await call('GET', `/weighing?locationId=${foreign}`),
      await call('GET', `/weighing/totals?locationId=${crypto.randomUUID()}`),
    ])
      assert.deepEqual([answer.status, answer.json.code], [403, 'location-not-yours']);
    const listed = await call('GET', `/weighing/findings?locationId=${foreign}`);
    assert.deepEqual(
      [listed.status, listed.json.errors[0].parameter],
      [403, 'locationId'],
      'no pointer without a body',
    );
    const batch = await call('POST', '/weighing', [ticket(foreign!, number()), ticket(north, number())]);
    assert.deepEqual(
      batch.json.items.map((item: { status: number }) => item.status),
      [403, 201],
    );
  });

  test("another organisation's tickets do not exist", async () => {
    const uuid = await stored();
    const stranger = weighingCaller(server.url, other);
    for (const [method, path, body] of [
      ['GET', `/weighing/${uuid}`],
      ['GET', `/weighing/${uuid}/history`],
      ['DELETE', `/weighing/${uuid}`],
      ['PATCH', `/weighing/${uuid}`, {}],
      ['PUT', `/weighing/${uuid}`, ticket(other.locationIds[0]!, number())],
    ] as const)
      assert.equal((await stranger(method, path, body)).status, 404, `${method} ${path}`);
    assert.deepEqual((await stranger('GET', '/weighing')).json.items, []);
    assert.equal((await call('GET', `/weighing/${uuid}`)).status, 200);
  });

  test('sandbox credentials are refused in production, and vice versa', async () => {
    const production = weighingCaller(server.url, server.demo.weighing, 'production');
    assert.equal((await production('GET', '/locations')).status, 401);
    const real = await otherCaller(server, 'weighing-production');
    assert.equal((await weighingCaller(server.url, real)('GET', '/locations')).status, 401);
    const inside = weighingCaller(server.url, real, 'production');
    const made = await inside('POST', '/weighing', ticket(real.locationIds[0]!, 'P-1'));
    assert.equal(made.status, 201);
    assert.equal((await inside('POST', '/weighing', ticket(north, 'P-2'))).status, 403);
    assert.equal((await call('GET', `/weighing/${made.json.uuid}`)).status, 404);
  });

  test('no or wrong credentials are 401, before the body is read', async () => {
    const cases: Record<string, string>[] = [
      { 'x-clientsecret': '' },
      { 'x-clientid': 'x' },
      { 'x-clientsecret': 'x'.repeat(5000) },
    ];
    for (const headers of cases)
      assert.equal((await call('POST', '/weighing', '{', headers)).json.code, 'not-authenticated');
    const conversion = weighingCaller(server.url, server.demo.conversion);
    assert.equal((await conversion('GET', '/locations')).status, 401);
  });
});
