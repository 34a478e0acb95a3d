import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { RefusalView, SystemView } from '@fieldbridge/contract';
import { IN_FILES } from '../testing/database.ts';
import { callDesk } from '../testing/desk.ts';
import { startTestServer } from '../testing/server.ts';

// What the desk shows of the server itself.

const folder = mkdtempSync(join(tmpdir(), 'desk-system-'));
after(() => rmSync(folder, { recursive: true }));
const interfaces = 'project,weighing,operator,console';
const server = await startTestServer({ ...IN_FILES, interfaces, backupFolder: folder, logAddresses: false });
after(() => server[Symbol.asyncDispose]());
const system = async (): Promise<SystemView> => (await callDesk(server, 'GET', '/system')).body as SystemView;

const refusals = async (query = ''): Promise<RefusalView[]> =>
  ((await callDesk(server, 'GET', `/refusals${query}`)).body as { items: RefusalView[] }).items;

describe('the system at the desk', () => {
  test('says what runs, and which backups there are', async () => {
    let found = await system();
    assert.match(found.version, /^\d+\.\d+\.\d+/);
    assert.match(found.runtime, /^Node\.js \d+/);
    assert.equal(found.storage, 'SQLite');
    for (let round = 0; round < 100 && found.backups?.made.length === 0; round++) {
      await pause(50);
      found = await system();
    }
    assert.deepEqual([found.backups?.folder, found.backups?.failure, found.backups?.made.length], [folder, null, 1]);
  });

  test('lists refusals with their reasons, newest first, without secrets', async () => {
    const secret = 'fbws_Zm9vYmFyYmF6cXV4Zm9vYmFy';
    const { clientId } = server.demo.weighing;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': secret };
    await fetch(`${server.url}/weighing-sandbox/v2/weighing?secret=${secret}`, { headers });
    await fetch(`${server.url}/nothing/${secret}`);
    // A page of the console that is opened signed out asks this; it is no refusal.
    assert.equal((await fetch(`${server.url}/console/v1/session`)).status, 401);
    const found = await refusals();
    assert.deepEqual(
      found.slice(0, 2).map(({ method, path, status, code, address }) => [method, path, status, code, address]),
      [
        ['GET', '/nothing/(secret)', 404, 'not-found', null],
        ['GET', '/weighing-sandbox/v2/weighing', 401, 'not-authenticated', null],
      ],
    );
    assert.ok(!JSON.stringify(found).includes(secret));
    assert.deepEqual(await refusals('?code=not-found'), [found[0]]);
  });

  test('names the credential and the organisation of a refusal that knows them', async () => {
    const { clientId, clientSecret } = server.demo.weighing;
    const headers = { 'x-clientid': clientId, 'x-clientsecret': clientSecret };
    const answer = await fetch(`${server.url}/weighing-sandbox/v2/weighing/${crypto.randomUUID()}`, { headers });
    const [newest] = await refusals();
    assert.deepEqual([newest?.clientId, newest?.status, newest?.code], [clientId, 404, 'not-found']);
    assert.equal(newest?.requestId, answer.headers.get('x-request-id'));
    assert.ok(newest?.organisationId);
  });

  test('keeps the latest 1000 refusals', async () => {
    for (let i = 0; i < 1010; i++) await fetch(`${server.url}/nothing/${i}`);
    const found = await refusals();
    assert.deepEqual([found.length, found[0]?.path, found.at(-1)?.path], [1000, '/nothing/1009', '/nothing/10']);
  });
});
