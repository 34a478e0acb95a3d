import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { problemRow } from '@fieldbridge/contract';
import { conversionProblems } from '@fieldbridge/contract/conversion/problems.ts';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { killConverters } from '../testing/kill-converters.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

// Every problem of the conversion interface, caused as by a caller. The last test fails for a code that no test
// reached.

const JSON_TYPE = { 'content-type': 'application/json' };
const TUS = { 'tus-resumable': '1.0.0' };
const POINTS = 'name,northing,easting,elevation\nA,1,2,3\nB,2,3,4\n';
const manyPoints = (count: number) =>
  `name,northing,easting,elevation\n${Array.from({ length: count }, (_, i) => `P${i},${i}.25,${i}.5,1`).join('\n')}`;
const MOST_JOBS = 12;
let server: TestServer;
let client: ConversionClient;
let jobId = '';
before(async () => {
  server = await startTestServer({
    ...{ logLevel: 'info', converters: 1, warmConverters: 0, queueLimitPerOrganisation: 4 },
    ...{ jobsPerOrganisation: MOST_JOBS, bytesPerOrganisation: 50_000_000, limitDepth: 4, uploadLimit: 20_000_000 },
  });
  client = ConversionClient.of(server);
  ({ jobId } = await client.createJob());
  await client.append(jobId, 'csv', POINTS, 'a.csv');
  await client.status(jobId);
});
after(async () => {
  const failures = server
    .log()
    .split('\n')
    .filter((line) => /"level":50/.test(line) && !/"status":503/.test(line));
  await server[Symbol.asyncDispose]();
  assert.deepEqual(failures, [], 'refusals are not errors of the server');
});
/** Uploads in progress. */
const incoming = (): string[] => readdirSync(join(server.directory, 'blobs/conversion/incoming'));

const reached = new Set<string>();
/** Asserts a refusal in the common form, and records its code. */
function expect(
  answer: Pick<Answer, 'status' | 'text' | 'headers'>,
  code: keyof typeof conversionProblems,
): Record<string, unknown> {
  const problem = JSON.parse(answer.text) as Record<string, unknown>;
  assert.equal(problem['code'], code, answer.text);
  const { status, title } = problemRow(code);
  assert.deepEqual([answer.status, problem['status'], problem['title']], [status, status, title], code);
  assert.equal(answer.headers.get('content-type')?.split(';')[0], 'application/problem+json', code);
  assert.equal(problem['type'], `/docs/problems#${code}`);
  assert.equal(problem['requestId'], answer.headers.get('x-request-id'), code);
  const detail = String(problem['detail']);
  assert.ok(detail.length > 15 && detail !== title, `a specific message: ${detail}`);
  assert.equal(answer.headers.has('retry-after'), status === 503, `${code}: when to retry`);
  reached.add(code);
  return problem;
}
const put = (path: string, body?: string, headers: Record<string, string> = {}) =>
  client.send('PUT', path, body, headers);
const post = (path: string, body?: string, headers: Record<string, string> = {}) =>
  client.send('POST', path, body, headers);
const filtered = (fileId: string, body: unknown = {}) =>
  put(`/job/${jobId}/filtered/${fileId}`, JSON.stringify(body), JSON_TYPE);

test('of bytes: a wrong digest, a truncated body', async () => {
  const digest = { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` };
  expect(await put(`/job/${jobId}/csv`, POINTS, digest), 'digest-mismatch');
  // A disconnected caller gets no answer: the upload must be abandoned without a server error.
  const head = [`PUT /conversion/job/${jobId}/csv HTTP/1.1`, 'Host: x', 'Content-Length: 1000'];
  const own = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}`);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${[...head, ...own].join('\r\n')}\r\n\r\nname,`);
  await until(() => incoming().length > 0, 'the start of the body');
  socket.destroy();
  await until(() => incoming().length === 0, 'nothing of it is kept');
  reached.add('upload-incomplete');
});

test('of resumable uploads: no version, a wrong offset, an unknown upload, an unfinished one', async () => {
  expect(await post('/uploads', undefined, { 'upload-length': '5' }), 'tus-version');
  const begun = await post('/uploads', undefined, { ...TUS, 'upload-length': '5' });
  const path = begun.headers.get('location')!.replace(/^.*\/conversion/, '');
  const type = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '3' };
  expect(await client.send('PATCH', path, 'x', type), 'upload-offset');
  const unfinished = expect(await put(`/job/${jobId}/csv?upload=${path.split('/').at(-1)}`), 'upload-unfinished');
  assert.deepEqual([unfinished['offset'], unfinished['size']], [0, 5]);
  expect(await put(`/job/${jobId}/csv?upload=${crypto.randomUUID()}`), 'upload-unknown');
});

test('of a link to a job that never was', async () => {
  const secret = JSON.stringify({ secret: 'fbsh_wrong' });
  expect(await post(`/shared/${crypto.randomUUID()}`, secret, JSON_TYPE), 'share-over');
});

test('of formats and files: unknown, unreadable, over a limit, not writable', async () => {
  const unknown = expect(await put(`/job/${jobId}/nonsense`, POINTS), 'format-unknown');
  assert.ok((unknown['formats'] as string[]).includes('dxf'));
  const dwg = `AC1032${'\0'.repeat(500)}`;
  const unreadable = expect(await post(`/job/${jobId}/dwg`, dwg), 'file-unreadable');
  assert.match(String(unreadable['reason']), /^[a-z-]+$/);
  const deep = `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">${'<Feature>'.repeat(9)}${'</Feature>'.repeat(9)}</LandXML>`;
  assert.match(
    String(expect(await post(`/job/${jobId}/xml`, deep), 'limit-exceeded')['detail']),
    /the limit depth = 4/,
  );
  const made = await client.uploadJob('dwg', dwg, 'bad.dwg');
  const failed = expect(await client.send('GET', `/job/${made.jobId}/asdxf`), 'import-failed');
  assert.equal(failed['reason'], unreadable['reason'], 'the same in a report and a download');
  expect(await client.send('GET', `/job/${jobId}/asrd3`), 'export-failed');
});

test('of feature selection: no report, another selection, a repetition, nothing to cancel', async () => {
  const plain = await client.append(jobId, 'csv', POINTS, 'again.csv', 'onDuplicate=keep');
  await client.status(jobId);
  expect(await filtered(plain.fileId), 'report-missing');
  const { fileId } = await client.report(jobId, 'csv', 'name,northing,easting\nQ,1,2\n', 'q.csv');
  const entries = [{ kind: 'point', name: 'nobody', selected: true }];
  expect(await filtered(fileId, { selection: [{ group: 'layers', entries }] }), 'selection-unknown');
  assert.equal((await filtered(fileId)).status, 202);
  await client.status(jobId);
  expect(await filtered(fileId), 'already-imported');
  expect(await post(`/job/${jobId}/files/${fileId}/cancel`), 'not-running');
});

test('of waiting: an import of the file, imports of the job, the queue', async () => {
  const { fileId } = await client.report(jobId, 'csv', 'name,northing,easting\nR,1,2\n', 'r.csv');
  using converters = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv', 'onDuplicate=keep');
  await converters.held(1);
  assert.equal((await filtered(fileId)).status, 202);
  expect(await filtered(fileId, { selection: [] }), 'import-running');
  expect(await client.send('GET', `/job/${jobId}?wait=0`), 'imports-waiting');
  for (let i = 0; i < 2; i++) await client.append(jobId, 'csv', POINTS, `${i}.csv`);
  const full = expect(await put(`/job/${jobId}/csv`, POINTS), 'queue-full');
  assert.match(String(full['detail']), /the limit queueLimitPerOrganisation is 4/);
  converters.release();
  await client.status(jobId);
});

test('of a converter that crashes twice on a file', async () => {
  const asked = post('/convert?from=csv&to=csv', manyPoints(8000));
  const [answer] = await Promise.all([asked, killConverters(server.directory, 100_000, 2)]);
  assert.equal(expect(answer, 'conversion-failed')['reason'], 'converter-died');
});

test('of quotas: jobs, and bytes, announced or not, by any kind of upload', async () => {
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const job = await other.createJob();
  for (let i = 1; i < MOST_JOBS; i++) await other.createJob();
  for (const path of ['/job/mjf', '/job/upload/csv'])
    expect(await other.send('POST', path, path === '/job/mjf' ? undefined : POINTS), 'quota-exceeded');
  const bytes = Buffer.alloc(15_000_000, 'x,1,2\n');
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 1_000_000) controller.enqueue(bytes.subarray(at, at + 1_000_000));
        controller.close();
      },
    });
  const database = storeOf(server, 'conversion');
  await database.write((tx) => tx.run('UPDATE jobs SET bytes = 40000000 WHERE id = ?', job.jobId));
  const announced = /keeps 40000000 bytes and 15000000 would be added; .*bytesPerOrganisation/;
  const arriving = /more than the 10000000 bytes that the quota bytesPerOrganisation leaves/;
  for (const [method, body, sentence] of [
    ['PUT', bytes, announced],
    ['POST', bytes, announced],
    ['PUT', stream(), arriving],
    ['POST', stream(), arriving],
  ] as const) {
    const refused = expect(await other.send(method, `/job/${job.jobId}/csv`, body as never), 'quota-exceeded');
    assert.match(String(refused['detail']), sentence);
  }
  assert.equal(
    (await other.send('GET', `/job/${job.jobId}/info`)).json()['bytes'],
    40_000_000,
    'nothing of it was kept',
  );
});

test('every code of the table was reached and is in the reference', async () => {
  assert.deepEqual(Array.from(reached).sort(), Object.keys(conversionProblems).sort());
  const page = await (await fetch(`${server.url}/docs/problems`)).text();
  for (const code of reached) assert.ok(page.includes(`id="${code}"`), `${code} is not on the page`);
});
