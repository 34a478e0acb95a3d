import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dashesByName, dashesInTurn } from './line-pattern.ts';

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
  [({} as Record<string, readonly number[]>)['constructor'], undefined],
] as const)
  test(`dashes and gaps alternately of ${JSON.stringify(defined)}`, () =>
    assert.deepEqual(dashesInTurn(defined), turns));

for (const [name, dashes] of [
  ['DOT', [1, 7]],
  ['Dot Dash', [7, 4, 1, 4]],
  ['DASH DOUBLE DOT', [5, 3, 1, 3, 1, 3]],
  ['LONG DASH SHORT DASH', [8, 3, 2, 3]],
  ['ACAD_ISO10W100 dash-dot', [10, 4, 2, 4]],
  ['Verdeckt2', [5, 4]],
  ['constructor', []],
  ['Continuous', []],
  ['', []],
] as const)
  test(`dashes of the name ${JSON.stringify(name)}`, () => assert.deepEqual(dashesByName(name), dashes));
