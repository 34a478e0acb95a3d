import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type Path, strokePath } from '@fieldbridge/fieldjob';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import { DEFAULT_COLOURS } from '../default-colours.ts';
import { dgn } from '../format.ts';
import {
  arc,
  cellNamed,
  complex,
  controlBlock,
  ellipse,
  fileOf,
  line,
  listed,
  type Parts,
  pathOf,
  places,
  read,
  textOf,
} from './testing/elements.ts';

const near = (found: readonly number[], expected: readonly number[], what: string, most = 1e-6): void => {
  assert.equal(found.length, expected.length, what);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(found[i]! - value) < most, `${what}: ${found} not ${expected}`);
};
const round = (path: Path): number[] => places(path).flat();
/** Area of a ring by the shoelace formula. */
const areaOf = (path: Path): number => {
  const { coordinates: c, count } = strokePath(path, 1e-4);
  let twice = 0;
  for (let i = 0; i < count; i++) {
    const k = (i + 1) % count;
    twice += c[3 * i]! * c[3 * k + 1]! - c[3 * k]! * c[3 * i + 1]!;
  }
  return twice / 2;
};
const read3d = (...elements: readonly (Parts | Uint8Array)[]): Promise<ReadResult> =>
  readWith(dgn, fileOf(elements, controlBlock(true)));
const QUARTER = Math.SQRT1_2;

describe('each element of V7, worked out by hand', () => {
  it('3, 4, 6: lines, line strings and shapes', async () => {
    const { job } = await read(
      line([1, 2], [4, 6]),
      line([7, 8], [7, 8]),
      listed(4, [
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
      listed(4, [[5, 5]]),
      listed(6, [
        [0, 0],
        [10, 0],
        [0, 10],
        [0, 0],
      ]),
    );
    assert.deepEqual([job.lines.length, job.points.length, job.areas.length], [3, 1, 1]);
    assert.deepEqual(places(pathOf(job, 'lines', 0)), [
      [1, 2],
      [4, 6],
    ]);
    assert.deepEqual([job.points.easting(0), job.points.northing(0), job.points.elevation(0)], [7, 8, Number.NaN]);
    assert.deepEqual(places(pathOf(job, 'lines', 1)), [
      [0, 0],
      [10, 0],
      [10, 10],
    ]);
    assert.deepEqual(
      places(pathOf(job, 'areas', 0)),
      [
        [0, 0],
        [10, 0],
        [0, 10],
      ],
      'the last vertex is the first',
    );
  });

  it('16: arcs from a start over a sweep, in both directions, rotated, and full circles', async () => {
    const bend = Math.tan(Math.PI / 8);
    for (const [angles, turn, from, to, bulge] of [
      [[0, 90], 0, [15, 20], [10, 25], bend],
      [[0, -90], 0, [15, 20], [10, 15], -bend],
      [[0, 90], 90, [10, 25], [5, 20], bend],
      [[90, 90], -45, [10 + 5 * QUARTER, 20 + 5 * QUARTER], [10 - 5 * QUARTER, 20 + 5 * QUARTER], bend],
      [[-30, 60], 30, [15, 20], [10 + 5 * 0.5, 20 + 5 * (Math.sqrt(3) / 2)], Math.tan(Math.PI / 12)],
      [[180, 180], 0, [5, 20], [15, 20], 1],
    ] as const) {
      const { job } = await read(arc([10, 20], [5, 5], angles, turn));
      const path = pathOf(job, 'lines', 0);
      near(round(path), [...from, ...to], `${angles} turned by ${turn}`);
      near([path.bulges[0]!], [bulge], 'bulge');
      assert.equal(path.closed, false);
    }
    const { job } = await read(arc([10, 20], [5, 5], [30, 0]));
    assert.equal(pathOf(job, 'lines', 0).closed, true, 'a sweep of 0 is a full circle');
    near([areaOf(pathOf(job, 'lines', 0))], [25 * Math.PI], 'its area', 0.01);
  });

  it('16: arcs of ellipses become chords, which is reported', async () => {
    const { job, issues } = await read(arc([0, 0], [10, 4], [0, 90], 90));
    const path = places(pathOf(job, 'lines', 0));
    near([...path[0]!, ...path.at(-1)!], [0, 10, -4, 0], 'from the end of the long axis to that of the short one');
    for (const [e, n] of path) assert.ok(Math.abs(Math.hypot(e! / 4, n! / 10) - 1) < 1e-9, `${e}, ${n}`);
    assert.equal(issues.count('dgn-curve-stroked'), 1);
  });

  it('15: ellipses and circles are areas', async () => {
    const { job } = await read(ellipse([10, 20], [5, 5]), ellipse([10, 20], [5, 2], 30));
    const circle = pathOf(job, 'areas', 0);
    assert.ok(circle.hasBulges && circle.count === 2, 'true arcs');
    assert.ok(Math.abs(Math.abs(areaOf(circle)) - 25 * Math.PI) < 0.01);
    const { coordinates: c, count } = pathOf(job, 'areas', 1);
    for (let i = 0; i < count; i++) {
      const [e, n] = [c[3 * i]! - 10, c[3 * i + 1]! - 20];
      const along = e * Math.cos(Math.PI / 6) + n * Math.sin(Math.PI / 6);
      const across = -e * Math.sin(Math.PI / 6) + n * Math.cos(Math.PI / 6);
      assert.ok(Math.abs(Math.hypot(along / 5, across / 2) - 1) < 1e-9);
    }
    assert.ok(
      Math.abs(Math.abs(areaOf(pathOf(job, 'areas', 1))) - 10 * Math.PI) < 0.02,
      'π · 5 · 2, apart from the chords',
    );
  });

  it('11: curves pass through all their points except two at each end, and need six', async () => {
    const points = [
      [-2, 5],
      [-1, 3],
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
      [4, 9],
      [5, 9],
    ];
    const { job, issues, tally } = await read(listed(11, points), listed(11, points.slice(0, 5)));
    const curve = places(pathOf(job, 'lines', 0));
    assert.deepEqual(
      [curve[0], curve.at(-1)],
      [
        [0, 0],
        [3, 1],
      ],
    );
    for (const [e, n] of points.slice(2, 6))
      assert.ok(
        curve.some(([x, y]) => Math.hypot(x! - e!, y! - n!) < 1e-9),
        `${e}, ${n}`,
      );
    assert.deepEqual([issues.count('dgn-curve-short'), tally.of('11 curve').skipped], [1, 1]);
  });

  it('17: texts by height, rotation and place, with one or two bytes per character', async () => {
    const wide = Uint8Array.of(0xff, 0xfd, ...Buffer.from('Größe 高', 'utf16le'));
    const { job } = await read(
      textOf([1, 2], 'Gr\xf6\xdfe', 2.5, 30),
      textOf([3, 4], wide),
      textOf([5, 6], 'end\0\0'),
      textOf([7, 8], ''),
    );
    assert.deepEqual(
      [0, 1, 2].map((row) => job.texts.text.get(row)),
      ['Größe', 'Größe 高', 'end'],
    );
    const { easting, northing, elevation, height, rotation } = job.texts.label(0);
    assert.deepEqual([easting, northing, elevation], [1, 2, Number.NaN]);
    // Heights are stored in sixths of a thousandth of a position.
    near([height, rotation], [2.5, Math.PI / 6], 'height and turn', 1e-5);
  });

  it('2: cells give their outermost name to their contents, and not to what follows', async () => {
    const inner = complex(2, cellNamed('IN.1'), line([2, 2], [3, 3]));
    inner[0] = inner[0]! | 0x80;
    const outer = complex(2, cellNamed('TREE'), line([0, 0], [1, 1]));
    // The outer cell includes the inner one; its length does not count the first 19 words.
    const length = outer.length + inner.length;
    outer[36] = (length / 2 - 19) & 255;
    outer[37] = (length / 2 - 19) >> 8;
    const { job } = await read(
      outer,
      inner,
      line([4, 4], [5, 5]),
      complex(2, cellNamed('ABC9$'), line([6, 6], [7, 7])),
    );
    const names = Array.from({ length: job.lines.length }, (_, row) => job.lines.load(row, new Feature()).block);
    assert.deepEqual(names, ['TREE', 'TREE', '', 'ABC9$']);
  });

  it('12, 14: chains and complex shapes, whose components may be line strings, arcs and curves', async () => {
    const { job } = await read(
      complex(
        12,
        new Uint8Array(10),
        listed(4, [
          [0, 0],
          [5, 0],
          [10, 0],
        ]),
        arc([10, 5], [5, 5], [-90, 90]),
        line([15, 5], [15, 9]),
      ),
      complex(
        14,
        new Uint8Array(10),
        line([0, 0], [10, 0]),
        arc([10, 5], [5, 5], [-90, 180]),
        line([10, 10], [0, 10]),
        arc([0, 5], [5, 5], [90, 180]),
      ),
    );
    const chain = pathOf(job, 'lines', 0);
    near(round(chain), [0, 0, 5, 0, 10, 0, 15, 5, 15, 9], 'chain');
    near([...chain.bulges.subarray(0, 4)], [0, 0, Math.tan(Math.PI / 8), 0], 'its bulges');
    // A square of ten with a half circle at two of its sides.
    assert.ok(Math.abs(Math.abs(areaOf(pathOf(job, 'areas', 0))) - (100 + 25 * Math.PI)) < 0.01);
  });

  it('is drawn with elevations in a 3-D file', async () => {
    const { job, version } = await read3d(
      line([1, 2, 3], [4, 5, 6]),
      line([1, 2, 3], [1, 2, 4]),
      arc([0, 0, 7], [5, 5], [0, 90], [1, 0, 0, 0]),
      arc([0, 0, 7], [5, 5], [0, 90], [QUARTER, 0, 0, -QUARTER]),
      textOf([1, 2, 9], 'up', 1, [QUARTER, 0, 0, -QUARTER]),
      // Vertical: its plane contains the vertical.
      ellipse([0, 0, 10], [5, 5], [QUARTER, QUARTER, 0, 0]),
    );
    assert.equal(version, 'V7 3-D');
    assert.deepEqual([job.lines.length, job.points.length, job.texts.length, job.areas.length], [4, 0, 1, 1]);
    assert.deepEqual(
      [...pathOf(job, 'lines', 1).coordinates.subarray(0, 6)],
      [1, 2, 3, 1, 2, 4],
      'upright, it has a length',
    );
    near([...pathOf(job, 'lines', 2).coordinates.subarray(0, 6)], [5, 0, 7, 0, 5, 7], 'a level arc');
    near([...pathOf(job, 'lines', 3).coordinates.subarray(0, 6)], [0, 5, 7, -5, 0, 7], 'the same, rotated to the left');
    assert.equal(job.texts.label(0).elevation, 9);
    // DGNLib writes a rotation by θ as w = cos(−θ/2), z = sin(−θ/2).
    near([job.texts.label(0).rotation], [Math.PI / 2], 'a quarter turn about the vertical');
    const { coordinates: c, count } = pathOf(job, 'areas', 0);
    const heights = Array.from({ length: count }, (_, i) => c[3 * i + 2]!);
    near([Math.min(...heights), Math.max(...heights)], [5, 15], 'from five below its centre to five above', 0.002);
    for (let i = 0; i < count; i++)
      assert.ok(Math.abs(Math.hypot(c[3 * i]!, c[3 * i + 1]!, c[3 * i + 2]! - 10) - 5) < 1e-6);
  });

  it('has level, colour, line code and weight', async () => {
    const { job } = await read(
      { ...line([0, 0], [1, 1]), level: 63, colour: 3, style: 5, weight: 31 },
      { ...line([0, 0], [1, 1]), level: 1, colour: 255 },
      {
        ...listed(6, [
          [0, 0],
          [1, 0],
          [0, 1],
          [0, 0],
        ]),
        level: 63,
        colour: 1,
        style: 1,
        weight: 2,
      },
    );
    const said = (feature: Feature): unknown[] => [
      job.layers.name(feature.layer),
      feature.colour,
      feature.lineType,
      feature.attributes,
    ];
    assert.deepEqual(said(job.lines.load(0, new Feature())), [
      'Level 63',
      DEFAULT_COLOURS[3],
      'SHORT DASH',
      ['weight', '31'],
    ]);
    assert.deepEqual(said(job.lines.load(1, new Feature())), ['Level 1', DEFAULT_COLOURS[255], '', []]);
    assert.deepEqual(said(job.areas.load(0, new Feature())), ['Level 63', DEFAULT_COLOURS[1], 'DOT', ['weight', '2']]);
    assert.equal(job.layers.length, 2);
  });
});
