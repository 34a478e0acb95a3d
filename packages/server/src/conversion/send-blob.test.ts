import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import fastify, { type FastifyInstance } from 'fastify';
import { ProblemError } from '../core/problem.ts';
import { sendBlob } from './send-blob.ts';
import { openSpace, type TestSpace } from './testing/space.ts';

const TEXT = '0123456789abcdefghij';
const ETAG = '"present"';
let space: TestSpace;
let app: FastifyInstance;
let blob = '';
let name = 'a.csv';
before(async () => {
  space = await openSpace();
  ({ id: blob } = await space.blobs.put(Readable.from([Buffer.from(TEXT)]), { limit: 100 }));
  app = fastify();
  const sha256 = createHash('sha256').update(TEXT).digest('hex');
  const send = (which: () => string) => async (request: never, reply: never) => {
    (reply as { header(name: string, value: string): void }).header('etag', ETAG);
    return sendBlob(space.blobs, request, reply, {
      blob: which(),
      size: TEXT.length,
      sha256,
      name,
      mediaType: 'text/csv',
    });
  };
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProblemError)) return reply.code(500).send(String(error));
    return reply
      .code(error.status)
      .headers(error.options.headers ?? {})
      .send(error.code);
  });
  app.get('/', send(() => blob) as never);
  app.post('/', send(() => blob) as never);
  app.get('/gone', send(() => crypto.randomUUID()) as never);
});
after(async () => {
  await app.close();
  await space[Symbol.asyncDispose]();
});
const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET', url = '/') =>
  app.inject({ method, url, headers });

test('whole: type, length, digest, and that ranges are accepted', async () => {
  const { statusCode, headers, body } = await ask();
  assert.deepEqual([statusCode, body, headers['content-type']], [200, TEXT, 'text/csv']);
  assert.deepEqual([headers['content-length'], headers['accept-ranges']], [20, 'bytes'].map(String));
  // printf 0123456789abcdefghij | sha256sum, as base64
  const digest = createHash('sha256').update(body).digest('base64');
  assert.equal(headers['repr-digest'], `sha-256=:${digest}:`);
});

test('every range of RFC 9110 gives those bytes, or none, or the whole', async () => {
  const bound = fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(bound, bound, async (first, last) => {
      const { statusCode, headers, body } = await ask({ range: `bytes=${first ?? ''}-${last ?? ''}` });
      // §14.1.2: a first position after the last is not a range; a suffix counts from the end; beyond the end is cut.
      if ((first === undefined && last === undefined) || (first !== undefined && last !== undefined && last < first))
        return assert.deepEqual([statusCode, body], [200, TEXT]);
      const expected =
        first === undefined ? TEXT.slice(Math.max(0, TEXT.length - last!)) : TEXT.slice(first, (last ?? 100) + 1);
      const wanted = first === undefined && last === 0 ? '' : expected;
      if (wanted === '') {
        assert.deepEqual([statusCode, headers['content-range'], body], [416, 'bytes */20', 'range-not-satisfiable']);
      } else {
        const from = TEXT.indexOf(wanted);
        assert.deepEqual(
          [statusCode, body, headers['content-range'], headers['content-length']],
          [206, wanted, `bytes ${from}-${from + wanted.length - 1}/20`, String(wanted.length)],
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('anything but a single range of bytes is ignored, and so is a range with another method or version', async () => {
  for (const range of ['bytes=0-1,3-4', 'bytes=-', 'bytes', 'lines=0-1', 'bytes=1', 'bytes=0x0-1', 'bytes=-1-2', ''])
    assert.deepEqual([(await ask({ range })).statusCode, range], [200, range]);
  for (const [method, status] of [
    ['GET', 206],
    ['HEAD', 200],
    ['POST', 200],
  ] as const)
    assert.equal((await ask({ range: 'bytes=0-1' }, method)).statusCode, status, method);
  for (const [condition, status] of [
    [ETAG, 206],
    ['"other"', 200],
    [`W/${ETAG}`, 200],
    ['Sat, 21 Nov 2026 15:49:28 GMT', 200],
  ] as const)
    assert.equal((await ask({ range: 'bytes=0-1', 'if-range': condition })).statusCode, status, condition);
  const huge = await ask({ range: 'bytes=3-99999999999999999999999' });
  assert.deepEqual([huge.statusCode, huge.body], [206, TEXT.slice(3)]);
  assert.equal((await ask({ range: 'bytes=99999999999999999999999-' })).statusCode, 416);
});

test('a missing blob means that the job was changed, and the answer has no headers of a file', async () => {
  const { statusCode, body, headers } = await ask({}, 'GET', '/gone');
  assert.deepEqual([statusCode, body], [404, 'not-found']);
  assert.deepEqual(
    [headers['repr-digest'], headers['content-disposition'], headers['accept-ranges']],
    Array(3).fill(undefined),
  );
});

test('the name reaches every client: plain for old ones, complete for new ones, harmless for all', async () => {
  for (const [given, plain, extended] of [
    ['Site 12.mjfzip', 'Site 12.mjfzip', 'Site%2012.mjfzip'],
    ['Höhe.csv', 'H_he.csv', 'H%C3%B6he.csv'],
    ['a"b;c.csv', 'a_b_c.csv', 'a%22b%3Bc.csv'],
    ["it's (1)*.csv", 'it_s _1__.csv', 'it%27s%20%281%29%2A.csv'],
    ['Plot 3/4 \\ B.csv', 'Plot 3_4 _ B.csv', 'Plot%203_4%20_%20B.csv'],
    ['a\r\nSet-Cookie: x=1.csv', 'a__Set-Cookie_ x_1.csv', 'a__Set-Cookie%3A%20x%3D1.csv'],
    ['plan\u202efxd.exe', 'plan_fxd.exe', 'plan_fxd.exe'],
    ['\u2067a\u2069\u200f.csv', '_a__.csv', '_a__.csv'],
  ] as const) {
    name = given;
    assert.equal(
      (await ask()).headers['content-disposition'],
      `attachment; filename="${plain}"; filename*=UTF-8''${extended}`,
    );
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), async (any) => {
      name = any;
      const header = String((await ask()).headers['content-disposition']);
      const match = /^attachment; filename="[\w. -]+"; filename\*=UTF-8''([\w%.!~-]+)$/.exec(header);
      assert.equal(
        decodeURIComponent(match![1]!),
        any.replaceAll(/[/\\\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '_'),
      );
    }),
    { numRuns: 40 },
  );
  name = 'a.csv';
});
