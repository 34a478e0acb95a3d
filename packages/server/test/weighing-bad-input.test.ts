import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { until } from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { type Call, ticket, weighingCaller } from '../testing/weighing.ts';

let server: TestServer;
let call: Call;
let north = '';
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  call = weighingCaller(server.url, server.demo.weighing);
  north = server.demo.weighing.locationIds[0]!;
});
after(async () => {
  const failures = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":50'));
  await server[Symbol.asyncDispose]();
  assert.deepEqual(failures, [], 'there was no error of the server');
});

const good = () => JSON.stringify(ticket(north, `B-${crypto.randomUUID()}`));

const malformed: [string, string | Uint8Array, string][] = [
  ['text that is not JSON', '{"a":', 'json-syntax'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d]), 'json-encoding'],
  ['a name twice', '{"externalId":"1","externalId":"2"}', 'json-duplicate-name'],
  ['half a surrogate pair', '{"externalId":"\\udc00"}', 'json-surrogate'],
  ['deep nesting', '['.repeat(5000), 'json-too-deep'],
  ['a flood of values', `[${'0,'.repeat(300_000)}0]`, 'json-too-many-values'],
  ['a raw control character', '{"externalId":"a\tb"}', 'json-syntax'],
];
for (const [name, body, fault] of malformed) {
  test(`${name} is 400 ${fault}, with the place`, async () => {
    const { status, json } = await call('POST', '/weighing', body);
    assert.deepEqual([status, json.code, json.fault], [400, 'malformed-json', fault]);
    assert.match(json.detail, /line \d+/);
  });
}

test('a byte order mark is skipped', async () => {
  const { status, text } = await call('POST', '/weighing', Buffer.from(`\uFEFF${good()}`));
  assert.equal(status, 201);
  assert.ok(text.startsWith('{"locationId"'));
});

test('no body is 400, a bare value 422', async () => {
  assert.equal((await call('POST', '/weighing')).json.code, 'missing-body');
  for (const body of ['null', '"x"', '7', 'true'])
    assert.equal((await call('POST', '/weighing', body)).status, 422, body);
});

test('a GET and a DELETE with a Content-Type of JSON but no body work', async () => {
  const { json } = await call('POST', '/weighing', good());
  assert.equal((await call('GET', `/weighing/${json.uuid}`)).status, 200);
  assert.equal((await call('DELETE', `/weighing/${json.uuid}`)).status, 204);
});

test('the prototype is not accessible', async () => {
  const polluted = good().replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{}},');
  const { status, json } = await call('POST', '/weighing', polluted);
  assert.equal(status, 422);
  assert.deepEqual(
    json.errors.map((error: { pointer: string }) => error.pointer),
    ['#/__proto__', '#/constructor'],
  );
  assert.equal(({} as { admin?: boolean }).admin, undefined);
});

test('other media types are 415, other methods 405, other paths 404', async () => {
  assert.equal((await call('POST', '/weighing', good(), { 'content-type': 'text/plain' })).status, 415);
  const put = await call('PUT', '/weighing', good());
  assert.deepEqual([put.status, put.headers.get('allow')?.includes('POST')], [405, true]);
  assert.equal((await call('GET', '/weighing/not-a-uuid')).status, 404);
  assert.equal((await call('GET', `/weighing/${crypto.randomUUID()}`)).status, 404);
  assert.equal((await call('GET', '/nothing')).status, 404);
});

test('any JSON gets an answer with a code, never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
      const { status, json } = await call('POST', '/weighing', JSON.stringify(value));
      assert.ok([201, 207, 400, 403, 422].includes(status), `${status} ${JSON.stringify(value)}`);
      if (status >= 400) assert.match(json.code, /^[a-z-]+$/);
    }),
    { numRuns: 60 },
  );
});

test('a valid ticket with any single character changed gets an answer, and a stored one reads back the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.constantFrom(...'{}[]",:0e-.\\ \u0001x'), async (at, character) => {
      const text = good();
      const place = at % text.length;
      const {
        status,
        json,
        text: answer,
      } = await call('POST', '/weighing', text.slice(0, place) + character + text.slice(place + 1));
      assert.ok(status === 201 || (status >= 400 && status < 500), `${status}`);
      if (status === 201) assert.equal((await call('GET', `/weighing/${json.uuid}`)).text, answer);
    }),
    { numRuns: 60 },
  );
});

test('a body of 50 MB is 413 without being read', async () => {
  const { status, json } = await call('POST', '/weighing', Buffer.alloc(50 * 1024 * 1024, 0x20));
  assert.deepEqual([status, json.code], [413, 'body-too-large']);
});

/** Sends the head of a request and part of its body over a socket, and disconnects. */
function hangUp(text: string, announced: number): Promise<void> {
  const { clientId, clientSecret } = server.demo.weighing;
  const head = [
    'POST /weighing-sandbox/v2/weighing HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `X-ClientId: ${clientId}`,
    `X-ClientSecret: ${clientSecret}`,
    `Content-Length: ${announced}`,
  ].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(`${head}\r\n\r\n${text}`, () => {
        socket.destroy();
        resolve();
      });
    });
    socket.on('error', reject);
  });
}

test('a caller that disconnects in the middle leaves nothing; after a complete request, its whole ticket', async () => {
  const count = async () => (await call('GET', '/weighing/totals?by=project&project=hang')).json.items[0]?.count ?? 0;
  const text = () => JSON.stringify(ticket(north, `H-${crypto.randomUUID()}`, { project: { identifier: 'hang' } }));
  for (let i = 0; i < 20; i++) await hangUp(text().slice(0, 20 + i * 4), 400);
  assert.equal(await count(), 0);
  for (let i = 0; i < 20; i++) await hangUp(text(), text().length);
  await until(async () => (await count()) >= 20, 'the complete tickets');
  assert.equal(await count(), 20, 'once');
  assert.equal((await call('POST', '/weighing', good())).status, 201);
});

test('the log has no secret', () => {
  assert.ok(!server.log().includes(server.demo.weighing.clientSecret));
});

test('a ticket with megabytes of white space is refused, at once or by a patch, so that pages of tickets fit in memory', async () => {
  const padded = (length: number): string => good().replace(':', `:${' '.repeat(length)}`);
  const one = await call('POST', '/weighing', padded(7_000_000));
  assert.deepEqual([one.status, one.json.errors[0].pointer], [422, '#']);
  assert.match(one.json.detail, /A ticket may have 131072 characters, this one has 70\d{5}/);
  const batch = await call('POST', '/weighing', `[${good()},${padded(200_000)},${padded(100_000)}]`);
  assert.deepEqual(
    batch.json.items.map(({ status }: { status: number }) => status),
    [201, 422, 201],
  );
  const address = `/weighing/${batch.json.items[2].ticket.uuid}`;
  const before = (await call('GET', address)).text;
  assert.ok(before.length > 100_000);
  const patch = (length: number) => call('PATCH', address, `{"project":{"identifier":${' '.repeat(length)}"y"}}`);
  const refused = await patch(40_000);
  assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '#'], 'each alone would be accepted');
  assert.equal((await call('GET', address)).text, before);
  assert.equal((await patch(0)).status, 200);
});
