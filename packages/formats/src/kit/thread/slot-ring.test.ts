import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { SlotRing } from './slot-ring.ts';

test('slots come in order, and never more are filled than there are', () => {
  const step = fc.constantFrom('fill', 'empty', 'close');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 60 }), (slots, steps) => {
      const one = new SlotRing(slots);
      const other = new SlotRing(slots, one.memory);
      let [filled, emptied, closed] = [0, 0, false];
      for (const what of steps) {
        const free = !closed && filled - emptied < slots ? filled % slots : -1;
        assert.equal(one.free, free);
        assert.equal(other.filled, filled > emptied ? emptied % slots : -1);
        if (what === 'close') {
          other.close();
          closed = true;
        } else if (what === 'fill' && free >= 0) {
          one.fill();
          filled++;
        } else if (what === 'empty' && filled > emptied) {
          other.empty();
          emptied++;
        }
        assert.equal(one.isClosed, closed);
      }
    }),
    { numRuns: 200 },
  );
});

test('who waits goes on with the slot that is filled or freed meanwhile', async () => {
  const ring = new SlotRing(1);
  const filled = ring.untilFilled();
  ring.fill();
  assert.equal(await filled, 0);
  const free = ring.untilFree();
  ring.empty();
  assert.equal(await free, 0);
  assert.equal(ring.waitForFree(), 0);
  ring.fill();
  assert.equal(ring.waitForFilled(), 0);
});

test('who waits goes on when the ring is closed, now or before; what was filled is still to be had', async () => {
  const ring = new SlotRing(2);
  const filled = ring.untilFilled();
  ring.close();
  assert.equal(await filled, -1);
  assert.equal(await ring.untilFilled(), -1);
  assert.equal(await ring.untilFree(), -1);
  assert.equal(ring.waitForFilled(), -1);
  assert.equal(ring.waitForFree(), -1);

  const left = new SlotRing(2);
  left.fill();
  left.close();
  assert.equal(left.waitForFilled(), 0);
  assert.equal(await left.untilFilled(), 0);
  left.empty();
  assert.equal(left.waitForFilled(), -1);
});
