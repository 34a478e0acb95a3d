import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '@fieldbridge/server/testing/server.ts';
import { Fieldbridge } from '../src/index.ts';

let server: TestServer;
let fieldbridge: Fieldbridge;
before(async () => {
  server = await startTestServer();
  const { project, operator } = server.demo;
  fieldbridge = new Fieldbridge({ baseUrl: server.url, environment: 'sandbox', ...project, operator });
});
after(() => server[Symbol.asyncDispose]());

const environment = 'sandbox';

test('an organisation gets divisions, weigh bridges, quotas and a credential that works', async () => {
  const { organisations, divisions, weighBridges, credentials } = fieldbridge.operator;
  const { id } = await organisations.add({ name: 'Gravel & Sons' });
  assert.equal((await organisations.update(id, { note: 'by rail' })).note, 'by rail');
  assert.equal((await organisations.get(id)).name, 'Gravel & Sons');
  const names = (await Array.fromAsync(organisations.iterate())).map(({ name }) => name);
  assert.ok(names.includes('Gravel & Sons'));
  assert.deepEqual((await organisations.setQuotas(id, { jobs: 5 })).jobs, { limit: 5, own: 5 });
  assert.deepEqual((await organisations.quotas(id)).jobs, { limit: 5, own: 5 });
  assert.deepEqual(await organisations.usage(id), { jobs: 0, bytes: 0 });

  const north = await divisions.add(id, { environment, name: 'North', abbreviation: 'N' });
  await divisions.update(id, north.id, { environment, name: 'North-east' });
  const [changed] = await Array.fromAsync(divisions.iterate(id, environment));
  assert.deepEqual(changed, { ...north, name: 'North-east' });
  const pit = await weighBridges.add(id, { environment, name: 'Pit 1', timeZone: 'Europe/Berlin' });
  assert.equal((await weighBridges.update(id, pit.id, { environment, name: 'Pit 2' })).name, 'Pit 2');
  assert.equal((await Array.fromAsync(weighBridges.iterate(id, environment))).length, 1);
  assert.deepEqual(await Array.fromAsync(weighBridges.iterate(id, 'production')), []);

  const issued = await credentials.issue(id, { interface: 'project', environment, label: 'ERP' });
  const { clientId } = issued.credential;
  const caller = (clientSecret: string) =>
    new Fieldbridge({ baseUrl: server.url, environment, clientId, clientSecret }).project.divisions.list();
  assert.deepEqual(await caller(issued.clientSecret), [{ id: north.id, name: 'North-east', abbreviation: 'N' }]);
  const { clientSecret: second } = await credentials.rotate(clientId);
  await credentials.revokeSecret(clientId, issued.credential.secrets[0]!.id);
  await assert.rejects(caller(issued.clientSecret), { name: 'CredentialsRefusedError' });
  assert.equal((await caller(second)).length, 1);
  assert.notEqual((await credentials.revoke(clientId)).revokedAt, null);
  assert.equal((await credentials.get(clientId)).label, 'ERP');
  assert.equal((await Array.fromAsync(credentials.iterate(id))).length, 1);
  const counted = await organisations.erase(id, { environment, person: 'Jane Doe', dryRun: true });
  assert.deepEqual([counted.dryRun, counted.tickets], [true, 0]);
  const trail = await Array.fromAsync(fieldbridge.operator.audit({ organisationId: id }));
  assert.ok(trail.length >= 8 && trail.every(({ organisationId }) => organisationId === id));
});

test('requests are entered, approved with a message, and declined with a reason', async () => {
  const { requests, messages } = fieldbridge.operator;
  const asked = { organisationName: 'Sand Ltd', email: 'it@sand.example', interface: 'project', environment } as const;
  const first = await requests.enter(asked);
  const second = await requests.enter({ ...asked, organisationName: 'Nobody' });
  assert.equal((await Array.fromAsync(requests.iterate({ state: 'pending' }))).length, 2);
  const { accessRequest, credential, message } = await requests.approve(first.id, { label: 'ERP' });
  assert.deepEqual([accessRequest.state, accessRequest.clientId], ['approved', credential.clientId]);
  assert.equal((await requests.decline(second.id, 'No contract yet.')).accessRequest.reason, 'No contract yet.');
  assert.equal((await requests.get(second.id)).state, 'declined');
  assert.deepEqual((await messages.get(message.id)).recipient, 'it@sand.example');
  assert.equal((await messages.send(message.id)).id, message.id);
  assert.ok((await Array.fromAsync(messages.iterate())).length >= 2);
});

test('operators are added, get another role and key, and are removed', async () => {
  const { operators } = fieldbridge.operator;
  const { operator, key } = await operators.add({ name: 'Ada', role: 'auditor' });
  const ada = (own: string) =>
    new Fieldbridge({ baseUrl: server.url, environment, ...server.demo.project, operator: { key: own } }).operator;
  assert.ok((await Array.fromAsync(ada(key).organisations.iterate())).length > 0);
  await assert.rejects(ada(key).organisations.add({ name: 'Not by an auditor' }), { status: 403 });
  assert.equal((await operators.changeRole(operator.id, 'desk')).role, 'desk');
  const replaced = await operators.replaceKey(operator.id, { expiresAt: '2099-01-01T00:00:00Z' });
  await assert.rejects(ada(key).organisations.get('x'), { status: 401 });
  assert.equal((await ada(replaced.key).organisations.add({ name: 'By the desk' })).name, 'By the desk');
  await operators.remove(operator.id);
  assert.ok(!(await Array.fromAsync(operators.iterate())).some(({ id }) => id === operator.id));
});
