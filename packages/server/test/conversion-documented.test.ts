import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { greyJpeg, jpegObject, pdfOfPages } from '@fieldbridge/formats/testing/pdf-file.ts';
import type { Json } from '../testing/desk.ts';
import { Documented } from '../testing/documented.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { startTestServer, stopFaultless } from '../testing/server.ts';

// Each operation of the conversion interface and each of its successful answers, compared with the OpenAPI document;
// its problems are in conversion-problems.test.ts.

const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
const server = await startTestServer({ logLevel: 'error' }, { resolve });
after(() => stopFaultless(server));
const { clientId, clientSecret } = server.demo.conversion;
const documented = await Documented.read(`${server.url}/conversion/openapi.json`);
const POINTS = 'name,northing,easting,elevation,code\nA,1,2,3,K\nB,2,3,4,L\n';
const JSON_TYPE = { 'content-type': 'application/json' };
const seen = new Set<string>();

/** Calls the interface and compares an answer with JSON, a problem or no body with the document. */
async function call(
  method: string,
  path: string,
  body?: string | URLSearchParams | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; type: string; text: string; json: () => Json }> {
  const answer = await fetch(`${server.url}/conversion${path}`, {
    method,
    headers: { 'x-clientid': clientId, 'x-clientsecret': clientSecret, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (text === '' || /json$|event-stream$/.test(type)) documented.check(method, path, answer, text);
  else documented.checkHead(method, path, answer);
  const etag = answer.headers.get('etag');
  if (method === 'GET' && answer.status === 200 && etag !== null)
    assert.equal((await call(method, path, body, { ...headers, 'if-none-match': etag })).status, 304, path);
  seen.add(`${method} ${path.split('?')[0]} ${answer.status}`);
  return { status: answer.status, headers: answer.headers, type, text, json: () => JSON.parse(text) };
}

test('the conversion interface answers as documented', async () => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  await call('POST', '/token', form, { 'x-clientid': '' });
  await call('GET', '/formats');
  await call('GET', '/formats?for=export');
  await call('GET', '/reference-systems?q=netherlands&extent=121000,487000,121900,487400');
  await call('GET', '/reference-systems?q=28992&limit=1&extent=121000,487000,121900,487400&to=EPSG:25831');
  const { jobId } = (await call('POST', '/job/mjf', '{"name":"Site","unit":"m","crs":"EPSG:28992"}', JSON_TYPE)).json();
  await call('GET', '/job?limit=1');
  const at = `/job/${jobId}`;
  const append = (await call('PUT', `${at}/csv?filename=a.csv`, POINTS)).json();
  await call('GET', `${at}/status?wait=60`);
  const stream = await call('GET', `${at}/status`, undefined, { accept: 'text/event-stream' });
  assert.equal(stream.type, 'text/event-stream');
  assert.match(stream.text, /^event: status\ndata: {"jobId":.*}\n\n$/);
  await call('GET', `${at}/info`);
  await call('GET', `${at}/check`);
  const { shareId } = (await call('POST', `${at}/shares`, '{"days":3}', JSON_TYPE)).json();
  await call('GET', `${at}/shares`);
  assert.equal((await call('DELETE', `${at}/shares/${shareId}`)).status, 204);
  const { segments } = (await call('GET', `${at}/view`)).json();
  await call('GET', `${at}/view/${segments[0].id}/0/0`);
  await call('GET', `${at}/view/${segments[0].id}/feature/points/0`);
  await call('GET', `${at}/view/${segments[0].id}/features/points/0`);
  const missing = await call('GET', `${at}/view/${segments[0].id}/0/99`);
  assert.equal(missing.status, 404);
  const EARTH = 'earth?extent=155000,463000,155100,463100';
  const net = await call('GET', `${at}/view/${segments[0].id}/${EARTH}`);
  assert.equal(net.status, 200, net.text);
  const compared = `${at}/compared/${jobId}/view`;
  const [{ id }] = (await call('GET', `${compared}?otherRevision=1`)).json().segments;
  for (const path of ['0/0', 'feature/points/0', 'features/points/0', 'differences', EARTH])
    assert.equal((await call('GET', `${compared}/${id}/${path}`)).status, 200, path);
  await call('GET', `${at}/files/${append.fileId}/issues`);
  const report = await call('POST', `${at}/csv?filename=b.csv`, POINTS);
  const file = `${at}/files/${report.json().fileId}`;
  {
    using converters = holdConverters(server.directory, 'later.csv');
    const later = await call('POST', `${at}/csv?filename=later.csv`, POINTS, { prefer: 'respond-async' });
    assert.equal(later.status, 202);
    await converters.held(1);
  }
  await call('GET', `${file}/report`);
  for (const path of ['', '/r1/0/0', '/r1/feature/points/0', '/r1/features/points/0', `/r1/${EARTH}`])
    assert.equal((await call('GET', `${at}/files/${report.json().fileId}/view${path}`)).status, 200, path);
  assert.equal((await call('PUT', `${at}/filtered/${report.json().fileId}`, report.text, JSON_TYPE)).status, 202);
  await call('GET', `${at}/status?wait=60`);
  await call('GET', `${at}/ascsv/report`);
  const made = (await call('POST', '/job/upload/csv', POINTS)).json();
  {
    using converters = holdConverters(server.directory, 'held.csv');
    const held = (await call('PUT', `/job/${made.jobId}/csv?filename=held.csv`, POINTS)).json();
    await converters.held(1);
    assert.equal((await call('POST', `/job/${made.jobId}/files/${held.fileId}/cancel`)).status, 202);
  }
  assert.equal((await call('DELETE', `/job/${made.jobId}`)).status, 204);
  const range = await call('GET', `${at}/ascsv`, undefined, { range: 'bytes=0-3' });
  assert.deepEqual([range.status, range.text], [206, 'name']);
  assert.equal((await call('GET', `${at}/ascsv`, undefined, { range: 'bytes=99999-' })).status, 416);
  for (const [method, path, type] of [
    ['GET', at, 'application/zip'],
    ['GET', `${at}/ascsv`, 'text/csv'],
    ['GET', `${file}/thumbnail.svg`, 'image/svg+xml'],
    ['POST', '/convert?from=csv&to=dxf', 'image/vnd.dxf'],
  ] as const) {
    const bytes = await call(method, path, method === 'POST' ? POINTS : undefined);
    assert.deepEqual(
      [bytes.status, bytes.type.replace(/^application\/x-.*|application\/vnd.*/, 'application/zip')],
      [200, type],
      path,
    );
  }
});

test('pictures of a view', async () => {
  const { jobId } = (await call('POST', '/job/mjf', '{"unit":"m"}', JSON_TYPE)).json();
  const page = { content: 'q 100 0 0 50 20 10 cm /I Do Q', resources: '/XObject<</I 3 0 R>>' };
  const plot = new Uint8Array(pdfOfPages([page], [jpegObject(greyJpeg(16), 128)]));
  const report = (await call('POST', `/job/${jobId}/pdf?filename=a.pdf`, plot)).json();
  await call('PUT', `/job/${jobId}/pdf?filename=a.pdf`, plot);
  await call('GET', `/job/${jobId}/status?wait=60`);
  for (const at of [`/job/${jobId}/view`, `/job/${jobId}/files/${report.fileId}/view`]) {
    const [{ id, images }] = (await call('GET', at)).json().segments;
    const picture = await call('GET', `${at}/${id}/image/0`);
    assert.deepEqual([picture.status, picture.type], [200, images[0].mediaType]);
    assert.equal((await call('GET', `${at}/${id}/image/${images.length}`)).status, 404);
  }
});

test('resumable uploads answer in headers, without a body', async () => {
  const tus = { 'tus-resumable': '1.0.0' };
  await call('OPTIONS', '/uploads');
  const named = { ...tus, 'upload-defer-length': '1', 'upload-metadata': 'filename YS5jc3Y=' };
  const deferred = (await call('POST', '/uploads', undefined, named)).headers.get('location')!;
  const asked = await call('HEAD', deferred.replace(/^.*\/conversion/, ''), undefined, tus);
  assert.equal(asked.headers.get('upload-defer-length'), '1');
  assert.equal((await call('HEAD', deferred.replace(/^.*\/conversion/, ''))).status, 412);
  const begun = await call('POST', '/uploads', undefined, { ...tus, 'upload-length': '5' });
  const path = begun.headers.get('location')!.replace(/^.*\/conversion/, '');
  const part = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  assert.equal((await call('PATCH', path, 'he', part)).status, 204);
  assert.equal((await call('PATCH', path, 'llo', { ...part, 'upload-offset': '2' })).status, 204);
  assert.equal((await call('HEAD', path, undefined, tus)).headers.get('upload-offset'), '5');
  assert.equal((await call('PATCH', path, 'hello', part)).status, 409);
  assert.equal((await call('DELETE', path, undefined, tus)).status, 204);
});

test('webhook endpoints of the interface are like those of the others', async () => {
  const endpoint = (await call('POST', '/events/endpoints', '{"url":"https://hooks.example/in"}', JSON_TYPE)).json();
  const at = `/events/endpoints/${endpoint.id}`;
  await call('GET', '/events/endpoints');
  await call('GET', at);
  await call('PATCH', at, '{"enabled":false}', JSON_TYPE);
  await call('POST', `${at}/rotate-secret`);
  await call('GET', `${at}/deliveries`);
  await call('POST', `${at}/replay`, '{"since":"2026-01-01T00:00:00Z"}', JSON_TYPE);
  assert.equal((await call('DELETE', at)).status, 204);
});

test('every documented successful answer occurs', () => {
  // A delivery exists only after a call to a receiver (webhooks.test.ts); a report that is requested too early is in
  // conversion-lifecycle.test.ts.
  assert.deepEqual(
    documented.successes.filter((one) => !documented.seen.has(one)),
    ['get /job/{jobId}/files/{fileId}/report 202', 'post /events/endpoints/{id}/deliveries/{delivery}/replay 202'],
  );
  assert.ok(seen.size > 30);
});

test('every documented header occurs', () => {
  // Kept answers are in http/idempotency.test.ts, guessed formats in conversion-exports.test.ts, contradictory sources
  // of one package in conversion-jobs.test.ts, reports that are not ready in conversion-lifecycle.test.ts, secrets that
  // end soon in secret-expiry.test.ts.
  const elsewhere =
    / (idempotency-replayed|x-experimental|fieldbridge-secret-expires)$|^get \/job\/\{jobId\} (content-range|x-conversion-report)$|\/\{delivery\}\/replay |\/report (location|retry-after)$/;
  const open = documented.successHeaders.filter((one) => !documented.headers.has(one) && !elsewhere.test(one));
  assert.deepEqual(open, []);
});
