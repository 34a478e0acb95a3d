import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, test } from 'node:test';
import { ProgressRegistry } from './progress-registry.ts';

const never = () => new AbortController().signal;

describe('each phase has its share; an unknown one counts as reading, and a total of 0 as its beginning', () => {
  for (const [phase, from, half, to] of [
    ['reading', 0, 35, 70],
    ['matching', 70, 75, 80],
    ['writing', 80, 88, 97],
    ['storing', 97, 98, 99],
    ['dreaming', 0, 35, 70],
  ] as const)
    test(JSON.stringify(phase), () => {
      for (const [done, total, percent] of [
        [0, 10, from],
        [5, 10, half],
        [10, 10, to],
        [0, 0, from],
        [5, 0, from],
        [25, 10, to],
        [-5, 10, from],
      ] as const) {
        const registry = new ProgressRegistry();
        registry.update('job', 'import', { done, total, phase });
        assert.equal(registry.get('import')!.percent, percent, `${phase} ${done} of ${total}`);
      }
    });
});

test('a second try does not set the percentage back; a forgotten import starts over', () => {
  const registry = new ProgressRegistry();
  registry.update('job', 'import', { done: 1, total: 1, phase: 'writing' });
  registry.update('job', 'import', { done: 1.9, total: 10.2, phase: 'reading' });
  assert.deepEqual(registry.get('import'), { percent: 97, phase: 'reading', done: 1, total: 10 });
  registry.forget('import');
  assert.equal(registry.get('import'), undefined);
  registry.update('job', 'import', { done: 0, total: 1, phase: 'reading' });
  assert.equal(registry.get('import')!.percent, 0);
});

test('a listener hears of its own job, until it stops; stopping twice, or within a call, is harmless', () => {
  const registry = new ProgressRegistry();
  const heard: string[] = [];
  const stopA = registry.listen('a', () => {
    heard.push('first of a');
    stopA();
  });
  const stopSecond = registry.listen('a', () => heard.push('second of a'));
  registry.listen('b', () => heard.push('b'));
  registry.changed('a');
  registry.changed('a');
  registry.changed('nobody');
  assert.deepEqual(heard.splice(0), ['first of a', 'second of a', 'second of a']);
  stopSecond();
  stopSecond();
  const again = registry.listen('a', () => heard.push('again'));
  stopA();
  registry.changed('a');
  assert.deepEqual(heard.splice(0), ['again'], 'an old stop does not end a new listener');
  again();
  registry.update('b', 'x', { done: 0, total: 1, phase: 'reading' });
  assert.deepEqual(heard, ['b'], 'an update is a change');
});

test('waiting checks again at every change, and leaves nothing behind', async () => {
  const registry = new ProgressRegistry();
  let looks = 0;
  const signal = never();
  const waiting = registry.until('job', async () => ++looks > 3, 60, signal);
  while (looks <= 3) {
    registry.changed('job');
    await Promise.resolve();
  }
  assert.equal(await waiting, true);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  const before = looks;
  registry.changed('job');
  await Promise.resolve();
  assert.equal(looks, before, 'nobody listens any more');
  assert.equal(await registry.until('job', async () => true, 0, signal), true, 'without waiting, if it holds already');
  assert.equal(await registry.until('job', async () => false, -1, signal), false);
  assert.equal(await registry.until('job', async () => false, 60, AbortSignal.abort()), false, 'whose caller has left');
});

test('waiting misses no change that comes while the condition is checked', async () => {
  const registry = new ProgressRegistry();
  let holds = false;
  const check = async (): Promise<boolean> => {
    const seen = holds;
    if (!holds) {
      holds = true;
      registry.changed('job');
    }
    return seen;
  };
  assert.equal(await registry.until('job', check, 60, never()), true);
});
