import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { clientOf } from '../testing/client-of.ts';
import { type Fault, FaultServer, sendJson } from '../testing/fault-server.ts';

let server: FaultServer;
beforeEach(async () => {
  server = await FaultServer.start();
});
afterEach(() => server[Symbol.asyncDispose]());

/** Breaks requests other than for tokens, the first `times` of them. */
const breaking =
  (fault: Fault, times = Number.POSITIVE_INFINITY): Fault =>
  (arrived) =>
    arrived.path === '/token' || arrived.count > times ? false : fault(arrived);

const cut: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('[{"id":', () => response.destroy());
  return true;
};
const html: Fault = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in to the guest network</h1>');
  return true;
};
const status =
  (code: number, body: object = {}, headers: Record<string, string> = {}): Fault =>
  ({ response }) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    sendJson(response, code, body);
    return true;
  };
const gone: Fault = ({ response }) => {
  response.destroy();
  return true;
};
const silent: Fault = () => true;

describe('a server in trouble for a moment', () => {
  const rows: readonly { readonly what: string; readonly fault: Fault; readonly timeoutMs?: number }[] = [
    { what: 'closes the connection', fault: gone },
    { what: 'cuts the answer', fault: cut },
    { what: 'answers 503', fault: status(503) },
    { what: 'answers 429 with a pause', fault: status(429, {}, { 'retry-after': '0' }) },
    { what: 'never answers', fault: silent, timeoutMs: 300 },
  ];
  for (const { what, fault, timeoutMs } of rows)
    test(`${what}: the request is sent again`, async () => {
      server.fault = breaking(fault, 2);
      assert.equal((await clientOf(server, { timeoutMs }).project.divisions.list()).length, 1);
      assert.equal(server.counts.get('/divisions'), 3);
    });
});

describe('a server that stays in trouble', () => {
  const rows: readonly {
    readonly what: string;
    readonly fault: Fault;
    readonly error: object;
    readonly requests: number;
    readonly timeoutMs?: number;
  }[] = [
    { what: 'closes the connection', fault: gone, error: { name: 'NetworkError', code: 'unreachable' }, requests: 4 },
    { what: 'cuts the answer', fault: cut, error: { name: 'NetworkError' }, requests: 4 },
    {
      what: 'never answers',
      fault: silent,
      error: { name: 'TimeoutError', message: /divisions: nothing happened for 0.3 s/ },
      requests: 4,
      timeoutMs: 300,
    },
    {
      what: 'answers with HTML',
      fault: html,
      error: { name: 'UnexpectedAnswerError', message: /answered 200 with text\/html instead of JSON/ },
      requests: 1,
    },
    {
      what: 'sends text that is not JSON',
      fault: ({ response }) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":');
        return true;
      },
      error: { name: 'UnexpectedAnswerError', message: /text that is not JSON/ },
      requests: 1,
    },
    {
      what: 'redirects for ever',
      fault: ({ response, request }) => {
        response.writeHead(302, { location: `${request.url}&again` }).end();
        return true;
      },
      error: { name: 'UnexpectedAnswerError', code: 'redirected' },
      requests: 1,
    },
    {
      what: 'asks for a pause of an hour',
      fault: status(503, { code: 'draining' }, { 'retry-after': '3600' }),
      error: { name: 'ServerError', code: 'draining', retryAfterMs: 3_600_000 },
      requests: 1,
    },
    {
      what: 'refuses',
      fault: status(422, { code: 'validation-failed', detail: 'no name', requestId: 'r1' }),
      error: {
        name: 'ValidationError',
        code: 'validation-failed',
        status: 422,
        requestId: 'r1',
        message: 'the server answered 422: no name',
      },
      requests: 1,
    },
    {
      what: 'has a proxy without JSON',
      fault: html403,
      error: { name: 'ForbiddenError', code: 'http-403' },
      requests: 1,
    },
  ];
  for (const { what, fault, error, requests, timeoutMs } of rows)
    test(`${what}: ${requests} requests, then an error that says so`, async () => {
      server.fault = breaking(fault);
      await assert.rejects(clientOf(server, { timeoutMs }).project.divisions.list(), error);
      assert.equal(server.counts.get('/divisions'), requests);
    });

  test('a server that is not there', async () => {
    const { url } = server;
    await server[Symbol.asyncDispose]();
    await assert.rejects(clientOf({ url }).project.divisions.list(), {
      name: 'NetworkError',
      message: /cannot be reached/,
    });
  });
});

function html403({ response }: Parameters<Fault>[0]): true {
  response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>');
  return true;
}

describe('a POST', () => {
  const project = { divisionId: 'd', number: '1', name: 'Ring road' };

  test('has a key of its own, the same in every attempt', async () => {
    const keys: string[] = [];
    server.fault = breaking((arrived) => {
      keys.push(String(arrived.request.headers['idempotency-key']));
      return arrived.count < 3 && gone(arrived);
    });
    const fieldbridge = clientOf(server);
    await fieldbridge.projects.create(project);
    await fieldbridge.projects.create(project);
    assert.equal(keys.length, 4);
    assert.equal(new Set(keys).size, 2);
    assert.equal(new Set(keys.slice(0, 3)).size, 1);
    assert.match(keys[0]!, /^[0-9a-f]{32}$/);
  });

  test('waits for an attempt of its own that is still running', async () => {
    server.fault = breaking(status(409, { code: 'idempotency-in-progress' }), 1);
    await clientOf(server).projects.create(project);
    assert.equal(server.counts.get('/projects'), 2);
  });
});

test('a change with If-Match is sent once, because a repeat would find its own change', async () => {
  server.fault = breaking(gone);
  const change = clientOf(server).projects.update('p', { name: 'New' }, { ifMatch: '"1"' });
  await assert.rejects(change, { name: 'NetworkError' });
  assert.equal(server.counts.get('/projects/p'), 1);
});

test('pauses are random, grow, and are not shorter than the server asks for', async () => {
  server.fault = ({ path, count, response }) => {
    if (path === '/token') return false;
    if (count === 2) response.setHeader('retry-after', '7');
    sendJson(response, 503, {});
    return true;
  };
  const pauses: number[] = [];
  const fieldbridge = clientOf(server, {
    repetition: { attempts: 5, firstPauseMs: 100, longestPauseMs: 300 },
    timeoutMs: 60_000,
    timing: {
      monotonic: () => 0,
      random: () => 0.5,
      sleep: async (milliseconds) => {
        if (milliseconds === 60_000) return new Promise(() => {});
        pauses.push(milliseconds);
      },
    },
  });
  await assert.rejects(fieldbridge.project.divisions.list(), { status: 503 });
  assert.deepEqual(pauses, [50, 7100, 150, 150]);
});

describe('an AbortSignal', () => {
  test('stops a request under way with its own reason', async () => {
    const abort = new AbortController();
    server.fault = breaking(() => {
      abort.abort(new Error('enough'));
      return true;
    });
    await assert.rejects(clientOf(server).project.divisions.list({ signal: abort.signal }), { message: 'enough' });
  });

  test('stops a pause', async () => {
    server.fault = breaking(status(503, {}, { 'retry-after': '50' }));
    const abort = new AbortController();
    const hooks = { retry: () => abort.abort(new Error('enough')) };
    await assert.rejects(clientOf(server, { hooks }).project.divisions.list({ signal: abort.signal }), {
      message: 'enough',
    });
  });
});

test('hooks see requests, answers and repeats, and no secret', async () => {
  const seen: string[] = [];
  server.fault = breaking(status(503), 1);
  const fieldbridge = clientOf(server, {
    hooks: {
      request: ({ method, headers }) => {
        headers.set('x-trace', 't1');
        seen.push(`${method} ${JSON.stringify([...headers])}`);
      },
      answer: ({ status, attempt }) => void seen.push(`${attempt}: ${status}`),
      retry: ({ error }) => void seen.push(String(error)),
    },
  });
  await fieldbridge.project.divisions.list();
  const request = 'GET [["accept","application/json"],["x-trace","t1"]]';
  assert.deepEqual(seen, [request, '1: 503', 'ServerError: the server answered 503', request, '2: 200']);
});

test('a list whose next page is the same page again is an error, not a loop', async () => {
  server.fault = breaking(status(200, { items: [], next: 'c' }));
  const read = async (): Promise<void> => {
    for await (const _ of clientOf(server).projects.iterate()) assert.fail();
  };
  await assert.rejects(read(), { name: 'UnexpectedAnswerError', message: /the same page again/ });
});

describe('addresses', () => {
  for (const baseUrl of ['bridge.example.com', 'ftp://bridge.example.com', 'https://me@bridge.example.com', ''])
    test(`${JSON.stringify(baseUrl)} is refused`, () => {
      assert.throws(() => clientOf(server, { baseUrl }), TypeError);
    });
});
