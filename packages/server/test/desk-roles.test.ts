import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { OPERATOR_ROLES, OPERATOR_ROUTES, type OperatorRole } from '@fieldbridge/contract';
import { type Json, refused, startDesk } from '../testing/desk.ts';
import { NO_CONVERSION } from '../testing/server.ts';

// What each role may do at the desk.

const { server, call, organisation } = await startDesk(NO_CONVERSION);
after(() => server[Symbol.asyncDispose]());
const keys = {} as Record<OperatorRole, string>;
const as = (role: OperatorRole) => ({ authorization: `Bearer ${keys[role]}` });
before(async () => {
  for (const role of OPERATOR_ROLES)
    keys[role] = (await call('POST', '/operators', { name: `One ${role}`, role })).body.key;
});

/** What a role may do beyond reading; the table in the contract is checked against this, not the other way round. */
const MAY_CHANGE: Readonly<Record<OperatorRole, (path: string) => boolean>> = {
  operator: () => true,
  auditor: (path) => path === '/sessions/current',
  desk: (path) => !/^\/operators|\/erasures$/.test(path),
};
const MAY_NOT_READ: Readonly<Record<OperatorRole, readonly string[]>> = {
  operator: [],
  auditor: [],
  desk: ['/operators', '/audit', '/system', '/refusals'],
};

describe('the table of roles', () => {
  test('has every documented route that needs a sign-in, and no other', async () => {
    const { paths } = (await call('GET', `${server.url}/operator/v1/openapi.json`)).body as {
      paths: Record<string, Record<string, { security?: unknown[]; description?: string }>>;
    };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security === undefined)
        .map(([method, { description }]) => {
          const key = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
          assert.ok(description?.endsWith(`Roles: ${OPERATOR_ROUTES[key]?.join(', ')}.`), `${key}: ${description}`);
          return key;
        }),
    );
    assert.deepEqual(documented.sort(), Object.keys(OPERATOR_ROUTES).sort());
  });

  for (const [route, roles] of Object.entries(OPERATOR_ROUTES)) {
    const [method = '', path = ''] = route.split(' ');
    test(`${route} is for ${roles.join(', ')}`, async () => {
      const address = path.replaceAll(/:\w+/g, () => crypto.randomUUID());
      for (const role of OPERATOR_ROLES) {
        const isExpected = method === 'GET' ? !MAY_NOT_READ[role].includes(path) : MAY_CHANGE[role](path);
        const answer = await call(method, address, method === 'GET' ? undefined : {}, as(role));
        if (isExpected) assert.ok(![401, 403, 405].includes(answer.status), `${role}: ${JSON.stringify(answer.body)}`);
        else {
          refused(answer, 403, 'role-not-allowed');
          assert.match(answer.body.detail, new RegExp(`^This is for the roles .*; yours is ${role}\\.$`));
        }
        if (method !== 'GET') continue;
        const head = await call('HEAD', address, undefined, as(role));
        assert.equal(head.status, answer.status, `HEAD as ${role}`);
      }
      refused(await call(method, address, undefined, {}), 401, 'not-authenticated');
    });
  }
});

describe('a role', () => {
  const list = async (): Promise<Json[]> => (await call('GET', '/operators')).body.items;
  const known = async (name: string): Promise<Json> => (await list()).find((one) => one.name === name);

  test('of an auditor changes nothing, also by a session of a browser', async () => {
    const { id } = await organisation();
    const signedIn = await call('POST', '/sessions', { key: keys.auditor }, {});
    assert.equal(signedIn.body.operator.role, 'auditor');
    const session = {
      cookie: signedIn.headers.get('set-cookie')!.split(';', 1)[0]!,
      'x-csrf-token': signedIn.body.csrfToken,
    };
    assert.equal((await call('GET', `/organisations/${id}`, undefined, session)).status, 200);
    refused(await call('PATCH', `/organisations/${id}`, { note: 'x' }, session), 403, 'role-not-allowed');
    assert.equal((await call('GET', `/organisations/${id}`)).body.note, null);
    assert.equal((await call('DELETE', '/sessions/current', undefined, session)).status, 204);
  });

  test('of the desk serves a client from the request to the credential', async () => {
    const { status, body } = await call('POST', '/organisations', { name: 'Served' }, as('desk'));
    assert.equal(status, 201);
    const input = { interface: 'project', environment: 'sandbox' };
    const issued = await call('POST', `/organisations/${body.id}/credentials`, input, as('desk'));
    assert.equal(issued.status, 201);
  });

  test('is changed for the next request, and the trail records from what to what', async () => {
    const ada = (await call('POST', '/operators', { name: 'Ada', role: 'desk' })).body;
    const own = { authorization: `Bearer ${ada.key}` };
    refused(await call('GET', '/audit', undefined, own), 403, 'role-not-allowed');
    const changed = await call('PATCH', `/operators/${ada.operator.id}`, { role: 'auditor' });
    assert.deepEqual([changed.status, changed.body.role], [200, 'auditor']);
    const { items } = (await call('GET', '/audit?limit=1', undefined, own)).body;
    assert.deepEqual([items[0].action, items[0].details], ['operator.role-changed', { from: 'desk', to: 'auditor' }]);
    assert.equal((await call('GET', '/sessions/current', undefined, own)).body.operator.role, 'auditor');
  });

  test('is operator if none is given, and only one of the table', async () => {
    assert.equal((await call('POST', '/operators', { name: 'Grace' })).body.operator.role, 'operator');
    for (const role of ['owner', 'Auditor', '', null, ['desk']])
      refused(await call('POST', '/operators', { name: 'Nobody', role }), 422, 'validation-failed');
  });

  test('of the last operator cannot be given away', async () => {
    for (const name of ['One operator', 'Grace']) await call('DELETE', `/operators/${(await known(name)).id}`);
    const last = await known('operator');
    for (const role of ['auditor', 'desk'])
      refused(await call('PATCH', `/operators/${last.id}`, { role }), 409, 'conflict');
    refused(await call('DELETE', `/operators/${last.id}`), 409, 'conflict');
    assert.equal((await call('PATCH', `/operators/${last.id}`, { role: 'operator' })).status, 200);
  });
});
