import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matches } from './find.ts';
import { Region } from './region.ts';

const [E, N] = [500_000, 5_800_000];
/** An L: 10 wide and high, its upper right quarter is missing. */
const ELL = new Region(
  (
    [
      [0, 0],
      [10, 0],
      [10, 5],
      [5, 5],
      [5, 10],
      [0, 10],
    ] as const
  ).map(([e, n]) => [E + e, N + n] as const),
);

describe('a region holds', () => {
  for (const [e, n, isHeld] of [
    [1, 1, true],
    [9, 4.999, true],
    [9, 5.001, false],
    [4.999, 9, true],
    [5.001, 9, false],
    [-0.001, 1, false],
    [1, 10.001, false],
  ] as const)
    it(`${e}, ${n}: ${isHeld}`, () => assert.equal(ELL.holds(E + e, N + n), isHeld));
});

describe('the edge of a region is crossed by a line', () => {
  for (const [from, to, isCrossed] of [
    [[1, 1], [9, 4], false],
    [[1, 9], [9, 2], true],
    [[-5, 5], [20, 5.5], true],
    [[6, 6], [9, 9], false],
    [[-1, -1], [-1, 20], false],
  ] as const)
    it(`${from} to ${to}: ${isCrossed}`, () =>
      assert.equal(ELL.isCrossedBy([E + from[0], N + from[1]], [E + to[0], N + to[1]]), isCrossed));
});

describe('a name matches', () => {
  for (const [value, wanted, does] of [
    ['Kerb', 'kerb', true],
    ['Kerb 1', 'kerb', false],
    ['Kerb 1', 'kerb*', true],
    ['Kerb 1', '*1', true],
    ['Kerb 1', 'k*r*1', true],
    ['Kerb 1', 'k*z*1', false],
    ['ab', 'ab*b', false],
    ['', '*', true],
  ] as const)
    it(`${value} as ${wanted}: ${does}`, () => assert.equal(matches(value, wanted), does));
});
