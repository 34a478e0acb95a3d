import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { setLateFlags, setStartFlags } from './late-flags.ts';

test('a server that has started has V8’s own values again, except for when to collect garbage', () => {
  // The tag is made of the flags that differ from V8's own values.
  for (const flag of ['--incremental-marking-soft-trigger=60', '--incremental-marking-hard-trigger=90'])
    setFlagsFromString(flag);
  const late = cachedDataVersionTag();
  setStartFlags();
  assert.notEqual(cachedDataVersionTag(), late);
  setLateFlags();
  assert.equal(cachedDataVersionTag(), late);
});
