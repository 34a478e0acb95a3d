import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Camera } from './camera.ts';

const cameras = fc
  .record({
    easting: fc.integer({ min: -1e7, max: 1e7 }),
    northing: fc.integer({ min: -1e7, max: 1e7 }),
    elevation: fc.integer({ min: -100, max: 3000 }),
    scale: fc.double({ min: 0.001, max: 1000, noNaN: true }),
    turn: fc.double({ min: -3, max: 3, noNaN: true }),
    tilt: fc.double({ min: 0.2, max: 1.5, noNaN: true }),
    plan: fc.boolean(),
  })
  .map(({ plan, ...values }) =>
    Object.assign(new Camera(), { width: 800, height: 600, ...values, ...(plan && { turn: 0, tilt: Math.PI / 2 }) }),
  );
const pixel = fc.tuple(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 600 }));

describe('a camera', () => {
  it('finds the position of a pixel again, far from the origin too', () => {
    fc.assert(
      fc.property(cameras, pixel, (camera, [x, y]) => {
        const [sx, sy] = camera.toScreen(...camera.toWorld(x, y));
        assert.ok(Math.hypot(sx - x, sy - y) < 0.01, `${sx}, ${sy}`);
      }),
    );
  });

  it('keeps the position under the pointer while zooming', () => {
    fc.assert(
      fc.property(cameras, pixel, (camera, [x, y]) => {
        const [easting, northing] = camera.toWorld(x, y);
        camera.zoom(1.7, x, y);
        const [sx, sy] = camera.toScreen(easting, northing);
        assert.ok(Math.hypot(sx - x, sy - y) < 0.01, `${sx}, ${sy}`);
      }),
    );
  });

  it('has a matrix that puts things where it says they are', () => {
    const offset = fc.integer({ min: -500, max: 500 });
    fc.assert(
      fc.property(cameras, offset, offset, offset, (camera, east, north, up) => {
        const m = camera.matrix;
        const clip = [0, 1].map((row) => m[row]! * east + m[3 + row]! * north + m[6 + row]! * up) as [number, number];
        const [x, y] = camera.toScreen(camera.easting + east, camera.northing + north, camera.elevation + up);
        const tolerance = 1e-6 * (1 + Math.abs(x) + Math.abs(y));
        assert.ok(Math.abs(400 + clip[0] * 400 - x) < tolerance && Math.abs(300 - clip[1] * 300 - y) < tolerance);
      }),
    );
  });

  it('fits a box into the picture, and a single point', () => {
    const camera = Object.assign(new Camera(), { width: 800, height: 600 });
    camera.fit([504_700, 6_959_000, 505_300, 6_959_350]);
    const [left, top] = camera.toScreen(504_700, 6_959_350);
    assert.ok(left >= 0 && left < 100 && top >= 0);
    camera.fit([5, 6, 5, 6]);
    assert.deepEqual([camera.scale, ...camera.toWorld(400, 300)], [10, 5, 6]);
  });
});
