import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BoxIndex } from './box-index.ts';

const side = fc.integer({ min: -50, max: 50 });
const box = fc
  .tuple(side, side, side, side)
  .map(([a, b, c, d]) => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const);

test('an index finds exactly the boxes that touch a box, edges included', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 400 }), box, (boxes, [w, s, e, n]) => {
      const found: number[] = [];
      new BoxIndex(Float64Array.from(boxes.flat())).search([w, s, e, n], (index) => found.push(index) > 0);
      const wanted = boxes.flatMap(([a, b, c, d], i) => (a <= e && c >= w && b <= n && d >= s ? [i] : []));
      assert.deepEqual(
        found.sort((a, b) => a - b),
        wanted,
      );
    }),
  );
});

test('a search ends when its caller wants it to, and boxes without numbers are never found', () => {
  const index = new BoxIndex(Float64Array.of(0, 0, 1, 1, Number.NaN, 0, 1, 1, 0, 0, 2, 2));
  const found: number[] = [];
  index.search([-9, -9, 9, 9], (one) => found.push(one) < 1);
  assert.equal(found.length, 1);
  const all: number[] = [];
  index.search([-9, -9, 9, 9], (one) => all.push(one) > 0);
  assert.deepEqual(all.sort(), [0, 2]);
  new BoxIndex(new Float64Array(0)).search([0, 0, 1, 1], () => assert.fail('there is nothing to find'));
});
