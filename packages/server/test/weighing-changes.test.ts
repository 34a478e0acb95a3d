import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NO_CONVERSION, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { type Answer, type Call, ticket, weighingCaller } from '../testing/weighing.ts';

// Operations on a sent ticket: reading, correcting, deleting; its spelling survives all of them.

let server: TestServer;
let call: Call;
let [north, south] = ['', ''];
before(async () => {
  server = await startTestServer({ ...NO_CONVERSION, logLevel: 'error' });
  call = weighingCaller(server.url, server.demo.weighing);
  [north, south] = server.demo.weighing.locationIds as [string, string];
});
after(() => stopFaultless(server));

let counter = 0;
const number = (): string => `X-${++counter}`;
async function made(more: Record<string, unknown> = {}): Promise<Answer & { path: string; etag: string }> {
  const answer = await call('POST', '/weighing', ticket(north, number(), more));
  assert.equal(answer.status, 201, answer.text);
  return { ...answer, path: `/weighing/${answer.json.uuid}`, etag: answer.headers.get('etag')! };
}

/** Numbers in spellings that a parser of doubles would not preserve. */
const SPELLINGS = [
  '25.40',
  '1e2',
  '1E+02',
  '-0',
  '-0.00',
  '0e0',
  '100.000',
  '9007199254740993',
  '0.1000000000000000055511151231257827',
  '1.7976931348623157e308',
  '5e-324',
  '1e-400',
  `${'9'.repeat(300)}.5`,
];

describe('the spelling of a number', () => {
  /** A ticket in the order and spacing of an old program, with a number in four places. */
  const odd = (name: string, spelling: string): string =>
    `{ "nettWeight":{"unit":"t", "quantity":${spelling}},\r\n\t"externalId":"${name}","product":{"temperature":{"value":${spelling},"unit":"X"}},
"locationId" : "${north}","cumulativeWeight":{"quantity":${spelling},"unit":"x"} , "tareWeight":{"quantity":${spelling},"unit":""}}`;

  for (const spelling of SPELLINGS)
    test(`${spelling.slice(0, 40)} is kept by create, read, batch, patch, replace, history, list and streams`, async () => {
      const sent = odd(number(), spelling);
      const first = await call('POST', '/weighing', sent);
      assert.equal(first.status, 201, first.text);
      assert.ok(first.text.startsWith(sent.slice(0, -1).trimEnd()), first.text);
      const path = `/weighing/${first.json.uuid}`;
      const patched = await call('PATCH', path, '{"tripNumber":7.0,"project":{"identifier":"P"}}');
      assert.ok(patched.text.includes(`"quantity":${spelling}}`), patched.text);
      assert.equal(patched.text.split(`:${spelling}`).length, 5, 'in all four places');
      assert.ok(patched.text.includes('"tripNumber":7.0,'));
      const other = odd(number(), spelling).replace(',', ', ');
      const replaced = await call('PUT', path, other);
      assert.ok(replaced.text.startsWith(other.slice(0, -1).trimEnd()), replaced.text);
      assert.equal((await call('GET', path)).text, replaced.text);
      const history = (await call('GET', `${path}/history`)).text;
      assert.equal(history.split(`:${spelling}`).length, 13, 'four in each of three versions');
      const batch = await call('POST', '/weighing', `[${odd(number(), spelling)}]`);
      assert.equal(batch.text.split(`:${spelling}`).length, 5);
      const { externalId } = replaced.json;
      const list = await call('GET', `/weighing?externalId=${externalId}`);
      assert.ok(list.text.includes(replaced.text), list.text);
      const ndjson = await call('GET', `/weighing?externalId=${externalId}`, undefined, {
        accept: 'application/x-ndjson',
      });
      assert.equal(ndjson.text, `${replaced.text.replace(/[\r\n]+/g, ' ')}\n`);
      const csv = await call('GET', `/weighing?externalId=${externalId}`, undefined, { accept: 'text/csv' });
      const cells = csv.text.split('\r\n')[1]!.split(',');
      assert.deepEqual(
        csv.text
          .split('\r\n')[0]!
          .split(',')
          .filter((_, i) => cells[i] === spelling),
        ['nettWeight.quantity', 'tareWeight.quantity', 'cumulativeWeight.quantity', 'product.temperature.value'],
      );
    });

  test('does not make a repetition another ticket; a digit beyond the precision of a double does', async () => {
    const name = number();
    const sent = (spelling: string): string =>
      `{"locationId":"${north}","externalId":"${name}","nettWeight":{"quantity":${spelling},"unit":"t"}}`;
    await call('POST', '/weighing', sent('25.40'));
    for (const [spelling, identical] of [
      ['25.4', true],
      ['2540e-2', true],
      ['25.400000000000000000000001', false],
      ['-25.4', false],
    ] as const) {
      const { status, json } = await call('POST', '/weighing', sent(spelling));
      assert.deepEqual([status, json.identical], [409, identical], spelling);
    }
    const { status, json } = await call('POST', '/weighing', sent('25.40').replace(north, north.toUpperCase()));
    assert.deepEqual([status, json.identical], [409, true], 'the letters of a UUID are of either case');
  });
});

describe('If-Match', () => {
  test('allows a change for the current tag only, also in a list, or for any; never for a weak one', async () => {
    const other = await made();
    const cases: [(etag: string) => string, boolean][] = [
      [(etag) => etag, true],
      [(etag) => `"nothing", ${etag}`, true],
      [(etag) => `${etag},"nothing"`, true],
      [() => '*', true],
      // RFC 9110 §13.1.1: If-Match uses strong comparison, in which a weak tag never matches.
      [(etag) => `W/${etag}`, false],
      [(etag) => etag.replaceAll('"', ''), false],
      [(etag) => etag.toUpperCase(), false],
      [(etag) => etag.replace('.1"', '.2"'), false],
      [() => other.etag, false],
      [() => '"*"', false],
      [() => '', false],
      [() => '"nothing"', false],
    ];
    for (const [header, passes] of cases)
      for (const method of ['PATCH', 'PUT', 'DELETE']) {
        const { path, etag, json } = await made();
        const body =
          method === 'DELETE' ? undefined : method === 'PUT' ? ticket(north, json.externalId) : { tripNumber: 1 };
        const answer = await call(method, path, body, { 'if-match': header(etag) });
        const what = `${method} ${header('E')}: ${answer.text}`;
        if (passes) assert.ok([200, 204].includes(answer.status), what);
        else assert.deepEqual([answer.status, answer.json.code], [412, 'precondition-failed'], what);
        const { items } = (await call('GET', `${path}/history`)).json;
        assert.equal(items.length, passes ? 2 : 1, what);
      }
  });

  test('is checked after the existence of the ticket and before its new body', async () => {
    const { path, etag } = await made();
    const stale = { 'if-match': '"stale"' };
    assert.equal((await call('PATCH', path, { tripNumber: 'x' }, stale)).status, 412);
    assert.equal((await call('PUT', path, {}, stale)).status, 412);
    assert.equal((await call('PATCH', path, { tripNumber: 'x' }, { 'if-match': etag })).status, 422);
    assert.equal((await call('PUT', path, '{', { 'if-match': etag })).status, 400);
    assert.equal((await call('DELETE', path, undefined, { 'if-match': etag })).status, 204);
    for (const header of [etag, '*'])
      assert.equal((await call('DELETE', path, undefined, { 'if-match': header })).status, 404, header);
  });

  test('a tag never repeats: a ticket changed back and forth has a new one each time', async () => {
    const { path, etag, text } = await made({ tripNumber: 1 });
    const tags = new Set([etag]);
    for (const tripNumber of [2, 1, 2, 1]) tags.add((await call('PATCH', path, { tripNumber })).headers.get('etag')!);
    assert.equal(tags.size, 5);
    const now = await call('GET', path);
    assert.deepEqual({ ...now.json, modifiedAt: '' }, { ...JSON.parse(text), modifiedAt: '' });
    assert.equal((await call('DELETE', path, undefined, { 'if-match': etag })).status, 412);
  });
});

test('If-None-Match saves a read for a known tag, weak or in a list, and for any', async () => {
  const { path, etag, text } = await made();
  for (const header of [etag, `W/${etag}`, `"a", W/"b",${etag}`, '*']) {
    const answer = await call('GET', path, undefined, { 'if-none-match': header });
    assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag], header);
  }
  for (const header of ['"a"', etag.slice(1, -1), '']) {
    const answer = await call('GET', path, undefined, { 'if-none-match': header });
    assert.deepEqual([answer.status, answer.text], [200, text], header);
  }
  await call('PATCH', path, { type: 'b' });
  assert.equal((await call('GET', path, undefined, { 'if-none-match': etag })).status, 200, 'changed since');
});

describe('a patch', () => {
  test('with null removes an optional field and is refused for a required one', async () => {
    const full = {
      type: 'a',
      grossWeight: { quantity: 30, unit: 't' },
      vehicle: { licenseplate: 'A', owner: { name: 'O', city: 'C' } },
    };
    const { path, json } = await made(full);
    for (const [patch, pointer] of [
      [{ locationId: null }, '#/locationId'],
      [{ externalId: null }, '#/externalId'],
      [{ nettWeight: null }, '#/nettWeight'],
      [{ nettWeight: { quantity: null } }, '#/nettWeight/quantity'],
      [{ nettWeight: { unit: null } }, '#/nettWeight/unit'],
      [{ nettWeight: [] }, '#/nettWeight'],
      [{ vehicle: { owner: 'x' } }, '#/vehicle/owner'],
      [{ licensePlate: null }, '#/licensePlate'],
      [{ type: 'b', vehicle: { licensePlate: null } }, '#/vehicle/licensePlate'],
      [{ project: { identifier: 'x', number: null } }, '#/project/number'],
    ] as const) {
      const { status, json: problem } = await call('PATCH', path, patch);
      assert.deepEqual([status, problem.errors[0].pointer], [422, pointer], JSON.stringify(patch));
    }
    const patched = await call('PATCH', path, {
      type: null,
      grossWeight: null,
      project: { identifier: null },
      vehicle: { licenseplate: null, owner: { city: null, street: 'S' } },
    });
    const { uuid, createdAt, modifiedAt, ...rest } = patched.json;
    assert.deepEqual(rest, {
      ...ticket(north, json.externalId),
      vehicle: { owner: { name: 'O', street: 'S' } },
      project: {},
    });
    assert.deepEqual([uuid, createdAt], [json.uuid, json.createdAt]);
    assert.ok(modifiedAt >= createdAt);
  });

  test('cannot set the service’s own fields, but may contain them', async () => {
    const { path, json } = await made();
    const foreign = { uuid: crypto.randomUUID(), createdAt: '2000-01-01T00:00:00Z', modifiedAt: null };
    for (const method of ['PATCH', 'PUT']) {
      const answer = await call(method, path, { ...ticket(north, json.externalId), ...foreign });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual([answer.json.uuid, answer.json.createdAt], [json.uuid, json.createdAt]);
      assert.notEqual(answer.json.modifiedAt, null);
      assert.equal(answer.text.split('"createdAt"').length, 2, 'once');
    }
    const { items } = (await call('GET', `/weighing?externalId=${json.externalId}`)).json;
    assert.deepEqual(Object.keys(items[0]), [...Object.keys(ticket('', '')), 'uuid', 'createdAt', 'modifiedAt']);
  });

  test('that is too large together with its ticket is refused without an error', async () => {
    const { path, etag } = await made({ customer: { name: 'a', city: 'b' }, vehicle: { licenseplate: 'c' } });
    // One body may have 199 999 values; with the ticket's own they are more than 200 000.
    const patch = `{"type":[${'0,'.repeat(199_996)}0]}`;
    const { status, json } = await call('PATCH', path, patch);
    assert.deepEqual([status, json.code], [422, 'validation-failed']);
    assert.match(json.detail, /200000 values/);
    assert.equal((await call('GET', path)).headers.get('etag'), etag);
  });

  test('or a replacement that is not an object is refused with its type', async () => {
    const { path } = await made();
    for (const [body, what] of [
      ['"x"', 'the string "x"'],
      ['7.50', 'the number 7.50'],
      ['null', 'null'],
      ['true', 'true'],
      ['[]', 'an array'],
      [`"${'y'.repeat(500)}"`, `the string "${'y'.repeat(59)}…`],
    ] as const)
      for (const method of ['PATCH', 'PUT']) {
        const { status, json } = await call(method, path, body);
        assert.deepEqual(
          [status, json.errors[0].detail],
          [422, `Must be an object, this is ${what}.`],
          `${method} ${body}`,
        );
      }
    assert.equal((await call('PATCH', path)).json.code, 'missing-body');
    for (const type of ['application/json-patch+json', 'text/plain', 'application/xml'])
      assert.equal((await call('PATCH', path, '{}', { 'content-type': type })).status, 415, type);
    for (const type of [
      'application/merge-patch+json',
      'application/json; charset=utf-8',
      'Application/Merge-Patch+JSON',
    ])
      assert.equal((await call('PATCH', path, '{}', { 'content-type': type })).status, 200, type);
  });

  test('moves a ticket to another weigh bridge and number only if they are free, and lists follow', async () => {
    const one = await made();
    const two = await made();
    await call('PATCH', one.path, { locationId: south });
    const moved = await call('PATCH', two.path, { locationId: south, externalId: one.json.externalId });
    assert.deepEqual([moved.status, moved.json.uuid], [409, one.json.uuid]);
    assert.equal('identical' in moved.json, false, 'the data would be the same, but it did not arrive before');
    assert.doesNotMatch(moved.json.detail, /same data/);
    assert.equal((await call('GET', two.path)).text, two.text);
    const listed = async (locationId: string, externalId: string) =>
      (await call('GET', `/weighing?locationId=${locationId}&externalId=${externalId}`)).json.items.length;
    assert.deepEqual([await listed(north, one.json.externalId), await listed(south, one.json.externalId)], [0, 1]);
    assert.equal((await call('DELETE', one.path)).status, 204);
    assert.equal((await call('PATCH', two.path, { locationId: south, externalId: one.json.externalId })).status, 200);
    assert.deepEqual([await listed(south, one.json.externalId), await listed(north, two.json.externalId)], [1, 0]);
  });
});

describe('invalid JSON is reported with its line and column, with or without a byte order mark', () => {
  for (const [body, place] of [
    ['x', 'line 1, column 1'],
    ['{"a" 1}', 'line 1, column 6'],
    ['{\n  "externalId": 1,\n  x', 'line 3, column 3'],
    // Columns count in units of UTF-16, as in editors: the lorry has two.
    ['{\r\n"externalId":"é🚚" "', 'line 2, column 20'],
    ['[{"a":1},\n\n {"a":1,"a":2}]', 'line 3, column 9'],
  ] as const)
    describe(JSON.stringify(body), () => {
      for (const mark of ['', '\uFEFF'])
        test(JSON.stringify(mark), async () => {
          const { status, json } = await call('POST', '/weighing', Buffer.from(mark + body));
          assert.equal(status, 400, body);
          assert.ok(json.detail.includes(`(${place})`), `${JSON.stringify(mark + body)}: ${json.detail}`);
        });
    });
});
