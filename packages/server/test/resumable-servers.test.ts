import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../src/core/clock.ts';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { type Answer, ConversionClient } from '../testing/conversion-client.ts';
import { until } from '../testing/receiver.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ServerGroup } from '../testing/server-group.ts';

// Resumable uploads that are begun at one server, and continued, finished, used and given up at others.

const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const MIB = 2 ** 20;
const LIMIT = 64 * MIB;
const OPEN = 5;

const started = await startTestPostgres();

if (typeof started === 'string') test('resumable uploads at several servers', { skip: started }, () => {});
else {
  after(() => started.close());
  describe('resumable uploads at several servers, in a shared folder', () => several(started, sharedFolder));
  describe('resumable uploads at several servers, on S3', () => several(started, objectStore));
  describe('resumable uploads whose server is killed', () => killed(started));
}

/** Where the files are. */
interface Place {
  readonly settings: Record<string, unknown>;
  /** How many files there are. */
  count(): Promise<number>;
  close(): Promise<void>;
}

async function sharedFolder(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbridge-shared-'));
  const count = async () => {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => /[0-9a-f]{8}-[0-9a-f-]{27}$/.test(name)).length;
  };
  const close = () => rm(folder, { recursive: true });
  return { settings: { blobs: pathToFileURL(folder).href }, count, close };
}

async function objectStore(): Promise<Place> {
  const store = await StrictS3.start();
  const count = async () => [...store.objects.keys()].filter((key) => /[0-9a-f-]{36}$/.test(key)).length;
  return { settings: store.settings, count, close: () => store.away() };
}

/** Points as CSV, of about so many bytes. */
function points(bytes: number): string {
  const lines = ['name,northing,easting,elevation'];
  for (let size = 0, i = 0; size < bytes; i++) {
    lines.push(`P${i},${5000 + i}.25,${1000 + i}.5,12.125`);
    size += lines.at(-1)!.length + 1;
  }
  return `${lines.join('\n')}\n`;
}

/** A program that sends resumable uploads, each request to the server that it names. */
class Sender {
  readonly #at: readonly ConversionClient[];

  constructor(at: readonly ConversionClient[]) {
    this.#at = at;
  }

  async begin(server: number, headers: Record<string, string>): Promise<string> {
    const begun = await this.#at[server]!.send('POST', '/uploads', null, { ...TUS, ...headers });
    assert.equal(begun.status, 201, begun.text);
    return begun.headers.get('location')!.replace(/^.*\/uploads/, '/uploads');
  }

  part(server: number, path: string, offset: number, body: RequestInit['body'], headers = {}): Promise<Answer> {
    return this.#at[server]!.send('PATCH', path, body, { ...BYTES, 'upload-offset': String(offset), ...headers });
  }

  async offset(server: number, path: string): Promise<number> {
    const { status, headers } = await this.#at[server]!.send('HEAD', path, undefined, TUS);
    assert.equal(status, 200);
    return Number(headers.get('upload-offset'));
  }

  use(server: number, path: string, query = 'from=csv&to=csv'): Promise<Answer> {
    return this.#at[server]!.send('POST', `/convert?${query}&upload=${path.split('/').at(-1)}`);
  }
}

/** A body of which the test sends each part. */
function heldBody() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  return { body: readable, send: (text: string) => writer.write(Buffer.from(text)), end: () => writer.close() };
}

function several(postgres: TestPostgres, makePlace: () => Promise<Place>): void {
  let servers: TestServer[];
  let sender: Sender;
  let place: Place;
  let start: (more: Record<string, unknown>, options?: object) => Promise<TestServer>;

  test('the servers start', async () => {
    place = await makePlace();
    const database = await postgres.database();
    const shared = { database, uploadLimit: LIMIT, openUploads: OPEN, ...place.settings };
    start = (more, options) => startTestServer({ ...shared, ...more }, options);
    const first = await start({});
    const key = join(first.directory, 'server.key');
    const second = { ...(await start({ key, role: 'api' }, { demo: false })), demo: first.demo };
    servers = [first, second];
    sender = new Sender(servers.map((one) => ConversionClient.of(one)));
  });
  after(async () => {
    for (const one of servers.toReversed()) await one.stop();
    await place.close();
  });

  test('are continued at another server and used at a third request, once', async () => {
    const before = await place.count();
    const text = points(400);
    const metadata = `filename ${Buffer.from('site.csv').toString('base64')}`;
    const path = await sender.begin(0, { 'upload-length': String(text.length), 'upload-metadata': metadata });
    assert.equal((await sender.part(0, path, 0, text.slice(0, 100))).status, 204);
    assert.equal(await sender.offset(1, path), 100);
    assert.equal((await sender.part(1, path, 90, text.slice(90))).status, 409, 'not the offset');
    assert.equal((await sender.use(1, path)).json()['code'], 'upload-unfinished');
    assert.equal((await sender.part(1, path, 100, text.slice(100))).status, 204);
    assert.equal((await sender.part(0, path, text.length, 'more')).status, 413);
    const used = await Promise.all([0, 1, 0, 1].map((server) => sender.use(server, path)));
    assert.deepEqual(used.map(({ status }) => status).sort(), [200, 404, 404, 404]);
    const right = used.find(({ status }) => status === 200)!;
    assert.equal(right.text.trim().split('\n').length, text.trim().split('\n').length);
    assert.match(right.headers.get('content-disposition')!, /site\.csv/);
    for (const server of [0, 1]) assert.equal((await sender.use(server, path)).json()['code'], 'upload-unknown');
    assert.equal(await place.count(), before, 'nothing of it is left');
  });

  test('of many pieces become a file of a job, byte for byte, and a refusal leaves them usable', async () => {
    const text = points(9 * MIB);
    const first = 8.5 * MIB;
    const path = await sender.begin(1, { 'upload-defer-length': '1' });
    assert.equal((await sender.part(1, path, 0, text.slice(0, first))).status, 204);
    const length = { 'upload-length': String(text.length) };
    assert.equal((await sender.part(0, path, first, text.slice(first), length)).status, 204);
    assert.equal((await sender.use(0, path, 'from=csv&to=csv&nonsense=1')).status, 400);
    const client = ConversionClient.of(servers[1]!);
    const { jobId } = await client.createJob({ name: 'Long' });
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64');
    const headers = { 'content-digest': `sha-256=:${digest}:` };
    const upload = path.split('/').at(-1);
    const added = await client.send('PUT', `/job/${jobId}/csv?upload=${upload}`, null, headers);
    assert.equal(added.status, 202, added.text);
    assert.equal((await client.send('DELETE', `/job/${jobId}`)).status, 204);
  });

  test('that are not what was announced are removed', async () => {
    const before = await place.count();
    const path = await sender.begin(0, { 'upload-length': '4' });
    assert.equal((await sender.part(1, path, 0, 'abcd')).status, 204);
    const client = ConversionClient.of(servers[0]!);
    const headers = { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` };
    const refused = await client.send('POST', `/convert?to=csv&upload=${path.split('/').at(-1)}`, null, headers);
    assert.equal(refused.json()['code'], 'digest-mismatch', refused.text);
    assert.equal((await sender.use(1, path)).json()['code'], 'upload-unknown');
    assert.equal(await place.count(), before);
  });

  test('keep the whole pieces while a server still receives', async () => {
    const text = points(9 * MIB);
    const path = await sender.begin(0, { 'upload-length': String(text.length) });
    const slow = heldBody();
    const first = sender.part(0, path, 0, slow.body);
    await slow.send(text.slice(0, -10));
    await until(async () => (await rowOf(path)).received === 8 * MIB, 'the first piece');
    assert.equal((await sender.part(1, path, 8 * MIB, text.slice(8 * MIB))).status, 204);
    await slow.end();
    assert.equal((await first).status, 409);
    assert.equal(await sender.offset(0, path), text.length);
    assert.equal((await ConversionClient.of(servers[0]!).send('DELETE', path, undefined, TUS)).status, 204);
  });

  test('that two servers receive at once are not mixed', async () => {
    const text = points(600);
    const path = await sender.begin(0, { 'upload-length': String(text.length) });
    const slow = heldBody();
    const first = sender.part(0, path, 0, slow.body);
    await slow.send('XXXX');
    // The other server continues while the first still receives: what the first has is of no use any more.
    await until(async () => (await sender.part(1, path, 0, text.slice(0, 50))).status === 204, 'the other part');
    await slow.send('YYYY');
    await slow.end();
    assert.equal((await first).status, 409, 'another request has continued it');
    assert.equal(await sender.offset(0, path), 50);
    assert.equal((await sender.part(0, path, 50, text.slice(50))).status, 204);
    const used = await sender.use(1, path);
    assert.equal(used.text.trim().split('\n').length, text.trim().split('\n').length);
  });

  test('stay where HEAD at another server found them', async () => {
    const path = await sender.begin(0, { 'upload-length': '8' });
    const slow = heldBody();
    const first = sender.part(0, path, 0, slow.body);
    await slow.send('abcd');
    await until(async () => (await rowOf(path)).fence > 0, 'the first request to write');
    assert.equal(await sender.offset(1, path), 0);
    await slow.end();
    assert.equal((await first).status, 409);
    assert.equal(await sender.offset(1, path), 0);
    assert.equal((await ConversionClient.of(servers[1]!).send('DELETE', path, undefined, TUS)).status, 204);
    assert.equal((await sender.part(0, path, 0, 'abcdefgh')).status, 404);
  });

  test('are limited for all servers together', async () => {
    const begun = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        ConversionClient.of(servers[i % 2]!).send('POST', '/uploads', null, { ...TUS, 'upload-length': '5' }),
      ),
    );
    assert.equal(begun.filter(({ status }) => status === 201).length, OPEN, 'openUploads');
    for (const { status, text } of begun)
      assert.ok(status === 201 || /openUploads is reached: 5 are open/.test(text), text);
  });

  test('that nobody used are removed after a day, with their pieces', async () => {
    const open = await rowsOf<{ id: string }>('SELECT id FROM uploads');
    for (const { id } of open) assert.equal((await sender.part(0, `/uploads/${id}`, 0, 'abc')).status, 204);
    const before = await place.count();
    const key = join(servers[0]!.directory, 'server.key');
    for (const server of servers.toReversed()) await server.stop();
    const clock = { ...systemClock, now: () => Date.now() + 25 * 3_600_000, monotonic: () => performance.now() };
    servers = [await start({ key, data: servers[0]!.directory }, { clock, demo: false })];
    await until(async () => (await rowsOf('SELECT id FROM uploads')).length === 0, 'the removal of old uploads');
    await until(async () => (await place.count()) === before - open.length, 'the removal of their pieces');
    assert.deepEqual(await rowsOf('SELECT uploadId FROM uploadPieces'), []);
  });

  async function rowsOf<R>(text: string): Promise<R[]> {
    return servers[0]!.context.space('conversion').store.read<R>(text);
  }

  async function rowOf(path: string) {
    const rows = await rowsOf<{ id: string; fence: number; received: number }>(
      'SELECT id, fence, received FROM uploads',
    );
    return rows.find(({ id }) => path.endsWith(id))!;
  }
}

function killed(postgres: TestPostgres): void {
  test('continue at another from the pieces that had arrived', async () => {
    await using group = await ServerGroup.start(postgres, ['all', 'api']);
    const sender = new Sender(group.servers.map(({ url }) => new ConversionClient(url, group.demo.conversion)));
    const text = points(12 * MIB);
    const path = await sender.begin(0, { 'upload-length': String(text.length) });
    const first = 9 * MIB;
    assert.equal((await sender.part(0, path, 0, text.slice(0, first))).status, 204);
    const slow = heldBody();
    const cut = sender.part(0, path, first, slow.body).then(
      () => 'answered',
      () => 'cut',
    );
    await slow.send(text.slice(first, first + 100));
    await group.servers[0]!.kill();
    assert.equal(await cut, 'cut');
    const arrived = await sender.offset(1, path);
    assert.equal(arrived, first);
    assert.equal((await sender.part(1, path, arrived, text.slice(arrived))).status, 204);
    const used = await sender.use(1, path);
    assert.equal(used.status, 200, used.text.slice(0, 300));
    assert.equal(used.text.trim().split('\n').length, text.trim().split('\n').length);
  });
}
