import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { BodyNotRepeatableError, CredentialsRefusedError, type Fieldbridge, MemoryTokenStore } from '../src/index.ts';
import type { Call } from '../src/transport/caller.ts';
import { callerOf } from '../testing/caller-of.ts';
import { clientOf } from '../testing/client-of.ts';
import { type Fault, FaultServer, sendJson } from '../testing/fault-server.ts';

const PARALLEL = 200;
const bytes = (text: string): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([text]).stream();

/** One request of each kind, and its answer as text. */
const KINDS: readonly { readonly kind: string; readonly call: Call; readonly answer: string }[] = [
  { kind: 'JSON', call: { method: 'POST', path: '/projects', json: { n: 1 } }, answer: '{"n":1}' },
  {
    kind: 'an upload of bytes',
    call: { method: 'PUT', path: '/echo', body: 'x'.repeat(20) },
    answer: `{"text":"${'x'.repeat(20)}"}`,
  },
  {
    kind: 'an upload from a stream',
    call: { method: 'PUT', path: '/echo', body: () => bytes('data') },
    answer: '{"text":"data"}',
  },
  { kind: 'a download', call: { method: 'GET', path: '/stream' }, answer: 's'.repeat(65_536) },
];

let server: FaultServer;
beforeEach(async () => {
  server = await FaultServer.start();
});
afterEach(() => server[Symbol.asyncDispose]());

const grants = (): string[] => server.grants.map(({ type, granted }) => `${type} ${granted ? 'granted' : 'refused'}`);
const FIRST = 'client_credentials granted';

describe('requests across the expiry of a token', () => {
  for (const { kind, call, answer } of KINDS)
    test(`${PARALLEL} at once, ${kind}: one refresh, none fails`, async () => {
      const caller = callerOf(server);
      const send = () => caller.send(call, (response) => response.text());
      assert.equal(await send(), answer);
      server.expire();
      const answers = await Promise.all(Array.from({ length: PARALLEL }, send));
      assert.ok(answers.every((one) => one === answer));
      assert.deepEqual(grants(), [FIRST, 'refresh_token granted']);
    });

  test('requests that begin during the refresh wait for it', async () => {
    const fieldbridge = clientOf(server);
    await fieldbridge.project.divisions.list();
    server.expire();
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    server.fault = async ({ path }) => {
      if (path !== '/token') return false;
      arrived.resolve();
      await release.promise;
      return false;
    };
    const first = fieldbridge.project.divisions.list();
    await arrived.promise;
    const before = server.counts.get('/divisions')!;
    const later = Array.from({ length: 20 }, () => fieldbridge.project.divisions.list());
    // A request that did not wait would have arrived when another one to the same server has.
    await fetch(`${server.url}/v1/sandbox/divisions`);
    assert.equal(server.counts.get('/divisions'), before + 1);
    release.resolve();
    await Promise.all([first, ...later]);
    assert.equal(server.grants.length, 2);
  });

  test('one that is aborted while it waits does not stop the others', async () => {
    const fieldbridge = clientOf(server);
    await fieldbridge.project.divisions.list();
    server.expire();
    const abort = new AbortController();
    const release = Promise.withResolvers<void>();
    server.fault = async ({ path }) => {
      if (path !== '/token') return false;
      abort.abort(new Error('enough'));
      await release.promise;
      return false;
    };
    const aborted = fieldbridge.project.divisions.list({ signal: abort.signal });
    const other = fieldbridge.project.divisions.list();
    await assert.rejects(aborted, { message: 'enough' });
    release.resolve();
    assert.equal((await other).length, 1);
  });
});

/** Ways in which a refresh fails, and the grants that go out. */
const REFRESH_FAULTS: readonly { readonly what: string; readonly fault: Fault; readonly timeoutMs?: number }[] = [
  {
    what: 'its answer is lost',
    fault: async ({ body, response }) => {
      await body();
      response.destroy();
      return true;
    },
  },
  {
    what: 'its answer is cut',
    fault: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"access_token":"', () => response.destroy());
      return true;
    },
  },
  {
    what: 'it is refused',
    fault: ({ response }) => {
      sendJson(response, 400, { error: 'invalid_grant' });
      return true;
    },
  },
  {
    what: 'it is answered by a page of HTML',
    fault: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      return true;
    },
  },
  {
    what: 'it is answered without a token',
    fault: ({ response }) => {
      sendJson(response, 200, { token_type: 'bearer' });
      return true;
    },
  },
  {
    what: 'it is redirected',
    fault: ({ response, request }) => {
      response.writeHead(307, { location: request.url! }).end();
      return true;
    },
  },
  { what: 'it is never answered', timeoutMs: 300, fault: () => true },
];

describe('a refresh that fails', () => {
  for (const { what, fault, timeoutMs } of REFRESH_FAULTS)
    test(`${what}: one request for a new pair, none of the others fails`, async () => {
      const fieldbridge = clientOf(server, { timeoutMs });
      await fieldbridge.project.divisions.list();
      server.expire();
      let refreshes = 0;
      server.fault = async (arrived) => {
        if (arrived.path !== '/token' || !(await arrived.body()).includes('grant_type=refresh_token')) return false;
        refreshes++;
        return fault(arrived);
      };
      await Promise.all(Array.from({ length: 50 }, () => fieldbridge.project.divisions.list()));
      assert.equal(refreshes, 1);
      assert.deepEqual(grants(), [FIRST, FIRST]);
    });

  test('refused, and the client, too: the same clear error to all, and without the secret', async () => {
    const fieldbridge = clientOf(server);
    await fieldbridge.project.divisions.list();
    server.expire();
    server.fault = ({ path, response }) => {
      if (path !== '/token') return false;
      sendJson(response, 401, { error: 'invalid_client', error_description: 'unknown client' });
      return true;
    };
    const errors = await Promise.all(
      Array.from({ length: 50 }, () => fieldbridge.project.divisions.list().catch((error: unknown) => error)),
    );
    const [first] = errors as [CredentialsRefusedError];
    assert.ok(first instanceof CredentialsRefusedError);
    assert.ok(errors.every((error) => error === first));
    assert.match(
      first.message,
      /does not accept the client id and secret .*unknown client.* interface and environment/,
    );
    assert.doesNotMatch(JSON.stringify(first) + first.message, /refresh-1|"secret"/);
    assert.equal(server.counts.get('/token'), 3);
  });

  test('the token endpoint is busy: it is asked again after the pause it names', async () => {
    const fieldbridge = clientOf(server);
    server.fault = ({ path, count, response }) => {
      if (path !== '/token' || count > 2) return false;
      response.setHeader('retry-after', '0');
      sendJson(response, 429, { error: 'temporarily_unavailable' });
      return true;
    };
    assert.equal((await fieldbridge.project.divisions.list()).length, 1);
  });
});

describe('fresh tokens that are refused, too', () => {
  test('end in one error after a few renewals', async () => {
    server.fault = ({ path, response }) => {
      if (path === '/token') return false;
      sendJson(response, 401, { code: 'not-authenticated' });
      return true;
    };
    const fieldbridge = clientOf(server);
    await assert.rejects(fieldbridge.project.divisions.list(), { name: 'NotAuthenticatedError' });
    assert.equal(server.grants.length, 4);
  });
});

describe('a body that can be read once', () => {
  test('is refused before anything is sent', async () => {
    const call = { method: 'PUT', path: '/echo', body: bytes('data') };
    await assert.rejects(callerOf(server).json(call), BodyNotRepeatableError);
    assert.equal(server.counts.size, 0);
  });

  test('is sent if the caller accepts the risk; an expired token is then an error, and renewed', async () => {
    const caller = callerOf(server);
    const send = (): Promise<unknown> => caller.json({ method: 'PUT', path: '/echo', body: bytes('data'), once: true });
    assert.deepEqual(await send(), { text: 'data' });
    server.expire();
    await assert.rejects(send(), { name: 'BodyNotRepeatableError', message: /token is new now/ });
    assert.deepEqual(await send(), { text: 'data' });
  });
});

test('for comparison: with a public OAuth client alone, every request refreshes, and all but one are refused', async () => {
  const as: oauth.AuthorizationServer = { issuer: server.url, token_endpoint: `${server.url}/v1/sandbox/token` };
  const client: oauth.Client = { client_id: 'id' };
  const secret = oauth.ClientSecretPost('secret');
  const options = { [oauth.allowInsecureRequests]: true };
  const first = await oauth.clientCredentialsGrantRequest(as, client, secret, {}, options);
  const { refresh_token } = await oauth.processClientCredentialsResponse(as, client, first);
  const refresh = () => oauth.refreshTokenGrantRequest(as, client, secret, refresh_token!, options);
  const statuses = (await Promise.all(Array.from({ length: 20 }, refresh))).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 19 }, () => 400)]);
});

describe('a clock that moves', () => {
  test('changes nothing: no timer decides when a token is renewed', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 1e12 });
    const fieldbridge = clientOf(server);
    await fieldbridge.project.divisions.list();
    for (const now of [2e12, 1e9]) {
      context.mock.timers.setTime(now);
      await fieldbridge.project.divisions.list();
    }
    assert.deepEqual(grants(), [FIRST]);
  });
});

describe('a store that several clients share', () => {
  const list = (fieldbridge: Fieldbridge) => fieldbridge.project.divisions.list();

  test('one refresh for all of them, and a restart uses the token that is there', async () => {
    const tokens = new MemoryTokenStore();
    const clients = Array.from({ length: 5 }, () => clientOf(server, { tokens }));
    await Promise.all(clients.map(list));
    assert.deepEqual(grants(), [FIRST]);
    server.expire();
    await Promise.all(clients.map(list));
    await list(clientOf(server, { tokens }));
    assert.deepEqual(grants(), [FIRST, 'refresh_token granted']);
  });

  test('a store that fails costs no request', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('disk full');
    };
    const errors: unknown[] = [];
    const fieldbridge = clientOf(server, {
      tokens: { read: broken, write: broken, exclusive: (_, work) => work() },
      hooks: { token: ({ grant, error }) => void (grant === 'store' && errors.push(error)) },
    });
    await list(fieldbridge);
    server.expire();
    await list(fieldbridge);
    assert.deepEqual(grants(), [FIRST, 'refresh_token granted']);
    assert.equal(errors.length, 2);
  });
});
