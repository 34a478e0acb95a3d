import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findProduct } from '../../../tools/product.mjs';
import { startTestPostgres, type TestPostgres } from '../src/storage/postgres/testing/test-postgres.ts';
import { StrictS3 } from '../src/storage/s3/testing/strict-s3.ts';
import { SPACE_NAMES } from '../src/storage/spaces.ts';
import { changeDatabase, rowsOf } from '../src/storage/sqlite/testing/plain-rows.ts';
import { ConversionClient } from '../testing/conversion-client.ts';
import { IN_FILES } from '../testing/database.ts';
import { ProjectCaller } from '../testing/oauth.ts';
import { callerOf } from '../testing/project.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

const started = await startTestPostgres();
if (typeof started === 'string') test('moving to PostgreSQL and S3', { skip: started }, () => {});
else {
  after(() => started.close());
  describe('moving from the data directory to PostgreSQL and S3, and back', () => moves(started));
}

const POINTS = Array.from({ length: 3000 }, (_, i) => `P${i},${i}.5,${2 * i}.25\n`).join('');
const TICKETS = 700;

function moves(postgres: TestPostgres): void {
  let folder: string;
  let s3: StrictS3;
  /** Settings of the server on PostgreSQL and S3. */
  let settings: Record<string, string>;
  /** Everything that the server answered before. */
  let answers: Answers;
  let jobs: readonly string[];
  const path = (name: string): string => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fieldbridge-move-'));
    s3 = await StrictS3.start(7);
    settings = { data: path('scratch'), database: await postgres.database(), ...s3.settings };
    await writeFile(path('new.json'), JSON.stringify({ ...settings, warmConverters: 0 }));
    await using server = await startTestServer({ data: path('old'), ...IN_FILES });
    jobs = await fill(server);
    answers = await answersOf(server, jobs);
    assert.deepEqual([answers.tickets.length, answers.jobs.length], [TICKETS, 2]);
  });
  after(async () => {
    await s3.away();
    await rm(folder, { recursive: true });
  });

  test('a move that is killed again and again goes on, and nothing starts on what is incomplete', async () => {
    const move = ['--from', path('old'), '--to', path('new.json')];
    let kills = 0;
    for (const line of [/list-type.*weighing-sandbox/, /^PUT .*conversion/, /^PUT /]) {
      // Slow enough to be hit: a file takes a while.
      s3.fail({ fits: 'PUT ', delayMs: 150, times: 1000 });
      const before = s3.requests.length;
      const child = await startMove(move);
      const ended = once(child, 'exit');
      while (child.exitCode === null && !s3.requests.slice(before).some((request) => line.test(request)))
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))]);
      child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') kills++;
      s3.mend();
      await assert.rejects(startTestServer(settings), /is the target of a move that is not complete/);
    }
    assert.equal(kills, 3);
    const { code, out, err } = await runMove([...move, '--json']);
    assert.equal(code, 0, err);
    const summary = JSON.parse(out) as { rows: number; blobs: number; names: number; continued: boolean };
    assert.ok(summary.continued && summary.rows > TICKETS && summary.names === 2, out);
    assert.equal(summary.blobs, [...s3.objects.keys()].filter((key) => !key.endsWith('.json')).length);
  });

  test('a server on the target answers as the one before, and the source is not started by mistake', async () => {
    await assert.rejects(
      startTestServer({ data: path('old'), ...IN_FILES }),
      /was moved to .*scratch; start the server with that/,
    );
    // Tickets divided by month are moved back as any others.
    await using server = await startTestServer({ ...settings, ticketMonths: true });
    assert.deepEqual(await answersOf(server, jobs), answers);
    // Numbers that the engine gives go on behind the highest.
    const call = weighingCaller(server.url, server.demo.weighing);
    assert.equal((await call('POST', '/weighing', ticket(server.demo.weighing.locationIds[0]!, 'AFTER'))).status, 201);
    const deleted = await call(
      'DELETE',
      `/weighing/${(await call('GET', '/weighing?limit=1&externalId=AFTER')).json.items[0].uuid}`,
    );
    assert.equal(deleted.status, 204, deleted.text);
  });

  test('back in a data directory every row is the one of the beginning, and those of meanwhile', async () => {
    const { code, err } = await runMove(['--from', path('new.json'), '--to', path('back')]);
    assert.equal(code, 0, err);
    {
      await using server = await startTestServer({ data: path('back'), ...IN_FILES });
      assert.deepEqual(await answersOf(server, jobs), answers);
    }
    for (const space of SPACE_NAMES) {
      const [old, back] = [rowsOf(path(`old/${space}.sqlite`)), rowsOf(path(`back/${space}.sqlite`))];
      assert.deepEqual([...back.keys()], [...old.keys()]);
      for (const [table, rows] of old) {
        // What the servers write by themselves while they run.
        if (['tokens', 'secrets', 'sessions', 'audit', 'people', 'operators', 'personLinks'].includes(table)) continue;
        const there = new Set(back.get(table));
        assert.deepEqual(
          rows.filter((row) => !there.has(row)),
          [],
          `${space} ${table}`,
        );
        assert.ok(there.size >= rows.length);
      }
    }
  });

  test('refuses what it would mix, overwrite or lose', async () => {
    const to = path('elsewhere');
    const moved = path('old/moved.json');
    const [note, key] = [readFileSync(moved), readFileSync(path('old/server.key'))];
    const refusals: [string[], number, RegExp][] = [
      [['--from', path('old')], 2, /name both sides/],
      [['--from', path('old'), '--to', path('old')], 1, /Both sides name the data directory/],
      [['--from', path('old'), '--to', to], 1, /was moved to .*scratch/],
      [['--from', path('nothing'), '--to', to], 1, /has no server\.key/],
      [['--from', path('back'), '--to', path('new.json')], 1, /is a server's data directory already/],
    ];
    for (const [words, exit, sentence] of refusals) {
      const { code, err } = await runMove(words);
      assert.equal(code, exit, err);
      assert.match(err, sentence);
    }
    // Another scratch folder does not make the database an empty one.
    await writeFile(path('third.json'), JSON.stringify({ ...settings, data: path('third') }));
    const { code, err } = await runMove(['--from', path('back'), '--to', path('third.json')]);
    assert.deepEqual([code, /has rows; name an empty database/.test(err)], [1, true], err);
    assert.deepEqual([readFileSync(moved), readFileSync(path('old/server.key'))], [note, key]);
    assert.ok(!existsSync(to) || !existsSync(join(to, 'server.key')));
  });

  test('says what differs when a server ran on the source between two attempts, and nothing starts then', async () => {
    const target = path('changed');
    rmSync(path('back/moved.json'), { force: true });
    const child = await startMove(['--from', path('back'), '--to', target]);
    const ended = once(child, 'exit');
    while (child.exitCode === null && !existsSync(join(target, 'weighing-production.sqlite')))
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2))]);
    while (
      child.exitCode === null &&
      (rowsOf(join(target, 'weighing-sandbox.sqlite')).get('ticketVersions') ?? []).length === 0
    )
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2))]);
    child.kill('SIGKILL');
    await ended;
    changeDatabase(path('back/weighing-sandbox.sqlite'), 'UPDATE ticketVersions SET plate = plate || 1 WHERE seq = 1');
    const { code, err } = await runMove(['--from', path('back'), '--to', target]);
    assert.equal(code, 1, err);
    assert.match(err, /weighing-sandbox: the row of ticketVersions with seq 1 is another one\./);
    await assert.rejects(startTestServer({ data: target }), /is the target of a move that is not complete/);
  });
}

interface Answers {
  readonly tickets: readonly unknown[];
  readonly projects: unknown;
  readonly jobs: readonly string[];
}

/** Stores something of everything. @returns ids of jobs */
async function fill(server: TestServer): Promise<string[]> {
  const { weighing } = server.demo;
  const call = weighingCaller(server.url, weighing);
  const many = Array.from({ length: TICKETS }, (_, i) =>
    ticket(weighing.locationIds[0]!, `T-${i} äß${'\u{1f69a}'.repeat(i % 3)}`),
  );
  for (let i = 0; i < TICKETS; i += 100) {
    const sent = await call('POST', '/weighing', many.slice(i, i + 100), { 'idempotency-key': `batch-${i}` });
    assert.equal(sent.status, 207, sent.text.slice(0, 500));
  }
  const project = await callerOf(new ProjectCaller(server));
  const [division] = (await project('GET', '/divisions')).body as unknown as { id: string }[];
  const created = await project('POST', '/projects', { name: 'Ring road', divisionId: division!.id, number: 'M-1' });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const client = ConversionClient.of(server);
  const jobs: string[] = [];
  for (const name of ['First', 'Second']) {
    const { jobId } = await client.createJob({ name, unit: 'm' });
    for (const file of ['a.csv', 'b.csv']) await client.append(jobId, 'csv', `name,northing,easting\n${POINTS}`, file);
    assert.equal((await client.status(jobId)).state, 'idle');
    jobs.push(jobId);
  }
  return jobs;
}

/** What callers see. */
async function answersOf(server: TestServer, jobs: readonly string[]): Promise<Answers> {
  const call = weighingCaller(server.url, server.demo.weighing);
  const tickets: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await call(
      'GET',
      `/weighing?limit=500${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    assert.equal(page.status, 200, page.text);
    tickets.push(...page.json.items);
    cursor = page.json.next;
    if (cursor === undefined) break;
  }
  const project = await callerOf(new ProjectCaller(server));
  const client = ConversionClient.of(server);
  const exports: string[] = [];
  for (const jobId of jobs) exports.push((await client.download(jobId, 'csv')).text);
  return { tickets, projects: (await project('GET', '/projects')).body, jobs: exports };
}

async function startMove(words: readonly string[]): Promise<ChildProcess> {
  return spawn(process.execPath, [await findProduct(), 'migrate-storage', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function runMove(words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const child = await startMove(words);
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code: code as number, out, err };
}
