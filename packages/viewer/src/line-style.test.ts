import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from './line-style.ts';

for (const [defined, turns] of [
  [
    [10, -5],
    [10, 5],
  ],
  [
    [-5, 10],
    [10, 5],
  ],
  [
    [10, -2, 0, -2],
    [10, 2, 0.28, 2],
  ],
  [
    [5, 5, -2, -3],
    [10, 5],
  ],
  [
    [10, -2, 4],
    [10, 2, 4, 0],
  ],
  [[10, 5], undefined],
  [[-1, -2], undefined],
  [[1, -1, 1, -1, 1, -1, 1, -1, 1, -1], undefined],
  [undefined, undefined],
] as const)
  test(`dashes and gaps in turn of ${JSON.stringify(defined)}`, () => assert.deepEqual(inTurn(defined), turns));
