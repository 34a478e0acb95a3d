import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { callDesk, type Json, refused, startDesk } from '../testing/desk.ts';
import { mailServer } from '../testing/mail-server.ts';
import { settledLog, startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());
const collectUrl = (message: Json): string => /http\S+\/collections\/\S+/.exec(message.body)![0];

describe('an access request', () => {
  const form = {
    organisationName: 'Gravel & Sons',
    email: 'it@gravel.example',
    interface: 'weighing',
    environment: 'production',
    weighBridges: [{ name: 'Pit', timeZone: 'Europe/Berlin' }],
  };

  test('is received by form, approved once, and its message contains client id, page and weigh bridges, not the secret', async () => {
    const received = await call('POST', '/access-requests/form', form, {});
    assert.deepEqual([received.status, received.body.state], [202, 'pending']);
    const pending = (await call('GET', '/access-requests?state=pending')).body.items;
    assert.ok(pending.some((r: Json) => r.id === received.body.id && r.origin === 'form'));
    const both = await Promise.all([1, 2].map(() => call('POST', `/access-requests/${received.body.id}/approve`)));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const { accessRequest, credential, message } = both.find(({ status }) => status === 200)!.body;
    assert.deepEqual(
      [accessRequest.state, accessRequest.decidedBy, accessRequest.clientId],
      ['approved', 'operator', credential.clientId],
    );
    assert.equal(message.recipient, form.email);
    const [bridge] = await server.context.weighBridges('weighing-production').list(accessRequest.organisationId);
    for (const part of [credential.clientId, bridge!.id, '/weighing/v2']) assert.ok(message.body.includes(part), part);
    refused(
      await call('POST', `/access-requests/${accessRequest.id}/decline`, { reason: 'late' }),
      409,
      'request-decided',
    );

    const page = collectUrl(message);
    const kept = (await call('GET', `/messages/${message.id}`)).body;
    assert.ok(!kept.body.includes(page), 'the kept message does not open the page');
    assert.match((await call('GET', page, undefined, { accept: 'text/html' })).body, /<button>Show the secret/);
    const collected = await call('POST', page, undefined, {});
    assert.deepEqual([collected.status, collected.body.locationIds], [200, [bridge!.id]]);
    assert.ok(
      await server.context.credentials('weighing-production').verify(credential.clientId, collected.body.clientSecret),
    );
    refused(await call('POST', page, undefined, {}), 410, 'secret-collected');
    refused(await call('POST', `${page}x`, undefined, {}), 404, 'not-found');
    assert.ok(
      !(await settledLog(server)).includes(page.split('/').at(-1)!),
      'the address of the page is not in the log',
    );
  });

  test('whose page expired gets a new one when the message is sent again', async () => {
    const entered = await call('POST', '/access-requests', { ...form, interface: 'project' });
    assert.deepEqual([entered.status, entered.body.origin], [201, 'desk']);
    const { message } = (await call('POST', `/access-requests/${entered.body.id}/approve`, { label: 'ERP' })).body;
    const again = await call('POST', `/messages/${message.id}/send`);
    assert.notEqual(collectUrl(again.body), collectUrl(message));
    const answer = await fetch(collectUrl(again.body), {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.match(await answer.text(), /Client secret: <code>fbcs_/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  test('joins the organisation with its name, or the one chosen by the operator', async () => {
    const known = await organisation();
    const joined = await call('POST', '/access-requests', {
      ...form,
      interface: 'conversion',
      environment: null,
      organisationName: known.name.toUpperCase(),
    });
    assert.equal(
      (await call('POST', `/access-requests/${joined.body.id}/approve`)).body.accessRequest.organisationId,
      known.id,
    );
    const chosen = await call('POST', '/access-requests', { ...form, organisationName: 'A spelling of it' });
    refused(
      await call('POST', `/access-requests/${chosen.body.id}/approve`, { organisationId: crypto.randomUUID() }),
      422,
      'validation-failed',
    );
    assert.equal(
      (await call('POST', `/access-requests/${chosen.body.id}/approve`, { organisationId: known.id })).body
        .accessRequest.organisationId,
      known.id,
    );
  });

  test('is declined with a reason, which is in the message', async () => {
    const entered = await call('POST', '/access-requests', form);
    refused(await call('POST', `/access-requests/${entered.body.id}/decline`, {}), 422, 'validation-failed');
    const { accessRequest, message } = (
      await call('POST', `/access-requests/${entered.body.id}/decline`, { reason: 'No contract yet.' })
    ).body;
    assert.deepEqual([accessRequest.state, accessRequest.reason], ['declined', 'No contract yet.']);
    assert.match(message.body, /No contract yet\./);
    refused(await call('POST', `/access-requests/${entered.body.id}/approve`), 409, 'request-decided');
  });

  test('with hostile data is refused: line breaks in the address, too many bridges, unknown fields', async () => {
    for (const fields of [
      { email: 'a@b.example\r\nBcc: c@d.example' },
      { email: 'nobody' },
      { weighBridges: Array(101).fill(form.weighBridges[0]) },
      { environment: 'moon' },
      { orgnisationName: 'x' },
    ]) {
      refused(await call('POST', '/access-requests/form', { ...form, ...fields }, {}), 422, 'validation-failed');
    }
  });

  test('by form is limited per address', async () => {
    await using fresh = await startTestServer();
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await callDesk(fresh, 'POST', '/access-requests/form', form, {})).status);
    assert.deepEqual([statuses.filter((s) => s === 202).length, statuses.at(-1)], [10, 429]);
  });

  test('by form keeps nothing beyond that limit, not even refusals under new Idempotency-Keys', async () => {
    await using fresh = await startTestServer();
    const send = async (body: object) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      return (await callDesk(fresh, 'POST', '/access-requests/form', body, headers)).status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push(await send({ [`nonsense ${i}`]: 1 }));
    assert.deepEqual(statuses, [...Array(10).fill(422), ...Array(5).fill(429)]);
    assert.equal(await send(form), 429, 'refused requests count, too');
    const { kept } = (await storeOf(fresh, 'desk').first('SELECT count(*) AS kept FROM idempotentAnswers'))!;
    assert.equal(kept, 10);
  });
});

test('the message names the configured address of an interface', async () => {
  await using moved = await startTestServer({
    weighingSandboxPath: '/scales-test',
    publicUrl: 'https://bridge.example/',
  });
  const weighBridges = [{ name: 'Gate', timeZone: 'UTC' }];
  const place = { interface: 'weighing', environment: 'sandbox', weighBridges };
  const fields = { organisationName: 'Moved', email: 'a@b.example', ...place };
  const { id } = (await callDesk(moved, 'POST', '/access-requests', fields)).body;
  const { message } = (await callDesk(moved, 'POST', `/access-requests/${id}/approve`)).body;
  assert.match(message.body, /Address: +https:\/\/bridge\.example\/scales-test\/v2\n/);
});

describe('mail', () => {
  const form = {
    organisationName: 'Mail & Co',
    email: 'it@mail.example',
    interface: 'project',
    environment: 'sandbox',
  };

  test('is sent if a mail server is configured', async () => {
    await using mail = await mailServer();
    await using fresh = await startTestServer({ smtpUrl: mail.url, supportEmail: 'desk@bridge.example' });
    const { body } = await callDesk(fresh, 'POST', '/access-requests', form);
    const approved = await callDesk(fresh, 'POST', `/access-requests/${body.id}/approve`);
    assert.match(approved.body.message.sentAt, /^\d{4}-/);
    assert.equal(mail.mails.length, 1);
    assert.match(mail.mails[0]!.text, /To: <?it@mail.example>?/);
    assert.match(mail.mails[0]!.text, /From: desk@bridge.example/);
    assert.match(mail.mails[0]!.text.replaceAll('=\n', ''), /collections\/fbse_/);
  });

  test('that cannot be sent causes no failure: the message is kept with the reason', async () => {
    await using fresh = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' });
    const { body } = await callDesk(fresh, 'POST', '/access-requests', form);
    const approved = await callDesk(fresh, 'POST', `/access-requests/${body.id}/approve`);
    assert.equal(approved.status, 200);
    assert.deepEqual([approved.body.message.sentAt, /ECONNREFUSED/.test(approved.body.message.failure)], [null, true]);
  });
});
