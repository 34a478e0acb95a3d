import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { speakRaw } from '../testing/wire.ts';

// RFC 9112 and 9110 by hand: requests that no HTTP library would send, but proxies, old clients and attackers do.

let server: TestServer;
let keys: string;
before(async () => {
  server = await startTestServer({ bodySeconds: 60 });
  const { clientId, clientSecret } = server.demo.conversion;
  keys = `X-ClientId: ${clientId}\r\nX-ClientSecret: ${clientSecret}\r\n`;
});
after(() => server[Symbol.asyncDispose]());

const LIVE = '/health/live';
const JOBS = '/conversion/job/mjf';
const get = (target: string, headers = 'Host: x\r\n', version = '1.1'): string =>
  `GET ${target} HTTP/${version}\r\n${headers}\r\n`;
const post = (headers: string, body = '{}', version = '1.1'): string =>
  `POST ${JOBS} HTTP/${version}\r\nHost: x\r\n${keys}Content-Type: application/json\r\n${headers}\r\n${body}`;
const length = (body: string): string => `Content-Length: ${body.length}\r\n`;

/** Sends a text that has one answer: a refusal in the common form. */
async function refused(text: string, status: number, code: string, name: string): Promise<void> {
  const { answers, ended } = await speakRaw(server.port, text);
  assert.equal(answers.length, 1, name);
  const [{ status: got, problem, headers }] = answers as [(typeof answers)[0]];
  assert.deepEqual([got, problem.code], [status, code], name);
  assert.equal(problem.requestId, headers['x-request-id'], name);
  assert.notEqual(problem.detail, problem.title, `${name}: the detail must differ from the title`);
  if (code === 'malformed-request' && ended) assert.equal(headers['connection'], 'close', name);
}
const only = async (text: string | string[]) => (await speakRaw(server.port, text)).answers[0]!;

describe('a request with an ambiguous end', () => {
  const cases: [name: string, headers: string, body?: string][] = [
    ['two lengths that differ', 'Content-Length: 2\r\nContent-Length: 3\r\n'],
    ['a length and a transfer coding', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a transfer coding and a length', 'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['chunked not as the last coding', 'Transfer-Encoding: chunked, gzip\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a coding that only looks like chunked', 'Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a length with a sign', 'Content-Length: +2\r\n'],
    ['a length in hexadecimal', 'Content-Length: 0x2\r\n'],
    ['a length beyond any number', `Content-Length: ${'9'.repeat(40)}\r\n`],
    ['a negative length', 'Content-Length: -2\r\n'],
    ['two lengths in one header', 'Content-Length: 2, 2\r\n'],
    ['an invalid chunk size', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than stated', 'Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'],
    ['a space before the colon', 'Content-Length : 2\r\n'],
    ['a header folded over two lines', 'X-Folded: a\r\n b\r\nContent-Length: 2\r\n'],
    ['a zero byte in a header', 'X-Zero: a\0b\r\nContent-Length: 2\r\n'],
    ['a bare carriage return in a header', 'X-Return: a\rb\r\nContent-Length: 2\r\n'],
    ['a header without a name', ': a\r\nContent-Length: 2\r\n'],
  ];
  test('is refused, and its hidden part is never treated as a request', async () => {
    for (const [name, headers, body = '{}'] of cases) {
      const hidden = get('/hidden-by-smuggling');
      await refused(post(headers, body + hidden), 400, 'malformed-request', name);
    }
    assert.doesNotMatch(server.log(), /hidden-by-smuggling/);
  });

  test('with an unsupported coding is refused, and ends its connection', async () => {
    const text = post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n');
    const { answers, ended } = await speakRaw(server.port, text, 2);
    assert.deepEqual([answers.map(({ problem }) => problem.code), ended], [['malformed-request'], true]);
  });

  test('lines that end with only a line feed are refused', async () => {
    await refused('GET /health/live HTTP/1.1\nHost: x\n\n', 400, 'malformed-request', 'bare line feeds');
  });
});

describe('the host of a request', () => {
  test('is stated once, as required by HTTP/1.1; HTTP/1.0 had none', async () => {
    await refused(get(LIVE, ''), 400, 'malformed-request', 'none');
    await refused(get(LIVE, 'Host: a\r\nHost: b\r\n'), 400, 'malformed-request', 'two');
    await refused(get(LIVE, 'Host: a\r\nHOST: a\r\n'), 400, 'malformed-request', 'the same twice');
    assert.equal((await only(get(LIVE, '', '1.0'))).status, 200);
    assert.equal((await only(get(LIVE, 'Host:\r\n'))).status, 200, 'an empty one is valid');
    for (const host of [
      'a b',
      'a/b',
      'a?b',
      'user@a',
      'a:80:90',
      'a:b',
      'http://a',
      '[::1',
      '[a]b',
      '"a"',
      'a,b\\',
      '\xe4',
    ])
      await refused(get(LIVE, `Host: ${host}\r\n`), 400, 'malformed-request', host);
    for (const host of [
      'a',
      'A.example.',
      'a_b:8080',
      '127.0.0.1:1',
      '[::1]',
      '[2001:DB8::1]:443',
      'a:',
      'xn--4ca.example',
    ])
      assert.equal((await only(get(LIVE, `Host: ${host}\r\n`))).status, 200, host);
  });
});

describe('the target of a request', () => {
  test('may be an absolute address, as sent by proxies; credentials in it are never disclosed', async () => {
    assert.equal((await only(get(`http://bridge.example${LIVE}`))).status, 200);
    assert.equal((await only(get('HTTPS://bridge.example:8443/?a=b'))).status, 200);
    assert.equal((await only(get('http://bridge.example'))).status, 200, 'without a path it is the root');
    const { status, body, problem } = await only(get('http://ada:s3cret-word@bridge.example/nowhere?x=1'));
    assert.deepEqual([status, problem.instance], [404, '/nowhere']);
    assert.doesNotMatch(body + server.log(), /s3cret-word/);
    const wrong = await only(`DELETE http://bridge.example${LIVE} HTTP/1.1\r\nHost: x\r\n\r\n`);
    assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'GET, HEAD, OPTIONS']);
  });

  test('may be the server as a whole for OPTIONS only', async () => {
    const all = await only('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.deepEqual([all.status, all.body], [204, '']);
    await refused(get('*'), 400, 'malformed-request', 'GET *');
    const tunnel = await only('CONNECT bridge.example:443 HTTP/1.1\r\nHost: bridge.example:443\r\n\r\n');
    assert.deepEqual([tunnel.status, tunnel.problem.code], [405, 'method-not-allowed']);
    assert.match(tunnel.headers['allow']!, /\bGET\b/);
  });

  test('is the same address with a trailing slash or unnecessary encoding, for any method', async () => {
    for (const path of [LIVE, `${LIVE}/`, '/health/li%76e', '/%68ealth/live/', `${LIVE}?a=%zz`, `${LIVE}#part`]) {
      assert.equal((await only(get(path))).status, 200, path);
      const wrong = await only(`DELETE ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.deepEqual([wrong.status, wrong.headers['allow']], [405, 'GET, HEAD, OPTIONS'], path);
      const asked = await only(`OPTIONS ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.deepEqual([asked.status, asked.headers['allow']], [204, 'GET, HEAD, OPTIONS'], path);
    }
    for (const path of [`/${LIVE}`, '/health/../health/live', '/health%2Flive', '/HEALTH/live', `${LIVE};v=1`])
      assert.equal((await only(get(path))).status, 404, path);
    await refused(get('/health/%zz'), 400, 'malformed-request', 'an invalid encoding');
    await refused(get('/health/%ff'), 400, 'malformed-request', 'not UTF-8');
  });

  test('that is too long is 414, headers that are too long are 431', async () => {
    await refused(get(`${LIVE}?${'a'.repeat(20_000)}`), 414, 'uri-too-long', 'one long line');
    await refused(get(`/conversion/job/${'a'.repeat(300)}`), 414, 'uri-too-long', 'one long name');
    const one = `Host: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n`;
    await refused(get(LIVE, one), 431, 'headers-too-large', 'one long header');
    const many = `Host: x\r\n${Array.from({ length: 3000 }, (_, i) => `X-${i}: 1\r\n`).join('')}`;
    await refused(get(LIVE, many), 431, 'headers-too-large', 'many headers');
    assert.equal((await only(get(`${LIVE}?${'a'.repeat(12_000)}`))).status, 200, 'below 16 KiB it is accepted');
  });
});

describe('anything but HTTP/1.1', () => {
  test('is refused in the common form', async () => {
    for (const [name, text] of [
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['HTTP/2 without negotiation', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['HTTP/0.9', 'GET /health/live\r\n\r\n'],
      ['an unknown method', 'BREW /health/live HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['an invalid version', get(LIVE, 'Host: x\r\n', '9.9')],
      ['SMTP', 'EHLO mail.example\r\n'],
    ] as const)
      await refused(text, 400, 'malformed-request', name);
  });

  test('is not used on request either: an offered upgrade is ignored', async () => {
    const offer = 'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
    const { status, body } = await only(get(LIVE, offer));
    assert.deepEqual([status, JSON.parse(body).status], [200, 'live']);
    const echo = await only(`TRACE ${LIVE} HTTP/1.1\r\nHost: x\r\nX-ClientSecret: hush-hush\r\n\r\n`);
    assert.deepEqual([echo.status, echo.body.includes('hush-hush')], [405, false], 'no echo of the request');
  });
});

describe('requests on one connection', () => {
  test('that are pipelined are answered in order', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const text = names.map((name, i) =>
      i % 2 === 0
        ? post(`X-Request-Id: ${name}\r\n${length('{}')}`)
        : get(LIVE, `Host: x\r\nX-Request-Id: ${name}\r\n`),
    );
    const { answers } = await speakRaw(server.port, text.join(''), 4);
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['x-request-id']]),
      [
        [201, 'a'],
        [200, 'b'],
        [201, 'c'],
        [200, 'd'],
      ],
    );
  });

  test('a malformed one does not affect the answer of the previous one', async () => {
    const { answers, ended } = await speakRaw(server.port, `${post(length('{}'))}RUBBISH\r\n\r\n`, 3);
    assert.deepEqual(
      answers.map(({ status, problem }) => [status, problem.code]),
      [
        [201, undefined],
        [400, 'malformed-request'],
      ],
    );
    assert.ok(ended);
  });

  test('an empty line before a request is skipped, as required by RFC 9112 §2.2', async () => {
    const { answers } = await speakRaw(server.port, `${post(length('{}'))}\r\n${get(LIVE)}`, 2);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 200],
    );
  });

  test('a refusal before the body keeps the connection usable: the next request is read after the body', async () => {
    const body = get('/hidden-in-a-body');
    const wrong = `POST ${JOBS} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length(body)}\r\n${body}`;
    const { answers } = await speakRaw(server.port, wrong + get(LIVE), 2);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 200],
    );
    assert.doesNotMatch(server.log(), /hidden-in-a-body/);
  });

  describe('of HTTP/1.0 end with their answer; `Connection: close` does the same', () => {
    for (const text of [get(LIVE, '', '1.0'), get(LIVE, 'Host: x\r\nConnection: close\r\n')])
      test(JSON.stringify(text), async () => {
        const { answers, ended } = await speakRaw(server.port, text, 2);
        assert.deepEqual([answers.length, ended], [1, true]);
      });
  });
});

describe('Expect', () => {
  test('is not part of HTTP/1.0: no 100 Continue precedes the answer', async () => {
    const { answers } = await speakRaw(server.port, post(`Expect: 100-continue\r\n${length('{}')}`, '{}', '1.0'), 2);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201],
    );
  });

  describe('gets 100 Continue in any case, once, and its body is read', () => {
    for (const expect of ['100-continue', '100-Continue'])
      test(expect, async () => {
        const { answers } = await speakRaw(server.port, [post(`Expect: ${expect}\r\n${length('{}')}`, ''), '{}'], 2);
        assert.deepEqual(
          answers.map(({ status }) => status),
          [100, 201],
          expect,
        );
      });
  });

  test('without a body needs no separate answer', async () => {
    assert.equal((await only(get(LIVE, 'Host: x\r\nExpect: 100-continue\r\n'))).status, 200);
  });
});

describe('a body', () => {
  test('in chunks is an ordinary body, with ignored extensions and trailers', async () => {
    const name = Buffer.from('{"name":"in chunks"}');
    const chunks = `5;a=b\r\n${name.subarray(0, 5)}\r\n${(name.length - 5).toString(16)}\r\n${name.subarray(5)}\r\n`;
    const whole = post('Transfer-Encoding: chunked\r\n', `${chunks}0\r\nX-ClientId: other\r\n\r\n`);
    assert.equal((await only(whole)).status, 201);
    const named = post('Transfer-Encoding: Chunked\r\n', `${chunks}0\r\n\r\n`);
    assert.equal((await only(named)).status, 201, 'names of codings are case-insensitive');
  });

  test('in chunks beyond the limit is 413, although its length was not announced', async () => {
    const chunk = `100000\r\n${' '.repeat(0x10_00_00)}\r\n`;
    const { status, problem } = await only(post('Transfer-Encoding: chunked\r\n', `${chunk.repeat(6)}0\r\n\r\n`));
    assert.deepEqual([status, problem.code], [413, 'body-too-large']);
  });

  test('that is encoded is 415, at every kind of address, with the supported codings', async () => {
    const upload = `POST /conversion/job/upload/csv HTTP/1.1\r\nHost: x\r\n${keys}`;
    for (const head of [
      post(`Content-Encoding: gzip\r\n${length('{}')}`),
      `${upload}Content-Encoding: br\r\n${length('{}')}\r\n{}`,
    ]) {
      const { status, problem, headers } = await only(head);
      assert.deepEqual([status, problem.code, headers['accept-encoding']], [415, 'unsupported-media-type', 'identity']);
    }
    assert.equal((await only(post(`Content-Encoding: Identity\r\n${length('{}')}`))).status, 201);
  });
});

test('none of this was an error of the server', () => {
  assert.doesNotMatch(server.log(), /"level":50/);
});
