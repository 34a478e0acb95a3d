import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { TestClock } from '../../testing/clock.ts';
import { ProblemError } from '../core/problem.ts';
import { coreMigrations } from '../storage/core-migrations.ts';
import { SqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { createApp } from './app.ts';
import { addIdempotency } from './idempotency.ts';
import { Metrics } from './metrics.ts';

const DAY = 24 * 3600 * 1000;

let directory: string;
let files = 0;
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fieldbridge-idempotency-'));
});
const open = new Set<() => Promise<void>>();
after(async () => {
  for (const close of open) await close();
  await rm(directory, { recursive: true, force: true });
});

/** What a handler of the test may be asked to do. */
type Work = (name: string) => unknown;

interface Answer {
  readonly statusCode: number;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, checked by the assertions
  json(): any;
}

/** A listening application whose handler can be controlled, and which counts how often it ran. */
async function make(path = join(directory, `${files++}.sqlite`), idempotencyBytes = 0) {
  const database = new SqliteStore(path, [coreMigrations]);
  const clock = new TestClock();
  const app = createApp({
    ...{ bodyLimit: 100_000, bodySeconds: 60, corsOrigins: [], trustedProxies: [], logLevel: 'silent' },
    ...{ log: { write: () => true }, metrics: new Metrics(), isDraining: () => false },
  });
  const runs: string[] = [];
  const state: { work: Work } = { work: (name) => ({ name, run: runs.length }) };
  addIdempotency(app, { store: database, clock, idempotencyBytes }, ({ headers }) => {
    const clientId = String(headers['x-caller'] ?? 'ada');
    return { clientId, organisationId: String(headers['x-organisation'] ?? clientId) };
  });
  app.post<{ Body: { name: string } }>('/things', { config: { idempotent: true } }, async (request, reply) => {
    runs.push(request.body.name);
    reply.header('location', `/things/${runs.length}`).header('etag', '"1"').header('x-private', 'no').code(201);
    return state.work(request.body.name);
  });
  app.post('/kept', { config: { idempotent: true } }, async (request, reply) => {
    runs.push('kept');
    const text = `{ "spelled":  "as sent", "run": ${runs.length} }`;
    await database.write((tx) => request.idempotency?.keep(201, { 'content-type': 'application/json' }, text, tx));
    return reply
      .code(201)
      .type('application/json')
      .serializer((one: string) => one)
      .send(text);
  });
  app.post('/plain', async () => ({ run: runs.push('plain') }));
  app.delete('/things', { config: { idempotent: true } }, async (_request, reply) => {
    runs.push('delete');
    return reply.code(204).send();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const call = async (method: string, url: string, headers: Record<string, string>, body?: string): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const payload = await answer.text();
    return {
      ...{ statusCode: answer.status, payload, headers: Object.fromEntries(answer.headers) },
      json: () => JSON.parse(payload),
    };
  };
  const send = (key: string | undefined, body: object = { name: 'a' }, more: object = {}, url = '/things') =>
    call(
      ...(['POST', url] as const),
      { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }), ...more },
      JSON.stringify(body),
    );
  const close = async (): Promise<void> => {
    open.delete(close);
    await app.close();
    await database.close();
  };
  open.add(close);
  const count = (): number => Number(database.first('SELECT count(*) AS n FROM idempotentAnswers')!['n']);
  return { port, clock, runs, state, call, send, close, database, path, count };
}

describe('a request with a key', () => {
  test('is done once: a repeat gets the first answer, marked, with the headers that belong to it', async () => {
    const { send, runs } = await make();
    const first = await send('k1');
    assert.equal(first.headers['idempotency-replayed'], undefined);
    const again = await send('k1');
    assert.deepEqual([again.statusCode, again.payload, runs.length], [201, first.payload, 1]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    for (const name of ['location', 'etag', 'content-type'])
      assert.equal(again.headers[name], first.headers[name], name);
    assert.equal(again.headers['x-private'], undefined);
    assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id'], 'each answer has its own id');
  });

  test('is done again with another key, for another caller, and without a key', async () => {
    const { send, runs } = await make();
    for (const [key, headers] of [
      ['k1', {}],
      ['k2', {}],
      ['K1', {}],
      ['k1', { 'x-caller': 'bob' }],
      [undefined, {}],
      [undefined, {}],
    ] as const)
      assert.equal((await send(key, { name: 'a' }, headers)).headers['idempotency-replayed'], undefined);
    assert.equal(runs.length, 6);
  });

  test('with another body, or to another address, is refused, and the first answer stays', async () => {
    const { send, runs } = await make();
    await send('k1');
    for (const other of [
      await send('k1', { name: 'b' }),
      await send('k1', { name: 'a', more: 1 }),
      await send('k1', { name: 'a' }, {}, '/things?x=1'),
      await send('k1', {}, {}, '/kept'),
    ])
      assert.deepEqual([other.statusCode, other.json().code], [422, 'idempotency-key-reused']);
    assert.equal((await send('k1')).headers['idempotency-replayed'], 'true');
    assert.equal(runs.length, 1);
  });

  test('keeps a refusal, too, but neither 429 nor a failure of the server', async () => {
    const { send, runs, state } = await make();
    for (const [key, code, kept] of [
      ['a', 'conflict', true],
      ['b', 'not-found', true],
      ['c', 'too-many-requests', false],
      ['d', 'unavailable', false],
      ['e', 'disk-full', false],
      ['f', 'internal', false],
    ] as const) {
      state.work = () => {
        throw new ProblemError(code);
      };
      const first = await send(key);
      state.work = () => ({ well: true });
      const before = runs.length;
      const again = await send(key);
      assert.equal(again.statusCode, kept ? first.statusCode : 201, code);
      assert.equal(runs.length - before, kept ? 0 : 1, code);
    }
  });

  test('whose body its schema or JSON refuses is answered like any other', async () => {
    const { call, runs } = await make();
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const broken = () => call('POST', '/things', headers, '{"name":');
    assert.deepEqual([(await broken()).statusCode, (await broken()).statusCode, runs], [400, 400, []]);
  });

  test('runs every time if the route does not honour keys', async () => {
    const { send, runs } = await make();
    for (let i = 0; i < 3; i++) await send('k1', {}, {}, '/plain');
    assert.equal(runs.length, 3);
  });

  test('keeps an answer without a body', async () => {
    const { call, runs } = await make();
    const remove = () => call('DELETE', '/things', { 'idempotency-key': 'k' });
    const [first, again] = [await remove(), await remove()];
    assert.deepEqual([first.statusCode, again.statusCode, again.payload, runs.length], [204, 204, '', 1]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  test('keeps the exact text that the write kept with it', async () => {
    const { send } = await make();
    const [first, again] = [await send('k', {}, {}, '/kept'), await send('k', {}, {}, '/kept')];
    assert.equal(first.payload, '{ "spelled":  "as sent", "run": 1 }');
    assert.deepEqual([again.payload, again.headers['idempotency-replayed']], [first.payload, 'true']);
  });
});

test('an invalid key is refused by name before anything is done', async () => {
  const { send, runs } = await make();
  for (const key of ['', ' ', 'a b', 'ä', 'k'.repeat(256), 'a\tb']) {
    const answer = await send(key);
    assert.deepEqual(
      [answer.statusCode, answer.json().errors?.[0]?.parameter],
      [400, 'Idempotency-Key'],
      JSON.stringify(key),
    );
  }
  assert.deepEqual(runs, []);
  for (const key of ['k'.repeat(255), '!', '~', '"quoted"', '1,2'])
    assert.equal((await send(key)).statusCode, 201, key);
});

describe('while the first request runs', () => {
  test('a repeat has to wait, another key proceeds, and afterwards the answer is there', async () => {
    const { send, runs, state } = await make();
    const { promise, resolve } = Promise.withResolvers<object>();
    const began = Promise.withResolvers<void>();
    state.work = () => {
      began.resolve();
      return promise;
    };
    const first = send('k');
    await began.promise;
    const early = await send('k');
    assert.deepEqual([early.statusCode, early.json().code], [409, 'idempotency-in-progress']);
    assert.equal(early.headers['retry-after'], '1');
    state.work = () => ({});
    assert.equal((await send('other')).statusCode, 201);
    resolve({ done: 1 });
    assert.equal((await first).statusCode, 201);
    const late = await send('k');
    assert.deepEqual([late.json(), late.headers['idempotency-replayed'], runs.length], [{ done: 1 }, 'true', 2]);
  });

  test('fifty at once are done once: one is answered, the others wait or get the same', async () => {
    const { send, runs } = await make();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('k')));
    assert.equal(runs.length, 1);
    assert.deepEqual(
      answers.filter(({ statusCode }) => ![201, 409].includes(statusCode)),
      [],
    );
    assert.ok(answers.some(({ statusCode }) => statusCode === 201));
  });

  test('a caller that hangs up is remembered until its request is done', async () => {
    const { port, send, runs, state } = await make();
    const { promise, resolve } = Promise.withResolvers<object>();
    const began = Promise.withResolvers<void>();
    state.work = () => {
      began.resolve();
      return promise;
    };
    const abort = new AbortController();
    const body = JSON.stringify({ name: 'a' });
    const headers = { 'idempotency-key': 'k', 'content-type': 'application/json' };
    const gone = fetch(`http://127.0.0.1:${port}/things`, { method: 'POST', body, headers, signal: abort.signal });
    await began.promise;
    abort.abort();
    await assert.rejects(gone);
    assert.equal((await send('k')).statusCode, 409, 'it is still running');
    resolve({ done: 1 });
    // Its answer is stored a moment later; until then it counts as running.
    let answer = await send('k');
    while (answer.statusCode === 409) answer = await send('k');
    assert.deepEqual([answer.json(), answer.headers['idempotency-replayed'], runs.length], [{ done: 1 }, 'true', 1]);
  });
});

describe('kept answers', () => {
  test('survive a restart and are forgotten after 24 hours', async () => {
    const first = await make();
    const { payload } = await first.send('k');
    await first.close();
    const second = await make(first.path);
    assert.equal((await second.send('k')).payload, payload);
    second.clock.pass(DAY - 1);
    assert.equal((await second.send('k')).headers['idempotency-replayed'], 'true');
    second.clock.pass(1);
    assert.equal((await second.send('k')).headers['idempotency-replayed'], undefined, 'done again');
    assert.equal((await second.send('k')).headers['idempotency-replayed'], 'true', 'and stored again');
  });

  test('do not pile up: each new one removes old ones', async () => {
    const { send, clock, count } = await make();
    for (let i = 0; i < 50; i++) await send(`old-${i}`);
    assert.equal(count(), 50);
    clock.pass(DAY + 1);
    for (let i = 0; i < 4; i++) await send(`new-${i}`);
    assert.equal(count(), 4);
  });

  test('hold neither the key nor the request body', async () => {
    const { send, database } = await make();
    await send('my-own-key', { name: 'my-own-secret' }, {}, '/kept');
    const rows = JSON.stringify(
      database.read(
        'SELECT hex(key) key, hex(fingerprint) fingerprint, headers, CAST(body AS TEXT) body FROM idempotentAnswers',
      ),
    );
    assert.doesNotMatch(rows, /my-own|6D792D6F776E/);
  });
});

describe("an organisation's share of the stored answers", () => {
  /** Three answers of 3 kB fill it. */
  const filled = async () => {
    const made = await make(undefined, 9000);
    made.state.work = () => ({ text: 'x'.repeat(3000) });
    for (const key of ['a', 'b', 'c']) assert.equal((await made.send(key)).statusCode, 201, key);
    const shares = () =>
      Object.fromEntries(
        made.database.read('SELECT owner, bytes FROM idempotencyShares').map(({ owner, bytes }) => [owner, bytes]),
      );
    return { ...made, shares };
  };

  test('cannot be exceeded, which is checked before anything is done; stored answers are still returned', async () => {
    const { send, runs } = await filled();
    const refused = await send('d');
    assert.deepEqual([refused.statusCode, refused.json().code, runs.length], [429, 'idempotency-full', 3]);
    assert.equal(refused.headers['retry-after'], String(DAY / 1000));
    assert.match(refused.json().detail, /have 9\d{3} bytes, the limit is 9000/);
    assert.equal((await send('b')).headers['idempotency-replayed'], 'true');
    assert.equal((await send(undefined)).statusCode, 201, 'without a key');
  });

  test('is shared by all its credentials, and separate for every organisation', async () => {
    const { send } = await filled();
    const mate = await send('a', {}, { 'x-caller': 'bob', 'x-organisation': 'ada' });
    assert.equal(mate.json().code, 'idempotency-full');
    assert.equal((await send('a', {}, { 'x-caller': 'bob' })).statusCode, 201);
  });

  test('is free again when the oldest answers are a day old, whether or not they are removed', async () => {
    const { send, clock, shares } = await filled();
    clock.pass(DAY - 1500);
    assert.equal((await send('d')).headers['retry-after'], '2');
    clock.pass(1500);
    assert.equal((await send('d')).statusCode, 201);
    assert.ok(Number(shares()['ada']) < 4000, 'the old ones no longer count');
    await send('e');
    await send('f');
    assert.equal((await send('g')).json().code, 'idempotency-full');
    assert.equal((await send('d')).headers['idempotency-replayed'], 'true');
  });

  test('counts each answer once, whatever happens to the transaction that stores it', async () => {
    const { send, clock, database, count, shares } = await make(undefined, 9000).then((made) => ({
      ...made,
      shares: () => made.database.first('SELECT sum(bytes) AS bytes FROM idempotencyShares')!['bytes'],
    }));
    await send('k');
    const one = shares();
    clock.pass(DAY);
    await send('k');
    assert.deepEqual([count(), shares()], [1, one], 'stored again in the place of the old one');
    await assert.rejects(
      database.write(async (tx) => {
        await tx.run('DELETE FROM idempotentAnswers');
        throw new Error('undone');
      }),
      /undone/,
    );
    assert.equal(shares(), one);
    await database.write((tx) => tx.run('DELETE FROM idempotentAnswers'));
    assert.equal(shares(), null, 'an organisation without answers has no row');
  });
});
