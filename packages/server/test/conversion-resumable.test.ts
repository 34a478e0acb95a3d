import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { embeddedOnly } from '../testing/database.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { smallDisk } from '../testing/small-disk.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const LIMIT = 200_000;

let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ uploadLimit: LIMIT });
  client = ConversionClient.of(server);
});
after(async () => {
  const failures = server.log().match(/^.*"level":50.*$/gm);
  await server[Symbol.asyncDispose]();
  assert.equal(failures, null, 'there was no error of the server');
});

/** Starts an upload. @returns its path below the interface, and its id */
async function begin(length: number, by = client): Promise<{ path: string; id: string }> {
  const begun = await by.send('POST', '/uploads', null, { ...TUS, 'upload-length': String(length) });
  assert.equal(begun.status, 201, begun.text);
  const path = begun.headers.get('location')!.replace(/^.*\/conversion/, '');
  return { path, id: path.split('/').at(-1)! };
}

const part = (path: string, offset: number, bytes: string | Uint8Array, by = client): Promise<Answer> =>
  by.send('PATCH', path, bytes as Uint8Array<ArrayBuffer>, { ...BYTES, 'upload-offset': String(offset) });

const offsetOf = async (path: string): Promise<string | null> =>
  (await client.send('HEAD', path, undefined, TUS)).headers.get('upload-offset');

test('a refusal is a problem with a code and a cure, and keeps the headers of the protocol', async () => {
  const { path } = await begin(10);
  assert.equal((await part(path, 0, '0123')).status, 204);
  const unknown = `/uploads/${crypto.randomUUID()}`;
  const length = (value: string): Record<string, string> => ({ ...TUS, 'upload-length': value });
  const refusals: [string, string, Record<string, string>, string, number, string, RegExp][] = [
    ['POST', '/uploads', {}, '', 412, 'tus-version', /Tus-Resumable: 1\.0\.0/],
    ['POST', '/uploads', { ...length('5'), 'tus-resumable': '0.2.2' }, '', 412, 'tus-version', /1\.0\.0/],
    ['POST', '/uploads', TUS, '', 400, 'invalid-parameter', /^State the length once: with Upload-Length,/],
    ['POST', '/uploads', { ...length('5'), 'upload-defer-length': '1' }, '', 400, 'invalid-parameter', /length once/],
    ['POST', '/uploads', { ...length('5'), 'upload-concat': 'partial' }, '', 400, 'invalid-parameter', /Conc.*[^.]\.$/],
    ['POST', '/uploads', length('-5'), '', 400, 'invalid-parameter', /upload-length/],
    ['POST', '/uploads', length('1e3'), '', 400, 'invalid-parameter', /upload-length/],
    ['POST', '/uploads', length(String(LIMIT + 1)), '', 413, 'body-too-large', /Maximum size exceeded/],
    ['POST', '/uploads', { ...length('5'), 'upload-metadata': 'filename ***' }, '', 400, 'invalid-parameter', /meta/],
    ['PATCH', path, { ...BYTES }, '45', 400, 'invalid-parameter', /Upload-Offset/],
    ['PATCH', path, { ...TUS, 'upload-offset': '4' }, '45', 415, 'unsupported-media-type', /offset\+octet-stream/],
    ['PATCH', path, { ...BYTES, 'upload-offset': '3' }, '34', 409, 'upload-offset', /HEAD|stand/],
    ['PATCH', path, { ...BYTES, 'upload-offset': '5' }, '5', 409, 'upload-offset', /HEAD|stand/],
    ['PATCH', path, { ...BYTES, 'upload-offset': '4' }, '4567890', 413, 'body-too-large', /announced/],
    ['PATCH', unknown, { ...BYTES, 'upload-offset': '0' }, '1', 404, 'upload-unknown', /no such upload/],
    [
      'PATCH',
      '/uploads/..%2f..%2fserver.key',
      { ...BYTES, 'upload-offset': '0' },
      '1',
      404,
      'upload-unknown',
      /no such/,
    ],
    ['DELETE', unknown, TUS, '', 404, 'upload-unknown', /no such upload/],
  ];
  for (const [method, at, headers, body, status, code, sentence] of refusals) {
    const sent: Record<string, string> = body === '' ? headers : { 'content-type': 'text/plain', ...headers };
    const answer = await client.send(method, at, body === '' ? undefined : body, sent);
    const name = `${method} ${at} ${JSON.stringify(headers)}: ${answer.text}`;
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [status, 'application/problem+json'], name);
    const problem = answer.json();
    assert.deepEqual([problem['status'], problem['code']], [status, code], name);
    assert.match(String(problem['detail']), sentence, name);
    assert.equal(problem['requestId'], answer.headers.get('x-request-id'), name);
    assert.equal(problem['instance'], `/conversion${at}`, name);
    assert.equal(answer.headers.get('tus-resumable'), '1.0.0', name);
    assert.equal(answer.headers.get('tus-version'), status === 412 ? '1.0.0' : null, name);
  }
  const silent = await client.send('HEAD', unknown, undefined, TUS);
  assert.deepEqual([silent.status, silent.text], [404, '']);
  assert.equal(await offsetOf(path), '4', 'nothing of a refused request was kept');
  assert.equal((await part(path, 4, '456789')).status, 204);
});

test('a cancelled upload is gone; one of another organisation cannot be seen, continued or cancelled', async () => {
  const { path, id } = await begin(4);
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  assert.equal((await other.send('HEAD', path, undefined, TUS)).status, 404);
  assert.equal((await part(path, 0, 'evil', other)).status, 404);
  assert.equal((await other.send('DELETE', path, undefined, TUS)).status, 404);
  assert.equal(await offsetOf(path), '0');
  assert.equal((await client.send('DELETE', path, undefined, TUS)).status, 204);
  for (const method of ['HEAD', 'DELETE'])
    assert.equal((await client.send(method, path, undefined, TUS)).status, 404, method);
  assert.equal((await client.send('POST', `/convert?to=csv&upload=${id}`)).json()['code'], 'upload-unknown');
  // A server on PostgreSQL keeps them as parts among its blobs.
  if (embeddedOnly === false)
    assert.ok(!readdirSync(join(server.directory, 'uploads')).some((name) => name.startsWith(id)), 'no bytes remain');
});

test('with any splits, repeats and wrong offsets, the upload is received correctly', async () => {
  const text = `name,northing,easting\n${Array.from({ length: 40 }, (_, i) => `P${i},${i}.25,${i * 2}`).join('\n')}\n`;
  const cuts = fc.array(fc.record({ size: fc.integer({ min: 1, max: 300 }), slip: fc.integer({ min: -3, max: 3 }) }));
  await fc.assert(
    fc.asyncProperty(cuts, async (steps) => {
      const { path, id } = await begin(text.length);
      let sent = 0;
      for (const { size, slip } of [...steps, { size: text.length, slip: 0 }]) {
        if (sent === text.length) break;
        const offset = Math.max(0, sent + slip);
        const bytes = text.slice(sent, sent + size);
        const { status } = await part(path, offset, bytes);
        assert.equal(status, offset === sent ? 204 : 409, `${offset} of ${sent}`);
        if (offset === sent) sent += bytes.length;
        assert.equal(await offsetOf(path), String(sent));
      }
      if (sent < text.length) assert.equal((await part(path, sent, text.slice(sent))).status, 204);
      const answer = await client.send('POST', `/convert?from=csv&to=csv&upload=${id}`);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text.trim().split('\n').length, 41);
    }),
    { numRuns: 6 },
  );
});

test('after a broken connection the upload continues from the received bytes', async () => {
  const text = 'name,northing,easting\nA,1,2\nB,3,4\n';
  const { path, id } = await begin(text.length);
  const head = [
    `PATCH /conversion${path} HTTP/1.1`,
    'Host: x',
    ...Object.entries({ ...BYTES, ...client.headers, 'upload-offset': 0, 'content-length': text.length }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ].join('\r\n');
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\n\r\n${text.slice(0, 13)}`);
  await until(async () => (await offsetOf(path)) === '13' || socket.destroyed, 'the first part').catch(() => {});
  socket.destroy();
  await until(async () => (await offsetOf(path)) === '13', 'the offset of the received bytes');
  await until(async () => (await part(path, 13, text.slice(13))).status === 204, 'the rest');
  assert.equal((await client.send('POST', `/convert?from=csv&to=csv&upload=${id}`)).status, 200);
});

test('a full disk during an upload: 507, and it continues from there when there is space', async (t) => {
  await using disk = smallDisk(24);
  if (disk === undefined) return t.skip('needs a small tmpfs as a full disk, which this user may not mount');
  await using full = await startTestServer({ data: disk.directory, diskReserve: 0 });
  const caller = ConversionClient.of(full);
  const size = 2_000_000;
  const bytes = Buffer.alloc(size, 0x20);
  const { path } = await begin(size, caller);
  disk.fill(500_000);
  const refused = await part(path, 0, bytes, caller);
  assert.deepEqual([refused.status, refused.json()['code']], [507, 'disk-full'], refused.text);
  disk.empty();
  const stands = Number((await caller.send('HEAD', path, undefined, TUS)).headers.get('upload-offset'));
  assert.ok(stands < size);
  assert.equal((await part(path, stands, bytes.subarray(stands), caller)).status, 204);
});
