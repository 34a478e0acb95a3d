import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import { arcOfBulge } from '../geometry/bulge.ts';
import { Path } from '../geometry/path.ts';
import { strokePath } from '../geometry/stroke.ts';
import type { FieldJob } from '../job.ts';
import type { Code } from '../records.ts';
import { LineworkSink } from './linework-sink.ts';
import { offsetPath } from './offset-path.ts';
import { type LineworkTable, parseLineworkTable, USUAL_LINEWORK } from './table.ts';

type Shot = readonly [code: string, easting: number, northing: number, elevation?: number];

function draw(shots: readonly Shot[], table: LineworkTable = USUAL_LINEWORK, codes: readonly string[] = []) {
  const builder = new JobBuilder();
  const issues: string[] = [];
  const sink = new LineworkSink(builder, table, (code, _name, point) => issues.push(`${code} ${point}`));
  for (const name of codes) sink.code({ name, kind: 'line', control: '' } as Code);
  const feature = new Feature();
  shots.forEach(([code, easting, northing, elevation = Number.NaN], i) => {
    feature.reset().name = `P${i + 1}`;
    feature.code = code;
    sink.point(feature, easting, northing, elevation);
  });
  sink.finish();
  return { job: builder.job, issues };
}

/** A line as text: name, vertices with any bulges, and a trailing `closed`. */
function lines({ lines: table }: FieldJob): string[] {
  const path = new Path();
  return Array.from({ length: table.length }, (_, row) => {
    table.loadPath(row, path);
    const vertices = Array.from({ length: path.count }, (_, i) => {
      const place = [path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!]
        .map((v) => Math.round(v * 1000) / 1000 + 0)
        .join(',');
      return path.bulges[i] === 0 ? place : `${place}^${path.bulges[i]!.toFixed(4)}`;
    });
    return `${table.name.get(row)}: ${vertices.join(' ')}${path.closed ? ' closed' : ''}`;
  });
}

test('points pass unchanged; start and end make lines, strings separate lines of the same code', () => {
  const { job, issues } = draw([
    ['KERB1 B', 0, 0, 5],
    ['TREE', 5, 5],
    ['KERB2 B', 0, 10],
    ['KERB1', 10, 0, 6],
    ['KERB2 E', 10, 10],
    ['KERB1 E', 20, 0, 7],
    ['KERB1', 30, 0],
  ]);
  assert.equal(job.points.length, 7);
  assert.deepEqual(lines(job), ['KERB2: 0,10 10,10', 'KERB1: 0,0 10,0 20,0']);
  assert.equal(job.lines.code.get(0), 'KERB');
  assert.deepEqual(Array.from(job.lines.coordinates.view().filter((_, i) => i % 3 === 2)).slice(2), [5, 6, 7]);
  assert.deepEqual(issues, []);
});

test('a new start ends the line before; open lines are drawn at the end', () => {
  const { job } = draw([
    ['F B', 0, 0],
    ['F', 1, 0],
    ['F B', 5, 0],
    ['F', 6, 0],
  ]);
  assert.deepEqual(lines(job), ['F: 0,0 1,0', 'F: 5,0 6,0']);
});

test('close goes back to the first point', () => {
  assert.deepEqual(
    lines(
      draw([
        ['W B', 0, 0],
        ['W', 4, 0],
        ['W CLS', 4, 3],
      ]).job,
    ),
    ['W: 0,0 4,0 4,3 closed'],
  );
});

test('one point may carry the codes of two lines', () => {
  const { job, issues } = draw([
    ['A1 B', 0, 0],
    ['A1 E B2 B', 1, 0],
    ['B2 E', 1, 1],
  ]);
  assert.deepEqual(lines(job), ['A1: 0,0 1,0', 'B2: 1,0 1,1']);
  assert.deepEqual(issues, []);
});

test('an arc through its middle point lies on the circle of the three', () => {
  const half = Math.tan(Math.PI / 8).toFixed(4);
  assert.deepEqual(
    lines(
      draw([
        ['K B', -1, 0],
        ['K ARC', 0, 1],
        ['K E', 1, 0],
      ]).job,
    ),
    [`K: -1,0^-${half} 0,1^-${half} 1,0`],
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 628 }), { minLength: 3, maxLength: 3 }), (angles) => {
      const [a, b, c] = angles.map(
        (angle) => [Math.cos(angle / 100) * 50 + 1000, Math.sin(angle / 100) * 50 + 2000] as const,
      );
      fc.pre(
        [
          [a!, b!],
          [b!, c!],
          [a!, c!],
        ].every(([p, q]) => Math.hypot(p![0] - q![0], p![1] - q![1]) > 1),
      );
      const { job } = draw([
        ['K B', ...a!],
        ['K ARC', ...b!],
        ['K E', ...c!],
      ]);
      const path = job.lines.loadPath(0, new Path());
      for (const i of [0, 1]) {
        const at = path.coordinates.subarray(3 * i, 3 * i + 6);
        const arc = arcOfBulge(at[0]!, at[1]!, at[3]!, at[4]!, path.bulges[i]!)!;
        assert.ok(Math.hypot(arc.easting - 1000, arc.northing - 2000) < 1e-5 && Math.abs(arc.radius - 50) < 1e-5);
      }
    }),
    { numRuns: 100 },
  );
});

test('an arc with no point between its begin and end leaves the line tangentially', () => {
  const { job } = draw([
    ['K B', 0, 0],
    ['K BC', 10, 0],
    ['K EC', 20, 10],
    ['K E', 20, 20],
  ]);
  assert.deepEqual(lines(job), [`K: 0,0 10,0^${Math.tan(Math.PI / 8).toFixed(4)} 20,10 20,20`]);
  assert.deepEqual(
    draw([
      ['K B BC', 0, 0],
      ['K E EC', 1, 1],
    ]).issues,
    ['linework-arc-incomplete P1'],
  );
});

test('a smooth curve passes through its points and has one direction at each', () => {
  const shots: Shot[] = [
    ['S B SC', 0, 0],
    ['S', 10, 5],
    ['S', 20, -3],
    ['S', 35, 4],
    ['S ESC E', 40, 0],
  ];
  const { job, issues } = draw(shots);
  const path = job.lines.loadPath(0, new Path());
  assert.deepEqual(issues, []);
  const direction = (i: number, end: boolean): number => {
    const at = path.coordinates.subarray(3 * i, 3 * i + 6);
    return Math.atan2(at[4]! - at[1]!, at[3]! - at[0]!) + (end ? 2 : -2) * Math.atan(path.bulges[i]!);
  };
  for (let i = 1; i + 1 < path.count; i++) {
    const kink = direction(i, false) - direction(i - 1, true);
    assert.ok(Math.abs(Math.atan2(Math.sin(kink), Math.cos(kink))) < 1e-9, `kink of ${kink} at vertex ${i}`);
  }
  const has = ([, e, n]: Shot): boolean =>
    Array.from({ length: path.count }, (_, i) =>
      Math.hypot(path.coordinates[3 * i]! - e, path.coordinates[3 * i + 1]! - n),
    ).some((d) => d < 1e-9);
  assert.ok(shots.every(has));
});

test('offsets run beside the line, to the right if positive; arcs are concentric', () => {
  const { job } = draw([
    ['K B OFF 2 -0.1', 0, 0, 5],
    ['K', 10, 0, 5],
    ['K E', 10, 10, 5],
  ]);
  assert.deepEqual(lines(job), ['K: 0,0 10,0 10,10', 'K: 0,-2 12,-2 12,10']);
  assert.equal(job.lines.coordinates.get(9 + 2), 4.9);
  const arc = new Path();
  arc.vertex(0, 0, 0, Math.tan(Math.PI / 8));
  arc.vertex(10, 10, 0);
  const beside = new Path();
  assert.equal(offsetPath(arc, 3, 0, beside), true);
  for (const radius of [strokePath(beside, 0.001)].flatMap((path) =>
    Array.from({ length: path.count }, (_, i) =>
      Math.hypot(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]! - 10),
    ),
  ))
    assert.ok(Math.abs(radius - 13) < 1e-9);
  assert.equal(offsetPath(arc, -11, 0, beside), false);
});

test('an offset may follow the end, and a line that is ended twice is drawn once', () => {
  const shots: Shot[] = [
    ['K B', 0, 0],
    ['K E OFF 2', 10, 0],
    ['M B', 0, 0],
    ['M RECT 1 CLS E', 4, 0],
  ];
  assert.deepEqual(lines(draw(shots).job), ['K: 0,0 10,0', 'K: 0,-2 10,-2', 'M: 0,0 4,0 4,-1 0,-1 closed']);
});

test('rectangles from two points and a width, and from three points', () => {
  assert.deepEqual(
    lines(
      draw([
        ['M B', 0, 0],
        ['M RECT -2', 4, 0],
      ]).job,
    ),
    ['M: 0,0 4,0 4,2 0,2 closed'],
  );
  assert.deepEqual(
    lines(
      draw([
        ['M B', 0, 0],
        ['M', 4, 0],
        ['M RECT', 5, -3],
      ]).job,
    ),
    ['M: 0,0 4,0 4,-3 0,-3 closed'],
  );
  assert.deepEqual(
    draw([
      ['M B RECT 1', 0, 0],
      ['M E', 1, 0],
    ]).issues,
    ['linework-rectangle-incomplete P1'],
  );
});

test('joins reach earlier and later points, in any case', () => {
  const { job, issues } = draw([
    ['X', 0, 0],
    ['Y JPT p1', 5, 5],
    ['Z J P4', 1, 1],
    ['X', 9, 9],
    ['X J nobody', 2, 2],
  ]);
  assert.deepEqual(lines(job), ['Y: 5,5 0,0', 'Z: 1,1 9,9']);
  assert.deepEqual(issues, ['linework-join-unknown P5']);
});

test('every code that does not resolve is reported with its point', () => {
  const { issues } = draw([
    ['K B WHAT', 0, 0],
    ['K 12', 1, 0],
    ['L E', 2, 0],
    ['M B', 3, 0],
    ['N B OFF', 0, 0],
    ['N E', 1, 0],
  ]);
  assert.deepEqual(issues, [
    'linework-code-unknown P1',
    'linework-code-unknown P2',
    'linework-not-open P3',
    'linework-offset-missing P5',
    'linework-single-point P4',
  ]);
});

test('the table is data: other words, codes that draw by themselves, the code library', () => {
  const table = parseLineworkTable('start=S; end=T; lines=FENCE,WALL') as LineworkTable;
  const own = draw(
    [
      ['Q S', 0, 0],
      ['Q T', 1, 0],
      ['FENCE', 0, 1],
      ['FENCE', 1, 1],
      ['WALL2', 0, 2],
      ['WALL2 T', 1, 2],
    ],
    table,
  );
  assert.deepEqual(lines(own.job), ['Q: 0,0 1,0', 'WALL2: 0,2 1,2', 'FENCE: 0,1 1,1']);
  assert.deepEqual(
    lines(
      draw(
        [
          ['EDGE', 0, 0],
          ['EDGE', 1, 0],
        ],
        USUAL_LINEWORK,
        ['edge'],
      ).job,
    ),
    ['EDGE: 0,0 1,0'],
  );
  assert.deepEqual(parseLineworkTable('begin=B'), { unknown: 'begin=B' });
});

test('any codes neither fail nor lose a point', () => {
  const word = fc.constantFrom(...Object.keys(USUAL_LINEWORK.controls), 'K', 'K1', 'L2', '1.5', '-2', 'P3', '??');
  const shot = fc.tuple(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 3 }),
  );
  fc.assert(
    fc.property(fc.array(shot, { maxLength: 30 }), (shots) => {
      const { job } = draw(shots);
      assert.equal(job.points.length, shots.length);
      for (const value of job.lines.bulges.view()) assert.ok(Number.isFinite(value));
      const coordinates = job.lines.coordinates.view();
      for (let i = 0; i < coordinates.length; i++) assert.ok(i % 3 === 2 || Number.isFinite(coordinates[i]!));
    }),
    { numRuns: 500 },
  );
});
