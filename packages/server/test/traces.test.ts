import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ConversionClient } from '../testing/conversion-client.ts';
import { addEndpoint, startReceiver, until } from '../testing/receiver.ts';
import { NO_CONVERSION, settledLog, startTestServer, type TestServer } from '../testing/server.ts';
import { type ReceivedSpan, startTraceCollector, type TraceCollector } from '../testing/trace-collector.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
const POINTS = '1,5400000.000,450000.000,100.000,TREE\n2,5400001.000,450001.000,101.000,TREE\n';

let collector: TraceCollector;
let server: TestServer;
before(async () => {
  collector = await startTraceCollector();
  server = await startTestServer({ traces: collector.url, webhookPrivateAddresses: true, webhookPlainHttp: true });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
});

/** The first span that fits, when it has arrived. */
async function spanOf(what: string, fits: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await until(async () => collector.spans.some(fits), what);
  return collector.spans.find(fits)!;
}
const childrenOf = ({ traceId, spanId }: ReceivedSpan): ReceivedSpan[] =>
  collector.spans.filter((one) => one.traceId === traceId && one.parentSpanId === spanId);

describe('traces', () => {
  test('have a span for each request: a part of the caller’s, with the route and who called', async () => {
    const call = weighingCaller(server.url, server.demo.weighing);
    const location = server.demo.weighing.locationIds[0]!;
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    const { status } = await call('POST', '/weighing', ticket(location, 'T1'), { traceparent, 'x-request-id': 'mine' });
    assert.equal(status, 201);
    const span = await spanOf('the request', ({ name }) => name === 'POST /weighing-sandbox/v2/weighing');
    assert.deepEqual(
      [span.traceId, span.parentSpanId, span.kind, span.failed],
      [CALLER.trace, CALLER.span, 'server', false],
    );
    assert.equal(span.attributes['http.response.status_code'], 201);
    assert.equal(span.attributes['http.route'], '/weighing-sandbox/v2/weighing');
    assert.equal(span.attributes['fieldbridge.request.id'], 'mine');
    assert.equal(span.attributes['fieldbridge.client'], server.demo.weighing.clientId);
    const now = BigInt(Date.now()) * 1_000_000n;
    assert.ok(now - span.end < 60_000_000_000n && now >= span.start, 'times are those of the clock');
  });

  test('have the statements of a request as its parts, by class, also after its body has arrived', async () => {
    const span = await spanOf('the request', ({ traceId, kind }) => traceId === CALLER.trace && kind === 'server');
    const isInsert = ({ name }: ReceivedSpan) => name === 'INSERT ticketVersions';
    const write = childrenOf(span).find((one) => one.name === 'write' && childrenOf(one).some(isInsert));
    assert.equal(write?.attributes['db.namespace'], 'weighing-sandbox');
    assert.match(String(write?.attributes['db.system.name']), /^(?:sqlite|postgresql)$/);
    const insert = childrenOf(write!).find(isInsert);
    assert.deepEqual(
      [insert?.attributes['db.operation.name'], insert?.attributes['db.collection.name'], insert?.kind],
      ['INSERT', 'ticketVersions', 'client'],
    );
    // A span begins at a whole millisecond of the clock, and ends as much later as the work took.
    const latest = write!.end + 1_000_000n;
    for (const one of [write!, insert!]) assert.ok(one.start >= span.start && one.end <= latest, one.name);
  });

  test('begin with the request if its traceparent is invalid, and stay unsent where the caller says so', async () => {
    const get = (traceparent: string, id: string) =>
      fetch(`${server.url}/nowhere`, { headers: { traceparent, 'x-request-id': id } });
    const trace = 'a'.repeat(32);
    const wrong = [
      ...[
        `00-${trace}-${'0'.repeat(16)}-01`,
        `00-${'0'.repeat(32)}-${CALLER.span}-01`,
        `ff-${trace}-${CALLER.span}-01`,
      ],
      ...[`00-${trace}-${CALLER.span}-01-more`, `00-${trace.toUpperCase()}-${CALLER.span}-01`, `00-${trace}-01`, 'x'],
    ];
    await get(`00-${trace}-${CALLER.span}-00`, 'unsent');
    await get(`01-${'b'.repeat(32)}-${CALLER.span}-01-of-a-later-version`, 'later');
    for (const [i, header] of wrong.entries()) await get(header, `wrong-${i}`);
    const byId = (id: string) => spanOf(id, ({ attributes }) => attributes['fieldbridge.request.id'] === id);
    for (const i of wrong.keys()) {
      const span = await byId(`wrong-${i}`);
      assert.notEqual(span.traceId, trace);
      assert.equal(span.parentSpanId, undefined);
      assert.equal(span.attributes['error.type'], 'not-found');
      assert.equal(span.failed, false, 'a refused request is not a failure of the server');
    }
    assert.equal((await byId('later')).traceId, 'b'.repeat(32));
    assert.ok(!collector.spans.some(({ attributes }) => attributes['fieldbridge.request.id'] === 'unsent'));
  });

  test('have imports, exports and their converters', async () => {
    const conversion = ConversionClient.of(server);
    const { jobId } = await conversion.uploadJob('csv', POINTS, 'points.csv');
    assert.notEqual((await conversion.lastImport(jobId)).result, 'failed');
    await conversion.download(jobId, 'dxf');
    const running = await spanOf('the import', ({ name }) => name === 'import');
    assert.deepEqual([running.attributes['fieldbridge.job'], running.parentSpanId], [jobId, undefined]);
    const converter = childrenOf(running).find(({ name }) => name === 'converter');
    assert.equal(converter?.attributes['fieldbridge.task'], 'import');
    assert.ok(
      childrenOf(running).some(({ name }) => name === 'write'),
      'the revision is stored within the import',
    );
    const made = await spanOf('the export', ({ name }) => name === 'export');
    assert.equal(made.attributes['fieldbridge.format'], 'dxf');
    assert.equal(childrenOf(made).find(({ name }) => name === 'converter')?.attributes['fieldbridge.task'], 'export');
    const asked = await spanOf('the download', ({ spanId }) => spanId === made.parentSpanId);
    assert.equal(asked.attributes['fieldbridge.organisation'], made.attributes['fieldbridge.organisation']);
  });

  test('have an import that fails, by its code alone', async () => {
    const conversion = ConversionClient.of(server);
    const { jobId } = await conversion.uploadJob(
      'landxml',
      '<LandXML version="1.2"><secret-content-of-a-file',
      'a.xml',
    );
    assert.equal((await conversion.lastImport(jobId)).result, 'failed');
    const span = await spanOf(
      'the import',
      ({ name, attributes }) => name === 'import' && attributes['fieldbridge.job'] === jobId,
    );
    assert.equal(span.failed, true);
    assert.match(String(span.attributes['error.type']), /^[a-z-]+$/);
    assert.ok(!collector.bodies().includes('secret-content-of-a-file'));
  });

  test('have each attempt at a webhook, without its address or body', async () => {
    await using receiver = await startReceiver(503);
    const call = weighingCaller(server.url, server.demo.weighing);
    const { id } = await addEndpoint(call, `${receiver.url}?token=secret-of-the-receiver`);
    await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, 'HOOKED'));
    const span = await spanOf('the webhook', ({ name }) => name === 'webhook');
    assert.deepEqual([span.kind, span.failed, span.attributes['http.response.status_code']], ['client', true, 503]);
    assert.deepEqual(
      [span.attributes['fieldbridge.webhook.endpoint'], span.attributes['fieldbridge.webhook.attempt']],
      [id, 1],
    );
    assert.ok(!/secret-of-the-receiver|HOOKED|\/hook/.test(collector.bodies()));
    await call('DELETE', `/events/endpoints/${id}`);
  });

  test('say which program and which process they are of', () => {
    const { 'service.name': name, 'service.instance.id': instance, 'service.version': version } = collector.resource();
    assert.equal(name, 'fieldbridge');
    assert.match(String(instance), /^[0-9a-f-]{36}$/);
    assert.match(String(version), /^\d+\.\d+/);
  });

  test('leave out what machines ask every few seconds', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics']) await fetch(server.url + path);
    await fetch(`${server.url}/nowhere`, { headers: { 'x-request-id': 'after-those' } });
    await spanOf('the last', ({ attributes }) => attributes['fieldbridge.request.id'] === 'after-those');
    assert.ok(!collector.spans.some(({ attributes }) => /health|metrics/.test(String(attributes['http.route']))));
  });
});

const spanCounts = async (traced: TestServer): Promise<string> => (await fetch(`${traced.url}/metrics`)).text();

describe('a collector', () => {
  test('that is away costs no request; spans arrive when it is back soon', async () => {
    await using other = await startTraceCollector();
    other.answer(503);
    await using traced = await startTestServer({ ...NO_CONVERSION, traces: other.url });
    assert.equal((await fetch(`${traced.url}/nowhere`)).status, 404);
    await until(async () => other.requests() > 0, 'the refused request');
    other.answer(200);
    await until(async () => other.spans.some(({ name }) => name === 'GET'), 'the span');
    await until(async () => /result="sent"\} [1-9]/.test(await spanCounts(traced)), 'the count');
    assert.match(await spanCounts(traced), /result="lost"\} 0/);
  });

  test('that refuses spans for good loses them, and no more; the log says so once, and when it takes them again', async () => {
    await using other = await startTraceCollector();
    other.answer(400);
    await using traced = await startTestServer({ ...NO_CONVERSION, traces: other.url, logLevel: 'info' });
    for (const lost of ['[1-9]', '[2-9]']) {
      await fetch(`${traced.url}/nowhere`);
      const counted = new RegExp(`result="lost"\\} ${lost}`);
      await until(async () => counted.test(await spanCounts(traced)), 'the count');
    }
    other.answer(200);
    await fetch(`${traced.url}/nowhere`);
    await until(async () => (await settledLog(traced)).includes('traces are taken again'), 'the end of it');
    const warnings = traced
      .log()
      .split('\n')
      .filter((line) => line.includes('traces are not taken'));
    assert.deepEqual(
      warnings.map((line) => (JSON.parse(line) as { reason: unknown }).reason),
      [400],
    );
  });

  test('gets the last spans of a server that stops, and the name and password of its address as a header', async () => {
    await using other = await startTraceCollector();
    const address = other.url.replace('//', '//collector:its%20password@');
    const traced = await startTestServer({ ...NO_CONVERSION, traces: address });
    await fetch(`${traced.url}/nowhere`);
    await traced[Symbol.asyncDispose]();
    assert.ok(other.spans.some(({ name }) => name === 'GET'));
    assert.equal(other.headers()['authorization'], `Basic ${Buffer.from('collector:its password').toString('base64')}`);
    assert.ok(!traced.log().includes('its%20password') && !traced.log().includes('its password'));
  });

  test('gets no trace of its own with a share of 0, only those of callers who want them', async () => {
    await using other = await startTraceCollector();
    const traced = await startTestServer({ ...NO_CONVERSION, traces: other.url, tracesShare: 0 });
    await fetch(`${traced.url}/nowhere`);
    await fetch(`${traced.url}/nowhere`, { headers: { traceparent: `00-${CALLER.trace}-${CALLER.span}-01` } });
    await traced[Symbol.asyncDispose]();
    assert.deepEqual([...new Set(other.spans.map(({ traceId }) => traceId))], [CALLER.trace]);
  });
});
