import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsFor } from './time-budget.ts';

for (const [bytes, most, seconds] of [
  [0, 1800, 120],
  [28_000, 1800, 121],
  [6_000_000, 1800, 240],
  [100_000_000, 1800, 1800],
  [28_000, 0.3, 0.3],
] as const)
  test(`${bytes} bytes may take ${seconds} s of ${most}`, () => {
    assert.equal(secondsFor(bytes, most), seconds);
  });
