import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BlockHeights, piecesOf } from './blocks.ts';

const kinds = (pieces: ReturnType<typeof piecesOf>): (number | string)[] =>
  pieces.map((one) => (one.kind === 'block' ? one.index : `${one.first}: ${one.height}`));

describe('the pieces of a long list', () => {
  for (const [what, top, bottom, kept, expected] of [
    ['its beginning', -500, 900, undefined, [0, '1: 99000']],
    ['its middle', 50_100, 50_900, undefined, ['0: 50000', 50, '51: 49000']],
    ['a border', 49_990, 50_010, undefined, ['0: 49000', 49, 50, '51: 49000']],
    ['its end', 99_500, 120_000, undefined, ['0: 99000', 99]],
    ['the block of the keyboard stays', 50_100, 50_900, 2, ['0: 2000', 2, '3: 47000', 50, '51: 49000']],
  ] as const)
    test(what, () => assert.deepEqual(kinds(piecesOf(new BlockHeights(1000), 100, top, bottom, kept)), [...expected]));

  test('rooms are as high as what was measured there, and like the average elsewhere', () => {
    const heights = new BlockHeights(1000);
    assert.equal(heights.measure(0, 400), true);
    assert.equal(heights.measure(1, 800), true);
    assert.equal(heights.measure(1, 800), false);
    assert.equal(heights.measure(2, 0), false, 'a block that is not shown has no height');
    assert.deepEqual(kinds(piecesOf(heights, 4, 1200, 1300, undefined)), ['0: 1200', 2, '3: 600']);
    heights.measure(1, 500);
    assert.equal(heights.average, 450);
  });

  test('a list without rows has no pieces', () => assert.deepEqual(piecesOf(new BlockHeights(9), 0, 0, 9, 0), []));
});
