import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FullPage, fullPage, PAGE_CHARACTERS, ROWS_AT_ONCE } from './full-page.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
/** A list of the numbers from 1, read after one of them. */
const listOf =
  (count: number, most: number[] = []) =>
  (behind: number | undefined, asked: number): number[] => {
    most.push(asked);
    return numbers(count).slice(behind ?? 0, (behind ?? 0) + asked);
  };

describe('a full page', () => {
  test('ends with the requested number of items, and says whether others follow', async () => {
    for (const [count, limit, expected, tail] of [
      [0, 5, 0, ''],
      [5, 5, 5, ''],
      [6, 5, 5, ',"next":"behind 5"'],
      [1000, 1000, 1000, ''],
      [1001, 1000, 1000, ',"next":"behind 1000"'],
      [ROWS_AT_ONCE, 1000, ROWS_AT_ONCE, ''],
    ] as const) {
      const page = await fullPage(limit, () => 1, listOf(count));
      assert.deepEqual(page.items, numbers(expected), `${count}, ${limit}`);
      assert.equal(
        page.tail((last) => `behind ${last}`),
        tail,
        `${count}, ${limit}`,
      );
    }
  });

  test('ends with the item that brings it to its characters; the last item ends no page early', async () => {
    const third = Math.ceil(PAGE_CHARACTERS / 3);
    const page = await fullPage(1000, () => third, listOf(10));
    assert.deepEqual(page.items, [1, 2, 3]);
    assert.equal(page.tail(String), ',"next":"3"');
    assert.equal((await fullPage(1000, () => third, listOf(3))).tail(String), '');
    const large = await fullPage(1000, () => 2 * PAGE_CHARACTERS, listOf(2));
    assert.deepEqual(large.items, [1], 'at least one item');
  });

  test('is read in pieces that stay small', async () => {
    const asked: number[] = [];
    await fullPage(1000, () => 1, listOf(1001, asked));
    assert.ok(asked.every((most) => most <= ROWS_AT_ONCE));
    const few: number[] = [];
    await fullPage(1, () => 1, listOf(10, few));
    assert.deepEqual(few, [2], 'one more than asked for, to know whether others follow');
  });

  test('accepts rows from pieces of any size', () => {
    const page = new FullPage<number>(3, () => 1);
    assert.equal(page.take([1, 2]), false);
    assert.equal(page.take([]), false);
    assert.equal(page.take([3]), false);
    assert.equal(page.take([4, 5]), true);
    assert.deepEqual(page.items, [1, 2, 3]);
  });
});
