import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { TestClock } from '../testing/clock.ts';
import { embeddedOnly } from '../testing/database.ts';
import { type Json, refused, startDesk } from '../testing/desk.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { sqliteOf } from '../testing/sqlite-of.ts';

// From an access request to the client's secret, with possible failures on the way.

const clock = new TestClock();
const { server, call, organisation } = await startDesk({}, { clock });
after(() => server[Symbol.asyncDispose]());
const gate = { name: 'Gate', timeZone: 'Europe/Oslo' };
const form = {
  ...{ organisationName: 'Quarry', email: 'it@quarry.example', interface: 'weighing', environment: 'sandbox' },
  weighBridges: [gate],
};
let asked = 0;
const enter = async (fields: Json = {}): Promise<Json> => {
  const answer = await call('POST', '/access-requests', { ...form, organisationName: `Quarry ${++asked}`, ...fields });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
};
const approve = async (id: string, choice?: Json) => call('POST', `/access-requests/${id}/approve`, choice);
const pageOf = (message: Json): string => /http\S+\/collections\/\S+/.exec(message.body)![0];
const organisationNames = async (): Promise<string[]> =>
  (await call('GET', '/organisations?limit=1000')).body.items.map((one: Json) => one.name);

describe('an access request', () => {
  test('with an invalid time zone is refused at once, so that the sender can correct it', async () => {
    for (const timeZone of ['Mars/Olympus', '+01:00', '-05', 'GMT+25', ' UTC', 'Europe/Amsterdam\0'])
      for (const path of ['/access-requests', '/access-requests/form']) {
        const weighBridges = [gate, { name: 'Pit', timeZone }];
        const answer = await call('POST', path, { ...form, weighBridges });
        if (answer.status === 429) continue;
        refused(answer, 422, 'validation-failed');
        assert.deepEqual(answer.body.errors[0].pointer, '#/weighBridges/1/timeZone', timeZone);
      }
  });

  test('keeps its data, without blanks around the name, and shows the decision', async () => {
    const sent = {
      ...{ contactName: 'Ada Ω', note: 'two\nlines', weighBridges: [{ name: 'Pit', timeZone: 'Asia/Tokyo' }] },
    };
    const entered = await enter({ ...sent, organisationName: ' Kept  ' });
    const at = new Date(clock.now()).toISOString();
    const { id, ...rest } = entered;
    assert.deepEqual(rest, {
      ...{ ...form, ...sent, organisationName: 'Kept', state: 'pending', origin: 'desk', createdAt: at },
      ...{ decidedAt: null, decidedBy: null, reason: null, organisationId: null, clientId: null },
    });
    assert.deepEqual((await call('GET', `/access-requests/${id}`)).body, entered);
    clock.pass(60_000);
    const declined = (await call('POST', `/access-requests/${id}/decline`, { reason: 'No.' })).body.accessRequest;
    const decidedAt = new Date(clock.now()).toISOString();
    assert.deepEqual(declined, { ...entered, state: 'declined', decidedAt, decidedBy: 'operator', reason: 'No.' });
    const late = await approve(id);
    refused(late, 409, 'request-decided');
    assert.equal(late.body.detail, `The request was declined by operator at ${decidedAt}.`);
  });

  test('is decided once if approved and declined at the same time', async () => {
    for (let i = 0; i < 5; i++) {
      const { id } = await enter();
      const decisions = [approve(id), call('POST', `/access-requests/${id}/decline`, { reason: 'No.' })];
      const answers = await Promise.all(i % 2 === 0 ? decisions : decisions.reverse());
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
      const { state } = (await call('GET', `/access-requests/${id}`)).body;
      assert.equal(answers.find(({ status }) => status === 200)!.body.accessRequest.state, state);
    }
  });

  test('approved twice at the same time gets one credential', async () => {
    const { id } = await enter();
    const answers = await Promise.all([approve(id), approve(id), approve(id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const { organisationId } = answers.find(({ status }) => status === 200)!.body.accessRequest;
    assert.equal((await call('GET', `/organisations/${organisationId}/credentials`)).body.items.length, 1);
  });

  test('that fails halfway is approved later, with nothing created twice', { skip: embeddedOnly }, async () => {
    const { id, organisationName } = await enter({ weighBridges: [{ name: 'Pit', timeZone: 'UTC' }] });
    const { connection } = sqliteOf(server, 'desk');
    connection.exec("CREATE TRIGGER full BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'no room'); END");
    assert.equal((await approve(id)).status, 500);
    connection.exec('DROP TRIGGER full');
    assert.equal((await call('GET', `/access-requests/${id}`)).body.state, 'pending');
    const { accessRequest, credential } = (await approve(id)).body;
    assert.equal((await organisationNames()).filter((name) => name === organisationName).length, 1);
    const bridges = `/organisations/${accessRequest.organisationId}/weigh-bridges?environment=sandbox`;
    assert.equal((await call('GET', bridges)).body.items.length, 1);
    assert.equal(accessRequest.clientId, credential.clientId);
  });

  test('creates each weigh bridge once, even if named twice or already existing', async () => {
    const { id: organisationId, name } = await organisation();
    const add = { environment: 'sandbox', name: 'Old', timeZone: 'Europe/Oslo' };
    const old = (await call('POST', `/organisations/${organisationId}/weigh-bridges`, add)).body;
    const named = ['New', 'Old', 'New'].map((one) => ({ name: one, timeZone: 'UTC' }));
    const { id } = await enter({ organisationName: name.toUpperCase(), weighBridges: named });
    const { message, accessRequest } = (await approve(id)).body;
    assert.equal(accessRequest.organisationId, organisationId);
    const { items } = (await call('GET', `/organisations/${organisationId}/weigh-bridges?environment=sandbox`)).body;
    assert.deepEqual(
      items.map((one: Json) => [one.name, one.timeZone]),
      [
        ['Old', 'Europe/Oslo'],
        ['New', 'UTC'],
      ],
    );
    assert.ok(
      items.some((one: Json) => one.id === old.id),
      'the existing one is unchanged',
    );
    for (const one of items) assert.ok(message.body.includes(`${one.id}  ${one.name}`));
  });

  test('with a wrong organisation from the operator is 422 at that field, and stays open', async () => {
    const { id } = await enter();
    const answer = await approve(id, { organisationId: crypto.randomUUID() });
    refused(answer, 422, 'validation-failed');
    assert.equal(answer.body.errors[0].pointer, '#/organisationId');
    refused(await approve(id, { organisation: 'x' }), 422, 'validation-failed');
    const known = await organisation();
    const { accessRequest, credential } = (await approve(id, { organisationId: known.id, label: 'ERP' })).body;
    assert.deepEqual([accessRequest.organisationId, credential.label], [known.id, 'ERP']);
  });

  test('for weighing without a weigh bridge is refused before anything is created, naming the missing data', async () => {
    const { id, organisationName } = await enter({ weighBridges: [] });
    const answer = await approve(id);
    refused(answer, 422, 'validation-failed');
    assert.equal(answer.body.errors[0].pointer, '#/weighBridges');
    assert.match(answer.body.detail, /no weigh bridge in sandbox.*--weigh-bridge/);
    assert.ok(!(await organisationNames()).includes(organisationName), 'no organisation was created');
    assert.equal((await call('GET', `/access-requests/${id}`)).body.state, 'pending');
    const unknown = await approve(id, { weighBridges: [{ name: 'Gate', timeZone: 'Mars' }] });
    refused(unknown, 422, 'validation-failed');
    assert.equal(unknown.body.errors[0].pointer, '#/weighBridges/0/timeZone');
    const { message, accessRequest } = (await approve(id, { weighBridges: [gate] })).body;
    const bridges = `/organisations/${accessRequest.organisationId}/weigh-bridges?environment=sandbox`;
    const [made] = (await call('GET', bridges)).body.items;
    assert.equal(made.name, 'Gate');
    assert.ok(message.body.includes(made.id));
  });

  test('for weighing without a weigh bridge is approved if the organisation has one in that environment', async () => {
    const { id: organisationId, name } = await organisation();
    const ask = async (environment: string): Promise<string> =>
      (await enter({ organisationName: name, weighBridges: [], environment })).id;
    await call('POST', `/organisations/${organisationId}/weigh-bridges`, { environment: 'production', ...gate });
    assert.equal((await approve(await ask('production'))).status, 200);
    refused(await approve(await ask('sandbox')), 422, 'validation-failed');
  });

  test('with malicious text affects only its own message', async () => {
    const { id } = await enter({
      organisationName: '(the address was in the message as sent)',
      contactName: '<script>alert(1)</script> Bcc: all@x.example',
    });
    const { message } = (await approve(id)).body;
    const opened = await call('GET', pageOf(message), undefined, { accept: 'text/html' });
    assert.equal(opened.status, 200);
    assert.ok(!opened.body.includes('script'), 'nothing of the request is on the page');
    assert.equal(message.recipient, 'it@quarry.example');
    assert.equal(message.subject, 'Access to the weighing interface (sandbox)');
  });
});

describe('the page that shows the secret', () => {
  test('gives a client everything for its first call, as a page and as JSON, never cached', async () => {
    const { id } = await enter({ interface: 'project', environment: 'production' });
    const { message, credential } = (await approve(id)).body;
    const page = pageOf(message);
    for (const method of ['GET', 'HEAD']) {
      const looked = await fetch(page, { method, headers: { accept: 'text/html' } });
      assert.equal(looked.status, 200);
      assert.equal(looked.headers.get('cache-control'), 'no-store');
      assert.equal(looked.headers.get('referrer-policy'), 'no-referrer');
      assert.match(looked.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      await looked.body?.cancel();
    }
    const body = new URLSearchParams();
    const pressed = await fetch(page, { method: 'POST', body, headers: { accept: 'text/html' } });
    assert.match(pressed.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(pressed.headers.get('cache-control'), 'no-store');
    const clientSecret = /fbcs_[\w-]+/.exec(await pressed.text())![0];
    const caller = new ProjectCaller(server, { clientId: credential.clientId, clientSecret }, 'production');
    assert.equal(await caller.status((await caller.tokens()).access_token), 200);
    const again = await fetch(page, { method: 'POST', body, headers: { accept: 'application/json' } });
    assert.equal(((await again.json()) as Json).code, 'secret-collected');
  });

  test('is closed after fourteen days; sending the message again opens another, and both are in the audit trail', async () => {
    const { id } = await enter({ interface: 'conversion', environment: null });
    const { message, credential } = (await approve(id)).body;
    clock.pass(14 * 24 * 3_600_000);
    refused(await call('POST', pageOf(message), undefined, {}), 404, 'not-found');
    const again = (await call('POST', `/messages/${message.id}/send`)).body;
    assert.notEqual(pageOf(again), pageOf(message));
    const closes = `The page closes at ${new Date(clock.now() + 14 * 24 * 3_600_000).toISOString()}.`;
    assert.ok(again.body.includes(closes), 'it states when its own page closes, not the first one');
    const issued = (await call('POST', pageOf(again), undefined, {})).body;
    assert.ok(await server.context.credentials('conversion').verify(credential.clientId, issued.clientSecret));
    const trail = (await call('GET', '/audit?limit=2')).body.items;
    assert.deepEqual(
      trail.map((one: Json) => [one.actor, one.action, one.subject]),
      [
        [`client ${credential.clientId}`, 'secret.issued', credential.clientId],
        ['operator', 'message.sent-again', message.id],
      ],
    );
  });

  test('is not opened again for a revoked credential: no useless message is sent', async () => {
    const { id } = await enter();
    const { message, credential } = (await approve(id)).body;
    await call('DELETE', `/credentials/${credential.clientId}`);
    refused(await call('POST', pageOf(message), undefined, {}), 409, 'credential-revoked');
    refused(await call('POST', `/messages/${message.id}/send`), 409, 'credential-revoked');
    const [newest] = (await call('GET', '/audit?limit=1')).body.items;
    assert.notEqual(newest.action, 'message.sent-again');
  });

  test('accepts no larger body than a button sends', async () => {
    const { id } = await enter();
    const page = pageOf((await approve(id)).body.message);
    const large = await fetch(page, { method: 'POST', body: new URLSearchParams({ a: 'x'.repeat(5000) }) });
    assert.equal(large.status, 413);
    const xml = await fetch(page, { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } });
    assert.equal(xml.status, 415);
    assert.equal((await call('POST', page, undefined, {})).status, 200, 'and the refusal did not use the page');
  });
});
