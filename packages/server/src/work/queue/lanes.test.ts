import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Lanes } from './lanes.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('one after another within a lane, at the same time in different lanes', async () => {
  const todo: Record<string, number[]> = { a: [1, 2, 3], b: [4, 5] };
  const seen: string[] = [];
  let most = 0;
  const running = new Map<string, number>();
  const lanes = new Lanes(async (lane) => {
    const item = todo[lane]?.shift();
    if (item === undefined) return false;
    running.set(lane, (running.get(lane) ?? 0) + 1);
    assert.equal(running.get(lane), 1);
    most = Math.max(
      most,
      Array.from(running.values()).reduce((sum, n) => sum + n, 0),
    );
    await pause(5);
    running.set(lane, 0);
    seen.push(`${lane}${item}`);
    return true;
  });
  lanes.wake('a');
  lanes.wake('a');
  lanes.wake('b');
  while (lanes.active > 0) await pause(5);
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

test('a lane that is woken while it finds nothing looks again', async () => {
  const todo: number[] = [];
  const seen: number[] = [];
  const lanes = new Lanes(async () => {
    const item = todo.shift();
    await pause(5);
    if (item !== undefined) seen.push(item);
    return item !== undefined;
  });
  lanes.wake('a');
  todo.push(1);
  lanes.wake('a');
  while (lanes.active > 0) await pause(5);
  assert.deepEqual(seen, [1]);
});

test('closing waits for what runs and starts nothing more', async () => {
  let left = 5;
  const lanes = new Lanes(async () => {
    await pause(20);
    return --left > 0;
  });
  lanes.wake('a');
  await lanes.close();
  assert.equal(left, 4);
  lanes.wake('a');
  assert.equal(lanes.active, 0);
});

test('whatever is added and woken while lanes work, each piece is done once, in the order of its lane', async () => {
  const steps = fc.array(fc.record({ lane: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3) }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(steps, async (added) => {
      const waiting = new Map<string, number[]>();
      const done = new Map<string, number[]>();
      const busy = new Set<string>();
      const lanes = new Lanes(async (lane) => {
        assert.ok(!busy.has(lane), 'one at a time');
        busy.add(lane);
        const piece = waiting.get(lane)?.shift();
        for (let turn = 0; turn < (piece ?? 0) % 3; turn++) await Promise.resolve();
        if (piece !== undefined) done.set(lane, [...(done.get(lane) ?? []), piece]);
        busy.delete(lane);
        return piece !== undefined;
      });
      const expected = new Map<string, number[]>();
      for (const [piece, { lane, turns }] of added.entries()) {
        waiting.set(lane, [...(waiting.get(lane) ?? []), piece]);
        expected.set(lane, [...(expected.get(lane) ?? []), piece]);
        lanes.wake(lane);
        for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      }
      while (lanes.active > 0) await pause(0);
      assert.deepEqual(done, expected);
    }),
    { numRuns: 60 },
  );
});

test('closing twice is closing once; closing what is at rest is done at once', async () => {
  let worked = 0;
  const lanes = new Lanes(async () => ++worked < 3);
  await lanes.close();
  lanes.wake('a');
  assert.deepEqual([worked, lanes.active], [0, 0]);
  const others = new Lanes(async () => {
    await pause(1);
    return ++worked < 100;
  });
  for (const lane of ['a', 'b']) others.wake(lane);
  await Promise.all([others.close(), others.close()]);
  assert.equal(others.active, 0);
  assert.ok(worked < 100, 'what ran was not run on to its end');
});
