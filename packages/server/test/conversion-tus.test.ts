import assert from 'node:assert/strict';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { IN_FILES } from '../testing/database.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// Resumable uploads by the wording of the protocol (https://tus.io/protocols/resumable-upload, 1.0.0) and the supported
// extensions. Broken connections, full disks and other organisations are in conversion-resumable.test.ts.

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const TEXT = 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n';
let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error', uploadLimit: 1_000_000 });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const pathOf = ({ headers }: Answer): string => headers.get('location')!.replace(/^.*\/conversion/, '');
const idOf = (path: string): string => path.split('/').at(-1)!;
const begin = (headers: Record<string, string>, body: string | null = null) =>
  client.send('POST', '/uploads', body, { ...TUS, ...headers });
const part = (path: string, offset: number, body: string, headers: Record<string, string> = {}) =>
  client.send('PATCH', path, body, { ...BYTES, 'upload-offset': String(offset), ...headers });
const head = (path: string) => client.send('HEAD', path, undefined, TUS);
const use = (path: string, query = '') => client.send('POST', `/convert?from=csv&to=csv&upload=${idOf(path)}${query}`);

describe('the protocol', () => {
  test('OPTIONS states the version, the extensions and the largest upload, and needs no Tus-Resumable', async () => {
    const { status, headers, text } = await client.send('OPTIONS', '/uploads');
    assert.deepEqual([status, text, headers.get('tus-version')], [204, '', '1.0.0']);
    assert.equal(headers.get('tus-max-size'), '1000000');
    const extensions = headers.get('tus-extension')!.split(',');
    for (const one of ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration'])
      assert.ok(extensions.includes(one), one);
    assert.deepEqual(headers.get('allow')!.split(', ').sort(), ['OPTIONS', 'POST']);
  });

  test('X-HTTP-Method-Override replaces the method, in any case; a POST without it is not part of the protocol', async () => {
    const path = pathOf(await begin({ 'upload-length': String(TEXT.length) }));
    const over = (method: string, body?: string, headers: Record<string, string> = BYTES) =>
      client.send('POST', path, body, { ...headers, 'x-http-method-override': method });
    const bytes = { ...BYTES, 'upload-offset': '0' };
    assert.equal((await over('patch', TEXT, bytes)).headers.get('upload-offset'), String(TEXT.length));
    assert.equal((await over('PATCH', TEXT, bytes)).status, 409, 'like PATCH itself: the offset differs');
    const seen = await over('HEAD', undefined, TUS);
    assert.deepEqual([seen.status, seen.headers.get('upload-offset')], [200, String(TEXT.length)]);
    for (const method of ['', 'GET', 'PUT', 'PATCH, DELETE']) {
      const refused = await over(method, undefined, TUS);
      assert.deepEqual([refused.status, refused.json()['code']], [405, 'method-not-allowed'], method);
      assert.equal(refused.headers.get('allow'), 'DELETE, HEAD, PATCH');
    }
    assert.equal((await over('DELETE', undefined, TUS)).status, 204);
    assert.equal((await head(path)).status, 404);
    const stranger = await client.send('POST', `/uploads/${crypto.randomUUID()}`, undefined, {
      ...TUS,
      'x-http-method-override': 'DELETE',
    });
    assert.deepEqual([stranger.status, stranger.json()['code']], [404, 'upload-unknown']);
  });

  test('HEAD states offset, length and metadata as sent, and is not cached', async () => {
    const metadata = `filename ${base64('Höhe 1.csv')},is_empty,kind ${base64('x')}`;
    const path = pathOf(await begin({ 'upload-length': '9', 'upload-metadata': metadata }));
    const { status, headers } = await head(path);
    assert.deepEqual(
      [status, headers.get('upload-offset'), headers.get('upload-length'), headers.get('tus-resumable')],
      [200, '0', '9', '1.0.0'],
    );
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('upload-metadata'), metadata, 'and nothing else');
    assert.equal(idOf(path).length, 36);
  });

  test('the location is relative or absolute, and below the address of the request', async () => {
    const { headers, status } = await begin({ 'upload-length': '1' });
    const location = new URL(headers.get('location')!, `${client.base}/uploads`);
    assert.equal(status, 201);
    assert.match(location.href, new RegExp(`^${client.base}/uploads/[0-9a-f-]{36}$`));
  });
});

describe('an upload', () => {
  describe('may be sent, partly or completely, in the request that creates it', () => {
    for (const first of [TEXT, TEXT.slice(0, 10), ''])
      test(JSON.stringify(first), async () => {
        const type: Record<string, string> = first === '' ? {} : { 'content-type': 'application/offset+octet-stream' };
        const made = await begin({ 'upload-length': String(TEXT.length), ...type }, first === '' ? null : first);
        assert.equal(made.status, 201, made.text);
        if (first !== '') assert.equal(made.headers.get('upload-offset'), String(first.length));
        const path = pathOf(made);
        if (first !== TEXT) assert.equal((await part(path, first.length, TEXT.slice(first.length))).status, 204);
        assert.equal((await use(path)).text.split('\n').length, 4, first);
      });
  });

  test('may have an unknown length; it is then stated once, and not used before', async () => {
    const path = pathOf(await begin({ 'upload-defer-length': '1' }));
    assert.equal((await head(path)).headers.get('upload-defer-length'), '1');
    assert.equal((await part(path, 0, TEXT.slice(0, 20))).status, 204);
    const early = await use(path);
    assert.deepEqual(
      [early.status, early.json()['code'], early.json()['offset'], early.json()['size']],
      [409, 'upload-unfinished', 20, null],
    );
    const length = { 'upload-length': String(TEXT.length) };
    assert.equal((await part(path, 20, TEXT.slice(20, 30), length)).status, 204);
    const again = await part(path, 30, TEXT.slice(30), { 'upload-length': '1000' });
    assert.equal(again.status, 400, 'once set it cannot change');
    assert.equal((await part(path, 30, TEXT.slice(30))).status, 204);
    assert.equal((await use(path)).status, 200);
    for (const wrong of [
      ['upload-defer-length', '2'],
      ['upload-length', '5.5'],
    ] as const)
      assert.equal((await begin({ [wrong[0]]: wrong[1] })).status, 400, wrong.join());
  });

  describe('is named by its metadata unless the query states a name; a name is only a name', () => {
    for (const [filename, query, name] of [
      ['Höhe.csv', '', 'H%C3%B6he.csv'],
      ['../../etc/a.csv', '', 'a.csv'],
      ['a.csv', '&filename=b.csv', 'b.csv'],
      ['x\r\ny.csv', '', 'xy.csv'],
    ])
      test(JSON.stringify(filename), async () => {
        const metadata = { 'upload-metadata': `filename ${base64(filename!)}` };
        const type = { 'content-type': 'application/offset+octet-stream' };
        const path = pathOf(await begin({ ...metadata, ...type, 'upload-length': String(TEXT.length) }, TEXT));
        const { headers } = await use(path, query);
        assert.match(headers.get('content-disposition')!, new RegExp(`filename\\*=UTF-8''${name}$`));
      });
  });

  test('of length 0 is complete at once, and not a file', async () => {
    const path = pathOf(await begin({ 'upload-length': '0' }));
    assert.equal((await head(path)).headers.get('upload-offset'), '0');
    const refused = await use(path);
    assert.deepEqual([refused.status, refused.json()['code']], [400, 'missing-body']);
    assert.equal((await use(path)).json()['code'], 'upload-unknown', 'it is used');
  });

  test('sent twice at the same offset gets one of them, completely', async () => {
    const HEADER = 'name,northing,easting,elevation\n';
    const [a, b] = ['A', 'B'].map((name) => HEADER + `${name},1,2,3\n`.repeat(30_000));
    const path = pathOf(await begin({ 'upload-length': String(a!.length) }));
    const statuses = (await Promise.all([part(path, 0, a!), part(path, 0, b!)])).map(({ status }) => status);
    // The second request is refused with a conflict, or its connection is taken over; never are both accepted.
    assert.ok(statuses.includes(204) && statuses.filter((status) => status === 204).length === 1, statuses.join());
    const { status, text } = await use(path);
    assert.equal(status, 200, text.slice(0, 500));
    const names = new Set(Array.from(text.matchAll(/^\W?([AB])\b/gm), ([, name]) => name));
    assert.equal(names.size, 1, `not a mixture of both: ${[...names].join()}`);
  });

  test('creates a job, an append and a report like a body', async () => {
    const finished = async () => {
      const type = { 'content-type': 'application/offset+octet-stream' };
      const metadata = { 'upload-metadata': `filename ${base64('tus.csv')}` };
      return idOf(pathOf(await begin({ 'upload-length': String(TEXT.length), ...type, ...metadata }, TEXT)));
    };
    const made = await client.send('POST', `/job/upload/auto?upload=${await finished()}`);
    assert.equal(made.status, 202, made.text);
    const { jobId } = made.json<{ jobId: string }>();
    assert.equal(
      (await client.send('PUT', `/job/${jobId}/csv?upload=${await finished()}&onDuplicate=keep`)).status,
      202,
    );
    const report = await client.send('POST', `/job/${jobId}/csv?upload=${await finished()}`);
    assert.deepEqual([report.status, report.json()['name']], [200, 'tus.csv']);
    const { imports } = await client.status(jobId);
    assert.deepEqual(
      imports.map(({ name, written }) => [name, written]),
      [
        ['tus.csv', 2],
        ['tus.csv', 0],
      ],
    );
  });
});

test('a refused upload can be used again; a used one cannot', async () => {
  const { jobId } = await client.createJob();
  const begun = await begin({ ...BYTES, 'upload-length': String(TEXT.length) }, TEXT);
  const path = pathOf(begun);
  const upload = `upload=${idOf(path)}`;
  for (const [method, address, headers, code] of [
    ['PUT', `/job/${jobId}/csv?unit=parsec&${upload}`, {}, 'invalid-parameter'],
    ['PUT', `/job/${jobId}/csv?${upload}`, { 'if-match': '"stale"' }, 'precondition-failed'],
    ['POST', `/convert?to=csv&decimals=99&${upload}`, {}, 'invalid-parameter'],
    ['POST', `/convert?to=rd3&experimental=true&${upload}`, {}, 'export-failed'],
  ] as const) {
    assert.equal((await client.send(method, address, undefined, headers)).json()['code'], code, address);
    assert.equal((await head(path)).headers.get('upload-offset'), String(TEXT.length), address);
  }
  assert.equal((await client.send('PUT', `/job/${jobId}/csv?${upload}`)).status, 202);
  assert.equal((await head(path)).status, 404);
});

test('an upload not used for a day is removed with its bytes; until then its expiry is stated', async () => {
  const first = await startTestServer({ logLevel: 'error', ...IN_FILES });
  const caller = ConversionClient.of(first);
  const make = async () => {
    const made = await caller.send('POST', '/uploads', TEXT, { ...BYTES, 'upload-length': '1000' });
    const expires = Date.parse(made.headers.get('upload-expires')!);
    assert.ok(Math.abs(expires - Date.now() - 86_400_000) < 60_000, `expires ${made.headers.get('upload-expires')}`);
    return pathOf(made);
  };
  const [old, young] = [await make(), await make()];
  const folder = join(first.directory, 'uploads');
  // Makes one of them a day older: an id contains its time of creation.
  const aged = (id: string): string => {
    const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    const time = (made - 86_400_000 - 60_000).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`;
  };
  const [was, is] = [idOf(old), aged(idOf(old))];
  for (const end of ['', '.json']) renameSync(join(folder, `${was}${end}`), join(folder, `${is}${end}`));
  // Remains of an upload after a full disk or a crash, old and new.
  for (const id of [
    crypto.randomUUID().replace(/^.{13}/, is.slice(0, 13)),
    crypto.randomUUID().replace(/^.{13}/, was.slice(0, 13)),
  ]) {
    writeFileSync(join(folder, id), '');
    writeFileSync(join(folder, `${id}.json`), '');
  }
  await first.stop();
  assert.equal(first.log(), '', 'there was no error of the server');
  await using second = await startTestServer({ data: first.directory, logLevel: 'error', ...IN_FILES });
  try {
    await until(
      () => !readdirSync(folder).some((name) => name.startsWith(is.slice(0, 13))),
      'the removal of the old ones',
    );
    assert.equal(readdirSync(folder).length, 4, 'the new ones remain');
    const again = ConversionClient.of(second);
    assert.equal((await again.send('HEAD', `/uploads/${is}`, undefined, TUS)).status, 404);
    const present = await again.send('HEAD', young, undefined, TUS);
    assert.deepEqual([present.status, present.headers.get('upload-offset')], [200, String(TEXT.length)]);
  } finally {
    await second.stop();
    rmSync(first.directory, { recursive: true, force: true });
  }
});

test('pages of other origins can only read resumable uploads if the setting allows it', async () => {
  const home = 'https://office.example';
  await using open = await startTestServer({ corsOrigins: [home] });
  await using closed = await startTestServer();
  const origins = async (server: TestServer, origin: string): Promise<(string | null)[]> => {
    const client = ConversionClient.of(server);
    const headers = { 'tus-resumable': '1.0.0', origin };
    const begun = await client.send('POST', '/uploads', null, { ...headers, 'upload-length': '5' });
    assert.equal(begun.status, 201, begun.text);
    const path = begun.headers.get('location')!.replace(/^.*\/conversion/, '');
    const part = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const answers = [begun];
    for (const [method, body, more, status] of [
      ['HEAD', undefined, headers, 200],
      ['HEAD', undefined, { origin }, 412],
      ['PATCH', 'hello', part, 204],
      ['PATCH', 'hello', part, 409],
      ['DELETE', undefined, headers, 204],
      ['HEAD', undefined, headers, 404],
    ] as const) {
      const answer = await client.send(method, path, body, more);
      assert.equal(answer.status, status, method);
      answers.push(answer);
    }
    const exposed = answers.map((answer) => answer.headers.get('access-control-expose-headers'));
    const allowed = answers.map((answer) => answer.headers.get('access-control-allow-origin'));
    const wanted = allowed[0] === null ? /^null$/ : /Upload-Offset.*Upload-Metadata.*Upload-Expires.*Tus-Resumable/;
    for (const names of exposed) assert.match(String(names), wanted);
    return [...new Set(allowed)];
  };
  assert.deepEqual(await origins(open, home), [home]);
  assert.deepEqual(await origins(open, 'https://evil.example'), [null]);
  assert.deepEqual(await origins(closed, home), [null]);
});
