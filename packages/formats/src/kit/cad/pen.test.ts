import assert from 'node:assert/strict';
import test from 'node:test';
import { JobBuilder, Path } from '@fieldbridge/fieldjob';
import { LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import { Pen, type TextPlace } from './pen.ts';

interface Drawn {
  readonly pen: Pen;
  readonly job: JobBuilder['job'];
  readonly line: (vertices: readonly (readonly number[])[], closed?: boolean) => boolean;
  readonly path: (row?: number, table?: 'lines' | 'areas') => Path;
}

function penOver(limits: Partial<Limits> = {}, tolerance = 0.01): Drawn {
  const builder = new JobBuilder();
  const pen = new Pen(builder, { ...DEFAULT_LIMITS, ...limits }, tolerance);
  const fill = (vertices: readonly (readonly number[])[], closed: boolean): void => {
    pen.path.clear();
    for (const [e, n, z, bulge] of vertices) pen.path.vertex(e!, n!, z!, bulge ?? 0);
    pen.path.closed = closed;
  };
  const { job } = builder;
  return {
    pen,
    job,
    line: (vertices, closed = false) => {
      fill(vertices, closed);
      return pen.line();
    },
    path: (row = 0, table = 'lines') => job[table].loadPath(row, new Path()),
  };
}

const coordinates = ({ coordinates: c, count }: Path): number[] => Array.from(c.subarray(0, 3 * count));
const round = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 1e9) / 1e9 + 0);
const TEXT: TextPlace = {
  easting: 1,
  northing: 2,
  elevation: 3,
  height: 2,
  rotation: 0,
  justification: 'left',
  verticalJustification: 'baseline',
};

test('positions that are not finite are refused, neither drawn nor counted; an unknown elevation is allowed', () => {
  const { pen, job, line } = penOver();
  for (const bad of [Number.NaN, Infinity, -Infinity]) {
    assert.equal(
      line([
        [0, 0, 0],
        [bad, 0, 0],
      ]),
      false,
    );
    assert.equal(
      line([
        [0, bad, 0],
        [1, 0, 0],
      ]),
      false,
    );
    assert.equal(pen.point(bad, 0, 0), false);
    assert.equal(pen.point(0, bad, 0), false);
    assert.equal(pen.text('x', { ...TEXT, easting: bad }), false);
    assert.equal(pen.text('x', { ...TEXT, height: bad }), false);
    assert.equal(pen.text('x', { ...TEXT, rotation: bad }), false);
    if (Number.isNaN(bad)) continue;
    assert.equal(
      line([
        [0, 0, bad],
        [1, 0, 0],
      ]),
      false,
    );
    assert.equal(pen.point(0, 0, bad), false);
    assert.equal(pen.text('x', { ...TEXT, elevation: bad }), false);
  }
  assert.deepEqual([pen.features, pen.vertices, pen.extent], [0, 0, null]);
  assert.equal(line([]), false);
  assert.equal(pen.path.clear() && pen.area(), false);
  assert.equal(
    line([
      [0, 0, Number.NaN],
      [1, 0, Number.NaN],
    ]),
    true,
  );
  assert.equal(pen.point(5, 6, Number.NaN), true);
  assert.equal(pen.text('x', { ...TEXT, elevation: Number.NaN }), true);
  assert.deepEqual([pen.features, pen.vertices], [3, 4]);
  assert.deepEqual([job.lines.length, job.points.length, job.texts.length], [1, 1, 1]);
});

test('the box covers everything drawn, its heights only known elevations', () => {
  const { pen, line } = penOver();
  line([
    [1, 2, 3],
    [4, -5, Number.NaN],
  ]);
  pen.point(10, 0, Number.NaN);
  pen.text('x', TEXT);
  assert.deepEqual(pen.extent, {
    minEasting: 1,
    minNorthing: -5,
    maxEasting: 10,
    maxNorthing: 2,
    minElevation: 3,
    maxElevation: 3,
  });
  const { pen: flat } = penOver();
  flat.point(1, 1, Number.NaN);
  assert.deepEqual([flat.extent!.minEasting, flat.extent!.minElevation], [1, undefined]);
});

test('more features or vertices than allowed are refused with the name of the limit', () => {
  const { pen, line } = penOver({ features: 2 });
  pen.point(0, 0, 0);
  line([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  assert.throws(
    () => pen.point(0, 0, 0),
    (error: unknown) => error instanceof LimitError && error.limit === 'features',
  );
  const second = penOver({ vertices: 3 });
  second.line([
    [0, 0, 0],
    [1, 1, 1],
  ]);
  assert.throws(
    () =>
      second.line([
        [0, 0, 0],
        [1, 1, 1],
      ]),
    (error: unknown) => error instanceof LimitError && error.limit === 'vertices',
  );
});

test('arcs follow a frame that keeps circles, change sides in a mirror and become chords elsewhere', () => {
  const arc = [
    [0, 0, 0, 1],
    [2, 0, 0, 0],
  ];
  const turned = penOver();
  turned.pen.frame.set([0, -3, 0, 10, 3, 0, 0, 20, 0, 0, 3, 0]);
  turned.line(arc);
  assert.deepEqual([coordinates(turned.path()), turned.path().bulges[0]], [[10, 20, 0, 10, 26, 0], 1]);
  const mirrored = penOver();
  mirrored.pen.frame.set([-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  mirrored.line(arc);
  assert.deepEqual([coordinates(mirrored.path()), mirrored.path().bulges[0]], [[0, 0, 0, -2, 0, 0], -1]);
  const wide = penOver();
  wide.pen.frame.set([5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  wide.line(arc);
  const path = wide.path();
  assert.ok(path.count > 8 && !path.hasBulges);
  for (let i = 0; i < path.count; i++) {
    const [e, n] = [path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!];
    assert.ok(Math.abs(((e - 5) / 5) ** 2 + n * n - 1) < 1e-9 && n <= 1e-12, `${e} ${n}`);
  }
});

test("the tolerance in the entity's coordinates grows as its frame shrinks", () => {
  const { pen } = penOver({}, 0.01);
  assert.equal(pen.ownTolerance, 0.01);
  pen.frame.set([0.001, 0, 0, 0, 0, 0.001, 0, 0, 0, 0, 0.001, 0]);
  assert.equal(pen.ownTolerance, 10);
  pen.frame.set([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  assert.equal(pen.ownTolerance, 0.01);
});

test('a bulge of NaN is a straight line', () => {
  const { line, path } = penOver();
  line([
    [0, 0, 0, Number.NaN],
    [1, 0, 0, Infinity],
    [1, 1, 0, 0.5],
    [0, 1, 0],
  ]);
  assert.deepEqual(Array.from(path().bulges.subarray(0, 3)), [0, 0, 0.5]);
});

test('a missing elevation stays missing in a level frame at height 0 and becomes the height of any other frame', () => {
  const shift = (m: number[]): number => {
    const { pen, job } = penOver();
    pen.frame.set(m);
    pen.point(1, 2, Number.NaN);
    return job.points.elevation(0);
  };
  assert.equal(shift([2, 0, 0, 9, 0, 2, 0, 9, 0, 0, 2, 0]), Number.NaN);
  assert.equal(shift([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 50]), 50);
  assert.equal(shift([1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0]), 1);
});

test('a text turns, grows and moves with its frame', () => {
  const { pen, job } = penOver();
  pen.frame.set([0, -3, 0, 10, 3, 0, 0, 20, 0, 0, 3, 5]);
  pen.text('x', TEXT);
  const { easting, northing, elevation, height, rotation } = job.texts.label(0);
  assert.deepEqual(round([easting, northing, elevation, height, rotation]), round([4, 23, 14, 6, Math.PI / 2]));
  // Twice as wide and three times as high: letter height is measured across the text's direction.
  pen.frame.set([2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1, 0]);
  pen.text('x', TEXT);
  pen.text('x', { ...TEXT, rotation: Math.PI / 2 });
  assert.deepEqual(
    round([job.texts.label(1).height, job.texts.label(2).height, job.texts.label(2).rotation]),
    round([6, 4, Math.PI / 2]),
  );
});

test('mirror writing becomes readable: in a mirrored frame, by its own flag, but not where both cancel out', () => {
  const { pen, job } = penOver();
  const just = (row: number): string[] => [
    job.texts.label(row).justification,
    job.texts.label(row).verticalJustification,
  ];
  pen.text('x', { ...TEXT, mirrored: true });
  pen.frame.set([1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0]);
  pen.text('x', TEXT);
  pen.text('x', { ...TEXT, mirrored: true });
  assert.deepEqual(
    [just(0), just(1), just(2)],
    [
      ['left', 'top'],
      ['left', 'top'],
      ['left', 'baseline'],
    ],
  );
});

test('an area is closed, whether or not its path is', () => {
  const { pen, path } = penOver();
  for (const [e, n] of [
    [0, 0],
    [1, 0],
    [1, 1],
  ])
    pen.path.vertex(e!, n!, 0);
  assert.equal(pen.area(), true);
  assert.deepEqual([path(0, 'areas').closed, path(0, 'areas').count], [true, 3]);
});
