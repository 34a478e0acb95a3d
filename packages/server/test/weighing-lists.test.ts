import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_TICKET_CHARACTERS } from '@fieldbridge/contract';
import { PAGE_CHARACTERS } from '../src/http/full-page.ts';
import { TestClock } from '../testing/clock.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Call, otherCaller, ticket, type WeighingCaller, weighingCaller } from '../testing/weighing.ts';

let server: TestServer;
let caller: WeighingCaller;
let call: Call;
/** 240 tickets: two weigh bridges, twenty days, four products, three customers; all numbers with two decimals. */
const COUNT = 240;
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  const texts = Array.from({ length: COUNT }, (_, i) => {
    const time = new Date(
      Date.UTC(2026, 2, 20, 12) + Math.floor(i / 12) * 86_400_000 + (i % 12) * 600_000,
    ).toISOString();
    return `{"locationId":"${caller.locationIds[i % 2]}","externalId":"L${i}","nettWeight":{"quantity":0.${10 + (i % 80)},"unit":"${['t', 'TNE', 'kg'][i % 3]}","datetime":"${time}"},
      "product":{"identifier":"P${i % 4}","name":"Product, \\"${i % 4}\\""},"customer":{"name":"C${i % 3}"},"project":{"identifier":"J1"},"vehicle":{"licenseplate":"ab-${i % 5}"}}`;
  });
  assert.equal((await call('POST', '/weighing?atomic=true', `[${texts.join(',')}]`)).status, 201);
});
after(() => server[Symbol.asyncDispose]());

async function all(query: string, limit: number): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (;;) {
    const { status, json, text } = await call('GET', `/weighing?limit=${limit}${query}${cursor}`);
    assert.equal(status, 200, text);
    assert.ok(json.items.length <= limit);
    found.push(...json.items.map((item: { externalId: string }) => item.externalId));
    if (json.next === undefined) return found;
    cursor = `&cursor=${json.next}`;
  }
}

test('pages of any size give every ticket once, in the same order', async () => {
  const whole = await all('', 1000);
  assert.equal(new Set(whole).size, COUNT);
  for (const limit of [1000, 240, 239, 100, 7]) assert.deepEqual(await all('', limit), whole, `limit ${limit}`);
  assert.equal((await call('GET', '/weighing')).json.items.length, 100, 'the default');
});

test('newest first: all weigh bridges together, in pages of any size and as CSV', async () => {
  const whole = Array.from({ length: COUNT }, (_, i) => `L${COUNT - 1 - i}`);
  for (const limit of [1000, 239, 7]) assert.deepEqual(await all('&order=newest', limit), whole, `limit ${limit}`);
  assert.deepEqual(await all('&order=newest&product=P1&to=2026-03-21T00:00:00Z', 2), ['L9', 'L5', 'L1']);
  assert.deepEqual(await all('&order=newest&externalId=L17', 10), ['L17']);
  const csv = await call('GET', '/weighing?order=newest', undefined, { accept: 'text/csv' });
  assert.ok(csv.text.indexOf('L239,') > 0 && csv.text.indexOf('L239,') < csv.text.indexOf('L238,'));
  const { json } = await call('GET', '/weighing?order=newest&limit=10');
  const other = await call('GET', `/weighing?limit=10&cursor=${json.next}`);
  assert.deepEqual([other.status, other.json.code], [400, 'invalid-cursor'], 'a cursor of the other order');
  assert.equal((await call('GET', '/weighing?order=oldest')).status, 400);
});

test('each filter passes the matching tickets', async () => {
  const count = async (query: string): Promise<number> => (await all(query, 50)).length;
  assert.equal(await count(`&locationId=${caller.locationIds[0]}`), 120);
  assert.equal(await count('&externalId=L17'), 1);
  assert.equal(await count('&externalId=L17&product=P0'), 0);
  assert.equal(await count('&product=P1'), 60);
  assert.equal(await count(`&product=${encodeURIComponent('Product, "1"')}`), 60);
  assert.equal(await count('&customer=C2'), 80);
  assert.equal(await count('&project=J1'), COUNT);
  assert.equal(await count('&project=J2'), 0);
  assert.equal(await count('&licenseplate=AB%203'), 48);
  assert.equal(await count('&from=2026-03-21T00:00:00Z&to=2026-03-23T00:00:00Z'), 24);
  assert.equal(await count('&from=2026-03-20T12:10:00Z&to=2026-03-20T12:20:00Z'), 1, 'from is inclusive, to exclusive');
  assert.equal(await count('&from=2026-03-20T14:10:00%2B02:00&to=2026-03-20T12:20:00Z'), 1);
  assert.equal(await count('&product=P1&customer=C1&licenseplate=ab-1'), 4);
});

test('modifiedSince finds later changes', async () => {
  const { json } = await call('GET', '/weighing?externalId=L5');
  const { modifiedAt } = (await call('PATCH', `/weighing/${json.items[0].uuid}`, { tripNumber: 9 })).json;
  assert.deepEqual(await all(`&modifiedSince=${modifiedAt}`, 10), ['L5']);
});

test('a caller who continues from the latest change seen misses none made while paging', async () => {
  const clock = new TestClock();
  await using moved = await startTestServer(NO_CONVERSION, { clock });
  const { locationIds, ...own } = await otherCaller(moved);
  const send = weighingCaller(moved.url, own);
  const uuids: string[] = [];
  for (const number of [0, 1, 2])
    uuids.push((await send('POST', '/weighing', ticket(locationIds[0]!, `${number}`))).json.uuid);
  const change = async (uuid: string, tripNumber: number) => {
    clock.pass(1000);
    const weights = { nettWeight: { quantity: -tripNumber } };
    assert.equal((await send('PATCH', `/weighing/${uuid}`, { tripNumber, ...weights })).status, 200);
  };
  for (const path of ['/weighing', '/weighing/findings']) {
    for (const uuid of uuids) await change(uuid, 1);
    let since = '2026-01-01T00:00:00.000Z';
    /** Reads all changes since the latest one seen; the tickets change once more, in order, after the first page. */
    const follow = async (onFirst: () => Promise<void>) => {
      const query = `limit=1&modifiedSince=${since}`;
      for (let cursor = ''; ; ) {
        const { json, text } = await send('GET', `${path}?${query}${cursor}`);
        for (const { uuid, modifiedAt } of json.items) {
          if (modifiedAt > since) since = modifiedAt;
          seen.set(uuid, modifiedAt);
        }
        if (cursor === '') await onFirst();
        if (json.next === undefined) return;
        assert.ok(json.items.length > 0, text);
        cursor = `&cursor=${json.next}`;
      }
    };
    const seen = new Map<string, string>();
    await follow(async () => {
      await change(uuids[0]!, 2);
      await change(uuids[1]!, 2);
    });
    await follow(async () => {});
    for (const uuid of uuids) {
      const { modifiedAt } = (await send('GET', `/weighing/${uuid}`)).json;
      assert.equal(seen.get(uuid), modifiedAt, `${path} ${uuids.indexOf(uuid)}`);
    }
  }
});

test('a cursor is valid for its list only, unchanged', async () => {
  const { next } = (await call('GET', '/weighing?limit=1&product=P1')).json;
  const wrong = [
    `limit=1&cursor=${next}`,
    `product=P2&cursor=${next}`,
    `product=P1&cursor=${next.slice(0, -2)}AA`,
    'cursor=x',
  ];
  for (const query of wrong) assert.equal((await call('GET', `/weighing?${query}`)).json.code, 'invalid-cursor', query);
  const own = weighingCaller(server.url, server.demo.weighing);
  assert.equal((await own('GET', `/weighing?product=P1&cursor=${next}`)).json.code, 'invalid-cursor');
});

test('wrong parameters are named', async () => {
  const cases = [
    'limit=0',
    'limit=1001',
    'limit=x',
    'from=yesterday',
    'to=2026-02-30T00:00:00Z',
    'plate=x',
    'locationId=x',
  ];
  for (const query of cases) {
    const { status, json } = await call('GET', `/weighing?${query}`);
    assert.deepEqual([status, json.errors[0].parameter], [400, query.split('=')[0]], query);
  }
});

test('NDJSON streams every ticket as sent, one per line', async () => {
  const { headers, text } = await call('GET', '/weighing?product=P1', undefined, { accept: 'application/x-ndjson' });
  assert.match(headers.get('content-type')!, /^application\/x-ndjson/);
  const lines = text.trimEnd().split('\n');
  assert.equal(lines.length, 60);
  assert.ok(lines.every((line) => /"quantity":0\.\d\d,/.test(line) && JSON.parse(line).product.identifier === 'P1'));
});

test('CSV streams every ticket with a column for each field, quoted where needed', async () => {
  const { headers, text } = await call('GET', '/weighing?externalId=L1', undefined, { accept: 'text/csv' });
  assert.match(headers.get('content-type')!, /^text\/csv/);
  const [head, line, end] = text.split('\r\n');
  assert.equal(head!.split(',').length, 50);
  assert.match(
    head!,
    /^locationId,externalId,type,tripNumber,nettWeight\.quantity,.*vehicle\.owner\.email,uuid,createdAt,modifiedAt$/,
  );
  assert.match(line!, /^[^,]+,L1,,,0\.11,TNE,2026-03-20T12:10:00\.000Z,/);
  assert.ok(line!.includes('P1,"Product, ""1"""'));
  assert.equal(end, '');
});

test('another media type is 406', async () => {
  assert.equal((await call('GET', '/weighing', undefined, { accept: 'text/html' })).status, 406);
});

interface Line {
  count: number;
  unit: string;
  quantity: number;
  day?: string;
  product?: string;
  locationId?: string;
}

test('totals are exact, per group and unit', async () => {
  const { json, text } = await call('GET', '/weighing/totals?by=product');
  const lines = json.items as Line[];
  assert.equal(
    lines.reduce((sum, line) => sum + line.count, 0),
    COUNT,
  );
  assert.deepEqual([...new Set(lines.map(({ unit }) => unit))].sort(), ['kg', 't'], 't and TNE are one');
  for (const { product, unit, quantity, count } of lines) {
    const own = Array.from({ length: COUNT }, (_, i) => i).filter(
      (i) => `P${i % 4}` === product && (i % 3 === 2 ? 'kg' : 't') === unit,
    );
    const cents = own.reduce((sum, i) => sum + 10 + (i % 80), 0);
    assert.equal(count, own.length);
    assert.equal(Math.round(quantity * 100), cents);
    assert.ok(text.includes(`"quantity":${(cents / 100).toFixed(2)},`), 'all digits are written');
  }
});

test('a day is that of the weigh bridge', async () => {
  const evening = '2026-03-20T23:30:00Z';
  for (const [i, locationId] of caller.locationIds.entries())
    await call(
      'POST',
      '/weighing',
      ticket(locationId, `D${i}`, {
        product: { name: 'day' },
        nettWeight: { quantity: 1, unit: 't', datetime: evening },
      }),
    );
  const { items } = (await call('GET', '/weighing/totals?by=location,day&product=day')).json as { items: Line[] };
  const day = (locationId: string) => items.find((line) => line.locationId === locationId)!.day;
  assert.equal(day(caller.locationIds[0]!), '2026-03-21', 'Berlin');
  assert.equal(day(caller.locationIds[1]!), '2026-03-20', 'New York');
});

test('totals of huge and tiny numbers are exact', async () => {
  const quantities = [
    '9007199254740993',
    '0.000000000000000000000000000001',
    '1e20',
    '-1e20',
    '1E-2',
    '99999999999.99',
  ];
  for (const [i, quantity] of quantities.entries()) {
    const sent = JSON.stringify(ticket(caller.locationIds[0]!, `H${i}`, { product: { name: 'huge' } })).replace(
      '25.4',
      quantity,
    );
    assert.equal((await call('POST', '/weighing', sent)).status, 201);
  }
  const { text } = await call('GET', '/weighing/totals?by=product&product=huge');
  assert.match(text, /"count":6,"quantity":9007299254740993\.000000000000000000000000000001,"unit":"t"/);
});

test('an unknown grouping is refused with the nearest', async () => {
  const { status, json } = await call('GET', '/weighing/totals?by=prodct');
  assert.deepEqual([status, json.code], [400, 'invalid-parameter']);
  assert.match(json.detail, /Did you mean product/);
});

test('findings are listed until their cause is removed', async () => {
  const [first] = caller.locationIds;
  const weights = {
    grossWeight: { quantity: 30, unit: 't' },
    tareWeight: { quantity: 10, unit: 't' },
    vehicle: { licenseplate: 'F-1' },
  };
  const { json } = await call('POST', '/weighing', ticket(first!, 'F1', weights));
  const list = async (query: string) =>
    (await call('GET', `/weighing/findings?limit=1000${query}`)).json.items as {
      uuid: string;
      externalId: string;
      findings: { code: string; text: string }[];
    }[];
  const [found] = await list('&code=nett-mismatch');
  assert.equal(found!.uuid, json.uuid);
  assert.match(found!.findings[0]!.text, /nett 25400 kg differs from gross − tare 20000 kg by 5400 kg/);
  await call('PATCH', `/weighing/${json.uuid}`, { nettWeight: { quantity: 20 } });
  assert.deepEqual(await list('&code=nett-mismatch'), []);
  await call(
    'POST',
    '/weighing',
    ticket(first!, 'F2', {
      ...weights,
      nettWeight: { quantity: 18, unit: 't' },
      tareWeight: { quantity: 12, unit: 't' },
      vehicle: { licenseplate: 'f 1' },
    }),
  );
  assert.deepEqual(
    (await list('&code=tare-unusual')).map(({ externalId }) => externalId),
    ['F2'],
  );
  const counter = (quantity: number) => ({ cumulativeWeight: { quantity, unit: 't' }, product: { name: 'counted' } });
  for (const [i, quantity] of [100, 125, 110].entries())
    await call('POST', '/weighing', ticket(first!, `N${i}`, counter(quantity)));
  assert.deepEqual(
    (await list('&code=cumulative-falling')).map(({ externalId }) => externalId),
    ['N2'],
  );
  assert.equal((await call('GET', '/weighing/findings?code=nonsense')).status, 400);
  const { uuid } = (await list('&code=tare-unusual'))[0]!;
  for (const path of ['/weighing/findings?code=tare-unusual', `/weighing/${uuid}/history`])
    for (const [language, text] of [
      ['en', "tare 12000 kg, the vehicle's last was 10000 kg"],
      ['de', 'Tara 12000 kg; das Fahrzeug hatte zuletzt 10000 kg'],
      ['nl', 'Tarra 12000 kg; de vorige van het voertuig was 10000 kg'],
    ] as const) {
      const { json, headers } = await call('GET', path, undefined, { 'accept-language': language });
      const found = json.items.at(-1).findings.find(({ code }: { code: string }) => code === 'tare-unusual');
      assert.deepEqual([found.text, found.parameters], [text, { tare: '12000', last: '10000' }], path);
      assert.match(headers.get('vary') ?? '', /Accept-Language/);
      assert.equal(headers.get('content-language'), language === 'en' ? 'en' : `${language}, en`);
    }
});

test('findings are paged', async () => {
  const body = Array.from({ length: 25 }, (_, i) =>
    ticket(caller.locationIds[i % 2]!, `G${i}`, { nettWeight: { quantity: 1, unit: 'stone' } }),
  );
  await call('POST', '/weighing', body);
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const { json } = await call('GET', `/weighing/findings?code=unit-unknown&limit=10${cursor}`);
    seen.push(...json.items.map((item: { externalId: string }) => item.externalId));
    if (json.next === undefined) break;
    cursor = `&cursor=${json.next}`;
  }
  assert.equal(new Set(seen).size, 25);
  assert.equal(seen.length, 25);
});

test('the weigh bridges are listed with name and time zone', async () => {
  const { items } = (await call('GET', '/locations')).json;
  assert.deepEqual(
    items.map(({ name, timeZone }: { name: string; timeZone: string }) => [name, timeZone]),
    [
      ['Another', 'America/New_York'],
      ['Other', 'Europe/Berlin'],
    ],
  );
});

test('many weigh bridges are paged by name, also those with the same name', async () => {
  const many = await server.otherOrganisation('weighing-sandbox');
  const names = ['Zoo', 'Yard', 'Yard', 'Yard', 'Ärzte', 'a', ''].map((name) => name || 'B');
  for (const name of names)
    await server.context.weighBridges('weighing-sandbox').add(many.organisationId, name, 'Europe/Berlin');
  const own = weighingCaller(server.url, many);
  const whole = (await own('GET', '/locations')).json;
  assert.deepEqual(
    whole.items.map(({ name }: { name: string }) => name),
    ['B', 'Yard', 'Yard', 'Yard', 'Zoo', 'a', 'Ärzte'],
  );
  assert.equal(whole.next, undefined);
  const seen: unknown[] = [];
  let next: string | undefined;
  do {
    const page = await own('GET', `/locations?limit=2${next === undefined ? '' : `&cursor=${next}`}`);
    assert.equal(page.status, 200, page.text);
    assert.ok(page.json.items.length <= 2);
    seen.push(...page.json.items);
    next = page.json.next;
  } while (next !== undefined);
  assert.deepEqual(seen, whole.items);
  const cursor = (await own('GET', '/locations?limit=1')).json.next;
  assert.equal(
    (await call('GET', `/locations?cursor=${cursor}`)).json.code,
    'invalid-cursor',
    'a cursor of another organisation',
  );
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'limt=1'])
    assert.equal((await own('GET', `/locations?${query}`)).json.code, 'invalid-parameter', query);
});

test('a page of the largest tickets ends before it is too large for memory, and its cursor continues; so does a history', async () => {
  const large = weighingCaller(server.url, await otherCaller(server));
  const { items: locations } = (await large('GET', '/locations')).json;
  const { locationId } = locations[0];
  const blank = ' '.repeat(MAX_TICKET_CHARACTERS - 200);
  const text = (number: number) =>
    `{"locationId":"${locationId}",${blank}"externalId":"${number}","nettWeight":{"quantity":1,"unit":"t"}}`;
  const numbers = Array.from({ length: 80 }, (_, i) => i);
  for (const part of [numbers.slice(0, 40), numbers.slice(40)])
    assert.equal((await large('POST', '/weighing?atomic=true', `[${part.map(text).join(',')}]`)).status, 201);
  const walk = async (path: string) => {
    const seen: unknown[] = [];
    const lengths: number[] = [];
    let cursor = '';
    do {
      const { json, text: page } = await large('GET', `${path}?limit=1000${cursor}`);
      lengths.push(page.length);
      seen.push(...json.items);
      cursor = json.next === undefined ? '' : `&cursor=${json.next}`;
    } while (cursor !== '');
    assert.ok(lengths.length > 1 && lengths.every((one) => one < PAGE_CHARACTERS * 1.1), `${lengths}`);
    return seen as { uuid: string; externalId: string; version: number }[];
  };
  const listed = await walk('/weighing');
  assert.deepEqual(
    listed.map(({ externalId }) => Number(externalId)),
    numbers,
  );
  const { uuid } = listed[0]!;
  for (const number of numbers.slice(0, 70))
    assert.equal((await large('PUT', `/weighing/${uuid}`, text(1000 + number))).status, 200);
  const versions = await walk(`/weighing/${uuid}/history`);
  assert.deepEqual(
    versions.map(({ version }) => version),
    Array.from({ length: 71 }, (_, i) => i + 1),
  );
});
