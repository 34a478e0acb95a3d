import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, MOST_BYTES, type Part, partSizes } from '../../testing/sizes.ts';

test('the parts of the console are no larger than their budgets, compressed', async (t) => {
  const sizes = await partSizes();
  for (const part of Object.keys(MOST_BYTES) as Part[]) {
    t.diagnostic(`${part}: ${sizes[part]} bytes of ${MOST_BYTES[part]}`);
    assert.ok(sizes[part] > 1000 && sizes[part] <= MOST_BYTES[part], `${part}: ${sizes[part]} bytes`);
  }
});

test('no page loads more than a dozen scripts, and everything that is loaded is there', async () => {
  const { files, index } = await bundle();
  for (const [place, own] of Object.entries(index.places)) {
    const scripts = [index.script, ...index.preloads, ...own];
    assert.deepEqual(scripts, [...new Set(scripts)], `${place}: each once`);
    assert.ok(scripts.length <= 12, `${place}: ${scripts.length} scripts`);
    for (const name of scripts) assert.ok(files.has(name), `${place}: ${name}`);
  }
});
