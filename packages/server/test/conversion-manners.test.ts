import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { after, before, describe, mock, test } from 'node:test';
import { type Answer, ConversionClient, type ReportAnswer } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';
import { speakRaw } from '../testing/wire.ts';

// Behaviour that any HTTP client may expect: conditions, ranges, codings, names, and repeated answers.

const POINTS = 'name,northing,easting,elevation,code\nA,1,2,3,K\nB,2,3,4,L\n';
const JSON_TYPE = { 'content-type': 'application/json' };
let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error' });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

const get = (path: string, headers: Record<string, string> = {}) => client.send('GET', path, undefined, headers);
const tagOf = ({ headers }: Answer): string => headers.get('etag')!;
const codeOf = (answer: Answer): unknown[] => [answer.status, answer.status < 400 ? '' : answer.json()['code']];

/** A job with two points and a file that was uploaded for feature selection. */
async function jobWithReport(): Promise<{ jobId: string; filter: ReportAnswer }> {
  const { jobId } = await client.createJob({ name: 'Site' });
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.status(jobId);
  return { jobId, filter: await client.report(jobId, 'csv', 'name,northing,easting\nZ,1,2\n', 'z.csv') };
}

describe('a condition on a job', () => {
  const put = (path: string, etag: string, body: string) =>
    client.send('PUT', path, body, { ...JSON_TYPE, 'if-match': etag });

  test('takes the tag of GET /job/{jobId}, because the same address is deleted', async () => {
    const { jobId } = await jobWithReport();
    const stale = tagOf(await get(`/job/${jobId}`));
    await client.append(jobId, 'csv', 'name,northing,easting\nC,1,2\n', 'c.csv');
    await client.status(jobId);
    const remove = (etag: string) => client.send('DELETE', `/job/${jobId}`, undefined, { 'if-match': etag });
    assert.deepEqual(codeOf(await remove(stale)), [412, 'precondition-failed'], 'of the previous revision');
    const present = tagOf(await get(`/job/${jobId}/asdxf`));
    assert.deepEqual(codeOf(await remove(`W/${present}`)), [412, 'precondition-failed'], 'a weak tag matches nothing');
    assert.equal((await remove(`"other", ${present}`)).status, 204);
  });

  test('applies to every change: an append, a filtered import, a delete; a refusal changes nothing', async () => {
    const { jobId, filter } = await jobWithReport();
    const info = tagOf(await get(`/job/${jobId}/info`));
    const chosen = JSON.stringify(filter);
    const filtered = `/job/${jobId}/filtered/${filter.fileId}`;
    assert.deepEqual(codeOf(await put(filtered, '"stale"', chosen)), [412, 'precondition-failed']);
    assert.deepEqual(codeOf(await put(`/job/${jobId}/csv`, '"stale"', POINTS)), [412, 'precondition-failed']);
    assert.equal((await client.status(jobId)).imports.length, 1);
    assert.equal((await put(filtered, info, chosen)).status, 202);
    await client.status(jobId);
    assert.deepEqual(codeOf(await put(`/job/${jobId}/csv`, info, POINTS)), [412, 'precondition-failed']);
    assert.equal((await put(`/job/${jobId}/csv`, '*', POINTS)).status, 202, '* matches any existing one');
  });

  test('on reading: a report, a picture and a description are not sent again to a client that has them', async () => {
    const { jobId, filter } = await jobWithReport();
    const file = `/job/${jobId}/files/${filter.fileId}`;
    for (const path of [`${file}/report`, `${file}/thumbnail.svg`, `/job/${jobId}/info`, `/job/${jobId}/ascsv`]) {
      const whole = await get(path);
      assert.match(tagOf(whole), /^"[\w-]+"$/, path);
      const again = await get(path, { 'if-none-match': tagOf(whole) });
      assert.deepEqual([again.status, again.text, tagOf(again)], [304, '', tagOf(whole)], path);
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200, path);
    }
    // An upload is not a read: its answer is complete, whatever tags the caller sends.
    const tag = tagOf(await get(`${file}/report`));
    const upload = await client.send('POST', `/job/${jobId}/csv`, POINTS, { 'if-none-match': tag });
    assert.deepEqual([upload.status, typeof upload.json()['fileId']], [200, 'string']);
  });
});

describe('a range', () => {
  test('is supported for GET only, with its unit in any case; a refusal has no headers about the file', async () => {
    const { jobId } = await jobWithReport();
    const path = `/job/${jobId}/ascsv`;
    const whole = await get(path);
    for (const range of ['bytes=2-5', 'Bytes=2-5', 'BYTES= 2-5 ']) {
      const part = await get(path, { range });
      assert.deepEqual([part.status, part.text], [206, whole.text.slice(2, 6)], range);
      assert.equal(
        part.headers.get('repr-digest'),
        whole.headers.get('repr-digest'),
        'the digest is that of the whole file',
      );
    }
    const head = await client.send('HEAD', path, undefined, { range: 'bytes=0-3' });
    assert.deepEqual(
      [head.status, head.headers.get('content-length'), head.headers.get('content-range')],
      [200, String(whole.bytes.length), null],
    );
    const convert = await client.send('POST', '/convert?from=csv&to=csv', POINTS, { range: 'bytes=0-3' });
    assert.deepEqual([convert.status, convert.text.split('\n').length], [200, 4]);
    const outside = await get(path, { range: 'bytes=9999-' });
    assert.equal(outside.status, 416);
    assert.equal(outside.headers.get('content-range'), `bytes */${whole.bytes.length}`);
    for (const name of ['repr-digest', 'content-disposition', 'accept-ranges'])
      assert.equal(outside.headers.get(name), null, name);
    assert.equal(outside.headers.get('content-type')?.split(';')[0], 'application/problem+json');
  });

  test('resumes an interrupted download, and restarts it if the job has changed', async () => {
    const { jobId } = await jobWithReport();
    const path = `/job/${jobId}`;
    const whole = await get(path);
    const pieces: Buffer[] = [];
    for (let at = 0; at < whole.bytes.length; at += 1000) {
      const range = { range: `bytes=${at}-${at + 999}`, 'if-range': tagOf(whole) };
      const part = await get(path, range);
      assert.equal(part.status, 206);
      pieces.push(part.bytes);
    }
    assert.deepEqual(Buffer.concat(pieces), whole.bytes);
    await client.append(jobId, 'csv', 'name,northing,easting\nC,1,2\n', 'c.csv');
    const next = await get(path, { range: 'bytes=1000-', 'if-range': tagOf(whole) });
    assert.equal(next.status, 200, 'not a piece of another file');
    assert.notEqual(tagOf(next), tagOf(whole));
  });
});

test('pipelined requests are handled in order: an append, a read, a delete', async () => {
  const { jobId } = await client.createJob();
  const caller = Object.entries(client.headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const path = `/conversion/job/${jobId}`;
  const head = (line: string, more = ''): string => `${line} HTTP/1.1\r\nHost: x\r\n${caller}${more}\r\n`;
  const append = head(`PUT ${path}/csv`, `Content-Length: ${POINTS.length}\r\n`) + POINTS;
  const { answers } = await speakRaw(
    server.port,
    append + head(`GET ${path}/status?wait=60`) + head(`DELETE ${path}`) + head(`GET ${path}/info`),
    4,
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 200, 204, 404],
  );
  const { imports } = JSON.parse(answers[1]!.body) as { imports: { result: string }[] };
  assert.deepEqual(
    imports.map(({ result }) => result),
    ['success'],
  );
});

test('an invalid Content-Type is quoted, with its fault', async () => {
  for (const type of [';;', 'text', 'a/b/c']) {
    const refused = await client.send('POST', '/convert?to=csv', POINTS, { 'content-type': type });
    assert.deepEqual(codeOf(refused), [415, 'unsupported-media-type'], type);
    assert.ok(String(refused.json()['detail']).startsWith(`The Content-Type "${type}" is not a media type`));
  }
  const form = await client.send('POST', '/job/mjf', '<a/>', { 'content-type': 'text/xml' });
  assert.match(String(form.json()['detail']), /"text\/xml"; send application\/json\./);
});

test('a compressed body is refused before it is read, not treated as the file', async () => {
  const { jobId } = await client.createJob();
  for (const [method, path] of [
    ['PUT', `/job/${jobId}/csv`],
    ['POST', `/job/${jobId}/csv`],
    ['POST', '/job/upload/auto'],
    ['POST', '/convert?to=csv'],
  ] as const) {
    for (const coding of ['gzip', 'br', 'identity, gzip']) {
      const refused = await client.send(method, path, POINTS, { 'content-encoding': coding });
      assert.deepEqual(codeOf(refused), [415, 'unsupported-media-type'], `${method} ${path} ${coding}`);
      assert.equal(refused.headers.get('accept-encoding'), 'identity');
      assert.ok(String(refused.json()['detail']).includes(coding));
    }
    const plain = await client.send(method, path, POINTS, { 'content-encoding': 'Identity' });
    assert.ok(plain.status < 300, `${method} ${path}: ${plain.text}`);
  }
});

describe('an Idempotency-Key', () => {
  /** Sends a request twice with one key: the second answer is the first one, including headers. */
  async function twice(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    const [first, second] = [
      await client.send(method, path, body, keyed),
      await client.send(method, path, body, keyed),
    ];
    assert.equal(first.headers.get('idempotency-replayed'), null);
    assert.equal(second.headers.get('idempotency-replayed'), 'true', `${method} ${path}: ${second.text}`);
    assert.deepEqual([second.status, second.text], [first.status, first.text], `${method} ${path}`);
    for (const name of ['location', 'etag', 'content-type'])
      assert.equal(second.headers.get(name), first.headers.get(name), `${method} ${path}: ${name}`);
    return first;
  }

  test('gives the same answer for every POST and every append, with the headers of the first', async () => {
    const made = await twice('POST', '/job/mjf', '{"name":"once"}', JSON_TYPE);
    const { jobId } = made.json<{ jobId: string }>();
    assert.match(tagOf(made), /^"/);
    assert.equal((await twice('POST', '/job/upload/csv', POINTS)).status, 202);
    assert.equal((await twice('PUT', `/job/${jobId}/csv`, POINTS)).headers.get('location'), null);
    const report = await twice('POST', `/job/${jobId}/csv`, POINTS);
    const { fileId } = report.json<{ fileId: string }>();
    assert.equal((await twice('PUT', `/job/${jobId}/filtered/${fileId}`, report.text, JSON_TYPE)).status, 202);
    assert.equal((await client.status(jobId)).imports.length, 2, 'one append and one filtered import');
  });

  test('makes a repeated cancel succeed, not a refusal', async () => {
    const { jobId } = await client.createJob();
    using converters = holdConverters(server.directory, 'held.csv');
    const { fileId } = await client.append(jobId, 'csv', POINTS, 'held.csv');
    await converters.held(1);
    const path = `/job/${jobId}/files/${fileId}/cancel`;
    const headers = { 'idempotency-key': 'cancel-1' };
    assert.equal((await client.send('POST', path, undefined, headers)).status, 202);
    await client.status(jobId);
    const again = await client.send('POST', path, undefined, headers);
    assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [202, 'true'], again.text);
    assert.deepEqual(
      codeOf(await client.send('POST', path)),
      [409, 'not-running'],
      'without the key it is a new request',
    );
  });
});

test('the description of a job creates an equal one, also with an undecided unit or system', async () => {
  const { items } = (await get('/job?limit=1000')).json<{ items: Record<string, unknown>[] }>();
  const settled = await client.createJob({ name: 'settled', unit: 'usft', crs: 'EPSG:2263' });
  for (const { name, unit, crs } of [...items.slice(0, 3), settled]) {
    const copy = await client.send('POST', '/job/mjf', JSON.stringify({ name, unit, crs }), JSON_TYPE);
    assert.equal(copy.status, 201, copy.text);
    const made = copy.json();
    assert.deepEqual([made['name'], made['unit'], made['crs']], [name, unit, crs]);
  }
  assert.ok(
    items.some(({ unit }) => unit === null),
    'one of them was undecided',
  );
  for (const [body, pointer] of [
    ['{"unit":5}', '#/unit'],
    ['{"crs":["EPSG:28992"]}', '#/crs'],
    ['{"crs":"UTM zone 32N"}', '#/crs'],
    ['{"crs":"28992+4326"}', '#/crs'],
    ['{"unit":"ft","crs":"RD New"}', '#/unit'],
    ['{"name":null}', '#/name'],
    ['{"name":"half \\ud800 of a character"}', '#/name'],
    ['{"name":"\\u0000"}', '#/name'],
  ] as const) {
    const wrong = await client.send('POST', '/job/mjf', body, JSON_TYPE);
    assert.deepEqual(codeOf(wrong), [422, 'validation-failed'], body);
    assert.equal(wrong.json<{ errors: { pointer: string }[] }>().errors[0]!.pointer, pointer, body);
  }
});

test('the system of a report is accepted for a new job', async () => {
  const { jobId } = await client.createJob();
  for (const [query, said] of [
    ['crs=28992&', 'EPSG:28992'],
    ['crs=local&', 'local'],
    ['crs=RD+New&', 'EPSG:28992'],
    ['crs=25832%2B7837&', 'EPSG:25832+7837'],
    ['crs=25832+7837&', 'EPSG:25832+7837'],
    ['', 'local'],
  ] as const) {
    const { unit, crs } = (await client.report(jobId, 'csv', POINTS, 'a.csv', query)) as ReportAnswer &
      Record<'unit' | 'crs', string>;
    assert.equal(crs, said, query);
    const made = await client.createJob({ unit, crs });
    assert.deepEqual([made.unit, made.crs], [unit, crs]);
  }
});

test('a connection with a hundred refused bodies uses no more memory than a new one', async () => {
  const warnings: string[] = [];
  const hear = (warning: Error): void => void warnings.push(warning.message);
  process.on('warning', hear);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refuse = (body: string) =>
    new Promise<number>((resolve, reject) => {
      const headers = { ...client.headers, 'content-encoding': 'gzip', 'content-length': body.length };
      const request = httpRequest(`${client.base}/convert?to=csv`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode!));
      });
      request.once('error', reject).end(body);
    });
  for (let i = 0; i < 100; i++) assert.equal(await refuse(POINTS), 415);
  assert.deepEqual(Object.values(agent.sockets).flat().length + Object.values(agent.freeSockets).flat().length, 1);
  agent.destroy();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  assert.deepEqual(warnings, [], 'no listeners accumulated');
});

test('a caller who leaves at the end of the conversion leaves no bytes', async () => {
  const { blobs } = server.context.space('conversion');
  const held = async (): Promise<string[]> => (await Array.fromAsync(blobs.ids())).sort();
  const before = await held();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  server.app.server.once('request', (_request, answer) => answer.once('close', leave));
  const headers = { ...client.headers, 'content-length': POINTS.length };
  const agent = new Agent();
  const request = httpRequest(`${client.base}/convert?to=dxf`, { method: 'POST', agent, headers });
  request.on('error', () => {}).end(POINTS);
  const adopt = mock.method(blobs, 'adopt', async (path: string) => {
    adopt.mock.restore();
    request.destroy();
    await left;
    return blobs.adopt(path);
  });
  await left;
  await until(
    async () => (await held()).length === before.length && adopt.mock.callCount() === 1,
    'nothing else is kept',
  );
  assert.deepEqual(await held(), before);
  agent.destroy();
});
