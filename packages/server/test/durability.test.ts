import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { countOf } from '../testing/count-of.ts';
import { IN_FILES } from '../testing/database.ts';
import { expectError, ProjectCaller } from '../testing/oauth.ts';
import { callerOf, type Json } from '../testing/project.ts';
import { NO_CONVERSION, startTestServer } from '../testing/server.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { ticket, weighingCaller } from '../testing/weighing.ts';

/** Rounds by default; `FAULT_ROUNDS=100` for the long form. */
const ROUNDS = countOf('FAULT_ROUNDS', process.env['FAULT_ROUNDS'], 2);
const CALLERS = 8;
/** Projects acknowledged in a round before the server is killed; fewer would prove nothing. */
const LEAST_PER_ROUND = 10;

test('an invalid number of rounds stops the run, because a campaign without rounds would pass', () => {
  assert.deepEqual(
    [countOf('ROUNDS', undefined, 2), countOf('ROUNDS', '100', 2), countOf('ROUNDS', '1', 2)],
    [2, 100, 1],
  );
  for (const text of ['', '0', '1OO', '-1', '1.5', '1e2', ' 5', 'Infinity', '9'.repeat(10)])
    assert.throws(() => countOf('ROUNDS', text, 2), {
      name: 'RangeError',
      message: /^ROUNDS is a whole number from 1, not "/,
    });
});

/** Projects of the demonstration. */
const DEMO = ['2026-014', '2026-021', '2026-030'];

/** Starts a server without conversion. */
const start = (directory: string) =>
  startServerProcess(directory, { words: ['--interfaces', NO_CONVERSION.interfaces] });

test('kill -9 under load loses no acknowledged project and no token, and duplicates none', {
  timeout: 600_000,
}, async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-kill-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  let child = await start(directory);
  t.after(() => child.process.kill('SIGKILL'));
  assert.equal((await stat(join(directory, 'demo.json'))).mode & 0o777, 0o600);
  for (const file of ['server.key', 'desk.sqlite', 'desk.sqlite-wal']) {
    assert.equal((await stat(join(directory, file))).mode & 0o777, 0o600, file);
  }
  const { clientId, clientSecret } = child.demo.project;
  const token = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...fields });
    const answer = await fetch(`${child.url}/project/v1/sandbox/token`, { method: 'POST', body });
    return { status: answer.status, body: (await answer.json()) as { access_token: string; refresh_token: string } };
  };
  let pair = (await token({ grant_type: 'client_credentials' })).body;
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${child.url}/project/v1/sandbox${path}`, {
      ...init,
      headers: { authorization: `Bearer ${pair.access_token}`, 'content-type': 'application/json' },
    });
  const [division] = (await (await call('/divisions')).json()) as { id: string }[];

  const acknowledged = new Map<string, string>();
  const unsure = new Set<string>();
  let number = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let killed = false;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!killed) {
        const own = `R${round}-${number++}`;
        unsure.add(own);
        try {
          const answer = await call('/projects', {
            method: 'POST',
            body: JSON.stringify({ divisionId: division!.id, number: own, name: own }),
          });
          const body = (await answer.json()) as { id: string };
          assert.equal(answer.status, 201, JSON.stringify(body));
          acknowledged.set(own, body.id);
          unsure.delete(own);
        } catch (error) {
          // The connection broke: the caller does not know whether it was stored. Any other error is a finding.
          if (!(error instanceof TypeError)) throw error;
        }
      }
    });
    // At a random time, but not before there is something to lose, however slow the machine is.
    const enough = acknowledged.size + LEAST_PER_ROUND;
    while (acknowledged.size < enough) await pause(5);
    await pause(Math.random() * 250);
    killed = true;
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    await Promise.all(callers);

    child = await start(directory);
    assert.equal((await call('/divisions')).status, 200, 'the access token survives the crash');
    const renewed = await token({ grant_type: 'refresh_token', refresh_token: pair.refresh_token });
    assert.equal(renewed.status, 200, 'the refresh token survives the crash');
    assert.equal((await token({ grant_type: 'refresh_token', refresh_token: pair.refresh_token })).status, 400);
    pair = renewed.body;
  }

  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = (await (
      await call(`/projects?limit=1000${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    ).json()) as { items: { id: string; number: string }[]; next?: string };
    for (const project of page.items) {
      assert.ok(!found.has(project.number), `${project.number} is there twice`);
      found.set(project.number, project.id);
    }
    cursor = page.next;
  } while (cursor !== undefined);
  for (const [own, id] of acknowledged) assert.equal(found.get(own), id, `${own} was acknowledged and lost`);
  // Those of the demonstration come when the server has nothing else to do.
  for (const own of found.keys())
    assert.ok(acknowledged.has(own) || unsure.has(own) || DEMO.includes(own), `${own} was invented`);

  child.process.kill('SIGTERM');
  const [code] = (await once(child.process, 'exit')) as [number];
  assert.equal(code, 0, 'SIGTERM drains and exits with 0');
});

test('a first start on a full disk reports it and leaves nothing that prevents the next one', async (t) => {
  await using disk = smallDisk(16);
  if (disk === undefined) return t.skip('needs a small tmpfs as a full disk, which this user may not mount');
  let refused = 0;
  for (const free of [0, 4_000, 40_000, 200_000, ...Array.from({ length: 20 }, (_, i) => 16_000 + i * 48_000)]) {
    disk.fill(free);
    try {
      await (await startTestServer({ data: disk.directory, ...IN_FILES }))[Symbol.asyncDispose]();
      disk.empty();
      break;
    } catch (error) {
      assert.match(
        `${(error as Error).name} ${(error as Error).message}`,
        /full|ENOSPC|no space/i,
        `${free} bytes free`,
      );
      refused++;
    }
    disk.empty();
  }
  assert.ok(refused >= 4, `${refused} starts were refused`);
  await using server = await startTestServer({ data: disk.directory, ...IN_FILES });
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  const sandbox = new ProjectCaller(server);
  assert.equal(await sandbox.status((await sandbox.tokens()).access_token), 200);
  const desk = await fetch(`${server.url}/operator/v1/organisations`, {
    headers: { authorization: `Bearer ${server.demo.operator.key}` },
  });
  assert.equal(desk.status, 200, 'the key in demo.json is the first operator’s');
});

test('a full disk: 507, nothing of it stored, everything before it intact, and service resumes when there is space', async (t) => {
  await using disk = smallDisk(24);
  if (disk === undefined) return t.skip('needs a small tmpfs as a full disk, which this user may not mount');
  await using server = await startTestServer({ data: disk.directory, ...IN_FILES });
  const weigh = weighingCaller(server.url, server.demo.weighing);
  const caller = new ProjectCaller(server);
  const project = await callerOf(caller);
  const { refresh_token } = await caller.tokens();
  const [division] = (await project('GET', '/divisions')).body as unknown as { id: string }[];
  const north = server.demo.weighing.locationIds[0]!;
  const stored = { tickets: new Set<string>(), projects: new Set<string>() };
  let count = 0;
  const addTicket = async (): Promise<{ status: number; code: string }> => {
    const externalId = `T${++count}`;
    const answer = await weigh('POST', '/weighing', ticket(north, externalId, { type: 'x'.repeat(60) }));
    if (answer.status === 201) stored.tickets.add(externalId);
    return { status: answer.status, code: answer.json.code };
  };
  const addProject = async (): Promise<{ status: number; code: unknown }> => {
    const input = { divisionId: division!.id, number: `N${++count}`, name: 'Full', description: 'x'.repeat(1500) };
    const answer = await project('POST', '/projects', input);
    if (answer.status === 201) stored.projects.add(input.number);
    return { status: answer.status, code: answer.body['code'] };
  };
  assert.deepEqual([(await addTicket()).status, (await addProject()).status], [201, 201]);
  disk.fill(100_000);
  for (const add of [addTicket, addProject]) {
    let refused = await add();
    for (let tries = 0; refused.status === 201 && tries < 2000; tries++) refused = await add();
    assert.deepEqual(refused, { status: 507, code: 'disk-full' });
    assert.equal((await add()).status, 507, 'and again');
  }
  let grant = await caller.form({ grant_type: 'client_credentials' });
  for (let tries = 0; grant.status === 200 && tries < 2000; tries++)
    grant = await caller.form({ grant_type: 'client_credentials' });
  await expectError(grant, 507, 'temporarily_unavailable');
  const refused = await caller.refresh(refresh_token);
  if (refused.status !== 200) await expectError(refused, 507, 'temporarily_unavailable');
  const held = async () => ({
    tickets: new Set((await weigh('GET', '/weighing?limit=1000')).json.items.map((one: Json) => one['externalId'])),
    projects: new Set(
      ((await project('GET', '/projects?limit=1000')).body['items'] as Json[]).map((one) => one['number']),
    ),
  });
  assert.deepEqual(await held(), stored, 'acknowledged data can be read, and nothing else');
  disk.empty();
  assert.deepEqual([(await addTicket()).status, (await addProject()).status], [201, 201]);
  assert.deepEqual(await held(), stored);
  const later = await caller.refresh(refresh_token);
  assert.equal(later.status, refused.status === 200 ? 400 : 200, 'a refusal for lack of space uses no token');
});
