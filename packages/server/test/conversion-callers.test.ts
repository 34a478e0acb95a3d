import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { systemClock } from '../src/core/clock.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer } from '../testing/server.ts';
import { storeOf } from '../testing/store-of.ts';

const points = (...names: string[]) =>
  `name,northing,easting,elevation\n${names.map((name, i) => `${name},${5000 + i},${1000 + i},${i}`).join('\n')}`;

/** The server for all tests that need no settings of their own. */
const server = await startTestServer();
after(() => server[Symbol.asyncDispose]());

test('another organisation cannot see anything of it, and other credentials are refused', async () => {
  const client = ConversionClient.of(server);
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const { jobId } = await client.createJob();
  const { fileId } = await client.report(jobId, 'csv', points('A'), 'a.csv');
  const { jobId: own } = await other.createJob();
  const tries: [string, string, string?][] = [
    ['GET', `/job/${jobId}`],
    ['GET', `/job/${jobId}/status`],
    ['GET', `/job/${jobId}/info`],
    ['GET', `/job/${jobId}/asdxf`],
    ['GET', `/job/${jobId}/asdxf/report`],
    ['GET', `/job/${jobId}/files/${fileId}/report`],
    ['GET', `/job/${jobId}/files/${fileId}/issues`],
    ['GET', `/job/${jobId}/files/${fileId}/thumbnail.svg`],
    ['GET', `/job/${jobId}/files/${fileId}/view`],
    ['GET', `/job/${jobId}/files/${fileId}/view/r1/0/0`],
    ['GET', `/job/${jobId}/files/${fileId}/view/r1/feature/points/0`],
    ['GET', `/job/${jobId}/files/${fileId}/view/r1/image/0`],
    ['GET', `/job/${own}/compared/${jobId}/view`],
    ['GET', `/job/${own}/compared/${jobId}/view/r0-1/differences`],
    ['GET', `/job/${jobId}/compared/${own}/view`],
    ['PUT', `/job/${jobId}/csv`, points('B')],
    ['POST', `/job/${jobId}/csv`, points('B')],
    ['POST', `/job/${jobId}/files/${fileId}/cancel`],
    ['DELETE', `/job/${jobId}`],
  ];
  for (const [method, path, body] of tries) {
    const { status } = await other.send(method, path, body);
    assert.equal(status, 404, `${method} ${path}`);
  }
  const filter = await other.send('PUT', `/job/${jobId}/filtered/${fileId}`, '{}', {
    'content-type': 'application/json',
  });
  assert.equal(filter.status, 404);
  const { items } = (await other.send('GET', '/job')).json<{ items: readonly { jobId: string }[] }>();
  assert.deepEqual(
    items.map(({ jobId }) => jobId),
    [own],
  );
  const weighing = new ConversionClient(server.url, server.demo.weighing);
  assert.equal((await weighing.send('GET', '/formats')).status, 401);
  assert.equal((await client.info(jobId)).counts['points'], 0);
});

test('a bearer token works like the header pair', async () => {
  const { clientId, clientSecret } = server.demo.conversion;
  const answer = await fetch(`${server.url}/conversion/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const listed = await fetch(`${server.url}/conversion/job`, { headers: { authorization: `Bearer ${access_token}` } });
  assert.equal(listed.status, 200);
});

test('webhooks report imports', async () => {
  await using server = await startTestServer({ webhookPrivateAddresses: true, webhookPlainHttp: true });
  const client = ConversionClient.of(server);
  const received: { type: string; data: Record<string, unknown> }[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      received.push(JSON.parse(text));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const endpoint = await client.send('POST', '/events/endpoints', JSON.stringify({ url }), {
      'content-type': 'application/json',
    });
    assert.equal(endpoint.status, 201, endpoint.text);
    const { jobId } = await client.createJob();
    await client.append(jobId, 'csv', points('A'), 'a.csv');
    await client.append(jobId, 'dxf', '  0\nSECTION\n  2\nENTITIES\n  0\nLINE\n', 'cut.dxf');
    const ofJob = () => received.filter(({ data }) => data['jobId'] === jobId);
    await until(() => ofJob().length >= 2, 'both');
    assert.equal(ofJob()[0]?.type, 'job.import.succeeded');
    assert.match(ofJob()[1]?.type ?? '', /^job\.import\.(partial|failed|succeeded)$/);
  } finally {
    receiver.close();
  }
});

test('retention: the owner is notified a day before, then the job is removed', async () => {
  let now = Date.now();
  await using server = await startTestServer({ retentionDays: 3 }, { clock: { ...systemClock, now: () => now } });
  const client = ConversionClient.of(server);
  const { jobId, expiresAt } = await client.createJob();
  assert.equal(Date.parse(expiresAt!), Math.floor(now) + 3 * 86_400_000);
  now += 2.5 * 86_400_000;
  await server.stop();
  await using later = await startTestServer(
    { retentionDays: 3, data: server.directory },
    { clock: { ...systemClock, now: () => now } },
  );
  const database = storeOf(later, 'conversion');
  const expiring = async () =>
    (await database.read("SELECT data FROM outbox WHERE type = 'job.expiring'")).map(
      ({ data }) => JSON.parse(String(data)).jobId,
    );
  await until(async () => (await expiring()).includes(jobId), 'the notice to the owner');
  await later.stop();
  now += 86_400_000;
  await using last = await startTestServer(
    { retentionDays: 3, data: server.directory },
    { clock: { ...systemClock, now: () => now } },
  );
  const gone = async () =>
    (await storeOf(last, 'conversion').first('SELECT 1 FROM jobs WHERE id = ?', jobId)) === undefined;
  await until(gone, 'the end of the job');
});

test('resumable uploads count towards the quota while unused, belong to their creator, and have a limit', async () => {
  await using server = await startTestServer({ bytesPerOrganisation: 1_000_000, uploadLimit: 500_000 });
  const client = ConversionClient.of(server);
  const other = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const tus = { 'tus-resumable': '1.0.0' };
  const begin = (caller: ConversionClient, headers: Record<string, string>) =>
    caller.send('POST', '/uploads', null, { ...tus, ...headers });
  assert.equal((await begin(client, { 'upload-length': '500001' })).status, 413);
  const first = await begin(client, { 'upload-length': '400000' });
  assert.equal(first.status, 201, first.text);
  assert.equal((await begin(client, { 'upload-length': '400000' })).status, 201);
  const third = await begin(client, { 'upload-length': '400000' });
  assert.deepEqual([third.status, third.json()['code']], [422, 'quota-exceeded']);
  assert.equal((await begin(client, { 'upload-defer-length': '1' })).json()['code'], 'quota-exceeded');
  const path = first.headers.get('location')!.replace(/^.*\/conversion/, '');
  assert.equal((await client.send('DELETE', path, undefined, tus)).status, 204);
  assert.equal((await begin(client, { 'upload-length': '300000' })).status, 201, 'a cancelled upload no longer counts');

  // The creator cannot choose another owner.
  const organisation = Buffer.from((await server.otherOrganisation('conversion')).organisationId).toString('base64');
  const forged = await begin(other, { 'upload-length': '5', 'upload-metadata': `organisation ${organisation}` });
  const theirs = forged.headers.get('location')!.replace(/^.*\/conversion/, '');
  assert.equal((await other.send('HEAD', theirs, undefined, tus)).status, 200);
  assert.equal((await client.send('HEAD', theirs, undefined, tus)).status, 404);
  const part = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  assert.equal((await client.send('PATCH', theirs, 'hello', part)).status, 404);
  assert.equal((await client.send('DELETE', theirs, undefined, tus)).status, 404);
  assert.equal((await other.send('PATCH', theirs, 'hello', part)).status, 204);
  assert.equal((await other.send('HEAD', '/uploads/..%2f..%2fserver.key', undefined, tus)).status, 404);
});

test('a duplicate parameter is reported as such, wherever it is, and never stops the server', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  for (const [method, path, body, parameter] of [
    ['POST', '/convert?to=geojson&to=dxf', points('A'), 'to'],
    ['POST', '/convert?to=geojson&from=csv&from=dxf', points('A'), 'from'],
    ['POST', '/convert?to=geojson&order=NE&order=EN', points('A'), 'order'],
    ['POST', '/convert?to=geojson&decimals=1&decimals=2', points('A'), 'decimals'],
    ['PUT', `/job/${jobId}/csv?filename=a.csv&filename=b.csv`, points('A'), 'filename'],
    ['PUT', `/job/${jobId}/csv?order=NE&order=NE&order=EN`, points('A'), 'order'],
    ['PUT', `/job/${jobId}/csv?columns=name&columns=northing`, points('A'), 'columns'],
    ['PUT', `/job/${jobId}/csv?onDuplicate=keep&onDuplicate=keep`, points('A'), 'onDuplicate'],
    ['GET', `/job/${jobId}/status?wait=0&wait=1`, undefined, 'wait'],
    ['GET', `/job/${jobId}?wait=0&wait=1`, undefined, 'wait'],
    ['GET', `/job/${jobId}/asdxf?version=2018&version=2000`, undefined, 'version'],
    ['GET', '/formats?for=import&for=export', undefined, 'for'],
    ['GET', '/job?limit=1&limit=2', undefined, 'limit'],
  ] as const) {
    const answer = await client.send(method, path, body);
    const problem = answer.json<{ code: string; errors: { parameter: string; detail: string }[] }>();
    assert.deepEqual([answer.status, problem.code], [400, 'invalid-parameter'], `${path}: ${answer.text}`);
    const [fault, ...others] = problem.errors;
    assert.deepEqual([fault?.parameter, others], [parameter, []], path);
    assert.match(fault!.detail, /is given [23] times; give it once/, path);
  }
  assert.equal((await client.info(jobId)).counts['points'], 0, 'nothing was imported');
});

test('a mistyped parameter or format is reported with the nearest one, also in the address', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  for (const [method, path, body, near] of [
    ['PUT', `/job/${jobId}/auto?filname=a.csv`, points('A'), 'filename'],
    ['PUT', `/job/${jobId}/auto?uplod=x`, points('A'), 'upload'],
    ['PUT', `/job/${jobId}/auto?onduplicat=keep`, points('A'), 'onDuplicate'],
    ['POST', '/convert?to=geojson&filname=a.csv', points('A'), 'filename'],
    ['POST', '/convert?to=geojson&tolerence=1', points('A'), 'tolerance'],
    ['GET', `/job/${jobId}?wat=0`, undefined, 'wait'],
    ['GET', `/job/${jobId}/asdxf?vait=0`, undefined, 'wait'],
    ['GET', `/job/${jobId}/asdxf?versoin=2018`, undefined, 'version'],
  ] as const) {
    const answer = await client.send(method, path, body);
    const { code, errors } = answer.json<{ code: string; errors: { nearest?: string }[] }>();
    assert.deepEqual([answer.status, code], [400, 'invalid-parameter'], answer.text);
    assert.deepEqual(
      errors.map(({ nearest }) => nearest),
      [near],
      path,
    );
  }
  for (const [method, path, status, words] of [
    ['PUT', `/job/${jobId}/dfx`, 415, /"dfx" is not a readable format \(did you mean dxf\?\)\. Known: /],
    ['POST', '/job/upload/atuo', 415, /did you mean auto\?/],
    ['POST', '/convert?to=geojsn', 404, /did you mean geojson\?/],
    ['GET', `/job/${jobId}/aslandxlm`, 404, /did you mean landxml\?\); use one of /],
    ['GET', `/job/${jobId}/asatuo`, 404, /"atuo" is not a writable format; use one of/],
  ] as const) {
    const answer = await client.send(method, path, method === 'GET' ? undefined : points('A'));
    assert.equal(answer.status, status, answer.text);
    assert.match(String(answer.json()['detail']), words);
  }
  // In a form the name of the file is that of its part.
  const form = new FormData();
  form.append('filename', 'a.csv');
  form.append('file', new Blob([points('A')]), 'b.csv');
  const named = await client.send('PUT', `/job/${jobId}/csv`, form);
  assert.deepEqual([named.status, named.json()['code']], [400, 'invalid-parameter']);
  assert.doesNotMatch(named.text, /did you mean filename/);
});

test('the id of a job or a file may be in upper or lower case', async () => {
  const client = ConversionClient.of(server);
  const { jobId } = await client.createJob();
  const JOB = jobId.toUpperCase();
  assert.equal((await client.append(JOB, 'csv', points('A'), 'a.csv')).jobId, jobId);
  const filter = await client.report(JOB, 'csv', points('B'), 'b.csv');
  assert.equal(filter.jobId, jobId);
  const FILE = filter.fileId.toUpperCase();
  for (const path of ['report', 'issues', 'thumbnail.svg'])
    assert.equal((await client.send('GET', `/job/${JOB}/files/${FILE}/${path}`)).status, 200, path);
  const json = { 'content-type': 'application/json' };
  const filtered = await client.send('PUT', `/job/${JOB}/filtered/${FILE}`, JSON.stringify(filter), json);
  assert.equal(filtered.status, 202, filtered.text);
  const { imports, result } = await client.status(JOB);
  assert.deepEqual([imports.length, result], [2, 'success']);
  assert.match((await client.download(JOB, 'csv')).text, /^A,.*\n^B,/m);
  assert.equal((await client.send('POST', `/job/${JOB}/files/${FILE}/cancel`)).json()['code'], 'not-running');
  await client.deleteJob(JOB);
  assert.equal((await client.send('GET', `/job/${jobId}/status`)).status, 404);
});
