import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundled } from '../../../../../tools/bundled.ts';
import { until } from '../../../testing/receiver.ts';
import type { ConverterCall } from './converter-call.ts';
import { ConverterFailure } from './failure.ts';
import { FairQueue } from './fair-queue.ts';
import { residentBytes } from './memory.ts';
import { ConverterPool, type PoolSettings } from './pool.ts';
import { parseMessage } from './protocol.ts';
import { WorkFolder } from './work-folder.ts';

const entry = bundled(fileURLToPath(new URL('./testing/trial-converter.ts', import.meta.url)));
const root = mkdtempSync(join(tmpdir(), 'sandbox-'));
// Like a data directory: others may pass through it to their own files, and see nothing of it.
chmodSync(root, 0o711);
const pools: ConverterPool[] = [];
after(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
async function poolOf(settings: Partial<PoolSettings> = {}): Promise<ConverterPool> {
  const folder = settings.folder ?? join(root, String(folders++));
  const pool = new ConverterPool({
    entry,
    folder,
    size: 2,
    warm: 0,
    tasksPerProcess: 50,
    memoryBytes: 400 * 2 ** 20,
    seconds: 300,
    ...settings,
  });
  pools.push(pool);
  await pool.open();
  return pool;
}

interface Echo {
  value: unknown;
  pid: number;
  environment: Record<string, string>;
}

function callOf(
  task: { kind: string } & Record<string, unknown>,
  rest: Partial<ConverterCall<never>> = {},
): ConverterCall<Echo> {
  return { owner: 'a', prepare: async () => task, collect: async (_folder, result) => result as Echo, ...rest };
}

const failsWith = (code: string) => (error: unknown) => error instanceof ConverterFailure && error.code === code;
const gone = (pid: number): boolean => residentBytes(pid) === undefined;

test("a converter answers, and does not see the server's environment", async () => {
  const pool = await poolOf();
  process.env['FIELDBRIDGE_TEST_SECRET'] = 'secret';
  const { value, environment } = await pool.run(callOf({ kind: 'echo', value: [1, 'two'] }));
  delete process.env['FIELDBRIDGE_TEST_SECRET'];
  assert.deepEqual(value, [1, 'two']);
  assert.deepEqual(
    Object.keys(environment).filter((name) => !name.startsWith('NODE_COMPILE_CACHE')),
    ['TMPDIR', 'TZ', 'LANG'],
  );
});

test('a work folder that cannot be emptied or created costs its process, not the server', async () => {
  const lost: string[] = [];
  const pool = await poolOf({ size: 1, onLoss: ({ code }) => lost.push(code) });
  const first = callOf({ kind: 'echo', value: 1 });
  const collect: typeof first.collect = async (folder, result) => {
    rmSync(folder.output, { recursive: true });
    return result as Echo;
  };
  const { pid } = await pool.run({ ...first, collect });
  const next = await pool.run(callOf({ kind: 'echo', value: 2 }));
  assert.deepEqual([next.value, lost], [2, ['converter-folder']]);
  assert.notEqual(next.pid, pid);
  assert.ok(gone(pid));

  const folder = join(root, String(folders++));
  const warmed = await poolOf({ folder, size: 2, warm: 1, tasksPerProcess: 1, onLoss: ({ code }) => lost.push(code) });
  // A file in the place of the folder: nothing can be created in it any more.
  const blocked: typeof first.collect = async (work, result) => {
    await work.remove();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    return result as Echo;
  };
  await warmed.run({ ...first, collect: blocked });
  await assert.rejects(warmed.run(first), { code: 'ENOTDIR' });
  assert.ok(lost.filter((code) => code === 'converter-folder').length >= 2, lost.join());
  rmSync(folder);
  assert.equal((await warmed.run(first)).value, 1, 'the pool continues once there is room again');
});

test('closing waits for the folder that is being emptied, and leaves none', async () => {
  const folder = join(root, String(folders++));
  const pool = await poolOf({ folder, size: 4 });
  await Promise.all(Array.from({ length: 4 }, (_, value) => pool.run(callOf({ kind: 'echo', value }))));
  await pool.close();
  assert.deepEqual([readdirSync(folder), pool.running], [[], 0]);
});

test('files go in by link and come out as plain files; the folder is empty for the next task', async () => {
  const pool = await poolOf({ size: 1 });
  const source = join(root, 'source');
  writeFileSync(source, 'the bytes', { mode: 0o600 });
  const phases: string[] = [];
  let path = '';
  const text = await pool.run<string>({
    owner: 'a',
    prepare: async (folder) => {
      path = folder.path;
      return { kind: 'copy', path: await folder.give(source, 'input') } as { kind: string };
    },
    collect: async (folder) => (await folder.read('copy', 100)).toString(),
    progress: ({ phase }) => phases.push(phase),
  });
  assert.equal(text, 'the bytes');
  assert.deepEqual(phases, ['copy']);
  await pool.run(callOf({ kind: 'echo' }));
  assert.deepEqual([readdirSync(join(path, 'in')), readdirSync(join(path, 'out'))], [[], []]);
});

test('a converter cannot read or write outside its folder, spawn, reach the network or create links', async () => {
  const pool = await poolOf({ size: 1 });
  const source = join(root, 'readonly');
  writeFileSync(source, 'original');
  const tried = await pool.run<Record<string, string>>({
    owner: 'a',
    prepare: async (folder) => ({ kind: 'escape', input: await folder.give(source, 'input') }) as { kind: string },
    collect: async (_folder, result) => result as Record<string, string>,
  });
  assert.deepEqual(tried, {
    readOutside: 'ERR_ACCESS_DENIED',
    writeOutside: 'ERR_ACCESS_DENIED',
    writeCompiled: 'ERR_ACCESS_DENIED',
    writeInput: 'ERR_ACCESS_DENIED',
    spawn: 'ERR_ACCESS_DENIED',
    network: 'ERR_ACCESS_DENIED',
    writeOwn: 'done',
  });
  assert.deepEqual(await pool.run(callOf({ kind: 'link' })), { link: 'ERR_ACCESS_DENIED' });
});

test('a converter uses the sources that its server has compiled, and may add none', async () => {
  const pool = await poolOf();
  const { folder } = await pool.run<{ folder: string }>({
    ...callOf({ kind: 'compiled' }),
    collect: async (_folder, result) => result as { folder: string },
  });
  assert.notEqual(folder, undefined, 'tools/test-setup.ts gives the tests a folder');
  assert.equal(folder, getCompileCacheDir());
  const { environment } = await pool.run(callOf({ kind: 'echo' }));
  assert.equal(environment['NODE_COMPILE_CACHE_READONLY'], '1');
});

test('a converter runs as another user if the server may choose one', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('another operating system user: the tests do not run as root');
  const pool = await poolOf({ user: { uid: 65534, gid: 65534 } });
  const source = join(root, 'private');
  writeFileSync(source, 'given', { mode: 0o600 });
  const text = await pool.run<string>({
    owner: 'a',
    prepare: async (folder) => ({ kind: 'copy', path: await folder.give(source, 'input') }) as { kind: string },
    collect: async (folder) => {
      assert.equal(statSync(folder.made('copy')).uid, 65534);
      return (await folder.read('copy', 100)).toString();
    },
  });
  assert.equal(text, 'given');
});

test('a converter of another user reads what its server has compiled', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('another operating system user: the tests do not run as root');
  const pool = await poolOf({ user: { uid: 65534, gid: 65534 } });
  const { folder } = await pool.run<{ folder: string }>({
    ...callOf({ kind: 'compiled' }),
    collect: async (_folder, result) => result as { folder: string },
  });
  assert.equal(realpathSync(folder), getCompileCacheDir());
  for (const name of readdirSync(folder).slice(0, 20))
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o644, name);
});

test('a failed task keeps the code of the format', async () => {
  await assert.rejects((await poolOf()).run(callOf({ kind: 'fail' })), failsWith('not-dxf'));
});

test('a process that dies is replaced and its task retried once', async () => {
  const losses: string[] = [];
  const pool = await poolOf({ onLoss: (failure) => losses.push(failure.code) });
  const marker = join(root, 'second-try');
  writeFileSync(marker, '');
  let tries = 0;
  const result = await pool.run({
    owner: 'a',
    prepare: async (folder) => {
      tries++;
      if (tries === 2) await folder.give(marker, 'marker');
      return { kind: 'crashOnce', marker: join(folder.input, 'marker') } as { kind: string };
    },
    collect: async (_folder, value) => value,
  });
  assert.deepEqual(result, { survived: true });
  assert.equal(tries, 2);
  assert.deepEqual(losses, ['converter-died']);
});

test('a process that cannot be started is not blamed on the input', async () => {
  const pool = await poolOf({ entry: join(root, 'no-such-module.mjs') });
  await assert.rejects(pool.run(callOf({ kind: 'echo' })), failsWith('converter-start'));
});

test('an idle process that dies takes its folder along, and the next task gets another', async () => {
  const folder = join(root, String(folders++));
  const pool = await poolOf({ folder });
  const { pid } = await pool.run(callOf({ kind: 'echo', value: 1 }));
  await until(() => pool.running === 0, 'the process is free');
  assert.equal(readdirSync(folder).length, 1);
  process.kill(pid, 'SIGKILL');
  await until(() => readdirSync(folder).length === 0, 'the folder is gone');
  assert.notEqual((await pool.run(callOf({ kind: 'echo', value: 2 }))).pid, pid);
});

test('a poison task fails alone: others continue', async () => {
  const pool = await poolOf();
  const settled = await Promise.allSettled([
    pool.run(callOf({ kind: 'crash' })),
    ...[1, 2, 3, 4].map((value) => pool.run(callOf({ kind: 'echo', value }))),
  ]);
  assert.ok(settled[0]!.status === 'rejected' && failsWith('converter-died')(settled[0]!.reason));
  assert.deepEqual(
    settled.slice(1).map((result) => result.status === 'fulfilled' && (result.value as Echo).value),
    [1, 2, 3, 4],
  );
});

test('a hanging task is killed at the deadline and not retried', async () => {
  const pool = await poolOf({ seconds: 0.5, size: 1 });
  await assert.rejects(pool.run(callOf({ kind: 'hang' })), failsWith('converter-time'));
  // On a slow machine half a second may be too short even for an echo.
  const echo = () =>
    pool.run(callOf({ kind: 'echo', value: 'after' })).catch((error: unknown) => {
      assert.ok(failsWith('converter-time')(error));
      return { value: undefined };
    });
  await until(async () => (await echo()).value === 'after', 'the next task');
});

test('memory in Buffers is limited from outside, memory in objects by the heap flag', async () => {
  const pool = await poolOf({ memoryBytes: 200 * 2 ** 20 });
  await assert.rejects(pool.run(callOf({ kind: 'buffers' })), failsWith('converter-memory'));
  await assert.rejects(pool.run(callOf({ kind: 'heap' })), failsWith('converter-memory'));
});

test('a converter that violates the protocol is stopped', async () => {
  await assert.rejects((await poolOf()).run(callOf({ kind: 'babble' })), failsWith('converter-answer'));
});

test('a task may ask; if nobody answers it is stopped', async () => {
  const pool = await poolOf();
  const ask = async (names: unknown) => (names as string[]).map((name) => name.length);
  assert.deepEqual(await pool.run(callOf({ kind: 'ask', names: ['a', 'bcd'] }, { ask })), [1, 3]);
  await assert.rejects(pool.run(callOf({ kind: 'ask', names: [] })), failsWith('converter-answer'));
});

test('cancelling kills what runs and removes what waits', async () => {
  const pool = await poolOf({ size: 1 });
  const [first, second] = [new AbortController(), new AbortController()];
  const asked = Promise.withResolvers<void>();
  const ask = (): Promise<never> => {
    asked.resolve();
    return new Promise(() => {});
  };
  const running = pool.run(callOf({ kind: 'ask', names: [] }, { signal: first.signal, ask }));
  const waiting = pool.run(callOf({ kind: 'echo' }, { signal: second.signal }));
  second.abort();
  await assert.rejects(waiting, failsWith('converter-cancelled'));
  await asked.promise;
  first.abort();
  await assert.rejects(running, failsWith('converter-cancelled'));
  await assert.rejects(pool.run(callOf({ kind: 'echo' }, { signal: first.signal })), failsWith('converter-cancelled'));
});

test('owners take turns', async () => {
  const pool = await poolOf({ size: 1 });
  // In the order in which they start: a call that waits for its process may end after one that began later.
  const order: string[] = [];
  const run = (owner: string) => {
    const { signal } = new AbortController();
    const listen = signal.addEventListener.bind(signal);
    let listeners = 0;
    // The pool listens once while the call waits and once more when it starts.
    signal.addEventListener = (...words: Parameters<typeof listen>) => {
      if (++listeners === 2) order.push(owner);
      listen(...words);
    };
    return pool.run({ ...callOf({ kind: 'echo' }, { signal }), owner });
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(run));
  assert.deepEqual(order.toSorted(), ['a', 'a', 'a', 'a', 'b', 'c']);
  assert.ok(order.indexOf('b') <= 2 && order.indexOf('c') <= 3, order.join(' '));
});

test('slow calls of one owner keep no other waiting', async () => {
  const pool = await poolOf({ size: 2 });
  const slow = new AbortController();
  const held = [1, 2, 3].map(() =>
    pool.run(callOf({ kind: 'sleep', ms: 300_000 }, { signal: slow.signal })).catch((error: unknown) => error),
  );
  const { value } = await pool.run(callOf({ kind: 'echo', value: 'through' }, { owner: 'b' }));
  assert.equal(value, 'through');
  await until(() => pool.running === 2);
  slow.abort();
  for (const error of await Promise.all(held)) assert.ok(failsWith('converter-cancelled')(error));
});

test('a call that is cancelled just before its task is sent is cancelled, nothing else', async () => {
  const cancel = new AbortController();
  const prepare = async () => {
    // While the size of the input is looked up.
    setImmediate(() => cancel.abort());
    return { kind: 'sleep', ms: 300_000 };
  };
  const call = callOf({ kind: 'sleep' }, { prepare, signal: cancel.signal });
  await assert.rejects((await poolOf()).run(call), failsWith('converter-cancelled'));
});

test('a process that served one owner never serves another', async () => {
  const pool = await poolOf({ size: 1 });
  const pidFor = async (owner: string) => (await pool.run(callOf({ kind: 'echo' }, { owner }))).pid;
  const first = await pidFor('a');
  assert.equal(await pidFor('a'), first);
  const other = await pidFor('b');
  assert.notEqual(other, first);
  await until(() => gone(first));
  assert.equal(await pidFor('b'), other);
});

test('a process is reused, and replaced after its number of tasks', async () => {
  const pool = await poolOf({ size: 1, tasksPerProcess: 2 });
  const pids: number[] = [];
  for (let i = 0; i < 4; i++) pids.push((await pool.run(callOf({ kind: 'echo' }))).pid);
  assert.equal(pids[0], pids[1]);
  assert.equal(pids[2], pids[3]);
  assert.notEqual(pids[1], pids[2]);
});

test('there are never more processes than the pool allows', async () => {
  const pool = await poolOf({ size: 2, warm: 2 });
  const runs = [1, 2, 3, 4, 5].map(() => pool.run(callOf({ kind: 'sleep', ms: 50 })));
  assert.ok(pool.pids.length <= 2);
  assert.equal(pool.running, 2);
  assert.equal(pool.waiting, 3);
  await Promise.all(runs);
  assert.ok(pool.pids.length <= 2);
});

test('closing ends every process and removes the folders', async () => {
  const folder = join(root, 'closing');
  const pool = await poolOf({ folder, warm: 1 });
  const running = pool.run(callOf({ kind: 'sleep', ms: 60_000 }));
  const pids = pool.pids;
  assert.ok(pids.length > 0);
  await Promise.all([assert.rejects(running, failsWith('converter-closed')), pool.close()]);
  assert.ok(pids.every(gone));
  assert.deepEqual(readdirSync(folder), []);
  await assert.rejects(pool.run(callOf({ kind: 'echo' })), failsWith('converter-closed'));
});

test('opening kills what a killed server left behind, and nothing else', async () => {
  const folder = join(root, 'left');
  const first = await poolOf({ folder, size: 1 });
  const { pid } = await first.run(callOf({ kind: 'echo' }));
  const foreign = join(folder, 'foreign');
  mkdirSync(foreign);
  writeFileSync(join(foreign, 'pid'), String(process.pid));
  await poolOf({ folder });
  await until(() => gone(pid), 'the end of the leftovers');
  assert.ok(!existsSync(foreign));
});

test('results that are links are refused', async () => {
  const folder = WorkFolder.make(join(root, 'links'));
  symlinkSync('/etc/hostname', folder.made('result'));
  await assert.rejects(folder.take('result'), /not a plain file/);
  await assert.rejects(folder.read('result', 1000), /not a plain file/);
  writeFileSync(folder.made('large'), 'x'.repeat(11));
  await assert.rejects(folder.read('large', 10), /11 bytes, more than 10/);
});

test('fair queue: one item of each owner in turn; items can be removed and put back', () => {
  const queue = new FairQueue<number>();
  for (const [owner, item] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ] as const)
    queue.push(owner, item);
  assert.ok(queue.remove('c', 4));
  assert.ok(!queue.remove('c', 4));
  assert.equal(queue.shift(), 1);
  queue.unshift('a', 1);
  assert.equal(queue.length, 3);
  assert.deepEqual([queue.shift(), queue.shift(), queue.shift(), queue.shift()], [1, 3, 2, undefined]);
});

test('messages that do not follow the protocol are not understood', () => {
  for (const value of [
    null,
    'ready',
    {},
    { type: 'done' },
    { type: 'progress', id: 1, done: Number.NaN, total: 1, phase: '' },
  ])
    assert.equal(parseMessage(value), undefined);
  assert.deepEqual(parseMessage({ type: 'ready', more: 1 }), { type: 'ready' });
});
