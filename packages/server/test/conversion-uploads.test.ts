import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ConversionClient, corpus } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

const POINTS = 'name,northing,easting,elevation\nA1,5000.1,1000.2,12.3\nA2,5010.1,1005.2,12.4\n';
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');

/** A form with one file, as text, so that its digest is known before it is sent. */
function formOf(file: string, end = ''): { text: string; type: string } {
  const head =
    '--b\r\nContent-Disposition: form-data; name="list"\r\n\r\nby form\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  return { text: `${head}${file}\r\n--b--${end}`, type: 'multipart/form-data; boundary=b' };
}

/** Number of blobs in the conversion space. */
function blobCount({ directory }: TestServer): number {
  const root = join(directory, 'blobs/conversion');
  return readdirSync(root).flatMap((folder) => readdirSync(join(root, folder))).length;
}

/** The server for all tests that need no settings of their own. */
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('a file sent as a raw body, as a form or by a resumable upload is the same file', async (t) => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const last = async () => {
    const { name, result, written } = await client.lastImport(jobId);
    return { name, result, written };
  };

  await t.test('raw, named by the query', async () => {
    await client.append(jobId, 'csv', POINTS, 'a.csv');
    assert.deepEqual(await last(), { name: 'a.csv', result: 'success', written: 2 });
  });

  await t.test('raw, named by Content-Disposition, with a digest, of any media type', async () => {
    const headers = {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="b.csv"; filename*=UTF-8''b%C3%BC.csv`,
      'content-digest': `sha-256=:${sha256(POINTS)}:`,
    };
    assert.equal((await client.send('PUT', `/job/${jobId}/auto`, POINTS, headers)).status, 202);
    assert.equal((await last()).name, 'bü.csv');
  });

  await t.test('as a form, with options as fields', async () => {
    const form = new FormData();
    form.append('list', 'by form');
    form.append('onDuplicate', 'keep');
    form.append('file', new Blob([POINTS]), 'c.csv');
    assert.equal((await client.send('PUT', `/job/${jobId}/csv`, form)).status, 202);
    assert.deepEqual(await last(), { name: 'c.csv', result: 'partialSuccess', written: 0 });
  });

  await t.test('as a form, with the digest of the form as sent, of any length and end', async () => {
    for (const [times, end] of [
      [1, ''],
      [1, '\r\nan epilogue'],
      [20_000, '\r\n'],
    ] as const) {
      const { text, type } = formOf(POINTS.slice(0, 34) + POINTS.slice(34).repeat(times), end);
      const headers = { 'content-type': type, 'content-digest': `sha-512=:eA==:, sha-256=:${sha256(text)}:` };
      const { status, ...answer } = await client.send('POST', `/convert?to=csv&from=csv`, text, headers);
      assert.equal(status, 200, answer.text);
      assert.equal(answer.text.trim().split('\n').length, 1 + 2 * times);
    }
  });

  await t.test('resumable, in two parts, with a check of the offset between', async () => {
    const tus = { 'tus-resumable': '1.0.0' };
    const metadata = `filename ${Buffer.from('d.csv').toString('base64')}`;
    const begun = await client.send('POST', '/uploads', null, {
      ...tus,
      'upload-length': String(POINTS.length),
      'upload-metadata': metadata,
    });
    assert.equal(begun.status, 201);
    const path = begun.headers.get('location')!.replace(/^.*\/conversion/, '');
    const part = (offset: number, text: string) =>
      client.send('PATCH', path, text, {
        ...tus,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      });
    assert.equal((await part(0, POINTS.slice(0, 20))).status, 204);
    const id = path.split('/').at(-1)!;
    const early = await client.send('PUT', `/job/${jobId}/csv?upload=${id}`);
    assert.equal(early.json()['code'], 'upload-unfinished');
    const offset = Number((await client.send('HEAD', path, undefined, tus)).headers.get('upload-offset'));
    assert.equal(offset, 20);
    assert.equal((await part(offset, POINTS.slice(offset))).status, 204);
    const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
    assert.equal((await other.send('HEAD', path, undefined, tus)).status, 404);
    assert.equal((await other.send('POST', `/convert?to=csv&upload=${id}`)).json()['code'], 'upload-unknown');
    const uses = await Promise.all([1, 2].map(() => client.send('PUT', `/job/${jobId}/csv?upload=${id}`)));
    assert.deepEqual(uses.map(({ status }) => status).sort(), [202, 404], 'the same upload id twice: used once');
    assert.deepEqual((await last()).name, 'd.csv');
  });
});

test('a refusal states its reason and leaves nothing behind', async (t) => {
  await using server = await startTestServer({ uploadLimit: 200_000 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const incoming = join(server.directory, 'blobs/conversion/incoming');
  const before = blobCount(server);
  const refused = async (path: string, body: string | null, headers: Record<string, string> = {}) => {
    const answer = await client.send('PUT', path, body, headers);
    return [answer.status, answer.json()['code']];
  };

  await t.test('a wrong digest', async () => {
    assert.deepEqual(await refused(`/job/${jobId}/csv`, POINTS, { 'content-digest': `sha-256=:${sha256('x')}:` }), [
      400,
      'digest-mismatch',
    ]);
    assert.deepEqual(await refused(`/job/${jobId}/csv`, POINTS, { 'content-digest': 'md5=:x:' }), [
      400,
      'invalid-parameter',
    ]);
  });
  await t.test('a wrong digest of a form, and of a resumable upload, which is then removed', async () => {
    const form = formOf(POINTS.repeat(2000));
    const type = { 'content-type': form.type };
    const digest = (text: string) => ({ 'content-digest': `sha-256=:${sha256(text)}:` });
    assert.deepEqual(await refused(`/job/${jobId}/csv`, form.text, { ...type, ...digest(POINTS) }), [
      400,
      'digest-mismatch',
    ]);
    assert.deepEqual(await refused(`/job/${jobId}/csv`, form.text, { ...type, 'content-digest': 'sha-512=:eA==:' }), [
      400,
      'invalid-parameter',
    ]);
    const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
    const begun = await client.send('POST', '/uploads', POINTS, { ...tus, 'upload-length': String(POINTS.length) });
    assert.equal(begun.status, 201, begun.text);
    const path = `/job/${jobId}/csv?upload=${begun.headers.get('location')!.split('/').at(-1)}`;
    assert.deepEqual(await refused(path, null, digest('x')), [400, 'digest-mismatch']);
    assert.deepEqual(await refused(path, null, digest(POINTS)), [404, 'upload-unknown']);
  });
  await t.test('no body', async () => {
    assert.deepEqual(await refused(`/job/${jobId}/csv`, null), [400, 'missing-body']);
    assert.deepEqual(await refused(`/job/${jobId}/csv`, ''), [400, 'missing-body']);
  });
  await t.test('an unknown format, by name and by content', async () => {
    assert.deepEqual(await refused(`/job/${jobId}/nonsense`, POINTS), [415, 'format-unknown']);
    const { status, ...answer } = await client.send('PUT', `/job/${jobId}/auto`, '\0\x01\x02\xff'.repeat(100));
    assert.equal(status, 415);
    assert.ok(answer.json<{ formats: string[] }>().formats.includes('dxf'), 'the answer lists the formats');
  });
  await t.test('a wrong option, named', async () => {
    const answer = await client.send('PUT', `/job/${jobId}/csv?unit=parsec&colour=red`, POINTS);
    assert.equal(answer.status, 400);
    const { errors } = answer.json<{ errors: { parameter: string }[] }>();
    assert.deepEqual(errors.map(({ parameter }) => parameter).sort(), ['colour', 'unit']);
    assert.deepEqual(await refused(`/job/${jobId}/csv?onDuplicate=perhaps`, POINTS), [400, 'invalid-parameter']);
  });
  await t.test('too large, announced or not', async () => {
    const large = 'x'.repeat(200_001);
    assert.deepEqual(await refused(`/job/${jobId}/csv`, large), [413, 'body-too-large']);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 30; i++) controller.enqueue(Buffer.alloc(10_000, 'x'));
        controller.close();
      },
    });
    assert.equal((await client.send('PUT', `/job/${jobId}/csv`, stream)).status, 413);
  });
  await t.test('a form without a file, a truncated form', async () => {
    const form = new FormData();
    form.append('list', 'x');
    assert.equal((await client.send('PUT', `/job/${jobId}/csv`, form)).json()['code'], 'missing-body');
    const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n1,2';
    const answer = await client.send('PUT', `/job/${jobId}/csv`, cut, {
      'content-type': 'multipart/form-data; boundary=b',
    });
    assert.equal(answer.status, 400, answer.text);
  });
  await t.test('a truncated upload', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const { clientId, clientSecret } = server.demo.conversion;
    socket.write(
      `PUT /conversion/job/${jobId}/csv HTTP/1.1\r\nHost: x\r\nX-ClientId: ${clientId}\r\nX-ClientSecret: ${clientSecret}\r\nContent-Length: 1000\r\n\r\n1,2,3`,
    );
    await until(() => readdirSync(incoming).length > 0, 'its received part');
    socket.destroy();
    await until(() => readdirSync(incoming).length === 0, 'the removal of the received part');
  });
  assert.equal(blobCount(server), before);
  assert.deepEqual((await client.status(jobId)).imports, []);
  assert.doesNotMatch(server.log(), /"level":50/, 'none of this is an error of the server');
});

test('a refusal before the body: the caller need not send it', async () => {
  await using server = await startTestServer({ queueLimit: 1, converters: 1 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  // A busy converter keeps the only place of the queue occupied.
  using converters = holdConverters(server.directory, 'held.csv');
  await client.append(jobId, 'csv', POINTS, 'held.csv');
  await converters.held(1);
  const answer = await new Promise<{ status: number; continued: boolean; retry?: string }>((resolve, reject) => {
    let continued = false;
    const request = httpRequest(`${client.base}/job/${jobId}/csv`, {
      method: 'PUT',
      headers: { ...client.headers, expect: '100-continue', 'content-length': 1000 },
    });
    request.on('continue', () => (continued = true));
    request.on('response', (response) => {
      resolve({ status: response.statusCode!, continued, retry: response.headers['retry-after'] });
      request.destroy();
    });
    request.on('error', (error) => reject(error));
    request.flushHeaders();
  });
  assert.deepEqual({ ...answer, retry: answer.retry !== undefined }, { status: 503, continued: false, retry: true });
  assert.equal((await client.send('PUT', `/job/${jobId}/csv`, POINTS)).json()['code'], 'queue-full');
  converters.release();
  await client.status(jobId);
  assert.equal((await client.send('PUT', `/job/${jobId}/csv`, POINTS)).status, 202);
});

test('refusals by the quota of an organisation state its usage', async () => {
  await using server = await startTestServer({ jobsPerOrganisation: 2, bytesPerOrganisation: 1_000_000 });
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  await client.createJob();
  const third = await client.send('POST', '/job/mjf');
  assert.equal(third.status, 422);
  assert.match(third.json<{ detail: string }>().detail, /keeps 2 jobs; the quota jobsPerOrganisation is 2/);
  const large = await client.send('PUT', `/job/${jobId}/csv`, 'x'.repeat(1_000_001));
  assert.equal(large.json()['code'], 'quota-exceeded');
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  await other.createJob();
});

test('a retried append with an Idempotency-Key is one append', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const key = { 'idempotency-key': 'append-1' };
  const first = await client.send('PUT', `/job/${jobId}/csv`, POINTS, key);
  const second = await client.send('PUT', `/job/${jobId}/csv`, POINTS, key);
  assert.deepEqual([first.status, second.status], [202, 202]);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  assert.deepEqual(second.json(), first.json());
  assert.equal((await client.status(jobId)).imports.length, 1);
  const other = await client.send('PUT', `/job/${jobId}/csv`, `${POINTS}A3,1,2,3\n`, key);
  assert.deepEqual([other.status, other.json()['code']], [422, 'idempotency-key-reused'], 'another file');
  const created = await Promise.all(
    [1, 2].map(() =>
      client.send('POST', '/job/mjf', '{}', { 'content-type': 'application/json', 'idempotency-key': 'j' }),
    ),
  );
  assert.equal(new Set(created.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1);
});

test('conversion in one call: bytes in, bytes out', async () => {
  await using server = await startTestServer();
  const client = ConversionClient.of(server);
  const before = blobCount(server);
  const { status, text, headers } = await client.send(
    'POST',
    '/convert?to=csv&filename=bris.tp3',
    corpus('topcon/tps-bris.tp3'),
  );
  assert.equal(status, 200);
  assert.equal(text.trim().split('\n').length, 593);
  assert.match(headers.get('content-disposition')!, /filename="bris\.csv"/);
  assert.match(headers.get('x-conversion-report')!, /^[a-z-]+=\d+(, [a-z-]+=\d+)*$/);
  const feet = await client.send('POST', '/convert?from=csv&to=csv&unit=m&to.unit=ft', POINTS);
  assert.match(feet.text, /A1,16404\.5/);
  const refused = await client.send('POST', '/convert?to=nothing', POINTS);
  assert.equal(refused.status, 404);
  assert.equal(
    (await client.send('POST', '/convert?from=csv&to=rd3', POINTS)).status,
    422,
    'guessed formats only on request',
  );
  await until(() => blobCount(server) === before, 'nothing is kept');
});

const hidden = [0, 'SECTION', 2, 'ENTITIES', 0, 'POINT', 8, '0', 60, 1, 10, 1, 20, 2, 0, 'ENDSEC', 0, 'EOF'].join('\n');

test('an import by which nothing came in keeps the issues that say why', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const sent = await client.send('PUT', `/job/${jobId}/dxf?filename=hidden.dxf&as=features`, hidden);
  assert.equal(sent.status, 202);
  const { result, failure, issues, skipped } = await client.lastImport(jobId);
  assert.deepEqual([result, failure?.code, skipped], ['failed', 'no-data', 1]);
  const { fileId } = sent.json<{ fileId: string }>();
  const all = (await client.send('GET', `/job/${jobId}/files/${fileId}/issues`)).json<
    { code: string; severity: string }[]
  >();
  assert.deepEqual(
    all.map(({ code }) => code),
    ['entity-hidden', 'unit-assumed'],
  );
  assert.equal(issues.notes + issues.warnings + issues.errors, 2);
  await client.deleteJob(jobId);
});

describe('the problem of a file that was read lists its issues', () => {
  type Issue = { code: string; severity: string; text: string; parameters?: object; count: number };
  type Problem = { code: string; reason: string; detail: string; issues: Issue[] };
  const codesOf = ({ issues }: Problem): string[] => issues.map(({ code }) => code);

  for (const [language, sentence, issue] of [
    ['en', /see its other issues/, /marked as invisible/],
    ['de', /sagen die anderen Meldungen/, /als unsichtbar gekennzeichnet/],
    ['nl', /zeggen de andere meldingen/, /als onzichtbaar gemarkeerd/],
  ] as const)
    test(`by which nothing came in, in ${language}`, async () => {
      const client = ConversionClient.of(server);
      const heads = { 'accept-language': language };
      const converted = await client.send('POST', '/convert?to=geojson&filename=hidden.dxf', hidden, heads);
      const problem = converted.json<Problem>();
      assert.deepEqual([converted.status, problem.code, problem.reason], [422, 'file-unreadable', 'no-data']);
      assert.match(problem.detail, sentence);
      assert.deepEqual(codesOf(problem), ['entity-hidden', 'unit-assumed']);
      const [first] = problem.issues;
      assert.match(first!.text, issue);
      assert.deepEqual([first!.severity, first!.count], ['note', 1]);
      const { jobId } = await client.uploadJob('dxf', hidden, 'hidden.dxf', '&as=features');
      const downloaded = await client.send('GET', `/job/${jobId}/asgeojson`, undefined, heads);
      const failed = downloaded.json<Problem>();
      assert.deepEqual([failed.code, failed.detail], ['import-failed', problem.detail]);
      assert.deepEqual(failed.issues, problem.issues);
      await client.deleteJob(jobId);
    });

  test('if the target can hold nothing of it', async () => {
    const geographic = 'name,latitude,longitude\nA,52.5,13.4\n';
    const answer = await ConversionClient.of(server).send('POST', '/convert?from=csv&to=dxf', geographic);
    const problem = answer.json<Problem>();
    assert.deepEqual([problem.code, problem.reason], ['export-failed', 'nothing-to-write']);
    assert.ok(codesOf(problem).includes('geographic-as-control'));
  });
});

test('a file by which nothing comes in is a failed import and a refused conversion, never an empty file', async () => {
  const client = ConversionClient.of(server);
  const empty = 'name,northing,easting\n';
  const { jobId } = await client.createJob();
  assert.equal((await client.send('PUT', `/job/${jobId}/csv?filename=empty.csv`, empty)).status, 202);
  const { result, failure } = await client.lastImport(jobId);
  assert.deepEqual([result, failure?.code], ['failed', 'no-data']);
  assert.match(failure!.text, /nothing was imported from "empty\.csv": it holds no data/);
  const answer = await client.send('POST', '/convert?to=geojson&from=csv', empty);
  const { code, reason } = answer.json<{ code: string; reason: string }>();
  assert.deepEqual([answer.status, code, reason], [422, 'file-unreadable', 'no-data']);
  const book = 'CO,Nikon RAW data format V2.00\nMP,1,,1000.000,2000.000,50.000,ST\nST,1,,2,,1.430,0.0000,0.0000\n';
  const refused = await client.send('POST', '/convert?to=geojson', book);
  assert.deepEqual([refused.status, refused.json<{ reason: string }>().reason], [422, 'field-book']);
});
