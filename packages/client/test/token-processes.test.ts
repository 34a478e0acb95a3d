import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { bundled } from '../../../tools/bundled.ts';
import { FaultServer } from '../testing/fault-server.ts';

// Several programs, each a process of its own, with one store of tokens in a folder.

const PROGRAM = bundled(join(import.meta.dirname, '../testing/token-process.ts'));
const PROCESSES = 4;
const PARALLEL = 50;

interface Program {
  readonly child: ChildProcess;
  /** Sends so many requests at once. @returns how many were answered */
  send(count: number): Promise<number>;
}

let server: FaultServer;
let folder: string;
let programs: Program[];
async function begin(): Promise<void> {
  server = await FaultServer.start();
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-processes-'));
  programs = Array.from({ length: PROCESSES }, start);
}
async function end(): Promise<void> {
  await Promise.all(
    programs.map(async ({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }),
  );
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}

function start(): Program {
  const child = spawn(process.execPath, [PROGRAM, server.url, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const send = async (count: number): Promise<number> => {
    child.stdin!.write(`${count}\n`);
    return Number((await lines.next()).value);
  };
  return { child, send };
}

const sendAll = (): Promise<number[]> => Promise.all(programs.map(({ send }) => send(PARALLEL)));
const ALL = Array.from({ length: PROCESSES }, () => PARALLEL);
const grants = (): string[] => server.grants.map(({ type, granted }) => (granted ? type : `${type} refused`));
const tokenFile = (): string => join(folder, readdirSync(folder).find((name) => name.endsWith('.json'))!);

describe('several programs with one store', () => {
  beforeEach(begin);
  afterEach(end);

  test(`${PROCESSES} processes at once, across two expiries: one token, then one refresh each time, none fails`, async () => {
    assert.deepEqual(await sendAll(), ALL);
    assert.deepEqual(grants(), ['client_credentials']);
    for (const refreshes of [1, 2]) {
      server.expire();
      assert.deepEqual(await sendAll(), ALL);
      assert.deepEqual(grants(), ['client_credentials', ...Array.from({ length: refreshes }, () => 'refresh_token')]);
    }
    assert.deepEqual(readdirSync(folder).length, 1, 'no lock and no draft is left');
  });

  test('a process that is killed while it renews: the others take the lock over and none of them fails', async () => {
    assert.deepEqual(await sendAll(), ALL);
    server.expire();
    const renewing = Promise.withResolvers<void>();
    server.fault = ({ path }) => {
      // The answer never comes.
      if (path !== '/token') return false;
      renewing.resolve();
      return true;
    };
    const [victim, ...others] = programs;
    void victim!.send(1);
    await renewing.promise;
    const ended = once(victim!.child, 'exit');
    victim!.child.kill('SIGKILL');
    await ended;
    server.fault = () => false;
    assert.deepEqual(await Promise.all(others.map(({ send }) => send(PARALLEL))), ALL.slice(1));
    assert.deepEqual(grants(), ['client_credentials', 'refresh_token']);
  });
});

describe('a store that is damaged at the expiry is repaired, and none fails', () => {
  before(begin);
  after(end);
  for (const damage of ['', '{"accessToken":"access-1","refre', '\u0000'.repeat(64)])
    test(JSON.stringify(damage.slice(0, 20)), async () => {
      assert.deepEqual(await sendAll(), ALL);
      const next = grants().length + 1;
      writeFileSync(tokenFile(), damage);
      server.expire();
      assert.deepEqual(await sendAll(), ALL);
      // The first process to see it has its refresh token in memory; one renewal is enough for all.
      assert.equal(grants().length, next);
      const { accessToken, refreshToken } = JSON.parse(readFileSync(tokenFile(), 'utf8'));
      assert.deepEqual([accessToken, refreshToken], [`access-${next}`, `refresh-${next}`]);
    });
});
