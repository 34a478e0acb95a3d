import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDesk } from '../src/index.ts';
import { embeddedOnly } from '../testing/database.ts';
import { callDesk, type Json, refused, startDesk } from '../testing/desk.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const { server, call, organisation } = await startDesk();
after(() => server[Symbol.asyncDispose]());

describe('organisations', () => {
  test('are added, read, changed with If-Match, and listed page by page', async () => {
    const made = await organisation();
    const read = await call('GET', `/organisations/${made.id}`);
    assert.deepEqual(read.body, made);
    const headers = { authorization: `Bearer ${server.demo.operator.key}`, 'if-match': read.headers.get('etag')! };
    assert.equal((await call('PATCH', `/organisations/${made.id}`, { note: 'new' }, headers)).body.note, 'new');
    refused(await call('PATCH', `/organisations/${made.id}`, { note: 'stale' }, headers), 412, 'precondition-failed');
    refused(await call('POST', '/organisations', { name: made.name.toUpperCase() }), 409, 'name-taken');
    refused(await call('POST', '/organisations', { nmae: 'x' }), 422, 'validation-failed');
    const first = (await call('GET', '/organisations?limit=1')).body;
    const second = (await call('GET', `/organisations?limit=1&cursor=${first.next}`)).body;
    assert.notEqual(first.items[0].id, second.items[0].id);
  });

  test('have separate divisions and weigh bridges in each environment', async () => {
    const { id } = await organisation();
    const division = await call('POST', `/organisations/${id}/divisions`, {
      environment: 'production',
      name: 'North',
      abbreviation: 'N',
    });
    assert.equal(division.status, 201);
    refused(
      await call('POST', `/organisations/${id}/divisions`, {
        environment: 'production',
        name: 'Other',
        abbreviation: 'N',
      }),
      409,
      'name-taken',
    );
    assert.equal(
      (
        await call('POST', `/organisations/${id}/divisions`, {
          environment: 'sandbox',
          name: 'Other',
          abbreviation: 'N',
        })
      ).status,
      201,
    );
    const changed = await call('PATCH', `/organisations/${id}/divisions/${division.body.id}`, {
      environment: 'production',
      name: 'South',
    });
    assert.deepEqual(changed.body, { id: division.body.id, name: 'South', abbreviation: 'N' });
    refused(
      await call('PATCH', `/organisations/${id}/divisions/${division.body.id}`, { environment: 'sandbox', name: 'x' }),
      404,
      'not-found',
    );

    const bridge = await call('POST', `/organisations/${id}/weigh-bridges`, {
      environment: 'sandbox',
      name: 'Gate',
      timeZone: 'Europe/Amsterdam',
    });
    assert.equal(bridge.status, 201);
    refused(
      await call('POST', `/organisations/${id}/weigh-bridges`, {
        environment: 'sandbox',
        name: 'Gate',
        timeZone: 'Europe/Atlantis',
      }),
      422,
      'validation-failed',
    );
    const moved = await call('PATCH', `/organisations/${id}/weigh-bridges/${bridge.body.id}`, {
      environment: 'sandbox',
      timeZone: 'America/Lima',
    });
    assert.deepEqual([moved.body.name, moved.body.timeZone], ['Gate', 'America/Lima']);
    assert.equal((await server.context.weighBridges('weighing-sandbox').get(bridge.body.id))!.organisationId, id);
    const other = await organisation();
    refused(
      await call('PATCH', `/organisations/${other.id}/weigh-bridges/${bridge.body.id}`, {
        environment: 'sandbox',
        name: 'x',
      }),
      404,
      'not-found',
    );
    assert.deepEqual((await call('GET', `/organisations/${id}/weigh-bridges?environment=production`)).body.items, []);
    refused(await call('GET', `/organisations/${crypto.randomUUID()}/divisions?environment=sandbox`), 404, 'not-found');
  });
});

test('unknown objects are 404 at every address of the desk, and nothing is created', async () => {
  const { id } = await organisation();
  const nobody = crypto.randomUUID();
  const [environment, name] = ['sandbox', 'x'];
  const before = (await call('GET', '/organisations?limit=1000')).body;
  for (const [method, path, body] of [
    ['GET', `/organisations/${nobody}`],
    ['PATCH', `/organisations/${nobody}`, { name }],
    ['GET', `/organisations/${nobody}/credentials`],
    ['POST', `/organisations/${nobody}/credentials`, { interface: 'conversion' }],
    ['POST', `/organisations/${nobody}/divisions`, { environment, name, abbreviation: 'X' }],
    ['PATCH', `/organisations/${id}/divisions/${nobody}`, { environment, name }],
    ['GET', `/organisations/${nobody}/weigh-bridges?environment=sandbox`],
    ['POST', `/organisations/${nobody}/weigh-bridges`, { environment, name, timeZone: 'Europe/Paris' }],
    ['PATCH', `/organisations/${id}/weigh-bridges/${nobody}`, { environment, name }],
    ['GET', `/credentials/${nobody}`],
    ['POST', `/credentials/${nobody}/secrets`],
    ['DELETE', `/credentials/${nobody}/secrets/${nobody}`],
    ['DELETE', `/credentials/${nobody}`],
    ['GET', `/access-requests/${nobody}`],
    ['POST', `/access-requests/${nobody}/approve`, {}],
    ['POST', `/access-requests/${nobody}/decline`, { reason: 'x' }],
    ['GET', `/messages/${nobody}`],
    ['POST', `/messages/${nobody}/send`],
    ['POST', `/operators/${nobody}/key`],
    ['DELETE', `/operators/${nobody}`],
  ] as const) {
    const answer = await call(method, path, body);
    assert.deepEqual(
      [answer.status, answer.body.code],
      [404, 'not-found'],
      `${method} ${path} ${JSON.stringify(answer.body)}`,
    );
  }
  assert.deepEqual((await call('GET', '/organisations?limit=1000')).body, before);
});

describe('credentials', () => {
  test('are issued with a secret that is shown once and works immediately', async () => {
    const { id } = await organisation();
    const issued = await call('POST', `/organisations/${id}/credentials`, {
      interface: 'project',
      environment: 'sandbox',
      label: 'ERP',
    });
    assert.equal(issued.status, 201);
    assert.equal(issued.headers.get('cache-control'), 'no-store');
    const { credential, clientSecret } = issued.body;
    assert.deepEqual([credential.interface, credential.environment, credential.label], ['project', 'sandbox', 'ERP']);
    const caller = new ProjectCaller(server, { clientId: credential.clientId, clientSecret });
    const { access_token } = await caller.tokens();
    assert.equal(await caller.status(access_token), 200);
    await storeOf(server, 'project-sandbox').settled();
    const shown = (await call('GET', `/credentials/${credential.clientId}`)).body;
    assert.ok(!JSON.stringify(shown).includes(clientSecret));
    assert.match(shown.secrets[0].lastUsedAt, /^\d{4}-/);
    assert.deepEqual((await call('GET', `/organisations/${id}/credentials`)).body.items, [shown]);
  });

  test('rotate: two secrets are valid at a time, tokens are unaffected, a third is refused', async () => {
    const { id } = await organisation();
    const { credential, clientSecret } = (
      await call('POST', `/organisations/${id}/credentials`, { interface: 'project', environment: 'production' })
    ).body;
    const old = new ProjectCaller(server, { clientId: credential.clientId, clientSecret }, 'production');
    const { access_token, refresh_token } = await old.tokens();
    const second = (await call('POST', `/credentials/${credential.clientId}/secrets`)).body;
    refused(await call('POST', `/credentials/${credential.clientId}/secrets`), 409, 'two-live-secrets');
    const young = new ProjectCaller(
      server,
      { clientId: credential.clientId, clientSecret: second.clientSecret },
      'production',
    );
    assert.ok((await old.tokens()).access_token && (await young.tokens()).access_token);
    const [first] = second.credential.secrets;
    assert.equal((await call('DELETE', `/credentials/${credential.clientId}/secrets/${first.id}`)).status, 200);
    assert.equal((await old.form({ grant_type: 'client_credentials' })).status, 401);
    assert.equal(await young.status(access_token), 200);
    assert.equal((await young.refresh(refresh_token)).status, 200);
    refused(
      await call('DELETE', `/credentials/${credential.clientId}/secrets/${crypto.randomUUID()}`),
      404,
      'not-found',
    );
  });

  test('are revoked with their tokens, and accept no further secret', async () => {
    const { id } = await organisation();
    const { credential, clientSecret } = (
      await call('POST', `/organisations/${id}/credentials`, { interface: 'project', environment: 'sandbox' })
    ).body;
    const caller = new ProjectCaller(server, { clientId: credential.clientId, clientSecret });
    const { access_token } = await caller.tokens();
    assert.match((await call('DELETE', `/credentials/${credential.clientId}`)).body.revokedAt, /^\d{4}-/);
    assert.equal(await caller.status(access_token), 401);
    assert.equal((await caller.form({ grant_type: 'client_credentials' })).status, 401);
    refused(await call('POST', `/credentials/${credential.clientId}/secrets`), 409, 'credential-revoked');
  });

  test('need an environment if the interface has several, and only then', async () => {
    const { id } = await organisation();
    refused(
      await call('POST', `/organisations/${id}/credentials`, { interface: 'weighing' }),
      422,
      'validation-failed',
    );
    refused(
      await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion', environment: 'sandbox' }),
      422,
      'validation-failed',
    );
    const conversion = await call('POST', `/organisations/${id}/credentials`, { interface: 'conversion' });
    assert.equal(conversion.body.credential.environment, null);
    await call('POST', `/organisations/${id}/weigh-bridges`, { environment: 'sandbox', name: 'Gate', timeZone: 'UTC' });
    const weighing = await call('POST', `/organisations/${id}/credentials`, {
      interface: 'weighing',
      environment: 'sandbox',
    });
    assert.equal(weighing.body.locationIds.length, 1);
  });
});

describe('the desk of a data directory', () => {
  test('opens without a server, acts with the name of the user, and leaves the rest to the server', {
    skip: embeddedOnly,
  }, async () => {
    const first = await startTestServer();
    await first.stop();
    const desk = await openDesk({ flags: { data: first.directory } });
    const made = await desk.request('POST', '/organisations', { name: 'Offline' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { items } = (await desk.request('GET', '/audit?limit=1')).body as Json;
    assert.match(items[0].actor, / \(command line\)$/);
    await desk.close();
    await using second = await startTestServer({ data: first.directory });
    assert.equal((await callDesk(second, 'GET', `/organisations/${(made.body as Json).id}`)).status, 200);
    await assert.rejects(openDesk({ flags: { data: first.directory } }), /in use by another server/);
  });
});

test('the audit trail is paged, newest first, and contains no secret', async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call('GET', `/audit?limit=20${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    seen.push(...body.items.map((e: Json) => e.id));
    assert.ok(!/fb(cs|at|rt|op|se)_/.test(JSON.stringify(body)));
    cursor = body.next;
  } while (cursor !== undefined);
  assert.deepEqual(seen, [...new Set(seen)].sort().reverse());
  assert.ok(seen.length > 20);
});
