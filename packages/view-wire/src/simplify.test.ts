import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { simplify } from './simplify.ts';

function kept(places: number[], tolerance: number): number[] {
  const keep = new Uint8Array(places.length / 2);
  const count = simplify(Float64Array.from(places), 0, keep.length, tolerance, keep);
  const indices = [...keep.keys()].filter((i) => keep[i] === 1);
  assert.equal(count, indices.length);
  return indices;
}

/** Distance of a position from a segment. */
function distance([x, y]: number[], [ax, ay]: number[], [bx, by]: number[]): number {
  const [dx, dy] = [bx! - ax!, by! - ay!];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x! - ax!) * dx + (y! - ay!) * dy) / length));
  return Math.hypot(x! - ax! - t * dx, y! - ay! - t * dy);
}

describe('simplified lines', () => {
  it('keep their ends and corners', () => {
    assert.deepEqual(kept([0, 0, 1, 0.01, 2, 0, 2, 5], 0.1), [0, 2, 3]);
    assert.deepEqual(kept([], 1), []);
    assert.deepEqual(kept([3, 3], 1), [0]);
    // Back and forth: the turning point is on the line through the ends, but beyond them.
    assert.deepEqual(kept([0, 0, 9, 0, 1, 0], 0.1), [0, 1, 2]);
  });

  it('stay within the tolerance', () => {
    const place = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 2, maxLength: 60 }), fc.nat(300), (line, tolerance) => {
        const indices = kept(line.flat(), tolerance);
        for (let i = 1; i < indices.length; i++)
          for (let v = indices[i - 1]! + 1; v < indices[i]!; v++)
            assert.ok(distance(line[v]!, line[indices[i - 1]!]!, line[indices[i]!]!) <= tolerance + 1e-9);
      }),
    );
  });
});
