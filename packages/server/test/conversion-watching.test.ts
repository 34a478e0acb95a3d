import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { JobStatus } from '@fieldbridge/contract';
import { ConversionClient } from '../testing/conversion-client.ts';
import { holdConverters } from '../testing/hold-converters.ts';
import { arrivals, startTestServer, stopFaultless, type TestServer } from '../testing/server.ts';

// Waiting for a job: polling, long polling and streams, by many callers, with disconnects, and while the server stops.

const HEAD = 'name,northing,easting,elevation\n';
const manyPoints = (count: number, prefix = 'P') =>
  HEAD + Array.from({ length: count }, (_, i) => `${prefix}${i},${i},${i},1`).join('\n');
let server: TestServer;
let client: ConversionClient;
before(async () => {
  server = await startTestServer({ logLevel: 'error', converters: 1 });
  client = ConversionClient.of(server);
});
after(() => stopFaultless(server));

interface Event {
  readonly event: string;
  readonly data: JobStatus;
}
/** Opens a stream of a job's status. */
async function watch(jobId: string, signal?: AbortSignal, by = client): Promise<Response> {
  const headers = { ...by.headers, accept: 'text/event-stream' };
  return fetch(`${by.base}/job/${jobId}/status`, { headers, ...(signal === undefined ? {} : { signal }) });
}
/** Parses events as in https://html.spec.whatwg.org/#event-stream-interpretation. */
function eventsOf(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
      return { event: fields['event'] as string, data: JSON.parse(fields['data'] as string) as JobStatus };
    });
}
/** A job whose import keeps the only converter busy until it is released. */
async function busyJob(): Promise<Disposable & { jobId: string; release(): void }> {
  const { jobId } = await client.createJob();
  const converters = holdConverters(server.directory, 'long.csv', 'asked');
  await client.append(jobId, 'csv', manyPoints(9000), 'long.csv');
  await converters.held(1);
  return { jobId, ...converters };
}

test('a stream of an idle job sends its status once and ends', async () => {
  const { jobId } = await client.uploadJob('csv', manyPoints(2), 'a.csv');
  const polled = await client.status(jobId);
  const response = await watch(jobId);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  assert.match(response.headers.get('x-request-id')!, /^[\w-]+$/);
  assert.match(response.headers.get('ratelimit')!, /^"/);
  assert.deepEqual(eventsOf(await response.text()), [{ event: 'status', data: polled }]);
});

test('three watchers of one job see the same end, whenever they connected; events follow its states', async () => {
  using busy = await busyJob();
  const { jobId } = busy;
  const first = (await watch(jobId)).text();
  const second = (await watch(jobId)).text();
  const third = client.send('GET', `/job/${jobId}/status?wait=60`);
  busy.release();
  const last = [
    eventsOf(await first).at(-1)!.data,
    eventsOf(await second).at(-1)!.data,
    (await third).json<JobStatus>(),
  ];
  for (const status of last) assert.deepEqual(status, last[0]);
  assert.deepEqual([last[0]!.state, last[0]!.result, last[0]!.progress], ['idle', 'success', 100]);
  const seen = eventsOf(await first).map(({ data }) => data);
  const order = ['queued', 'running', 'idle'];
  const states = seen.map(({ state }) => order.indexOf(state));
  assert.deepEqual(states, states.toSorted(), 'never back');
  for (const status of seen) {
    assert.equal(status.result === null, status.state !== 'idle');
    for (const one of status.imports) assert.ok(one.progress >= 0 && one.progress <= 100 && one.done <= one.total);
  }
});

test('an append during a stream is included: the stream ends when nothing is waiting or running', async () => {
  using busy = await busyJob();
  const { jobId } = busy;
  const stream = (await watch(jobId)).text();
  await client.append(jobId, 'csv', manyPoints(3, 'Q'), 'later.csv');
  busy.release();
  const events = eventsOf(await stream);
  assert.deepEqual(
    events.at(-1)!.data.imports.map(({ name, state, written }) => [name, state, written]),
    [
      ['long.csv', 'idle', 9000],
      ['later.csv', 'idle', 3],
    ],
  );
  assert.equal(events.at(-1)!.data.revision, 2);
});

test('fifty long polls are all answered when the job is done, those of other jobs later', async () => {
  using busy = await busyJob();
  const { jobId } = busy;
  using converters = holdConverters(server.directory, 'behind.csv');
  const behind = await client.createJob();
  await client.append(behind.jobId, 'csv', manyPoints(3), 'behind.csv');
  let open = true;
  const other = client.send('GET', `/job/${behind.jobId}/status?wait=120`).finally(() => (open = false));
  const polls = Array.from({ length: 50 }, () => client.send('GET', `/job/${jobId}/status?wait=120`));
  busy.release();
  for (const { status, text } of await Promise.all(polls)) {
    assert.equal(status, 200);
    assert.equal((JSON.parse(text) as JobStatus).state, 'idle');
  }
  assert.ok(open, 'with one converter the other job is still running');
  converters.release();
  assert.equal((await other).json<JobStatus>().state, 'idle');
});

test('a wait ends after its time; a wait of 0 returns at once', async () => {
  using busy = await busyJob();
  const { jobId } = busy;
  for (const wait of ['0', '0.05']) {
    const { status, text, headers } = await client.send('GET', `/job/${jobId}/status?wait=${wait}`);
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store']);
    assert.notEqual((JSON.parse(text) as JobStatus).state, 'idle', `after ${wait} s`);
  }
  for (const wait of ['-1', '601', 'long', '', '1&wait=2'])
    assert.equal((await client.send('GET', `/job/${jobId}/status?wait=${wait}`)).status, 400, wait);
  busy.release();
  await client.status(jobId);
});

test('nothing more is written to a disconnected caller, and others are not affected', async () => {
  using busy = await busyJob();
  const { jobId } = busy;
  const leaving = new AbortController();
  const left = await watch(jobId, leaving.signal);
  await left.body!.getReader().read();
  leaving.abort();
  const polling = new AbortController();
  const gone = fetch(`${client.base}/job/${jobId}/status?wait=60`, { headers: client.headers, signal: polling.signal });
  polling.abort();
  await assert.rejects(gone, { name: 'AbortError' });
  const other = await watch(jobId);
  busy.release();
  assert.equal(eventsOf(await other.text()).at(-1)!.data.state, 'idle');
});

test('a stream belongs to its organisation; requests that cannot stream are refused', async () => {
  const { jobId } = await client.createJob();
  const stranger = new ConversionClient(server.url, await server.otherOrganisation('conversion'));
  const hidden = await watch(jobId, undefined, stranger);
  assert.deepEqual(
    [hidden.status, hidden.headers.get('content-type')?.split(';')[0]],
    [404, 'application/problem+json'],
  );
  await hidden.text();
  const accept = (value: string) => client.send('GET', `/job/${jobId}/status`, undefined, { accept: value });
  assert.match((await accept('application/json, text/event-stream;q=0.5')).headers.get('content-type')!, /json/);
  assert.match(
    (await accept('text/event-stream, application/json;q=0.5')).headers.get('content-type')!,
    /event-stream/,
  );
  assert.equal((await accept('text/csv')).status, 406);
});

test('a stopping server ends its streams and waits, and the work continues after the next start', async () => {
  const first = await startTestServer({ logLevel: 'error', converters: 1 });
  const caller = ConversionClient.of(first);
  const { jobId } = await caller.createJob();
  using converters = holdConverters(first.directory, 'long.csv');
  await caller.append(jobId, 'csv', manyPoints(3), 'long.csv');
  await converters.held(1);
  const stream = await watch(jobId, undefined, caller);
  const arrived = arrivals(first, 2);
  const poll = caller.send('GET', `/job/${jobId}/status?wait=300`);
  const download = caller.send('GET', `/job/${jobId}?wait=300`);
  await arrived;
  const [text, polled, asked] = await Promise.all([stream.text(), poll, download, first.stop()]);
  assert.ok(eventsOf(text).length >= 1);
  assert.deepEqual([polled.status, asked.status], [200, 503]);
  assert.ok(asked.headers.get('retry-after') !== null, 'when to retry');
  converters.release();
  await using second = await startTestServer({ logLevel: 'error', data: first.directory });
  const done = await ConversionClient.of(second).lastImport(jobId);
  assert.deepEqual([done.result, done.written], ['success', 3]);
  await second.stop();
  rmSync(first.directory, { recursive: true, force: true });
});
