import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_BYTES, type Part, partSizes } from '../../testing/sizes.ts';

test('the parts of the console are no larger than their budgets, compressed', async (t) => {
  const sizes = await partSizes();
  for (const part of Object.keys(MOST_BYTES) as Part[]) {
    t.diagnostic(`${part}: ${sizes[part]} bytes of ${MOST_BYTES[part]}`);
    assert.ok(sizes[part] > 1000 && sizes[part] <= MOST_BYTES[part], `${part}: ${sizes[part]} bytes`);
  }
});
