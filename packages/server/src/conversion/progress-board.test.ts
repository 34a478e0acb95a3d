import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { ProgressBoard } from './progress-board.ts';

const never = () => new AbortController().signal;

test('each phase has its share; an unknown one is reading, and a total of nothing is its beginning', () => {
  for (const [phase, from, half, to] of [
    ['reading', 0, 35, 70],
    ['matching', 70, 75, 80],
    ['writing', 80, 88, 97],
    ['storing', 97, 98, 99],
    ['dreaming', 0, 35, 70],
  ] as const)
    for (const [done, total, percent] of [
      [0, 10, from],
      [5, 10, half],
      [10, 10, to],
      [0, 0, from],
      [5, 0, from],
      [25, 10, to],
      [-5, 10, from],
    ] as const) {
      const board = new ProgressBoard();
      board.update('job', 'import', { done, total, phase });
      assert.equal(board.get('import')!.percent, percent, `${phase} ${done} of ${total}`);
    }
});

test('a second try does not set the percentage back; what is forgotten begins anew', () => {
  const board = new ProgressBoard();
  board.update('job', 'import', { done: 1, total: 1, phase: 'writing' });
  board.update('job', 'import', { done: 1.9, total: 10.2, phase: 'reading' });
  assert.deepEqual(board.get('import'), { percent: 97, phase: 'reading', done: 1, total: 10 });
  board.forget('import');
  assert.equal(board.get('import'), undefined);
  board.update('job', 'import', { done: 0, total: 1, phase: 'reading' });
  assert.equal(board.get('import')!.percent, 0);
});

test('who listens hears of its own job, until it stops; stopping twice, or within a call, harms nobody', () => {
  const board = new ProgressBoard();
  const heard: string[] = [];
  const stopA = board.listen('a', () => {
    heard.push('first of a');
    stopA();
  });
  const stopSecond = board.listen('a', () => heard.push('second of a'));
  board.listen('b', () => heard.push('b'));
  board.changed('a');
  board.changed('a');
  board.changed('nobody');
  assert.deepEqual(heard.splice(0), ['first of a', 'second of a', 'second of a']);
  stopSecond();
  stopSecond();
  const again = board.listen('a', () => heard.push('again'));
  stopA();
  board.changed('a');
  assert.deepEqual(heard.splice(0), ['again'], 'an old stop does not end a new listener');
  again();
  board.update('b', 'x', { done: 0, total: 1, phase: 'reading' });
  assert.deepEqual(heard, ['b'], 'an update is a change');
});

test('waiting looks again at every change, and leaves nothing behind', async () => {
  const board = new ProgressBoard();
  let looks = 0;
  const signal = never();
  const waiting = board.until('job', () => ++looks > 3, 60, signal);
  for (let i = 0; i < 5; i++) board.changed('job');
  assert.equal(await waiting, true);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
  const before = looks;
  board.changed('job');
  assert.equal(looks, before, 'nobody listens any more');
  assert.equal(await board.until('job', () => true, 0, signal), true, 'without waiting, where it holds already');
  assert.equal(await board.until('job', () => false, -1, signal), false);
  assert.equal(await board.until('job', () => false, 60, AbortSignal.abort()), false, 'whose caller has left');
});
