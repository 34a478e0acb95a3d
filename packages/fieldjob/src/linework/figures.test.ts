import assert from 'node:assert/strict';
import test from 'node:test';
import { distanceToPath, segmentsOf } from '@fieldbridge/fieldjob/testing/path-walk.ts';
import fc from 'fast-check';
import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import type { Code } from '../records.ts';
import { LineworkSink } from './linework-sink.ts';
import { offsetPath } from './offset-path.ts';
import { USUAL_LINEWORK } from './table.ts';

type Shot = readonly [code: string, easting: number, northing: number, elevation?: number];
type Drawn = { name: string; closed: boolean; vertices: readonly (readonly number[])[] };

/** The lines drawn from shots, and the issues reported. */
function draw(shots: readonly Shot[], { names = true, codes = [] as readonly Code[] } = {}) {
  const builder = new JobBuilder();
  const issues: string[] = [];
  const sink = new LineworkSink(builder, USUAL_LINEWORK, (code, _name, point) => issues.push(`${code} ${point}`));
  for (const code of codes) sink.code(code);
  const feature = new Feature();
  shots.forEach(([code, easting, northing, elevation = Number.NaN], i) => {
    feature.reset().name = names ? `P${i + 1}` : '';
    feature.code = code;
    sink.point(feature, easting, northing, elevation);
  });
  sink.finish();
  const { lines: table } = builder.job;
  const path = new Path();
  const lines: Drawn[] = Array.from({ length: table.length }, (_, row) => {
    table.loadPath(row, path);
    const vertices = Array.from({ length: path.count }, (_v, i) => [
      ...path.coordinates.subarray(3 * i, 3 * i + 3),
      path.bulges[i]!,
    ]);
    return { name: table.name.get(row), closed: path.closed, vertices };
  });
  return { lines, issues, sink, job: builder.job };
}

/** Shots that use every control, as a crew would take them. */
const SITE: readonly Shot[] = [
  ['HOUSE1 B', 10, 5, 100],
  ['HOUSE1 RECT 4', 22, 9, 101],
  ['SHED1 B', 40, 3, 100],
  ['SHED1', 46, 1, 100.5],
  ['SHED1 RECT', 49, 6, 102],
  ['KERB1 B OFF 1.5 -0.1', 0, 20, 100],
  ['KERB1 PC', 10, 20.5, 100.2],
  ['KERB1', 17, 23, 100.4],
  ['KERB1 PT', 20, 30, 100.6],
  ['KERB1 OFF -2', 20, 38, 100.8],
  ['KERB1', 25, 44, 101],
  ['KERB1 E', 24, 52, 101.2],
  ['BANK1 B SC', 60, 0, 99],
  ['BANK1', 65, 6, 98],
  ['BANK1', 74, 8, 97],
  ['BANK1', 80, 15, 96],
  ['BANK1 ESC', 78, 24, 95],
  ['BANK1 E', 70, 30, 94],
  ['POND1 B', 90, 0, 90],
  ['POND1 ARC', 97, 3, 90],
  ['POND1', 100, 10, 90],
  ['POND1 IG', 500, 500, 0],
  ['POND1 CLS', 88, 9, 91],
  ['FENCE1 B', 0, 70, 100],
  ['FENCE1 J P1', 10, 72, 100],
  ['FENCE1 E', 20, 71, 100],
];

test('rotating and shifting a site rotates and shifts its lines', () => {
  const straight = draw(SITE);
  assert.equal(
    straight.lines.length,
    9,
    'two rectangles, a kerb with two parallels, a bank, a pond, a fence and its join',
  );
  fc.assert(
    fc.property(
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.integer({ min: -500_000, max: 500_000 }),
      fc.integer({ min: 0, max: 6_000_000 }),
      (angle, e0, n0) => {
        const turn = (e: number, n: number): [number, number] => [
          e0 + e * Math.cos(angle) - n * Math.sin(angle),
          n0 + e * Math.sin(angle) + n * Math.cos(angle),
        ];
        const turned = draw(SITE.map(([code, e, n, z]) => [code, ...turn(e, n), z!] as const));
        assert.deepEqual(turned.issues, straight.issues);
        assert.deepEqual(
          turned.lines.map(({ name, closed }) => [name, closed]),
          straight.lines.map(({ name, closed }) => [name, closed]),
        );
        straight.lines.forEach(({ name, vertices }, line) => {
          const found = turned.lines[line]!.vertices;
          assert.equal(found.length, vertices.length, name);
          vertices.forEach(([e, n, z, bulge], i) => {
            const [easting, northing, elevation, bend] = found[i]!;
            const [expectedE, expectedN] = turn(e!, n!);
            assert.ok(Math.hypot(easting! - expectedE, northing! - expectedN) < 1e-6, `${name} ${i}`);
            assert.ok(elevation === z || Math.abs(elevation! - z!) < 1e-9, `${name} ${i}: ${elevation}`);
            assert.ok(Math.abs(bend! - bulge!) < 1e-6 * Math.max(1, Math.abs(bulge!)), `${name} ${i}: ${bend}`);
          });
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('a rectangle is as wide as stated, to the right of its first side, at the heights of that side', () => {
  // The side has length 5 in the direction 3, 4, so its right is 4, -3 over 5.
  const { lines, issues } = draw([
    ['M B', 100, 200, 7],
    ['M RECT 10', 103, 204, 8],
  ]);
  assert.deepEqual(lines, [
    {
      name: 'M',
      closed: true,
      vertices: [
        [100, 200, 7, 0],
        [103, 204, 8, 0],
        [111, 198, 8, 0],
        [108, 194, 7, 0],
      ],
    },
  ]);
  assert.deepEqual(issues, []);
});

test('the third point of a rectangle states width and height of the other side, not its corner', () => {
  const { lines } = draw([
    ['M B', 0, 0, 7],
    ['M', 3, 4, 8],
    // Four to the right of the side and one along it.
    ['M RECT', 3 + 3.2 + 0.6, 4 - 2.4 + 0.8, 9],
  ]);
  const [{ vertices, closed }] = lines as [Drawn];
  assert.equal(closed, true);
  const expected = [
    [0, 0, 7],
    [3, 4, 8],
    [6.2, 1.6, 9],
    [3.2, -2.4, 9],
  ];
  expected.forEach((place, i) => {
    place.forEach((value, k) => {
      assert.ok(Math.abs(vertices[i]![k]! - value) < 1e-12, `${i}: ${vertices[i]}`);
    });
  });
});

test('a rectangle ends its line: the next point belongs to no line', () => {
  const { lines, issues } = draw([
    ['M B', 0, 0],
    ['M RECT 1', 4, 0],
    ['M E', 9, 9],
  ]);
  assert.equal(lines.length, 1);
  assert.deepEqual(issues, ['linework-not-open P3']);
});

test('a rectangle over two coincident points, or over too many, is reported and the line continues', () => {
  const short = draw([
    ['M B', 1, 1],
    ['M RECT 2', 1, 1],
    ['M E', 5, 1],
  ]);
  assert.deepEqual(short.issues, ['linework-rectangle-incomplete P2']);
  assert.equal(short.lines[0]!.vertices.length, 3);
  const long = draw([
    ['M B', 0, 0],
    ['M', 1, 0],
    ['M RECT 2', 1, 1],
    ['M E', 5, 1],
  ]);
  assert.deepEqual([long.issues, long.lines[0]!.vertices.length], [['linework-rectangle-incomplete P3'], 4]);
});

test('a join on an open line draws its own line, and the open one continues', () => {
  const { lines, issues } = draw([
    ['T', 5, 5, 50],
    ['F B', 0, 0, 10],
    ['F J P1', 1, 0, 11],
    ['F E', 2, 0, 12],
  ]);
  assert.deepEqual(
    lines.map(({ name, vertices }) => [name, vertices.map((vertex) => vertex.slice(0, 3))]),
    [
      [
        'F',
        [
          [0, 0, 10],
          [1, 0, 11],
          [2, 0, 12],
        ],
      ],
      [
        'F',
        [
          [1, 0, 11],
          [5, 5, 50],
        ],
      ],
    ],
  );
  assert.deepEqual(issues, []);
});

test('a join without a point name is reported; points without a name cannot be joined to', () => {
  assert.deepEqual(
    draw([
      ['F B J', 0, 0],
      ['F E', 1, 0],
    ]).issues,
    ['linework-join-unknown P1'],
  );
  const nameless = draw(
    [
      ['T', 5, 5],
      ['F J P1', 0, 0],
    ],
    { names: false },
  );
  assert.deepEqual([nameless.lines, nameless.issues], [[], ['linework-join-unknown ']]);
});

test('what cannot be drawn as coded is drawn straight through its points and reported with its first point', () => {
  const back = draw([
    ['A B', 0, 0],
    ['A ARC', 10, 0],
    ['A E', 5, 0],
  ]);
  assert.deepEqual(back.issues, ['linework-arc-impossible P1']);
  assert.deepEqual(
    back.lines[0]!.vertices.map(([e, , , bulge]) => [e, bulge]),
    [
      [0, 0],
      [10, 0],
      [5, 0],
    ],
  );
  const alone = draw([
    ['B B PC', 0, 0],
    ['B PT', 10, 0],
    ['B E', 20, 0],
  ]);
  assert.deepEqual(alone.issues, ['linework-arc-incomplete P1']);
  const two = draw([
    ['C B SC', 0, 0],
    ['C ESC', 10, 0],
    ['C E', 20, 5],
  ]);
  assert.deepEqual(two.issues, ['linework-curve-incomplete P1']);
  assert.deepEqual(
    two.lines[0]!.vertices.map(([, , , bulge]) => bulge),
    [0, 0, 0],
  );
  const three = draw([
    ['D B SC', 0, 0],
    ['D', 10, 1],
    ['D ESC', 20, 5],
    ['D E', 30, 5],
  ]);
  assert.deepEqual(three.issues, [], 'three points make a curve');
  assert.ok(three.lines[0]!.vertices.some(([, , , bulge]) => bulge !== 0));
});

test('an arc after coincident points still leaves in the direction of the line', () => {
  const vertices = (shots: readonly Shot[]): readonly (readonly number[])[] => draw(shots).lines[0]!.vertices;
  const plain = vertices([
    ['K B', 0, 0],
    ['K PC', 10, 0],
    ['K PT', 20, 10],
    ['K E', 20, 20],
  ]);
  const doubled = vertices([
    ['K B', 0, 0],
    ['K', 10, 0],
    ['K PC', 10, 0],
    ['K PT', 20, 10],
    ['K E', 20, 20],
  ]);
  assert.ok(Math.abs(plain[1]![3]! - Math.tan(Math.PI / 8)) < 1e-12, 'a quarter to the left');
  assert.deepEqual(doubled[2], plain[1]);
});

test('a curve through collinear points is that line, even if a point repeats', () => {
  const { lines, issues } = draw([
    ['C B SC', 0, 0],
    ['C', 10, 5],
    ['C', 10, 5],
    ['C', 20, 10],
    ['C ESC', 30, 15],
    ['C E', 40, 20],
  ]);
  assert.deepEqual(issues, []);
  for (const [e, n, , bulge] of lines[0]!.vertices) {
    assert.ok(Math.abs(n! - e! / 2) < 1e-9, `${e} ${n}`);
    assert.ok(Math.abs(bulge!) < 1e-9, `${bulge}`);
  }
});

test('points without a code are passed on and draw nothing; an ignored point outside a line is not reported', () => {
  const { lines, issues, job } = draw([
    ['', 0, 0],
    ['F IG', 1, 0],
    ['', 2, 0],
  ]);
  assert.deepEqual([lines.length, issues, job.points.length], [0, [], 3]);
});

test('finishing twice draws once', () => {
  const { sink, job } = draw([
    ['F B', 0, 0],
    ['F J P1', 1, 0],
  ]);
  const drawn = job.lines.length;
  sink.finish();
  assert.equal(job.lines.length, drawn);
});

test('only codes of the library that are lines and have no control draw by themselves; all codes are passed on', () => {
  const code = (name: string, kind: Code['kind'], control: string): Code => ({
    ...{ name, kind, control, description: '', group: '', layer: '', colour: -1, lineType: '', lineWeight: -1 },
    ...{ symbol: '', attributes: [] },
  });
  const codes = [code('edge', 'line', ''), code('tree', 'point', ''), code('begin', 'line', 'start')];
  const { lines, job } = draw(
    ['EDGE', 'TREE', 'BEGIN'].flatMap((name, i): Shot[] => [
      [name, 0, i],
      [name, 1, i],
    ]),
    { codes },
  );
  assert.deepEqual(
    lines.map(({ name }) => name),
    ['EDGE'],
  );
  assert.deepEqual(job.codes, codes);
});

test('a corner sharper than the mitre limit is cut on both sides, a blunter one is extended', () => {
  // Legs of 100; the line turns left by `degrees`, so its right side is the outer one.
  const beside = (degrees: number): Path => {
    const turn = (degrees * Math.PI) / 180;
    const path = new Path();
    path.vertex(0, 0, 1);
    path.vertex(100, 0, 2);
    path.vertex(100 + 100 * Math.cos(turn), 100 * Math.sin(turn), 3);
    const target = new Path();
    assert.equal(offsetPath(path, 2, 10, target), true);
    for (let i = 0; i + 1 < target.count; i++) {
      const middle = {
        easting: (target.coordinates[3 * i]! + target.coordinates[3 * i + 3]!) / 2,
        northing: (target.coordinates[3 * i + 1]! + target.coordinates[3 * i + 4]!) / 2,
      };
      assert.ok(distanceToPath(middle, segmentsOf(path, false)) <= 2 + 1e-9, `${degrees}: segment ${i}`);
    }
    return target;
  };
  // 1 / cos(turn / 2) = 4 at 151.04 degrees.
  for (const [degrees, vertices] of [
    [30, 3],
    [150.9, 3],
    [-150.9, 3],
    [151.2, 4],
    [170, 4],
    [179.9, 4],
  ] as const) {
    const target = beside(degrees);
    assert.equal(target.count, vertices, `${degrees}`);
    assert.deepEqual([target.coordinates[2], target.coordinates[3 * target.count - 1]], [11, 13]);
    if (vertices === 4) {
      for (const i of [1, 2]) {
        const [easting, northing, elevation] = target.coordinates.subarray(3 * i, 3 * i + 3);
        assert.ok(Math.abs(Math.hypot(easting! - 100, northing!) - 2) < 1e-9);
        assert.equal(elevation, 12);
      }
    }
  }
});

test('where an arc meets a straight with a bend, each keeps its own end beside the corner', () => {
  for (const [first, second] of [
    [0.5, 0],
    [0, 0.5],
  ] as const) {
    const path = new Path();
    path.vertex(0, 0, 0, first);
    path.vertex(100, 0, 0, second);
    path.vertex(100, 100, 0);
    const target = new Path();
    offsetPath(path, 3, 0, target);
    assert.equal(target.count, 4);
    for (const i of [1, 2]) {
      const [easting, northing] = target.coordinates.subarray(3 * i, 3 * i + 2);
      assert.ok(Math.abs(Math.hypot(easting! - 100, northing!) - 3) < 1e-9);
    }
    assert.deepEqual(Array.from(target.bulges.subarray(0, 4)), [first, 0, second, 0]);
  }
});

test('an arc that loses its whole radius is reported: beyond its centre and exactly at it', () => {
  const quarter = new Path();
  quarter.vertex(10, 0, 0, Math.tan(Math.PI / 8));
  quarter.vertex(0, 10, 0);
  const target = new Path();
  for (const [distance, kept] of [
    [-9.9, true],
    [-10.1, false],
    [30, true],
  ] as const) {
    assert.equal(offsetPath(quarter, distance, 0, target), kept, `${distance}`);
    assert.equal(target.bulges[0] !== 0, kept);
  }
});
