import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import { codeOfFailure, type ParseFailure } from './broken-request.ts';
import { RouteMethods } from './methods.ts';
import { originForm, pathOfTarget } from './request-target.ts';

describe('the target of a request line', () => {
  describe('is brought into the one form that routes know (RFC 9112 §3.2)', () => {
    for (const [target, method, form] of [
      ['/a/b?c=d', 'GET', '/a/b?c=d'],
      ['http://host/a/b?c=d', 'GET', '/a/b?c=d'],
      ['HTTP://HOST:80/A', 'GET', '/A'],
      ['https://user:word@host/a', 'GET', '/a'],
      ['https://[::1]:8443/a', 'GET', '/a'],
      ['http://host', 'GET', '/'],
      ['http://host?a=b', 'GET', '/?a=b'],
      ['http://host#part', 'GET', '/#part'],
      ['*', 'OPTIONS', '/'],
      ['*', 'GET', undefined],
      ['host:443', 'CONNECT', undefined],
      ['ftp://host/a', 'GET', undefined],
      ['', 'GET', undefined],
    ] as const)
      test(JSON.stringify(target), () => {
        assert.equal(originForm(target, method), form, `${method} ${target}`);
      });
  });

  test('keeps its path and query whatever comes before them', () => {
    const path = fc.webPath().map((text) => (text.startsWith('/') ? text : `/${text}`));
    fc.assert(
      fc.property(fc.webAuthority({ withUserInfo: true }), path, fc.webQueryParameters(), (host, way, query) => {
        const rest = `${way}?${query}`;
        assert.equal(originForm(`http://${host}${rest}`, 'GET'), rest);
        assert.equal(originForm(rest, 'GET'), rest);
      }),
      { numRuns: 100 },
    );
  });

  describe('has a path without query and last slash, decoded if nothing is lost by it', () => {
    for (const [target, path] of [
      ['/', '/'],
      ['/a/', '/a'],
      ['/a?b/', '/a'],
      ['/a#b', '/a'],
      ['/%61', '/a'],
      ['/a%2Fb', '/a%2Fb'],
      ['/a%3Fb', '/a%3Fb'],
      ['/%c3%a4', '/ä'],
      ['/%ff', '/%ff'],
      ['/%', '/%'],
    ] as const)
      test(JSON.stringify(target), () => {
        assert.equal(pathOfTarget(target), path, target);
      });
  });
});

describe('the methods of an address', () => {
  const known = (): RouteMethods => {
    const methods = new RouteMethods();
    const app = fastify({ exposeHeadRoutes: false });
    methods.watch(app);
    const handler = async () => ({});
    app.get('/job/:id', handler);
    app.route({ method: ['PUT', 'POST'], url: '/job/:id/:format', handler });
    app.get('/job/:id/as:format', handler);
    app.post('/job/new', handler);
    app.get('/job/:id/status', handler);
    app.get('/docs/', handler);
    app.get('/files/*', handler);
    app.post('/a.b+c(d)', handler);
    app.all('*', handler);
    return methods;
  };

  describe('are those of every route that matches it, sorted, each once', () => {
    const methods = known();
    for (const [path, expected] of [
      ['/job/1', ['GET']],
      ['/job/1/dxf', ['POST', 'PUT']],
      ['/job/1/asdxf', ['GET', 'POST', 'PUT']],
      ['/job/new', ['POST']],
      ['/job/1/status', ['GET']],
      ['/job', []],
      ['/job/', []],
      ['/job/1/2/3', []],
      ['/docs', ['GET']],
      ['/files/a/b/c', ['GET']],
      ['/a.b+c(d)', ['POST']],
      ['/axb+c(d)', []],
      ['/nowhere', []],
    ] as const)
      test(JSON.stringify(path), () => {
        assert.deepEqual(methods.of(path), expected, path);
      });
  });

  test('are found in a time that does not explode with the address', () => {
    const began = process.cpuUsage();
    const methods = known();
    for (const letter of ['/', 'a', '(', '.']) methods.of(`/job/${letter.repeat(20_000)}`);
    const { user } = process.cpuUsage(began);
    assert.ok(user < 1_000_000, `${user} µs`);
  });
});

test('parse failures are distinguished: late, address too long, head too long, not HTTP', () => {
  const failure = (code: string, text?: string): ParseFailure =>
    Object.assign(new Error(code), { code, ...(text === undefined ? {} : { rawPacket: Buffer.from(text) }) });
  const long = 'x'.repeat(20_000);
  for (const [error, code] of [
    [failure('ERR_HTTP_REQUEST_TIMEOUT'), 'request-timeout'],
    [failure('HPE_INVALID_METHOD', 'BREW'), 'malformed-request'],
    [failure('HPE_HEADER_OVERFLOW', `GET /${long}`), 'uri-too-long'],
    [failure('HPE_HEADER_OVERFLOW', `GET /${long} HTTP/1.1\r\nHost: x\r\n\r\n`), 'uri-too-long'],
    [failure('HPE_HEADER_OVERFLOW', `GET / HTTP/1.1\r\nA: ${long}`), 'headers-too-large'],
    // Part of something long that came in several packets: it may be either.
    [failure('HPE_HEADER_OVERFLOW', long), 'headers-too-large'],
    [failure('HPE_HEADER_OVERFLOW', ''), 'headers-too-large'],
    [failure('HPE_HEADER_OVERFLOW'), 'headers-too-large'],
    [new Error('without a code'), 'malformed-request'],
  ] as const)
    assert.equal(codeOfFailure(error), code, error.message);
});
