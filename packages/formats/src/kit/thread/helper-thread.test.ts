import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FormatError, LimitError } from '../../core/failure.ts';
import { HelperThread } from './helper-thread.ts';
import { SlotRing } from './slot-ring.ts';
import type { Doubling } from './testing/doubling.ts';

const MODULE = new URL('./testing/doubling.ts', import.meta.url);

interface Running {
  readonly thread: HelperThread;
  readonly ring: SlotRing;
  readonly numbers: Int32Array;
  readonly heard: unknown[];
}

function begin(ending: Doubling['ending'], count = 0, signal = new AbortController().signal, slots = 2): Running {
  const ring = new SlotRing(slots);
  const numbers = new Int32Array(new SharedArrayBuffer(4 * slots));
  const heard: unknown[] = [];
  const given: Doubling = { ring: ring.memory, numbers, count, ending };
  const over = (): void => ring.close();
  const thread = new HelperThread({ module: MODULE, given, signal, over, said: (message) => heard.push(message) });
  return { thread, ring, numbers, heard };
}

/** Everything that comes out of the ring until it is closed. */
async function all({ thread, ring, numbers }: Running): Promise<number[]> {
  const got: number[] = [];
  for (;;) {
    const slot = await thread.awaited(ring.untilFilled());
    if (slot < 0) return got;
    got.push(numbers[slot]!);
    ring.empty();
  }
}

describe('a helper thread', () => {
  test('hands over all that it makes, in order, and is over when its work is done', async () => {
    const running = begin('say', 1000);
    assert.deepEqual(
      await all(running),
      Array.from({ length: 1000 }, (_, i) => 2 * i),
    );
    assert.equal(running.thread.isOver, true);
    assert.equal(running.thread.failure, undefined);
    assert.deepEqual(running.heard, [{ counted: 1000 }]);
  });

  test('answers what it is told, one message after the other', async () => {
    const running = begin('answer', 1);
    running.thread.send('first');
    running.thread.send({ second: [2] });
    assert.deepEqual(await all(running), [0]);
    assert.deepEqual(running.heard, [{ told: 'first' }, { told: { second: [2] } }]);
    assert.equal(running.thread.failure, undefined);
  });

  test('what was handed over before a failure is there, and the failure is what was thrown', async () => {
    const running = begin('format', 5);
    assert.deepEqual(await all(running), [0, 2, 4, 6, 8]);
    const { failure } = running.thread;
    assert.ok(failure instanceof FormatError && !(failure instanceof LimitError));
    assert.deepEqual([failure.code, failure.message, failure.offset], ['not-dxf', 'as asked', 77]);
    assert.match(failure.stack!, /doubling\.testing\.ts/);
  });

  test('failures of every kind keep what they are', async () => {
    const failureOf = async (ending: Doubling['ending']): Promise<Error & { code?: string }> => {
      const running = begin(ending);
      assert.deepEqual(await all(running), []);
      return running.thread.failure!;
    };
    const limit = await failureOf('limit');
    assert.ok(limit instanceof LimitError);
    assert.deepEqual([limit.limit, limit.value, limit.code], ['recordBytes', 5, 'limit-exceeded']);
    assert.equal(limit.message, 'what was asked for passes the limit recordBytes = 5');
    const system = await failureOf('system');
    assert.deepEqual([system.code, system.message], ['ENOENT', 'no such file']);
    assert.equal((await failureOf('word')).message, 'a word');
    assert.equal((await failureOf('later')).message, 'later');
  });

  test('that ends unasked is a failure, and so is a module that is not there', async () => {
    const running = begin('exit', 3);
    assert.deepEqual(await all(running), [0, 2, 4]);
    assert.match(running.thread.failure!.message, /ended.* 3/);
    const ring = new SlotRing(1);
    const module = new URL('./no-such-module.ts', import.meta.url);
    const { signal } = new AbortController();
    const thread = new HelperThread({ module, given: undefined, signal, over: () => ring.close() });
    assert.equal(await thread.awaited(ring.untilFilled()), -1);
    assert.match(thread.failure!.message, /no-such-module/);
  });

  test('is ended by the signal in the middle of its work, and its reason is why', async () => {
    const abort = new AbortController();
    const running = begin('forever', 10, abort.signal);
    assert.equal(await running.thread.awaited(running.ring.untilFilled()), 0);
    const reason = new Error('enough');
    abort.abort(reason);
    assert.equal(running.thread.failure, reason);
    assert.equal(running.ring.isClosed, true);
    running.thread.end();
    assert.throws(() => begin('end', 1, abort.signal), reason);
  });

  test('is ended by `end`, once and for all, and says nothing any more', async () => {
    const running = begin('say', 1_000_000);
    assert.equal(await running.thread.awaited(running.ring.untilFilled()), 0);
    running.thread.end();
    running.thread.end();
    assert.equal(running.thread.isOver, true);
    assert.equal(running.thread.failure, undefined);
    assert.equal(running.ring.isClosed, true);
    assert.deepEqual(running.heard, []);
  });

  test('does not keep the process alive, but while it is waited for', () => {
    const run = (count: number): { status: number | null; stdout: string } => {
      const words = [fileURLToPath(new URL('./testing/waiting.ts', import.meta.url)), String(count)];
      const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 });
      assert.equal(stderr, '');
      return { status, stdout };
    };
    assert.deepEqual(run(0), { status: 0, stdout: 'done\n' });
    assert.deepEqual(run(3), { status: 0, stdout: '0\n2\n4\ndone\n' });
  });
});
