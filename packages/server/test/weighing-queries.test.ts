import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NO_CONVERSION, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { type Call, otherCaller, ticket, type WeighingCaller, weighingCaller } from '../testing/weighing.ts';

// Parameters of lists, and sizes of batches: common mistakes of integrators.

let server: TestServer;
let caller: WeighingCaller;
let call: Call;
let [north, south] = ['', ''];
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' });
  caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  [north, south] = caller.locationIds as [string, string];
  const at = (externalId: string, datetime: string, more = {}) =>
    ticket(north, externalId, { nettWeight: { quantity: 1, unit: 't', datetime }, ...more });
  const made = await call('POST', '/weighing?atomic=true', [
    at('Q1', '2026-05-04T08:00:00Z', { vehicle: { licenseplate: 'ÄB-12 c.d' }, product: { name: 'a & b' } }),
    at('Q2', '2026-05-04T10:00:00+02:00', { project: { description: '100 %' }, customer: { name: 'C+D' } }),
    at('Q3', '2026-05-04T08:00:00.001Z', { vehicle: { licenseplate: 'äb12CD' } }),
    { ...at('Q1', '2026-05-05T00:00:00Z'), locationId: south },
  ]);
  assert.equal(made.status, 201, made.text);
});
after(() => stopFaultless(server));

const names = async (query: string): Promise<string[]> => {
  const { status, json, text } = await call('GET', `/weighing?${query}`);
  assert.equal(status, 200, text);
  return json.items.map(({ externalId }: { externalId: string }) => externalId);
};

describe('a query', () => {
  test('accepts a time in any notation with a zone, also with an unescaped plus; the end is exclusive', async () => {
    for (const [query, expected] of [
      ['from=2026-05-04T08:00:00.001Z&to=2026-05-05T00:00:00Z', ['Q3']],
      ['from=2026-05-04T08:00:00Z&to=2026-05-04T08:00:00.001Z', ['Q1', 'Q2']],
      ['from=2026-05-04T10:00:00+02:00&to=2026-05-04T10:00:00.001+02:00', ['Q1', 'Q2']],
      ['from=2026-05-04T10:00:00%2B02:00&to=2026-05-04T10:00:00.001%2B0200', ['Q1', 'Q2']],
      ['from=2026-05-04 10:00:00+02&to=20260504T100000,001+02', ['Q1', 'Q2']],
      ['from=2026-05-04T06:00:00-02:00&to=2026-05-04T06:00:00.001-02:00', ['Q1', 'Q2']],
      ['from=2026-W19-1T08Z&to=2026-124T08:00:00.002Z', ['Q1', 'Q2', 'Q3']],
      ['from=2026-05-04T24:00:00Z', ['Q1']],
      ['to=2026-05-04T08:00:00Z', []],
      ['from=2026-05-06T00:00:00Z&to=2026-05-01T00:00:00Z', []],
      ['modifiedSince=2999-01-01T00:00:00Z', []],
      ['modifiedSince=0001-01-01T00:00:00Z&locationId=', undefined],
    ] as const) {
      if (expected !== undefined) assert.deepEqual((await names(query)).sort(), [...expected], query);
      else assert.equal((await call('GET', `/weighing?${query}`)).status, 400, query);
    }
    for (const time of [
      '2026-05-04T10:00:00',
      '2026-05-04',
      '2026-05-04T10:00:00+2',
      '2026-02-30T00:00:00Z',
      'now',
      '',
      '1777882530',
    ])
      for (const name of ['from', 'to', 'modifiedSince']) {
        const { status, json } = await call('GET', `/weighing?${name}=${time}`);
        assert.deepEqual(
          [status, json.code, json.errors[0].parameter],
          [400, 'invalid-parameter', name],
          `${name}=${time}`,
        );
      }
  });

  test('finds exact names, and plates in any notation', async () => {
    for (const [query, expected] of [
      [`licenseplate=${encodeURIComponent('äb 12-cd')}`, ['Q1', 'Q3']],
      [`licenseplate=${encodeURIComponent('Ä.B\u201312\u2212CD')}`, ['Q1', 'Q3']],
      ['licenseplate=AB12CD', []],
      [`product=${encodeURIComponent('a & b')}`, ['Q1']],
      ['product=A%20%26%20B', []],
      ['product=a', []],
      ['project=100%20%25', ['Q2']],
      ['customer=C%2BD', ['Q2']],
      ['customer=C+D', []],
      [`externalId=Q1&locationId=${south.toUpperCase()}`, ['Q1']],
      ['externalId=q1', []],
      ["externalId=Q1'%20OR%20'1'='1", []],
      ['externalId=Q%25', []],
      ['externalId=%00', []],
    ] as const)
      assert.deepEqual((await names(query)).sort(), [...expected], query);
    assert.deepEqual((await names('externalId=Q1')).length, 2, 'a number of both weigh bridges');
  });

  test('is refused with unknown, duplicate and too long parameters, by name', async () => {
    for (const [query, parameter] of [
      ['product=a&product=b', 'product'],
      ['limit=1&limit=2', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=', 'limit'],
      ['limit=-1', 'limit'],
      ['limit=1e2', 'limit'],
      ['Product=a', 'Product'],
      ['licensePlate=a', 'licensePlate'],
      ['from[gt]=2026-05-04T08:00:00Z', 'from[gt]'],
      ['__proto__=x', '__proto__'],
      [`project=${'x'.repeat(1025)}`, 'project'],
      ['locationId=north', 'locationId'],
    ] as const)
      for (const path of ['/weighing', '/weighing/totals']) {
        if (path.endsWith('totals') && parameter === 'limit') continue;
        const { status, json } = await call('GET', `${path}?${query}`);
        assert.deepEqual([status, json.errors?.[0].parameter], [400, parameter], `${path}?${query}`);
      }
    for (const by of ['', 'day,', 'day,,product', 'Day', 'week', 'day product'])
      assert.equal((await call('GET', `/weighing/totals?by=${by}`)).json.errors[0].parameter, 'by', by);
    assert.equal(
      (await call('GET', '/weighing/totals?by=product,day,product')).status,
      200,
      'a duplicate group counts once',
    );
  });

  test('is answered in the preferred form, and without a body to HEAD', async () => {
    for (const [accept, type] of [
      ['text/csv', 'text/csv'],
      ['text/*', 'text/csv'],
      ['*/*', 'application/json'],
      ['text/csv;q=0.4, application/json;q=0.5', 'application/json'],
      ['application/json;q=0.1, application/x-ndjson', 'application/x-ndjson'],
      ['text/html, */*;q=0.1', 'application/json'],
      ['TEXT/CSV', 'text/csv'],
    ] as const) {
      const { headers } = await call('GET', '/weighing', undefined, { accept });
      assert.equal(headers.get('content-type')?.split(';')[0], type, accept);
      const head = await call('HEAD', '/weighing', undefined, { accept });
      assert.deepEqual(
        [head.status, head.text, head.headers.get('content-type')?.split(';')[0]],
        [200, '', type],
        accept,
      );
    }
    for (const accept of ['text/html', 'application/json;q=0', 'text/csv;q=0'])
      assert.equal((await call('GET', '/weighing', undefined, { accept })).status, 406, accept);
    const { text, headers } = await call('GET', '/weighing?externalId=none', undefined, { accept: 'text/csv' });
    assert.deepEqual(
      [text.split('\r\n').length, text.endsWith('createdAt,modifiedAt\r\n')],
      [2, true],
      'only the header',
    );
    assert.match(headers.get('content-disposition')!, /attachment; filename="tickets\.csv"/);
  });
});

describe('many tickets', () => {
  test('are checked one by one, whatever they are; all or nothing has the same reasons', async () => {
    const good = ticket(north, 'B1');
    const mixed: [unknown, number, string, string?][] = [
      [good, 201, ''],
      [null, 422, 'validation-failed', '#/1'],
      [[good], 422, 'validation-failed', '#/2'],
      ['x', 422, 'validation-failed', '#/3'],
      [{}, 422, 'validation-failed', '#/4/locationId'],
      [{ ...good, tripNumber: 2 }, 409, 'ticket-exists', '#/5'],
      [{ ...good, externalId: 'B2', locationId: crypto.randomUUID() }, 403, 'location-not-yours', '#/6/locationId'],
      [{ ...good, externalId: 'B3', locationId: north.toUpperCase() }, 201, ''],
      [{ ...good, externalId: 'Q1' }, 409, 'ticket-exists', '#/8'],
      [{ ...good, externalId: 'Q1', locationId: south }, 409, 'ticket-exists', '#/9'],
      [{ ...good, externalId: 'B3' }, 409, 'ticket-exists', '#/10'],
    ];
    const body = mixed.map(([item]) => item);
    const atomic = await call('POST', '/weighing?atomic=true', body);
    assert.deepEqual([atomic.status, atomic.json.code], [422, 'batch-refused']);
    const firsts = new Map<string, { code: string; pointer: string }>();
    for (const error of atomic.json.errors) {
      const place = error.pointer.split('/')[1];
      if (!firsts.has(place)) firsts.set(place, error);
    }
    assert.deepEqual(
      [...firsts.values()].map(({ code, pointer }) => [code, pointer]),
      mixed.flatMap(([, status, code, pointer]) => (status === 201 ? [] : [[code, pointer]])),
    );
    assert.match(atomic.json.detail, /^9 of 11 tickets/);
    assert.deepEqual(await names('externalId=B1'), [], 'none is stored');
    const each = await call('POST', '/weighing', body);
    assert.deepEqual(
      each.json.items.map((item: { status: number; problem?: { code: string } }) => [
        item.status,
        item.problem?.code ?? '',
      ]),
      mixed.map(([, status, code]) => [status, code]),
    );
    const [first, , , , , fifth, , third] = each.json.items;
    assert.deepEqual([fifth.problem.uuid, fifth.problem.identical], [first.ticket.uuid, false]);
    assert.equal(each.json.items[10].problem.uuid, third.ticket.uuid);
    for (const { ticket: one, problem } of each.json.items) {
      assert.equal((one === undefined) !== (problem === undefined), true);
      if (problem?.uuid !== undefined) assert.equal(problem.link, `/weighing-sandbox/v2/weighing/${problem.uuid}`);
    }
  });

  test('are all or nothing if the query has a boolean for it', async () => {
    for (const atomic of ['yes', 'True', '2', '', 'true&atomic=true'])
      assert.equal((await call('POST', `/weighing?atomic=${atomic}`, [ticket(north, 'never')])).status, 400, atomic);
    const one = await call('POST', '/weighing?atomic=true', ticket(north, 'alone'));
    assert.deepEqual([one.status, one.json.externalId], [201, 'alone'], 'one ticket is not a batch');
    assert.equal((await call('POST', '/weighing?atomic=true', [ticket(north, 'alone')])).json.code, 'batch-refused');
    assert.equal((await call('POST', '/weighing?atomic=false', [ticket(north, 'alone')])).status, 207);
    assert.deepEqual(await names('externalId=never'), []);
  });

  test('of the largest size are accepted together, and a body that is too large is refused with the limit', async () => {
    // About 6 MB: a thousand tickets with every text at its limit, in one-byte characters.
    const long = (length: number): string => 'x'.repeat(length);
    const party = {
      name: long(256),
      reference: long(128),
      street: long(256),
      city: long(128),
      email: long(320),
      telephone: long(64),
    };
    const big = (i: number) =>
      ticket(north, `L${i}${long(60)}`, {
        ...{ type: long(64), customer: party, product: { identifier: long(128), name: long(256) } },
        ...{ project: { description: long(1024) }, vehicle: { licenseplate: long(32), owner: party } },
      });
    const many = Array.from({ length: 1000 }, (_, i) => big(i));
    const made = await call('POST', '/weighing?atomic=true', many);
    assert.equal(made.status, 201, made.text.slice(0, 300));
    assert.equal(made.json.items.length, 1000);
    const whole = JSON.stringify(many);
    assert.ok(whole.length > 3e6);
    const tooLong = `${whole}${' '.repeat(8 * 1024 * 1024)}`;
    const refused = await call('POST', '/weighing', tooLong);
    assert.deepEqual([refused.status, refused.json.code], [413, 'body-too-large']);
    assert.match(refused.json.detail, /8 ?388 ?608|8 MiB|8 MB/);
  });
});

test('a revoked credential is refused at once; its changes stay attributed to it', async () => {
  const { organisationId } = (await server.context.weighBridges('weighing-sandbox').get(north))!;
  const credentials = server.context.credentials('weighing-sandbox');
  const { credential, secret } = await credentials.issue(organisationId, 'temporary');
  const temporary = weighingCaller(server.url, { clientId: credential.clientId, clientSecret: secret });
  const { json } = await temporary('POST', '/weighing', ticket(north, 'R1'));
  await call('PATCH', `/weighing/${json.uuid}`, { tripNumber: 1 });
  await credentials.revoke(credential.clientId);
  assert.equal((await temporary('GET', `/weighing/${json.uuid}`)).status, 401);
  const { items } = (await call('GET', `/weighing/${json.uuid}/history`)).json;
  assert.deepEqual(
    items.map(({ by }: { by: string }) => by),
    [credential.clientId, caller.clientId],
  );
});

test('days are those of the weigh bridge’s current time zone', async () => {
  const mine = await otherCaller(server);
  const own = weighingCaller(server.url, mine);
  const nettWeight = { quantity: 1, unit: 't', datetime: '2026-05-04T23:30:00Z' };
  await own('POST', '/weighing', ticket(mine.locationIds[0]!, 'D', { nettWeight }));
  const days = async () => (await own('GET', '/weighing/totals')).json.items.map(({ day }: { day: string }) => day);
  assert.deepEqual(await days(), ['2026-05-05']);
  await server.context.weighBridges('weighing-sandbox').change(mine.locationIds[0]!, { timeZone: 'America/New_York' });
  assert.deepEqual(await days(), ['2026-05-04']);
});
