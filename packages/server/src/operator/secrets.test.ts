import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDeskParts } from '../../testing/desk-parts.ts';
import type { SpaceName } from '../storage/spaces.ts';
import { CREDENTIAL_SPACES } from './spaces.ts';

// Credentials over all spaces as the desk handles them, and the pages that show a first secret once.

const desk = openDeskParts();
after(() => desk[Symbol.asyncDispose]());
const { clock, collections, credentials, store } = desk;
const DAY = 24 * 3_600_000;
let names = 0;
const organisation = async (): Promise<string> => (await desk.organisations.add('x', { name: `O ${++names}` })).id;
const issue = async (space: SpaceName = 'conversion') => credentials.issue('Ada', await organisation(), space, 'label');

describe('the desk finds a credential by its client id', () => {
  test('in any space, and it is valid only in that one', async () => {
    const organisationId = await organisation();
    for (const space of CREDENTIAL_SPACES) {
      const issued = await credentials.issue('Ada', organisationId, space, 'label');
      const { clientId } = issued.credential;
      assert.equal(issued.space, space);
      assert.deepEqual((await credentials.get(clientId)).space, space);
      for (const other of CREDENTIAL_SPACES) {
        const principal = await store(other).verify(clientId, issued.secret);
        assert.equal(principal?.organisationId, other === space ? organisationId : undefined, `${space} in ${other}`);
      }
    }
    assert.deepEqual(
      (await credentials.list(organisationId)).map(({ space }) => space),
      [...CREDENTIAL_SPACES],
    );
  });

  test('and every operation says so if there is no such credential', async () => {
    const nobody = crypto.randomUUID();
    await assert.rejects(async () => credentials.get(nobody), { code: 'not-found' });
    await desk.news();
    await assert.rejects(credentials.addSecret('Ada', nobody), { code: 'not-found' });
    await assert.rejects(credentials.revoke('Ada', nobody), { code: 'not-found' });
    await assert.rejects(credentials.revokeSecret('Ada', nobody, nobody), { code: 'not-found' });
    await assert.rejects(credentials.issue('Ada', nobody, 'conversion', 'x'), { code: 'not-found' });
    assert.deepEqual(await desk.news(), [], 'what could not even be started is not in the trail');
    assert.deepEqual(await credentials.list(nobody), []);
  });
});

test('every change of a credential is in the trail, under the name of its author and without the secret', async () => {
  const organisationId = await organisation();
  await desk.news();
  const { credential, secret } = await credentials.issue('Ada', organisationId, 'project-sandbox', 'ERP');
  const { clientId } = credential;
  const second = await credentials.addSecret('Ben', clientId);
  await assert.rejects(credentials.addSecret('Ben', clientId), { code: 'two-live-secrets' });
  await credentials.revokeSecret('Cleo', clientId, credential.secrets[0]!.id);
  await assert.rejects(credentials.revokeSecret('Cleo', clientId, crypto.randomUUID()), { code: 'not-found' });
  await credentials.revoke('Dora', clientId);
  await assert.rejects(credentials.addSecret('Ben', clientId), { code: 'credential-revoked' });
  assert.deepEqual(await desk.news(), [
    ['Ada', 'credential.issued'],
    ['Ben', 'secret.issued'],
    ['Ben', 'secret.issued'],
    ['Ben', 'secret.issued.failed'],
    ['Cleo', 'secret.revoked'],
    ['Cleo', 'secret.revoked'],
    ['Cleo', 'secret.revoked.failed'],
    ['Dora', 'credential.revoked'],
  ]);
  for (const { action, subject } of await desk.audit.list(8)) assert.equal(subject, clientId, action);
  const { credential: reserved } = await credentials.reserve('Ada', organisationId, 'project-sandbox', 'ERP');
  assert.deepEqual(
    [(await desk.newest()).action, (await desk.newest()).subject],
    ['credential.reserved', reserved.clientId],
  );
  const trail = JSON.stringify(await desk.audit.list(1000));
  for (const one of [secret, second.secret]) assert.ok(!trail.includes(one));
});

test('a credential that is revoked twice keeps the time of its first revocation', async () => {
  const { credential } = await issue();
  const first = await credentials.revoke('Ada', credential.clientId);
  clock.pass(DAY);
  const again = await credentials.revoke('Ada', credential.clientId);
  assert.equal(again.credential.revokedAt, clock.now() - DAY);
  assert.deepEqual(again.credential, first.credential);
  const secret = credential.secrets[0]!.id;
  const ended = await credentials.revokeSecret('Ada', credential.clientId, secret);
  assert.equal(ended.credential.secrets[0]!.revokedAt, clock.now() - DAY, 'its secrets ended with it');
});

test('a check that fails inside the change leaves the credential unchanged', async () => {
  const { credential, secret } = await issue('weighing-production');
  const { clientId } = credential;
  const seen: unknown[] = [];
  const refuse = (present: unknown) => {
    seen.push(present);
    throw new Error('another version');
  };
  await assert.rejects(credentials.revoke('Ada', clientId, refuse), /another version/);
  await assert.rejects(credentials.revokeSecret('Ada', clientId, credential.secrets[0]!.id, refuse), /another version/);
  assert.deepEqual(seen, Array(2).fill({ credential, space: 'weighing-production' }));
  assert.ok(await store('weighing-production').verify(clientId, secret));
});

describe('a page that shows a first secret', () => {
  const open = async (space: SpaceName = 'conversion') => {
    const { credential } = await credentials.reserve('Ada', await organisation(), space, 'label');
    const { clientId } = credential;
    const page = await desk.database.write((tx) => collections.openNow(tx, space, clientId));
    return { ...page, clientId, space };
  };

  test('creates it on request, not before', async () => {
    const { token, clientId, space } = await open('project-production');
    assert.match(token, /^fbse_[\w-]{43}$/);
    assert.deepEqual((await store(space).get(clientId))!.secrets, []);
    for (let looks = 0; looks < 3; looks++) assert.deepEqual(await collections.check(token), { clientId });
    assert.deepEqual((await store(space).get(clientId))!.secrets, [], 'looking creates nothing');
    await desk.news();
    const { secret } = await collections.collect(token);
    assert.deepEqual(await desk.news(), [[`client ${clientId}`, 'secret.issued']]);
    assert.equal((await store(space).verify(clientId, secret))?.clientId, clientId);
    await assert.rejects(async () => collections.check(token), { code: 'secret-collected' });
    await assert.rejects(collections.collect(token), { code: 'secret-collected' });
  });

  test('shows it to one of fifty who press the button at once', async () => {
    const { token, clientId, space } = await open();
    const pressed = await Promise.allSettled(Array.from({ length: 50 }, () => collections.collect(token)));
    assert.equal(pressed.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of pressed)
      if (one.status === 'rejected') assert.equal((one.reason as { code: string }).code, 'secret-collected');
    assert.equal((await store(space).get(clientId))!.secrets.length, 1);
  });

  test('closes after fourteen days, to the millisecond', async () => {
    const { token, expiresAt } = await open();
    assert.equal(expiresAt, clock.now() + 14 * DAY);
    clock.pass(14 * DAY - 1);
    await collections.check(token);
    clock.pass(1);
    await assert.rejects(async () => collections.check(token), { code: 'not-found' });
    await assert.rejects(collections.collect(token), { code: 'not-found' });
  });

  test('has an address nobody can guess, and which is stored nowhere', async () => {
    const { token } = await open();
    for (const wrong of ['', 'x', token.slice(0, -1), `${token}x`, token.toLowerCase(), token.repeat(9)])
      await assert.rejects(async () => collections.check(wrong), { code: 'not-found' }, wrong);
    const rows = desk.database.read('SELECT hex(hash) AS hash, * FROM collections');
    assert.ok(!JSON.stringify(rows).includes(token.slice(5)));
  });

  test('is not used up by a secret that could not be created: once the cause is resolved it shows one', async () => {
    const { token, clientId, space } = await open();
    const made = [await credentials.addSecret('Ada', clientId), await credentials.addSecret('Ada', clientId)];
    await assert.rejects(collections.collect(token), { code: 'two-live-secrets' });
    assert.deepEqual(await collections.check(token), { clientId });
    await credentials.revokeSecret('Ada', clientId, made[0]!.credential.secrets[0]!.id);
    const { secret } = await collections.collect(token);
    assert.ok(await store(space).verify(clientId, secret));
    const revoked = await open();
    await credentials.revoke('Ada', revoked.clientId);
    await assert.rejects(collections.collect(revoked.token), { code: 'credential-revoked' });
  });
});
