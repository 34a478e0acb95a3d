import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Json, startDesk } from '../testing/desk.ts';
import { ProjectCaller } from '../testing/oauth.ts';

// What caches on the way may do with answers, and what the audit trail says about sign-ins.

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());
const { weighing, conversion } = server.demo;
const pair = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  'x-clientid': clientId,
  'x-clientsecret': clientSecret,
});

test('an answer to an authenticated request is private, and says by which headers callers differ', async () => {
  const project = new ProjectCaller(server);
  const bearer = { authorization: `Bearer ${(await project.tokens()).access_token}` };
  for (const [path, headers, vary] of [
    ['/weighing-sandbox/v2/locations', pair(weighing), /X-ClientId, X-ClientSecret, Cookie/],
    ['/conversion/formats', pair(conversion), /Authorization, Cookie, X-ClientId, X-ClientSecret/],
    ['/project/v1/sandbox/divisions', bearer, /Authorization, Cookie/],
    ['/operator/v1/operators', { authorization: `Bearer ${server.demo.operator.key}` }, /Authorization, Cookie/],
  ] as const) {
    const answer = await fetch(server.url + path, { headers: { ...headers } });
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('cache-control'), 'private', path);
    assert.match(answer.headers.get('vary') ?? '', vary, path);
    const refused = await fetch(server.url + path);
    assert.equal(refused.status, 401, path);
    assert.match(refused.headers.get('vary') ?? '', vary, `${path} without credentials`);
  }
});

test('an answer with a secret is stored by nobody', async () => {
  const { id } = await organisation();
  const request = { organisationName: 'Secretive', email: 'a@b.example', interface: 'project', environment: 'sandbox' };
  const entered = (await call('POST', '/access-requests', request)).body;
  const approved = await call('POST', `/access-requests/${entered.id}/approve`);
  const issued = await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' });
  const answers: Json[] = [
    approved,
    issued,
    await call('POST', `/messages/${approved.body.message.id}/send`),
    await call('POST', `/credentials/${issued.body.credential.clientId}/secrets`),
    await call('POST', '/operators', { name: 'Ada' }),
  ];
  const endpoints = `${server.url}/weighing-sandbox/v2/events/endpoints`;
  const headers = { ...pair(weighing), 'content-type': 'application/json' };
  const body = JSON.stringify({ url: 'https://8.8.8.8/in', types: ['ticket.created'] });
  const added = await fetch(endpoints, { method: 'POST', headers, body });
  const { id: endpoint } = (await added.json()) as { id: string };
  answers.push(
    added,
    await fetch(`${endpoints}/${endpoint}/rotate-secret`, { method: 'POST', headers: pair(weighing) }),
  );
  for (const [i, { status, headers: sent }] of answers.entries()) {
    assert.ok(status === 200 || status === 201, `${i}: ${status}`);
    assert.equal(sent.get('cache-control'), 'no-store', String(i));
  }
});

test('sign-ins, sign-outs and wrong keys are in the audit trail, with the address and without the key', async () => {
  const { key } = server.demo.operator;
  const wrong = await call('POST', '/sessions', { key: 'fbop_wrong' }, {});
  const bearer = await call('GET', '/operators', undefined, { authorization: 'Bearer fbop_wrong' });
  assert.deepEqual([wrong.status, bearer.status], [401, 401]);
  const session = await call('POST', '/sessions', { key }, {});
  assert.equal(session.status, 201);
  const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
  const out = await call('DELETE', '/sessions/current', undefined, { cookie, 'x-csrf-token': session.body.csrfToken });
  assert.equal(out.status, 204);
  const { items } = (await call('GET', '/audit?limit=4')).body;
  assert.deepEqual(
    items.map((one: Json) => [one.action, one.actor]),
    [
      ['operator.signed-out', 'operator'],
      ['operator.signed-in', 'operator'],
      ['operator.key-refused', 'server'],
      ['operator.key-refused', 'server'],
    ],
  );
  assert.match(items[2].details.address, /127\.0\.0\.1/);
  assert.doesNotMatch(JSON.stringify(items), /fbop_/);
});
