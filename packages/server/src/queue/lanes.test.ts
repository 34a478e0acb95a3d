import assert from 'node:assert/strict';
import { test } from 'node:test';
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
