import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { isoTime } from '../src/core/clock.ts';
import { TestClock } from '../testing/clock.ts';
import { type Answer, type Json, refused, startDesk } from '../testing/desk.ts';
import { NO_CONVERSION, settledLog } from '../testing/server.ts';

// Keys of operators that expire: notice before, refusal after.

const clock = new TestClock();
const { server, call } = await startDesk({ ...NO_CONVERSION, expiryNoticeDays: 7 }, { clock });
after(() => server[Symbol.asyncDispose]());
const DAY = 86_400_000;
let people = 0;

/** An operator whose key expires after so many days. */
async function expiring(days: number): Promise<{ id: string; name: string; key: string; expiresAt: string }> {
  const name = `Person ${++people}`;
  const expiresAt = isoTime(clock.now() + days * DAY);
  const { status, body } = await call('POST', '/operators', { name, role: 'desk', expiresAt });
  assert.deepEqual([status, body.operator.keyExpiresAt], [201, expiresAt]);
  return { id: body.operator.id, name, key: body.key, expiresAt };
}
const as = (key: string) => ({ authorization: `Bearer ${key}` });
const read = (key: string): Promise<Answer> => call('GET', '/organisations', undefined, as(key));
const stateOf = async (id: string): Promise<string> =>
  (await call('GET', '/operators')).body.items.find((one: Json) => one.id === id).keyState;

describe('a key that expires', () => {
  test('is valid, then gives notice in header, list and log, then is refused with its own code', async () => {
    const { id, name, key, expiresAt } = await expiring(30);
    const notice = (answer: Answer) => answer.headers.get('fieldbridge-key-expires');
    clock.pass(23 * DAY - 1);
    assert.deepEqual([(await read(key)).status, notice(await read(key)), await stateOf(id)], [200, null, 'valid']);
    clock.pass(1);
    for (let i = 0; i < 3; i++) assert.deepEqual([(await read(key)).status, notice(await read(key))], [200, expiresAt]);
    assert.equal(await stateOf(id), 'expiring');
    clock.pass(DAY);
    await read(key);
    const lines = (await settledLog(server)).split('\n').filter((line) => line.includes(name));
    assert.equal(lines.filter((line) => line.includes('key or secret expires soon')).length, 2, 'one a day');
    assert.ok(!lines.join('').includes(key));
    clock.pass(6 * DAY - 1);
    assert.equal((await read(key)).status, 200);
    clock.pass(1);
    const late = await read(key);
    refused(late, 401, 'key-expired');
    assert.equal(late.body.detail, `The operator key expired at ${expiresAt}.`);
    assert.match(late.headers.get('www-authenticate')!, /^Bearer/);
    assert.equal(await stateOf(id), 'expired');
    refused(await call('POST', '/sessions', { key }), 401, 'key-expired');
    clock.step(-10 * DAY);
    refused(await read(key), 401, 'key-expired');
    clock.step(10 * DAY);
  });

  test('ends its sessions, too, and gives them notice', async () => {
    const { key, expiresAt } = await expiring(0.25);
    const signedIn = await call('POST', '/sessions', { key }, {});
    assert.deepEqual([signedIn.status, signedIn.headers.get('fieldbridge-key-expires')], [201, expiresAt]);
    const cookie = signedIn.headers.get('set-cookie')!.split(';', 1)[0]!;
    const current = () => call('GET', '/sessions/current', undefined, { cookie });
    assert.deepEqual(
      [(await current()).status, (await current()).headers.get('fieldbridge-key-expires')],
      [200, expiresAt],
    );
    clock.pass(DAY / 4);
    refused(await current(), 401, 'key-expired');
  });

  test('is replaced by one that lasts, or expires later', async () => {
    const { id, key } = await expiring(1);
    clock.pass(2 * DAY);
    refused(await read(key), 401, 'key-expired');
    const expiresAt = isoTime(clock.now() + 90 * DAY);
    const later = (await call('POST', `/operators/${id}/key`, { expiresAt })).body;
    assert.deepEqual([later.operator.keyExpiresAt, later.operator.keyState], [expiresAt, 'valid']);
    assert.equal((await read(later.key)).status, 200);
    const lasting = (await call('POST', `/operators/${id}/key`)).body;
    assert.deepEqual([lasting.operator.keyExpiresAt, (await read(lasting.key)).status], [null, 200]);
  });

  test('cannot be created in the past or without a zone', async () => {
    const past = isoTime(clock.now());
    for (const path of ['/operators', `/operators/${(await expiring(1)).id}/key`]) {
      const name = path === '/operators' ? { name: 'Late' } : {};
      for (const expiresAt of [past, '2030-01-01', 'tomorrow', 5])
        refused(await call('POST', path, { ...name, expiresAt }), 422, 'validation-failed');
    }
    assert.equal((await call('POST', '/operators', { name: 'Late', expiresAt: null })).body.operator.keyState, 'valid');
  });

  test('does not count as the last operator once it has expired', async () => {
    const { items } = (await call('GET', '/operators')).body;
    for (const { id, name } of items) if (name !== 'operator') await call('DELETE', `/operators/${id}`);
    const [first] = (await call('GET', '/operators')).body.items;
    const expiresAt = isoTime(clock.now() + DAY);
    assert.equal((await call('POST', '/operators', { name: 'Brief', expiresAt })).status, 201);
    clock.pass(DAY);
    refused(await call('DELETE', `/operators/${first.id}`), 409, 'conflict');
  });
});
