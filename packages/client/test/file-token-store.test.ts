import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { FileTokenStore } from '../src/files/file-token-store.ts';
import { clientOf } from '../testing/client-of.ts';
import { FaultServer } from '../testing/fault-server.ts';

let server: FaultServer;
let folder: string;
beforeEach(async () => {
  server = await FaultServer.start();
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-tokens-'));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A new client, as after a restart. */
const list = () => clientOf(server, { tokens: new FileTokenStore(folder) }).project.divisions.list();
const grants = (): string[] => server.grants.map(({ type }) => type);
const tokenFile = (): string => join(folder, readdirSync(folder).find((name) => name.endsWith('.json'))!);

test('a restart uses the token that is there, and after its expiry the refresh token', async () => {
  await list();
  await list();
  assert.deepEqual(grants(), ['client_credentials']);
  server.expire();
  await list();
  await list();
  assert.deepEqual(grants(), ['client_credentials', 'refresh_token']);
  assert.deepEqual(readdirSync(folder).length, 1);
  if (process.platform !== 'win32') assert.equal(statSync(tokenFile()).mode & 0o777, 0o600);
});

test('ten stores in one folder renew once', async () => {
  await list();
  server.expire();
  await Promise.all(Array.from({ length: 10 }, list));
  assert.deepEqual(grants(), ['client_credentials', 'refresh_token']);
});

describe('a damaged store counts as empty and is replaced', () => {
  const rows = ['', '{"accessToken":"a', '[]', 'null', '{"accessToken":7}', '{"accessToken":"a\\nb"}', '\u0000\u0000'];
  for (const text of rows)
    test(JSON.stringify(text), async () => {
      await list();
      writeFileSync(tokenFile(), text);
      await list();
      await list();
      assert.deepEqual(grants(), ['client_credentials', 'client_credentials']);
    });
});

test('a lock of a process that has ended is taken over', async () => {
  await list();
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(`${tokenFile()}.lock`, JSON.stringify({ pid, host: hostname(), token: 't' }));
  server.expire();
  await list();
  assert.deepEqual(grants(), ['client_credentials', 'refresh_token']);
});

test('a folder that is a file costs no request', async () => {
  const tokens = new FileTokenStore(join(folder, 'file'));
  writeFileSync(join(folder, 'file'), '');
  assert.equal((await clientOf(server, { tokens }).project.divisions.list()).length, 1);
});
