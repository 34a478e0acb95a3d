import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ClipBoundary, type Side } from './boundary.ts';

/** An L of 10 by 10 without its upper right quarter; the first corner is repeated. */
const BOUNDARY = new ClipBoundary([0, 0, 10, 0, 10, 5, 5, 5, 5, 10, 0, 10, 0, 0]);

describe('a box is inside, across or outside of a clip boundary', () => {
  for (const [side, west, south, east, north] of [
    ['inside', 1, 1, 4, 9],
    ['inside', 1, 1, 9, 4],
    ['across', 1, 1, 9, 9],
    ['across', 4, 4, 6, 6],
    ['across', -1, 2, 1, 3],
    ['across', -5, -5, 20, 20],
    ['outside', 6, 6, 9, 9],
    ['outside', 11, 1, 12, 2],
    ['outside', -9, -9, -1, -1],
    ['inside', 3, 3, 3, 3],
    ['outside', 7, 7, 7, 7],
    ['across', 10, 2, 10, 2],
  ] as const)
    it(`${side}: ${west} ${south} ${east} ${north}`, () => {
      const box = { minEasting: west, minNorthing: south, maxEasting: east, maxNorthing: north };
      assert.equal(BOUNDARY.sideOf(box), side satisfies Side);
    });
});
