import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { frameAround, framesOf, netOf } from './map-frame.ts';

const NETHERLANDS = { west: 2.53, south: 50.75, east: 7.22, north: 55.77 };
const FIJI = { west: 176.81, south: -20.81, east: -178.15, north: -12.42 };

describe('the part of the earth that a map shows', () => {
  it('has everything in it, and a margin', () => {
    const { x, y, width, height } = frameAround([NETHERLANDS]);
    assert.ok(x < 2.53 && x + width > 7.22 && y < -55.77 && y + height > -50.75);
    assert.equal(width, 2 * height);
  });
  it('is the whole earth for nothing, and for what crosses the date line', () => {
    assert.deepEqual(frameAround([]), { x: -180, y: -90, width: 360, height: 180 });
    assert.deepEqual(frameAround([FIJI]), { x: -180, y: -90, width: 360, height: 180 });
  });
  it('never goes beyond the earth', () => {
    const { y, height } = frameAround([{ west: -10, south: 85, east: 10, north: 90 }]);
    assert.ok(y >= -90 && y + height <= 90);
  });
  it('has room for a single place', () => {
    assert.ok(frameAround([{ west: 5, south: 52, east: 5, north: 52 }]).height >= 4);
  });
});

it('a box across the date line is two on the map', () => {
  assert.deepEqual(
    framesOf(FIJI).map(({ x, width }) => [x, Math.round(100 * width) / 100]),
    [
      [176.81, 3.19],
      [-180, 1.85],
    ],
  );
});

describe('the net has few lines, at round degrees, inside the frame', () => {
  for (const boxes of [[], [NETHERLANDS]])
    it(`around ${boxes.length} boxes`, () => {
      const frame = frameAround(boxes);
      const { meridians, parallels } = netOf(frame);
      assert.ok(meridians.length >= 2 && meridians.length <= 9, `${meridians}`);
      for (const one of meridians) assert.ok(Number.isInteger(one) && one >= frame.x && one <= frame.x + frame.width);
      for (const one of parallels) assert.ok(Number.isInteger(one) && one >= frame.y && one <= frame.y + frame.height);
    });
});
