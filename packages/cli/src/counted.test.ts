import assert from 'node:assert/strict';
import test from 'node:test';
import { counted } from './counted.ts';

for (const [count, kinds, text] of [
  [1, 'points', '1 point'],
  [0, 'points', '0 points'],
  [3, 'controlPoints', '3 control points'],
  [1, 'controlPoints', '1 control point'],
] as const)
  test(text, () => {
    assert.equal(counted(count, kinds), text);
  });
