import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { cachedDataVersionTag } from 'node:v8';
import { startLightly } from './light-start.ts';

test('a command spares the last compiler until it has run for a while', () => {
  // The tag is made of V8's flags.
  const before = cachedDataVersionTag();
  mock.timers.enable({ apis: ['setTimeout'] });
  startLightly();
  const light = cachedDataVersionTag();
  assert.notEqual(light, before);
  mock.timers.tick(600);
  assert.equal(cachedDataVersionTag(), light);
  mock.timers.tick(100);
  assert.notEqual(cachedDataVersionTag(), light);
  mock.timers.reset();
});
