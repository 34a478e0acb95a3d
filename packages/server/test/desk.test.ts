import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openDesk } from '../src/index.ts';
import { TestClock } from './support/clock.ts';
import { ProjectCaller } from './support/oauth.ts';
import { startTestServer, type TestServer } from './support/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, looked into by the assertions
type Json = any;
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server[Symbol.asyncDispose]());

async function callDesk(
  at: TestServer,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await fetch(path.startsWith('http') ? path : `${at.url}/operator/v1${path}`, {
    method,
    headers: {
      ...(headers ?? { authorization: `Bearer ${at.demo.operator.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  callDesk(server, method, path, body, headers);
const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(answer.body));
let names = 0;
async function organisation(): Promise<Json> {
  const answer = await call('POST', '/organisations', { name: `Organisation ${++names}` });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
const collectUrl = (message: Json): string => /http\S+\/collections\/\S+/.exec(message.body)![0];

describe('signing in', () => {
  const signIn = (at: TestServer) => callDesk(at, 'POST', '/sessions', { key: at.demo.operator.key }, {});
  test('gives a cookie no script can read, and changes need the CSRF token beside it', async () => {
    const { status, headers, body } = await signIn(server);
    assert.equal(status, 201);
    const setCookie = headers.get('set-cookie')!;
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/operator'])
      assert.ok(setCookie.includes(part), setCookie);
    const cookie = setCookie.split(';')[0]!;
    assert.equal((await call('GET', '/sessions/current', undefined, { cookie })).body.operator.name, 'operator');
    refused(await call('POST', '/organisations', { name: 'No token' }, { cookie }), 403, 'csrf-token-missing');
    refused(
      await call('POST', '/organisations', { name: 'Bad token' }, { cookie, 'x-csrf-token': 'x' }),
      403,
      'csrf-token-missing',
    );
    assert.equal(
      (await call('POST', '/organisations', { name: 'By session' }, { cookie, 'x-csrf-token': body.csrfToken })).status,
      201,
    );
    assert.equal(
      (await call('DELETE', '/sessions/current', undefined, { cookie, 'x-csrf-token': body.csrfToken })).status,
      204,
    );
    refused(await call('GET', '/sessions/current', undefined, { cookie }), 401, 'not-authenticated');
  });

  test('ends after twelve hours', async () => {
    const clock = new TestClock();
    await using timed = await startTestServer({}, { clock });
    const cookie = (await signIn(timed)).headers.get('set-cookie')!.split(';')[0]!;
    clock.pass(12 * 3_600_000 - 1);
    assert.equal((await callDesk(timed, 'GET', '/organisations', undefined, { cookie })).status, 200);
    clock.pass(1);
    assert.equal((await callDesk(timed, 'GET', '/organisations', undefined, { cookie })).status, 401);
  });

  test('sets the cookie for TLS only where the public address is https', async () => {
    await using secure = await startTestServer({ publicUrl: 'https://bridge.example' });
    assert.match((await signIn(secure)).headers.get('set-cookie')!, /; Secure$/);
  });

  test('limits wrong keys per address, and never refuses the right one', async () => {
    await using fresh = await startTestServer();
    const wrong = () => callDesk(fresh, 'POST', '/sessions', { key: 'wrong' }, {});
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await wrong()).status);
    assert.deepEqual([...new Set(statuses)], [401, 429]);
    const limited = await wrong();
    assert.match(limited.headers.get('retry-after')!, /^\d+$/);
    assert.match(limited.headers.get('ratelimit-policy')!, /"sign-in";q=20;w=60/);
    refused(
      await callDesk(fresh, 'GET', '/audit', undefined, { authorization: 'Bearer wrong' }),
      429,
      'too-many-requests',
    );
    assert.equal((await signIn(fresh)).status, 201);
    assert.equal((await callDesk(fresh, 'GET', '/audit')).status, 200);
  });

  test('is asked of every address of the desk but the open ones', async () => {
    const document = (await call('GET', `${server.url}/operator/v1/openapi.json`)).body;
    const open: string[] = [];
    for (const [path, operations] of Object.entries<Json>(document.paths)) {
      for (const method of Object.keys(operations)) {
        const { status } = await call(
          method.toUpperCase(),
          path.replace(/\{\w+\}/g, crypto.randomUUID()),
          undefined,
          {},
        );
        if (status !== 401) open.push(`${method} ${path}`);
      }
    }
    assert.deepEqual(open.sort(), ['post /access-requests/form', 'post /collections/{token}', 'post /sessions']);
  });
});

describe('operators', () => {
  test('are named, have their own key, and their name stands in the audit trail', async () => {
    const added = await call('POST', '/operators', { name: 'Ada' });
    assert.equal(added.status, 201);
    assert.equal(added.headers.get('cache-control'), 'no-store');
    const asAda = { authorization: `Bearer ${added.body.key}` };
    const made = await call('POST', '/organisations', { name: 'Made by Ada' }, asAda);
    const { items } = (await call('GET', `/audit?organisationId=${made.body.id}`)).body;
    assert.deepEqual(
      items.map((e: Json) => [e.actor, e.action, e.subject]),
      [['Ada', 'organisation.created', made.body.id]],
    );
    refused(await call('POST', '/operators', { name: 'ada' }), 409, 'name-taken');

    const replaced = await call('POST', `/operators/${added.body.operator.id}/key`);
    refused(await call('GET', '/operators', undefined, asAda), 401, 'not-authenticated');
    const anew = { authorization: `Bearer ${replaced.body.key}` };
    assert.equal((await call('GET', '/operators', undefined, anew)).status, 200);
    assert.equal((await call('DELETE', `/operators/${added.body.operator.id}`)).status, 204);
    refused(await call('GET', '/operators', undefined, anew), 401, 'not-authenticated');
    assert.equal((await call('POST', '/operators', { name: 'Ada' })).status, 201);
  });
  test('never go to the last', async () => {
    await using fresh = await startTestServer();
    const [only] = (await callDesk(fresh, 'GET', '/operators')).body.items;
    refused(await callDesk(fresh, 'DELETE', `/operators/${only.id}`), 409, 'conflict');
  });
});

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

  test('have divisions and weigh bridges in each environment apart', async () => {
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
    assert.equal(server.context.weighBridges('weighing-sandbox').get(bridge.body.id)!.organisationId, id);
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

describe('credentials', () => {
  test('are issued with a secret that is shown once and works at once', async () => {
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
    await server.context.space('project-sandbox').database.writer.drained();
    const shown = (await call('GET', `/credentials/${credential.clientId}`)).body;
    assert.ok(!JSON.stringify(shown).includes(clientSecret));
    assert.match(shown.secrets[0].lastUsedAt, /^\d{4}-/);
    assert.deepEqual((await call('GET', `/organisations/${id}/credentials`)).body.items, [shown]);
  });

  test('rotate: two secrets live side by side, tokens are not touched, a third is refused', async () => {
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

  test('are revoked with their tokens, and take no secret any more', async () => {
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

  test('need an environment where there is one, and only there', async () => {
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

describe('an access request', () => {
  const form = {
    organisationName: 'Gravel & Sons',
    email: 'it@gravel.example',
    interface: 'weighing',
    environment: 'production',
    weighBridges: [{ name: 'Pit', timeZone: 'Europe/Berlin' }],
  };

  test('comes in by form, is approved once, and its message brings client id, page and weigh bridges, not the secret', async () => {
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
    const [bridge] = server.context.weighBridges('weighing-production').list(accessRequest.organisationId);
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
      server.context.credentials('weighing-production').verify(credential.clientId, collected.body.clientSecret),
    );
    refused(await call('POST', page, undefined, {}), 410, 'secret-collected');
    refused(await call('POST', `${page}x`, undefined, {}), 404, 'not-found');
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.ok(!server.log().includes(page.split('/').at(-1)!), 'the address of the page is not in the log');
  });

  test('whose page was missed gets a new one with the message sent again', async () => {
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

  test('joins the organisation of its name, or the one that the operator chooses', async () => {
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
      404,
      'not-found',
    );
    assert.equal(
      (await call('POST', `/access-requests/${chosen.body.id}/approve`, { organisationId: known.id })).body
        .accessRequest.organisationId,
      known.id,
    );
  });

  test('is declined with a reason, which the message tells', async () => {
    const entered = await call('POST', '/access-requests', form);
    refused(await call('POST', `/access-requests/${entered.body.id}/decline`, {}), 422, 'validation-failed');
    const { accessRequest, message } = (
      await call('POST', `/access-requests/${entered.body.id}/decline`, { reason: 'No contract yet.' })
    ).body;
    assert.deepEqual([accessRequest.state, accessRequest.reason], ['declined', 'No contract yet.']);
    assert.match(message.body, /No contract yet\./);
    refused(await call('POST', `/access-requests/${entered.body.id}/approve`), 409, 'request-decided');
  });

  test('that is hostile is refused: line breaks in the address, too many bridges, unknown fields', async () => {
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
});

test('the message names the address an interface was moved to', async () => {
  await using moved = await startTestServer({
    weighingSandboxPath: '/scales-test',
    publicUrl: 'https://bridge.example/',
  });
  const fields = { organisationName: 'Moved', email: 'a@b.example', interface: 'weighing', environment: 'sandbox' };
  const { id } = (await callDesk(moved, 'POST', '/access-requests', fields)).body;
  const { message } = (await callDesk(moved, 'POST', `/access-requests/${id}/approve`)).body;
  assert.match(message.body, /Address: +https:\/\/bridge\.example\/scales-test\/v2\n/);
});

describe('mail', () => {
  /** A mail server that keeps what it is sent. */
  async function mailServer(): Promise<{ url: string; mails: string[]; close(): void }> {
    const mails: string[] = [];
    const listener = createServer((socket: Socket) => {
      let data: string | undefined;
      socket.write('220 test\r\n');
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        if (data !== undefined) {
          data += String(chunk);
          if (!data.endsWith('\r\n.\r\n')) return;
          mails.push(data);
          data = undefined;
          socket.write('250 kept\r\n');
          return;
        }
        for (const line of String(chunk).split('\r\n').filter(Boolean)) {
          if (line === 'DATA') {
            data = '';
            socket.write('354 go on\r\n');
          } else if (line === 'QUIT') socket.end('221 bye\r\n');
          else socket.write('250 ok\r\n');
        }
      });
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    return { url: `smtp://127.0.0.1:${port}`, mails, close: () => listener.close() };
  }
  const form = {
    organisationName: 'Mail & Co',
    email: 'it@mail.example',
    interface: 'project',
    environment: 'sandbox',
  };

  test('goes out where a mail server is set', async (t) => {
    const mail = await mailServer();
    t.after(() => mail.close());
    await using fresh = await startTestServer({ smtpUrl: mail.url, supportEmail: 'desk@bridge.example' });
    const { body } = await callDesk(fresh, 'POST', '/access-requests', form);
    const approved = await callDesk(fresh, 'POST', `/access-requests/${body.id}/approve`);
    assert.match(approved.body.message.sentAt, /^\d{4}-/);
    assert.equal(mail.mails.length, 1);
    assert.match(mail.mails[0]!, /To: <?it@mail.example>?/);
    assert.match(mail.mails[0]!, /From: desk@bridge.example/);
    assert.match(mail.mails[0]!.replaceAll('=\r\n', ''), /collections\/fbse_/);
  });

  test('that cannot be sent fails nothing: the message is kept with the reason', async () => {
    await using fresh = await startTestServer({ smtpUrl: 'smtp://127.0.0.1:1' });
    const { body } = await callDesk(fresh, 'POST', '/access-requests', form);
    const approved = await callDesk(fresh, 'POST', `/access-requests/${body.id}/approve`);
    assert.equal(approved.status, 200);
    assert.deepEqual([approved.body.message.sentAt, /ECONNREFUSED/.test(approved.body.message.failure)], [null, true]);
  });
});

describe('the desk of a data directory', () => {
  test('opens without a server, acts under the name of the user, and leaves the rest to the server', async () => {
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

test('the audit trail is paged, newest first, and holds no secret', async () => {
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
