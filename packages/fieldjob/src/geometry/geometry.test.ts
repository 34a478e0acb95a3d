import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Extent } from '../extent.ts';
import { Feature } from '../feature.ts';
import { addPath } from '../report/path-extent.ts';
import { neighboursOf } from '../surface.ts';
import { PathTable } from '../tables/path-table.ts';
import { arcOfBulge, arcSegments, bulgeOfSweep, MOST_ARC_SEGMENTS } from './bulge.ts';
import { Path } from './path.ts';
import { strokePath } from './stroke.ts';

const near = (a: number, b: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test('a bulge of 1 is a half circle that swings to the right of its chord', () => {
  const arc = arcOfBulge(0, 0, 2, 0, 1)!;
  near(arc.easting, 1);
  near(arc.northing, 0);
  near(arc.radius, 1);
  near(arc.sweep, Math.PI);
  // Counter-clockwise from the start in the west, through the south.
  near(arc.northing + arc.radius * Math.sin(arc.startAngle + arc.sweep / 2), -1);
});

test('an arc of any bulge starts and ends where its chord does', () => {
  const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      fc.double({ min: 0.01, max: 50, noNaN: true }),
      fc.boolean(),
      (e1, n1, e2, n2, size, left) => {
        fc.pre(Math.hypot(e2 - e1, n2 - n1) > 1e-3);
        const arc = arcOfBulge(e1, n1, e2, n2, left ? size : -size)!;
        const tolerance = 1e-6 * Math.max(1, arc.radius);
        near(arc.easting + arc.radius * Math.cos(arc.startAngle), e1, tolerance);
        near(arc.easting + arc.radius * Math.cos(arc.startAngle + arc.sweep), e2, tolerance);
        near(arc.northing + arc.radius * Math.sin(arc.startAngle + arc.sweep), n2, tolerance);
        near(bulgeOfSweep(arc.sweep), left ? size : -size, 1e-9 * Math.max(1, size));
      },
    ),
  );
});

test('input that describes no arc gives undefined', () => {
  assert.equal(arcOfBulge(0, 0, 1, 1, 0), undefined);
  assert.equal(arcOfBulge(1, 1, 1, 1, 0.5), undefined);
  assert.equal(arcOfBulge(0, 0, 1, 1, Number.NaN), undefined);
});

test('an arc between vertices that almost coincide turns by its chord, however large the coordinates', () => {
  const step = 2 ** -30; // about the spacing of doubles there
  for (const [de, dn] of [
    [step, 0],
    [0, -step],
    [3 * step, 5 * step],
    [-7 * step, 2 * step],
  ] as const)
    for (const bulge of [0.1, 0.5, 1, 3, -0.7, -20]) {
      const arc = arcOfBulge(4_500_000, 5_800_000, 4_500_000 + de, 5_800_000 + dn, bulge)!;
      const { radius, startAngle, sweep } = arc;
      const chord = Math.hypot(de, dn);
      const east = radius * (Math.cos(startAngle + sweep) - Math.cos(startAngle));
      const north = radius * (Math.sin(startAngle + sweep) - Math.sin(startAngle));
      assert.ok(Math.hypot(east - de, north - dn) < 1e-9 * chord, `${de}, ${dn} by ${bulge}`);
    }
});

test('bulges of any size give an arc with finite numbers, or the chord', () => {
  for (const size of [1e-320, 1e-300, 1e-160, 1e-20, 1e20, 1e160, 1e300, Number.MAX_VALUE])
    for (const bulge of [size, -size])
      for (const [e2, n2] of [
        [1, 0],
        [0, 1e6],
        [1e-9, 1e-9],
      ] as const) {
        const arc = arcOfBulge(0, 0, e2, n2, bulge);
        for (const value of Object.values(arc ?? {})) assert.ok(Number.isFinite(value), `${bulge}: ${value}`);
        const path = new Path();
        path.vertex(0, 0, 0, bulge);
        path.vertex(e2, n2, 0);
        const flat = strokePath(path, 0.001);
        assert.ok(flat.coordinates.subarray(0, 3 * flat.count).every(Number.isFinite), `${bulge}`);
      }
  assert.equal(arcOfBulge(0, 0, 1, 0, 1e160)?.radius, 2.5e159);
  assert.equal(arcOfBulge(0, 0, 1, 0, Number.MIN_VALUE), undefined);
});

test('stroking stays within the tolerance, and no arc exceeds the segment limit', () => {
  const path = new Path();
  path.vertex(0, 0, 10, 1);
  path.vertex(100, 0, 20);
  const stroked = strokePath(path, 0.01);
  assert.equal(stroked.hasBulges, false);
  for (let i = 0; i + 1 < stroked.count; i++) {
    const middleEast = (stroked.coordinates[3 * i]! + stroked.coordinates[3 * i + 3]!) / 2;
    const middleNorth = (stroked.coordinates[3 * i + 1]! + stroked.coordinates[3 * i + 4]!) / 2;
    assert.ok(50 - Math.hypot(middleEast - 50, middleNorth) <= 0.01);
  }
  near(stroked.coordinates[3 * Math.floor(stroked.count / 2) + 2]!, 15, 1);
  assert.equal(arcSegments(1e12, Math.PI, 1e-9), MOST_ARC_SEGMENTS);
});

test('stroking a closed path bends its last segment too', () => {
  const path = new Path();
  path.closed = true;
  path.vertex(0, 0, 0);
  path.vertex(2, 0, 0, 1);
  const stroked = strokePath(path, 0.001);
  assert.ok(stroked.count > 10);
  const extent = new Extent();
  addPath(extent, path, false);
  near(extent.maxNorthing, 1);
  near(extent.minNorthing, 0);
});

test('the extent of a quarter arc is the box of its ends', () => {
  const path = new Path();
  path.vertex(1, 0, 0, bulgeOfSweep(Math.PI / 2));
  path.vertex(0, 1, 0);
  const extent = new Extent();
  addPath(extent, path, false);
  near(extent.minEasting, 0);
  near(extent.minNorthing, 0);
  near(extent.maxEasting, 1);
  near(extent.maxNorthing, 1);
});

test('a path table returns every path with its rings, bulges and closure', () => {
  const vertex = fc.tuple(fc.double({ noNaN: true }), fc.double(), fc.double(), fc.constantFrom(0, 0, 0.5, -1));
  const rings = fc.array(fc.array(vertex, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.tuple(rings, fc.boolean()), { maxLength: 6 }), (features) => {
      const table = new PathTable();
      const path = new Path();
      for (const [parts, closed] of features) {
        path.clear();
        path.closed = closed;
        for (const part of parts) {
          path.ring();
          for (const [e, n, z, bulge] of part) path.vertex(e, n, z, bulge);
        }
        table.add(new Feature(), path);
      }
      features.forEach(([parts, closed], row) => {
        table.loadPath(row, path);
        assert.equal(path.closed, closed);
        assert.equal(path.rings.length, parts.length);
        assert.deepEqual(
          Array.from(path.coordinates.subarray(0, 3 * path.count)),
          parts.flat().flatMap(([e, n, z, _bulge]) => [e, n, z]),
        );
        assert.deepEqual(
          Array.from(path.bulges.subarray(0, path.count)),
          parts.flat().map(([, , , bulge]) => bulge),
        );
        assert.equal(
          path.hasBulges,
          parts.flat().some(([, , , bulge]) => bulge !== 0),
        );
      });
    }),
  );
});

test('neighbours share exactly the edge of their slot', () => {
  const triangles = Int32Array.of(0, 1, 2, 0, 2, 3);
  assert.deepEqual(Array.from(neighboursOf(triangles, 4)), [-1, -1, 1, 0, -1, -1]);
});
