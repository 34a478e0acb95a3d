import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { ProjectCaller } from '../testing/oauth.ts';
import { until } from '../testing/receiver.ts';
import { arrivals, settledLog, startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let bearer: string;
before(async () => {
  server = await startTestServer({ corsOrigins: 'https://console.example' });
  bearer = `Bearer ${await token()}`;
});
after(() => server[Symbol.asyncDispose]());

async function token(): Promise<string> {
  const { clientId, clientSecret } = server.demo.project;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${server.url}/project/v1/sandbox/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const PROJECTS = '/project/v1/sandbox/projects';
const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(server.url + path, { ...init, headers: { authorization: bearer, ...init.headers } });
const JSON_TYPE = { 'content-type': 'application/json' };

/** Speaks HTTP by hand; resolves with everything received when `end` matches. */
async function speak(text: string, end: RegExp, at = server): Promise<{ answer: string; socket: Socket }> {
  const socket = connect(at.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  let answer = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    answer += String(chunk);
    if (end.test(answer)) break;
  }
  return { answer, socket };
}

async function expectProblem(answer: Response, status: number, code: string): Promise<Record<string, unknown>> {
  const body = (await answer.json()) as Record<string, unknown>;
  assert.deepEqual([answer.status, body['code']], [status, code], JSON.stringify(body));
  assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json');
  assert.equal(body['requestId'], answer.headers.get('x-request-id'));
  assert.equal(body['type'], `/docs/problems#${code}`);
  return body;
}

describe('every answer', () => {
  test('carries a request id: a new one, or the caller’s if it is valid', async () => {
    const own = (await call('/health/live')).headers.get('x-request-id');
    assert.match(own!, /^[0-9a-f-]{36}$/);
    assert.equal(
      (await call('/health/live', { headers: { 'x-request-id': 'trace-1' } })).headers.get('x-request-id'),
      'trace-1',
    );
    assert.notEqual(
      (await call('/health/live', { headers: { 'x-request-id': 'a b{}' } })).headers.get('x-request-id'),
      'a b{}',
    );
  });

  test('at an unknown address is 404, with a wrong method 405 with Allow', async () => {
    await expectProblem(await call('/nowhere'), 404, 'not-found');
    await expectProblem(
      await call('/nowhere', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }),
      404,
      'not-found',
    );
    const answer = await call(PROJECTS, { method: 'DELETE' });
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST, OPTIONS');
    await expectProblem(answer, 405, 'method-not-allowed');
    const token = await fetch(`${server.url}/project/v1/sandbox/token`);
    assert.equal(token.headers.get('allow'), 'POST, OPTIONS');
    await expectProblem(token, 405, 'method-not-allowed');
    assert.equal((await call(PROJECTS, { method: 'OPTIONS' })).status, 204);
  });

  test('in an unsupported form is 406', async () => {
    await expectProblem(await call(PROJECTS, { headers: { accept: 'text/html' } }), 406, 'not-acceptable');
    assert.equal((await call(PROJECTS, { headers: { accept: 'text/html, */*;q=0.1' } })).status, 200);
  });
});

describe('a JSON body', () => {
  const post = (body: string | Uint8Array<ArrayBuffer> | undefined, headers: Record<string, string> = JSON_TYPE) =>
    call(PROJECTS, { method: 'POST', body, headers });
  test('that is malformed, missing or not UTF-8 is 400', async () => {
    await expectProblem(await post('{"a":'), 400, 'malformed-json');
    await expectProblem(await post(new Uint8Array([0x22, 0xff, 0x22])), 400, 'malformed-json');
    await expectProblem(await post(undefined), 400, 'missing-body');
  });
  test('may begin with a byte order mark', async () => {
    const body = await expectProblem(await post('\uFEFF{"numbr":"1"}'), 422, 'validation-failed');
    const errors = body['errors'] as { pointer: string; nearest?: string }[];
    assert.equal(errors.find((e) => e.pointer === '#/numbr')?.nearest, 'number');
  });
  test('of another media type is 415, too large is 413', async () => {
    await expectProblem(await post('<a/>', { 'content-type': 'text/xml' }), 415, 'unsupported-media-type');
    await expectProblem(await post(' '.repeat(5 * 1024 * 1024)), 413, 'body-too-large');
  });
  test('is not read before authentication', async () => {
    const answer = await fetch(server.url + PROJECTS, { method: 'POST', body: '{', headers: JSON_TYPE });
    await expectProblem(answer, 401, 'not-authenticated');
  });
  test('is not needed by GET and DELETE with a Content-Type, as sent by documented clients', async () => {
    assert.equal((await call('/project/v1/sandbox/divisions', { headers: JSON_TYPE })).status, 200);
    await expectProblem(
      await call(`${PROJECTS}/${crypto.randomUUID()}`, { method: 'DELETE', headers: JSON_TYPE }),
      404,
      'not-found',
    );
  });
});

describe('Expect: 100-continue', () => {
  const head = (path: string, more: string[]) =>
    [`POST ${path} HTTP/1.1`, 'Host: x', 'Expect: 100-continue', ...more, '', ''].join('\r\n');
  test('gets its 100 if the body will be read', async () => {
    const { answer, socket } = await speak(
      head(PROJECTS, [`Authorization: ${bearer}`, 'Content-Type: application/json', 'Content-Length: 2']),
      /100 Continue\r\n\r\n/,
    );
    assert.match(answer, /^HTTP\/1.1 100 Continue/);
    socket.write('{}');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.match(String(chunk), /^HTTP\/1.1 422/);
    socket.destroy();
  });
  for (const [name, more, status] of [
    ['no credentials', ['Content-Type: application/json', 'Content-Length: 10'], 401],
    ['an unsupported type', ['Authorization', 'Content-Type: text/xml', 'Content-Length: 10'], 415],
    ['a body beyond the limit', ['Authorization', 'Content-Type: application/json', 'Content-Length: 99999999'], 413],
  ] as const) {
    test(`is refused without reading the body: ${name}`, async () => {
      const lines = more.map((line) => (line === 'Authorization' ? `Authorization: ${bearer}` : line));
      const { answer, socket } = await speak(head(PROJECTS, lines), /\r\n\r\n\{.*\}/s);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status}`));
      socket.destroy();
    });
  }
});

describe('a caller that misbehaves on the wire', () => {
  test('does not send HTTP: 400 in the same form', async () => {
    const { answer, socket } = await speak('HELLO\r\n\r\n', /\}/);
    assert.match(answer, /^HTTP\/1.1 400 .*application\/problem\+json.*"code":"malformed-request"/s);
    socket.destroy();
  });
  test('sends too many headers: 431', async () => {
    const { answer, socket } = await speak(
      `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Large: ${'a'.repeat(40_000)}\r\n\r\n`,
      /\}/,
    );
    assert.match(answer, /^HTTP\/1.1 431 /);
    socket.destroy();
  });
  test('sends its body slowly, or stops in the middle of an upload, raw or as a form: 408, and the server survives', async () => {
    await using hasty = await startTestServer({ bodySeconds: 1 });
    const { clientId, clientSecret } = hasty.demo.conversion;
    const { access_token } = await new ProjectCaller(hasty).tokens();
    const trickle = `POST ${PROJECTS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${access_token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    const head = `POST /conversion/convert?to=geojson&filename=a.csv HTTP/1.1\r\nHost: x\r\nX-ClientId: ${clientId}\r\nX-ClientSecret: ${clientSecret}\r\nContent-Length: 100000\r\n`;
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1,2,3';
    const unfinished: [string, RegExp][] = [
      [trickle, /"code":"request-timeout"/],
      [`${head}Content-Type: application/octet-stream\r\n\r\n1,2,3`, /"code":"request-timeout".*for 2 s/s],
      [`${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n${part}`, /"code":"request-timeout".*for 2 s/s],
      [
        `${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disp`,
        /"code":"request-timeout".*for 2 s/s,
      ],
    ];
    // In parallel, because each waits for its own time.
    await Promise.all(
      unfinished.map(async ([text, said]) => {
        const { answer, socket } = await speak(text, /\}$/, hasty);
        assert.match(answer, /^HTTP\/1.1 408 /);
        assert.match(answer, said);
        socket.destroy();
      }),
    );
    assert.equal((await fetch(`${hasty.url}/health/live`)).status, 200);
  });
  test('interrupts an upload and repeats it with its Idempotency-Key: it is accepted once', async () => {
    const { clientId, clientSecret } = server.demo.conversion;
    const body = Array.from({ length: 200 }, (_, i) => `P${i},${5000 + i},${1000 + i},12.5,KERB`).join('\n');
    const head = `POST /conversion/job/upload/csv HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-ClientId: ${clientId}\r\nX-ClientSecret: ${clientSecret}\r\nIdempotency-Key: again\r\nContent-Type: text/csv\r\nContent-Length: ${body.length}\r\n\r\n`;
    const arrived = arrivals(server, 1);
    const gone = connect(server.port, '127.0.0.1');
    gone.write(head + body.slice(0, 100));
    await arrived;
    gone.destroy();
    const send = async (): Promise<string> => {
      const { answer, socket } = await speak(head + body, /\}$/);
      socket.destroy();
      return answer;
    };
    let taken = await send();
    // Until the server has noticed that the first caller disconnected.
    await until(async () => {
      if (taken.startsWith('HTTP/1.1 409')) taken = await send();
      return !taken.startsWith('HTTP/1.1 409');
    }, 'the end of the first');
    assert.match(taken, /^HTTP\/1.1 202 /);
    const again = await send();
    assert.match(again, /^HTTP\/1.1 202 .*idempotency-replayed: true/is);
    assert.equal(/"jobId":"([^"]+)"/.exec(again)?.[1], /"jobId":"([^"]+)"/.exec(taken)?.[1]);
  });
  test('has an unknown expectation: 417', async () => {
    const { answer, socket } = await speak(
      `POST ${PROJECTS} HTTP/1.1\r\nHost: x\r\nExpect: the-moon\r\nContent-Length: 2\r\n\r\n{}`,
      /\}$/,
    );
    assert.match(answer, /^HTTP\/1.1 417 .*"code":"expectation-failed"/s);
    assert.equal(/x-request-id: (\S+)/i.exec(answer)?.[1], /"requestId":"([^"]+)"/.exec(answer)?.[1] ?? 'none');
    socket.destroy();
  });
  test('opens hundreds of connections and sends nothing, or half a request: others are served', async () => {
    const idle: Socket[] = [];
    for (let i = 0; i < 400; i++) {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      if (i % 2 === 0) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      idle.push(socket);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(PROJECTS)));
    assert.ok(answers.every(({ status }) => status === 200));
    for (const socket of idle) socket.destroy();
  });
  test('continues sending a refused body: it gets its answer first', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 32);
    const answer = await fetch(server.url + PROJECTS, { method: 'POST', body, headers: JSON_TYPE });
    await expectProblem(answer, 401, 'not-authenticated');
  });
  test('puts line breaks into a header: nothing is split', async () => {
    const answer = await call('/health/live', { headers: { 'x-request-id': 'a%0d%0aSet-Cookie: b' } });
    assert.equal(answer.headers.get('set-cookie'), null);
  });
});

describe('pages of other origins', () => {
  test('may call if their origin is configured, and only then', async () => {
    const preflight = (origin: string) =>
      call(PROJECTS, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      });
    const allowed = await preflight('https://console.example');
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://console.example');
    assert.equal(allowed.headers.get('access-control-allow-headers'), 'authorization,content-type');
    assert.equal(allowed.headers.get('access-control-allow-credentials'), null);
    assert.equal((await preflight('https://evil.example')).headers.get('access-control-allow-origin'), null);
  });
});

test('health and metrics answer', async () => {
  assert.deepEqual(await (await call('/health/ready')).json(), { status: 'ready', reasons: [] });
  const metrics = await (await call('/metrics')).text();
  assert.match(
    metrics,
    /fieldbridge_http_request_duration_seconds_count\{method="GET",route="\/health\/ready",status="200"\} \d+/,
  );
  assert.ok(!metrics.includes('nowhere'), 'paths of callers are not labels');
});

test('an internal error is 500 without internal details, and the log has the cause', async () => {
  const { app } = server;
  const { store } = server.context.space('project-sandbox');
  const read = store.read.bind(store);
  store.read = () => {
    throw new TypeError('inside information');
  };
  try {
    const answer = await app.inject({ url: PROJECTS, headers: { authorization: bearer } });
    assert.equal(answer.statusCode, 500);
    assert.ok(!/inside information|at .*\.ts/.test(answer.payload), answer.payload);
    assert.match(await settledLog(server), /inside information/);
  } finally {
    store.read = read;
  }
});
