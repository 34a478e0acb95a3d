import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDesk } from '../src/app/open-desk.ts';
import { backUp } from '../src/storage/backup/backup.ts';
import { databaseFor, embeddedOnly } from '../testing/database.ts';
import { callDesk, type Json, refused } from '../testing/desk.ts';
import { startReceiver, until } from '../testing/receiver.ts';
import { NO_CONVERSION, startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

// A person asks to be erased: from every version, every stored answer and every delivery, and the money stays.

const NAME = 'Jane Doe-Marked';
const customer = {
  name: NAME,
  reference: 'K-1',
  street: 'Hidden Lane 5',
  city: 'Ulm',
  countryCode: 'DE',
  email: 'jane@marked.example',
};
const vehicle = {
  licenseplate: 'AB-12 CD',
  countryCode: 'NL',
  reference: 'V-9',
  owner: { name: 'Haulier', reference: 'H-2' },
};
const tareWeight = { quantity: 10, unit: 't' };

function filesWith({ directory }: Pick<TestServer, 'directory'>, text: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(directory, name);
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true && readFileSync(path).includes(text);
  });
}

test('a person is erased from tickets, their history, stored answers and deliveries; amounts stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-erasure-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await using target = await startReceiver();
  await using server = await startTestServer({
    ...NO_CONVERSION,
    webhookPrivateAddresses: true,
    webhookPlainHttp: true,
  });
  const { weighing } = server.demo;
  const call = weighingCaller(server.url, weighing);
  const [north] = weighing.locationIds;
  const added = await call('POST', '/events/endpoints', { url: target.url });
  assert.equal(added.status, 201, added.text);
  const add = async (externalId: string, more: Json): Promise<Json> => {
    const key = { 'idempotency-key': externalId };
    const answer = await call('POST', '/weighing', ticket(north!, externalId, more), key);
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const one = await add('one', { customer, vehicle, tareWeight });
  const other = await add('other', { customer: { name: 'Somebody' }, vehicle: { licenseplate: 'ab12cd' }, tareWeight });
  const dead = await add('dead', { customer: { name: `  ${NAME.toUpperCase()} ` } });
  const owned = await add('owned', {
    vehicle: { licenseplate: 'ZZ-1', owner: { name: 'X', telephone: '+49 1 Marked' } },
  });
  await call('PATCH', `/weighing/${one.uuid}`, { tripNumber: 7 });
  await call('DELETE', `/weighing/${dead.uuid}`);
  await until(() => target.received.length >= 6, 'the deliveries');
  const signal = new AbortController().signal;
  const copy = join(folder, 'copy');
  // The copies of PostgreSQL are the operator's own, of which the server knows nothing.
  if (embeddedOnly === false)
    await backUp({ data: server.directory, target: copy, secrets: true, signal, progress: () => {} });
  const totals = (await call('GET', '/weighing/totals?by=product')).text;
  const before = await call('GET', `/weighing/${one.uuid}`);

  const organisations = (await callDesk(server, 'GET', '/organisations')).body.items;
  const path = `/organisations/${organisations[0].id}/erasures`;
  const erase = (person: string, more: Json = {}) =>
    callDesk(server, 'POST', path, { environment: 'sandbox', person, ...more });
  const trial = (await erase('jane  doe-marked', { dryRun: true })).body;
  assert.deepEqual([trial.dryRun, trial.tickets, trial.versions], [true, 2, 3]);
  assert.equal((await call('GET', `/weighing/${one.uuid}`)).text, before.text, 'a trial changes nothing');

  const done = (await erase('jane  doe-marked')).body;
  assert.deepEqual([done.dryRun, done.tickets, done.versions], [false, 2, 3], JSON.stringify(done));
  assert.deepEqual(
    done.backups.map(({ path, isThere }: Json) => [path, isThere]),
    embeddedOnly === false ? [[copy, true]] : [],
  );
  const after = await call('GET', `/weighing/${one.uuid}`);
  assert.deepEqual(after.json.customer, { reference: 'K-1', countryCode: 'DE' });
  assert.deepEqual(after.json.vehicle, vehicle, 'the vehicle is another matter');
  assert.match(after.text, /"quantity":25\.4,"unit":"t"/);
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  const history = (await call('GET', `/weighing/${one.uuid}/history`)).json.items;
  assert.deepEqual(
    history.map((entry: Json) => [entry.change, entry.ticket.customer.name]),
    [
      ['created', undefined],
      ['updated', undefined],
      ['updated', undefined],
    ],
  );
  assert.equal(history[2].by, 'operator');
  assert.equal((await call('GET', `/weighing/${dead.uuid}/history`)).json.items[0].ticket.customer.name, undefined);
  assert.equal((await call('GET', '/weighing/totals?by=product')).text, totals, 'the amounts are the same');

  assert.equal((await erase('AB12CD')).body.tickets, 2);
  const plated = (await call('GET', `/weighing/${one.uuid}`)).json.vehicle;
  assert.deepEqual(plated, { countryCode: 'NL', reference: 'V-9', owner: { reference: 'H-2' } });
  assert.deepEqual((await call('GET', `/weighing/${other.uuid}`)).json.vehicle, {});
  assert.equal((await call('GET', '/weighing?licenseplate=AB12CD')).json.items.length, 0);
  assert.equal((await erase('+49 1 marked')).body.tickets, 1);
  assert.deepEqual((await call('GET', `/weighing/${owned.uuid}`)).json.vehicle, { owner: {} });
  assert.equal((await erase('nobody at all')).body.tickets, 0);

  const marks = [NAME, NAME.toUpperCase(), 'Hidden Lane', 'jane@marked', 'AB-12 CD', 'AB12CD', '+49 1 Marked'];
  const left = (): string[] => marks.flatMap((mark) => filesWith(server, mark).map((file) => `${mark} in ${file}`));
  await until(() => left().length === 0, `the end of it: ${left().join(', ')}`);
  const again = await call('POST', '/weighing', ticket(north!, 'one', { customer, vehicle, tareWeight }), {
    'idempotency-key': 'one',
  });
  assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [201, 'true']);
  const { items } = (await callDesk(server, 'GET', '/audit?limit=10')).body;
  const noted = items.filter(({ action }: Json) => action === 'tickets.erased');
  assert.equal(noted.length, 4);
  assert.deepEqual([noted[0].actor, noted[0].details], ['operator', { environment: 'sandbox' }]);

  refused(await erase('x'), 422, 'validation-failed');
  refused(
    await callDesk(server, 'POST', `/organisations/${crypto.randomUUID()}/erasures`, {
      environment: 'sandbox',
      person: 'xx',
    }),
    404,
    'not-found',
  );

  await server.stop();
  const database = await databaseFor(server.directory);
  const desk = await openDesk({ flags: { data: server.directory, database }, env: {} });
  try {
    const offline = await desk.request('POST', path, { environment: 'sandbox', person: 'Somebody' });
    assert.deepEqual([offline.status, (offline.body as Json).tickets], [200, 1], 'without a server, too');
  } finally {
    await desk.close();
  }
});
