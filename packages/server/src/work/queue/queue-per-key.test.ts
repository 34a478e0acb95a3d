import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QueuePerKey } from './queue-per-key.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('runs the work of one key in order, of different keys at the same time', async () => {
  const todo: Record<string, number[]> = { a: [1, 2, 3], b: [4, 5] };
  const seen: string[] = [];
  let most = 0;
  const running = new Map<string, number>();
  const queue = new QueuePerKey(async (key) => {
    const item = todo[key]?.shift();
    if (item === undefined) return false;
    running.set(key, (running.get(key) ?? 0) + 1);
    assert.equal(running.get(key), 1);
    most = Math.max(
      most,
      Array.from(running.values()).reduce((sum, n) => sum + n, 0),
    );
    await pause(5);
    running.set(key, 0);
    seen.push(`${key}${item}`);
    return true;
  });
  queue.wake('a');
  queue.wake('a');
  queue.wake('b');
  while (queue.active > 0) await pause(5);
  assert.deepEqual(
    seen.filter((s) => s.startsWith('a')),
    ['a1', 'a2', 'a3'],
  );
  assert.deepEqual(
    seen.filter((s) => s.startsWith('b')),
    ['b4', 'b5'],
  );
  assert.equal(most, 2);
});

test('a key that is woken while it finds nothing looks again', async () => {
  const todo: number[] = [];
  const seen: number[] = [];
  const queue = new QueuePerKey(async () => {
    const item = todo.shift();
    await pause(5);
    if (item !== undefined) seen.push(item);
    return item !== undefined;
  });
  queue.wake('a');
  todo.push(1);
  queue.wake('a');
  while (queue.active > 0) await pause(5);
  assert.deepEqual(seen, [1]);
});

test('closing waits for running work and starts nothing more', async () => {
  let left = 5;
  const queue = new QueuePerKey(async () => {
    await pause(20);
    return --left > 0;
  });
  queue.wake('a');
  await queue.close();
  assert.equal(left, 4);
  queue.wake('a');
  assert.equal(queue.active, 0);
});

test('each piece is done once, in the order of its key, whatever is added and woken meanwhile', async () => {
  const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (added) => {
      const waiting = new Map<string, number[]>();
      const done = new Map<string, number[]>();
      const busy = new Set<string>();
      const queue = new QueuePerKey(async (key) => {
        assert.ok(!busy.has(key), 'one at a time');
        busy.add(key);
        const piece = waiting.get(key)?.shift();
        for (let turn = 0; turn < (piece ?? 0) % 3; turn++) await Promise.resolve();
        if (piece !== undefined) done.set(key, [...(done.get(key) ?? []), piece]);
        busy.delete(key);
        return piece !== undefined;
      });
      const expected = new Map<string, number[]>();
      for (const [piece, { key, turns }] of added.entries()) {
        waiting.set(key, [...(waiting.get(key) ?? []), piece]);
        expected.set(key, [...(expected.get(key) ?? []), piece]);
        queue.wake(key);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      }
      while (queue.active > 0) await pause(0);
      assert.deepEqual(done, expected);
    }),
    { numRuns: 60 },
  );
});

test('closing twice is like closing once; closing an idle queue is immediate', async () => {
  let worked = 0;
  const queue = new QueuePerKey(async () => ++worked < 3);
  await queue.close();
  queue.wake('a');
  assert.deepEqual([worked, queue.active], [0, 0]);
  const others = new QueuePerKey(async () => {
    await pause(1);
    return ++worked < 100;
  });
  for (const key of ['a', 'b']) others.wake(key);
  await Promise.all([others.close(), others.close()]);
  assert.equal(others.active, 0);
  assert.ok(worked < 100, 'the running work did not continue to its end');
});
