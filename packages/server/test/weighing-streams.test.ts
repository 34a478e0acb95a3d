import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before, mock, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { embeddedOnly } from '../testing/database.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { sqliteOf } from '../testing/sqlite-of.ts';
import { type Call, otherCaller, type WeighingCaller, weighingCaller } from '../testing/weighing.ts';

const BATCHES = 5;
const COUNT = BATCHES * 1000;
/** Makes a ticket several kilobytes long, so that all of them exceed any buffer. */
const LONG = 'x'.repeat(250);

let server: TestServer;
let caller: WeighingCaller;
let call: Call;
before(async () => {
  server = await startTestServer(NO_CONVERSION);
  caller = await otherCaller(server);
  call = weighingCaller(server.url, caller);
  const party = (name: string) =>
    `{"name":"${name}${LONG}","street":"${LONG}","city":"${'c'.repeat(128)}","email":"${LONG}","reference":"${'r'.repeat(128)}"}`;
  for (let batch = 0; batch < BATCHES; batch++) {
    const tickets = Array.from({ length: 1000 }, (_, i) => {
      const time = new Date(Date.UTC(2026, 0, 1) + (batch * 1000 + i) * 60_000).toISOString();
      return `{"locationId":"${caller.locationIds[0]}","externalId":"S${batch}-${i}","nettWeight":{"quantity":1.50,"unit":"t","datetime":"${time}"},
        "product":{"identifier":"P${i % 7}","name":"${LONG}"},"customer":${party('C')},"project":{"identifier":"${'j'.repeat(120)}","description":"${LONG}"},"vehicle":{"licenseplate":"AB-${i}","owner":${party('O')}}}`;
    });
    const { status, text } = await call('POST', '/weighing?atomic=true', `[${tickets.join(',')}]`);
    assert.equal(status, 201, text.slice(0, 500));
  }
});
after(() => server[Symbol.asyncDispose]());

/** Records the statements on tickets while something runs. */
function watchStatements() {
  const database = sqliteOf(server, 'weighing-sandbox');
  const spy = mock.method(database, 'read');
  return {
    texts: () => spy.mock.calls.map((one) => one.arguments[0]).filter((text) => text.includes('FROM ticketVersions')),
    stop: () => spy.mock.restore(),
    planOf: (text: string) =>
      database.connection
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map((row) => String(row['detail'])),
  };
}

async function open(path: string, accept: string): Promise<IncomingMessage> {
  const request = get(`${server.url}/weighing-sandbox/v2${path}`, {
    headers: { 'x-clientid': caller.clientId, 'x-clientsecret': caller.clientSecret, accept },
    agent: false,
  });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return answer;
}

for (const accept of ['application/x-ndjson', 'text/csv']) {
  test(`${accept} is read from the store no faster than the caller reads it`, async () => {
    const watch = watchStatements();
    const answer = await open('/weighing', accept);
    assert.equal(answer.statusCode, 200);
    answer.pause();
    let before = -1;
    for (let steps = 0; steps !== before; await wait(150)) [before, steps] = [steps, watch.texts().length];
    const waiting = watch.texts().length;
    let lines = 0;
    for await (const chunk of answer) for (const byte of chunk as Buffer) if (byte === 10) lines++;
    const whole = watch.texts().length;
    watch.stop();
    // With CR LF and a header line in CSV; the tickets themselves have no line ends.
    assert.equal(lines, accept === 'text/csv' ? COUNT + 1 : COUNT);
    assert.ok(waiting < whole, `${waiting} of ${whole} statements while nobody read`);
  });
}

test('a caller that disconnects ends its stream: nothing more is read for it', async () => {
  const watch = watchStatements();
  const asked = once(server.app.server, 'request') as Promise<[unknown, ServerResponse]>;
  const answer = await open('/weighing', 'application/x-ndjson');
  const ended = once((await asked)[1], 'close');
  answer.destroy();
  await ended;
  const then = watch.texts().length;
  await wait(150);
  const later = watch.texts().length;
  watch.stop();
  assert.equal(later, then);
});

test('lists, streams and totals read an index between two positions: no window costs more than its tickets', {
  skip: embeddedOnly,
}, async () => {
  const watch = watchStatements();
  await call('GET', '/weighing?limit=10&product=P3&to=2027-01-01T00:00:00Z');
  await call('GET', '/weighing/totals?by=day,product');
  await once((await open('/weighing?from=2026-01-02T00:00:00Z', 'text/csv')).resume(), 'end');
  const plans = new Set(watch.texts().flatMap((text) => watch.planOf(text)));
  watch.stop();
  assert.ok(plans.size >= 2, [...plans].join('\n'));
  for (const plan of plans) {
    // Both bounds are on the full position: with one on the time alone every window would run to the end of the list.
    assert.match(plan, /^SEARCH ticketVersions USING (COVERING )?INDEX ticketsByTime \(/);
    assert.match(plan, /\(locationId=\? AND \(weighedAt,uuid\)>\(\?,\?\) AND \(weighedAt,uuid\)<\(\?,\?\)\)$/);
  }
});
