import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alongArc, distanceToPath, placeOf, segmentsOf, walk } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import fc from 'fast-check';
import { Path } from '../geometry/path.ts';
import { strokePath } from '../geometry/stroke.ts';
import {
  arrival,
  biarc,
  bulgeFromTangent,
  bulgesThrough,
  type Direction,
  departure,
  tangents,
  type Vertex,
} from './curves.ts';
import { Figure, type FigureFault } from './figure.ts';
import { offsetPath } from './offset-path.ts';

const grid = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 10);
const vertex = fc
  .tuple(grid, grid, grid)
  .map(([easting, northing, elevation]): Vertex => ({ easting, northing, elevation }));
const direction = fc
  .double({ min: 0, max: 2 * Math.PI, noNaN: true })
  .map((angle): Direction => ({ easting: Math.cos(angle), northing: Math.sin(angle) }));

const apart = (a: Omit<Vertex, 'elevation'>, b: Omit<Vertex, 'elevation'>): number =>
  Math.hypot(a.easting - b.easting, a.northing - b.northing);
/** Unsigned angle between two directions in radians. */
const turnBetween = (a: Direction, b: Direction): number =>
  Math.abs(
    Math.atan2(a.easting * b.northing - a.northing * b.easting, a.easting * b.easting + a.northing * b.northing),
  );
/** Direction of an arc at one of its ends, from two places close together on it. */
function seenDirection(a: Vertex, b: Vertex, bulge: number, atEnd: boolean): Direction {
  const [from, to] = atEnd ? [1 - 1e-6, 1] : [0, 1e-6];
  const p = alongArc(a, b, bulge, from);
  const q = alongArc(a, b, bulge, to);
  return { easting: q.easting - p.easting, northing: q.northing - p.northing };
}
/** Centre of the circle through three points, from the perpendicular bisectors. */
function circumcentre(a: Vertex, b: Vertex, c: Vertex): Direction {
  const [be, bn] = [b.easting - a.easting, b.northing - a.northing];
  const [ce, cn] = [c.easting - a.easting, c.northing - a.northing];
  const twice = 2 * (be * cn - bn * ce);
  const [bb, cc] = [be * be + bn * bn, ce * ce + cn * cn];
  return { easting: a.easting + (cn * bb - bn * cc) / twice, northing: a.northing + (be * cc - ce * bb) / twice };
}
const areaOf = (a: Vertex, b: Vertex, c: Vertex): number =>
  Math.abs((b.easting - a.easting) * (c.northing - a.northing) - (b.northing - a.northing) * (c.easting - a.easting)) /
  2;

test('the arc through three points lies on their circle and meets them in order', () => {
  fc.assert(
    fc.property(vertex, vertex, vertex, (a, b, c) => {
      fc.pre(areaOf(a, b, c) > 5 && Math.min(apart(a, b), apart(b, c), apart(a, c)) > 1);
      const [first, second] = bulgesThrough(a, b, c)!;
      const centre = circumcentre(a, b, c);
      const radius = apart(centre, a);
      fc.pre(radius < 1e5);
      for (let i = 0; i <= 10; i++) {
        assert.ok(Math.abs(apart(alongArc(a, b, first, i / 10), centre) - radius) < 1e-6 * radius);
        assert.ok(Math.abs(apart(alongArc(b, c, second, i / 10), centre) - radius) < 1e-6 * radius);
      }
      assert.equal(Math.sign(first), Math.sign(second), 'both halves turn to one side');
      // Together the halves turn at most once: the arc does not run through a second time.
      assert.ok(4 * Math.abs(Math.atan(first) + Math.atan(second)) <= 2 * Math.PI + 1e-9);
    }),
    { numRuns: 200 },
  );
});

test('collinear points make a straight line; a line that turns back on itself makes no arc', () => {
  const at = (easting: number): Vertex => ({ easting, northing: 2 * easting, elevation: 0 });
  assert.deepEqual(
    bulgesThrough(at(0), at(1), at(5))?.map((bulge) => Math.abs(bulge) < 1e-12),
    [true, true],
  );
  assert.equal(bulgesThrough(at(0), at(5), at(1)), undefined);
  assert.equal(bulgesThrough(at(0), at(0), at(1)), undefined);
  assert.equal(bulgesThrough(at(0), at(1), at(1)), undefined);
  assert.equal(bulgesThrough(at(1), at(0), at(1)), undefined);
});

test('a tangential arc leaves in the given direction and ends at its point', () => {
  fc.assert(
    fc.property(vertex, direction, vertex, (a, way, b) => {
      fc.pre(apart(a, b) > 1);
      const back = { easting: a.easting - b.easting, northing: a.northing - b.northing };
      fc.pre(turnBetween(way, back) > 0.01);
      const bulge = bulgeFromTangent(a, way, b);
      assert.ok(turnBetween(seenDirection(a, b, bulge, false), way) < 1e-3);
    }),
  );
  const here: Vertex = { easting: 0, northing: 0, elevation: 0 };
  const behind: Vertex = { easting: -5, northing: 0, elevation: 0 };
  assert.equal(bulgeFromTangent(here, { easting: 1, northing: 0 }, behind), 0, 'straight back there is no arc');
});

test('arrival and departure are the measured directions of the arc at its ends', () => {
  fc.assert(
    fc.property(vertex, vertex, fc.double({ min: -4, max: 4, noNaN: true }), (a, b, bulge) => {
      fc.pre(apart(a, b) > 1);
      const into = arrival(a, b, bulge)!;
      const out = departure(a, b, bulge)!;
      assert.ok(turnBetween(into, seenDirection(a, b, bulge, true)) < 1e-3);
      assert.ok(turnBetween(out, seenDirection(a, b, bulge, false)) < 1e-3);
      for (const one of [into, out]) assert.ok(Math.abs(Math.hypot(one.easting, one.northing) - 1) < 1e-12);
      assert.equal(arrival(a, a, bulge), undefined);
    }),
  );
});

test('a biarc starts and ends in the given directions and has no bend in between', () => {
  fc.assert(
    fc.property(vertex, direction, vertex, direction, (a, ta, b, tb) => {
      fc.pre(apart(a, b) > 1);
      const pair = biarc(a, ta, b, tb);
      if (pair === undefined) return;
      const { middle, bulges } = pair;
      fc.pre(apart(a, middle) > 1e-3 && apart(middle, b) > 1e-3 && apart(a, middle) < 1e4);
      assert.ok(turnBetween(departure(a, middle, bulges[0])!, ta) < 1e-6);
      assert.ok(turnBetween(arrival(middle, b, bulges[1])!, tb) < 1e-6);
      assert.ok(turnBetween(arrival(a, middle, bulges[0])!, departure(middle, b, bulges[1])!) < 1e-6);
      assert.equal(middle.elevation, (a.elevation + b.elevation) / 2);
    }),
    { numRuns: 300 },
  );
});

test('tangents of points on a circle are tangents of the circle, even if points repeat', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 9 }),
      fc.double({ min: 0.1, max: 0.6, noNaN: true }),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
      (count, step, left, often) => {
        const points = Array.from({ length: count * often }, (_, i) => {
          const angle = (left ? 1 : -1) * Math.floor(i / often) * step;
          return { easting: 100 + 50 * Math.cos(angle), northing: 200 + 50 * Math.sin(angle), elevation: 0 };
        });
        tangents(points).forEach((tangent, i) => {
          const radial = { easting: points[i]!.easting - 100, northing: points[i]!.northing - 200 };
          const along = left
            ? { easting: -radial.northing, northing: radial.easting }
            : { easting: radial.northing, northing: -radial.easting };
          assert.ok(turnBetween(tangent, along) < 1e-9);
        });
      },
    ),
  );
});

function drawn(points: readonly Vertex[], build: (figure: Figure) => void): { path: Path; faults: FigureFault[] } {
  const figure = new Figure();
  build(figure);
  const faults: FigureFault[] = [];
  const path = new Path();
  figure.draw(path, (fault) => faults.push(fault));
  assert.ok(points.every(({ elevation }) => Number.isFinite(elevation)));
  return { path, faults };
}

test('every figure passes through all its points in order, at their heights', () => {
  const step = fc.tuple(vertex, fc.constantFrom('straight', 'arc', 'curve', 'middle', 'end'));
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), fc.boolean(), (steps, closed) => {
      const points = steps.map(([point]) => point);
      const { path } = drawn(points, (figure) => {
        for (const [point, way] of steps) {
          figure.add(point, way === 'middle');
          if (way === 'end') figure.run('straight');
          else if (way !== 'middle') figure.run(way as 'straight' | 'arc' | 'curve');
        }
        figure.closed = closed;
      });
      let at = 0;
      for (const { easting, northing, elevation } of points) {
        const seen = (i: number): boolean =>
          path.coordinates[3 * i] === easting &&
          path.coordinates[3 * i + 1] === northing &&
          path.coordinates[3 * i + 2] === elevation;
        while (at < path.count && !seen(at)) at++;
        assert.ok(at < path.count, 'a point is missed');
        at++;
      }
      assert.equal(path.closed, closed);
      assert.ok(Array.from(path.bulges.subarray(0, path.count)).every(Number.isFinite));
    }),
    { numRuns: 300 },
  );
});

test('consecutive arcs join without a bend if the second has no middle point', () => {
  const at = (easting: number, northing: number): Vertex => ({ easting, northing, elevation: 0 });
  const points = [at(-10, 0), at(0, 10), at(10, 0), at(20, -10)];
  const { path, faults } = drawn(points, (figure) => {
    figure.run('arc');
    for (const point of points) figure.add(point);
  });
  assert.deepEqual(faults, []);
  const segments = segmentsOf(path, false);
  for (let i = 1; i < segments.length; i++) {
    const [before, after] = [segments[i - 1]!, segments[i]!];
    const into = arrival({ ...before.from, elevation: 0 }, { ...before.to, elevation: 0 }, before.bulge)!;
    const out = departure({ ...after.from, elevation: 0 }, { ...after.to, elevation: 0 }, after.bulge)!;
    assert.ok(turnBetween(into, out) < 1e-9, `a bend at ${i}`);
  }
});

/** A line without very sharp corners or very short segments. */
const smoothLine = fc
  .tuple(
    vertex,
    fc.array(fc.tuple(fc.double({ min: 20, max: 60, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true })), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  .map(([start, legs]) => {
    const path = new Path();
    let { easting, northing } = start;
    let angle = 0;
    path.vertex(easting, northing, start.elevation);
    for (const [length, turn] of legs) {
      angle += turn;
      easting += length * Math.cos(angle);
      northing += length * Math.sin(angle);
      path.vertex(easting, northing, start.elevation);
    }
    return path;
  });

test('each segment of a parallel has the stated distance, to the right if positive, and the same direction', () => {
  const distance = fc.double({ min: -3, max: 3, noNaN: true }).filter((d) => Math.abs(d) > 0.01);
  fc.assert(
    fc.property(smoothLine, distance, grid, (path, d, rise) => {
      const beside = new Path();
      assert.equal(offsetPath(path, d, rise, beside), true);
      assert.equal(beside.count, path.count);
      const [before, after] = [segmentsOf(path, false), segmentsOf(beside, false)];
      before.forEach(({ from, to }, i) => {
        const length = apart(from, to);
        const right = {
          easting: (to.northing - from.northing) / length,
          northing: (from.easting - to.easting) / length,
        };
        for (const end of [after[i]!.from, after[i]!.to]) {
          const reach = (end.easting - from.easting) * right.easting + (end.northing - from.northing) * right.northing;
          assert.ok(Math.abs(reach - d) < 1e-6, `${reach} instead of ${d}`);
        }
      });
      for (let i = 0; i < beside.count; i++)
        assert.equal(beside.coordinates[3 * i + 2], path.coordinates[3 * i + 2]! + rise);
    }),
    { numRuns: 150 },
  );
});

test('the parallel of a ring is closed, its corners extended on the outer side', () => {
  const square = new Path();
  square.closed = true;
  for (const [e, n] of [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const)
    square.vertex(e, n, 0);
  for (const [distance, corners] of [
    [1, [-1, -1, 11, -1, 11, 11, -1, 11]],
    [-2, [2, 2, 8, 2, 8, 8, 2, 8]],
  ] as const) {
    const beside = new Path();
    offsetPath(square, distance, 0, beside);
    assert.equal(beside.closed, true);
    const seen = Array.from({ length: beside.count }, (_, i) => placeOf(beside, i)).flatMap((p) => [
      p.easting,
      p.northing,
    ]);
    assert.deepEqual(
      seen.map((v) => Math.round(v * 1e9) / 1e9),
      [...corners],
    );
  }
});

test('a corner that turns back is cut, not extended to infinity; coincident points do not matter', () => {
  const path = new Path();
  path.vertex(0, 0, 0);
  path.vertex(10, 0, 0);
  path.vertex(10, 0, 0);
  path.vertex(0, 0.001, 0);
  const beside = new Path();
  offsetPath(path, 2, 0, beside);
  assert.ok(beside.count >= 4);
  for (const place of walk(beside, false, 8)) assert.ok(distanceToPath(place, segmentsOf(path, false)) < 3);
  const nothing = new Path();
  nothing.vertex(5, 5, 0);
  nothing.vertex(5, 5, 0);
  assert.equal(offsetPath(nothing, 2, 0, beside), true);
  assert.equal(beside.count, 0, 'a line without a direction has no side');
});

test('the parallel of an arc has the same centre, and the distance all along', () => {
  const turn = fc.double({ min: -5, max: 5, noNaN: true }).filter((t) => Math.abs(t) > 0.05);
  fc.assert(
    fc.property(
      vertex,
      direction,
      fc.double({ min: 10, max: 200, noNaN: true }),
      turn,
      fc.double({ min: -9, max: 9, noNaN: true }),
      (from, way, radius, sweep, d) => {
        fc.pre(Math.abs(d) > 0.01);
        const side = Math.sign(sweep);
        const centre = {
          easting: from.easting - side * radius * way.northing,
          northing: from.northing + side * radius * way.easting,
        };
        const angle = Math.atan2(from.northing - centre.northing, from.easting - centre.easting) + sweep;
        const path = new Path();
        path.vertex(from.easting, from.northing, 0, Math.tan(sweep / 4));
        path.vertex(centre.easting + radius * Math.cos(angle), centre.northing + radius * Math.sin(angle), 0);
        const beside = new Path();
        assert.equal(offsetPath(path, d, 0, beside), true);
        for (const place of walk(beside, false, 12))
          assert.ok(Math.abs(apart(place, centre) - (radius + side * d)) < 1e-6 * radius, `${apart(place, centre)}`);
        assert.ok(strokePath(beside, 0.01).count >= 2);
      },
    ),
    { numRuns: 150 },
  );
});
