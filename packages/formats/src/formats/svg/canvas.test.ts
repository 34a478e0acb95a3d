import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, type Label, layerOf, Path } from '@fieldbridge/fieldjob';
import { Canvas } from './canvas.ts';
import { drawCanvas } from './draw-canvas.ts';
import { planText } from './plan-text.ts';

const inked = (canvas: Canvas): string[] =>
  Array.from({ length: canvas.height }, (_, y) =>
    Array.from({ length: canvas.width }, (_, x) => (canvas.isInked(x, y) ? '#' : '.')).join(''),
  );

describe('lines on a canvas', () => {
  for (const [title, line, rows] of [
    ['run from pixel to pixel', [0.5, 0.5, 3.5, 0.5], ['####', '....', '....']],
    ['run down', [1.5, 0.5, 1.5, 2.5], ['.#..', '.#..', '.#..']],
    ['are cut off at the borders, however long they are', [-1e12, 1.5, 1e12, 1.5], ['....', '####', '....']],
    ['outside are not drawn', [-5, -5, -1, 20], ['....', '....', '....']],
    ['without a length are a dot', [2.5, 2.5, 2.5, 2.5], ['....', '....', '..#.']],
    ['that are no numbers are not drawn', [Number.NaN, 0, 3, 3], ['....', '....', '....']],
    ['to infinity are not drawn', [0, 0, Number.POSITIVE_INFINITY, 0], ['....', '....', '....']],
  ] as const)
    test(title, () => {
      const canvas = new Canvas(4, 3);
      canvas.line(line[0], line[1], line[2], line[3], 0x123456);
      assert.deepEqual(inked(canvas), rows);
    });

  test('have their colour', () => {
    const canvas = new Canvas(1, 1);
    canvas.line(0.5, 0.5, 0.5, 0.5, 0x123456);
    assert.deepEqual([...canvas.data], [0x12, 0x34, 0x56]);
  });
});

describe('a plan as text', () => {
  /** A diagonal from the south-west to the north-east. */
  function diagonal(): FieldJob {
    const builder = new JobBuilder();
    const path = new Path();
    path.vertex(0, 0, Number.NaN);
    path.vertex(100, 100, Number.NaN);
    builder.line(new Feature(), path);
    return builder.job;
  }

  test('has north above and east on the right, in Braille or in ASCII', () => {
    const lines = planText(diagonal(), 4, 2, true).split('\n');
    assert.equal(lines.length, 3);
    assert.ok(lines[0]!.search(/\S/) > lines[1]!.search(/\S/), lines.join('|'));
    assert.match(planText(diagonal(), 4, 2, true), /^[ .:+#\n]+$/);
    assert.match(planText(diagonal(), 4, 2, false), /^[\u2800-\u28ff\n]+$/u);
  });

  test('of a job without any place is empty', () => {
    assert.equal(planText(new JobBuilder().job, 4, 2, true).trim(), '');
  });
});

describe('texts in pixels', () => {
  /** Pixels from 0 to 100 both ways are those of the job, 4 a unit; texts are 10 high at 50, 50. */
  function inkedBox(label: Partial<Label>, visible = true): readonly number[] {
    const builder = new JobBuilder();
    for (const [east, north] of [
      [0, 0],
      [100, 100],
    ] as const) {
      const path = new Path();
      path.vertex(east, north, 0);
      path.vertex(east, north, 0);
      builder.line(new Feature(), path);
    }
    const layer = builder.layer({ ...layerOf('Texts'), visible });
    builder.text(Object.assign(new Feature(), { layer }), {
      ...{ text: 'HH', easting: 50, northing: 50, elevation: 0, height: 10, rotation: 0 },
      ...{ justification: 'left', verticalJustification: 'baseline', ...label },
    });
    const canvas = drawCanvas(builder.job, 435, 435);
    const places: [number, number][] = [];
    for (let y = 30; y < 400; y++) for (let x = 30; x < 400; x++) if (canvas.isInked(x, y)) places.push([x, y]);
    if (places.length === 0) return [];
    const unit = (pixel: number): number => Math.round((pixel - 17.5) / 4);
    const [across, down] = [places.map(([x]) => x), places.map(([, y]) => y)];
    return [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)].map(unit);
  }
  const WIDTH = Math.round((10 / 6) * 10);

  const TEXTS: readonly (readonly [title: string, label: Partial<Label>, box: readonly number[]])[] = [
    ['begin at their place', {}, [50, 50 + WIDTH, 40, 50]],
    ['end at it', { justification: 'right' }, [50 - WIDTH, 50, 40, 50]],
    ['hang from it', { verticalJustification: 'top' }, [50, 50 + WIDTH, 50, 60]],
    ['are turned about it', { rotation: Math.PI / 2 }, [40, 50, 50 - WIDTH, 50]],
    ['have a line below another', { text: 'H\nHH' }, [50, 50 + WIDTH, 40, 67]],
    ['too small to read are left out', { height: 0.5 }, []],
    ['at no place are left out', { easting: Number.NaN }, []],
  ];
  for (const [title, label, box] of TEXTS) test(title, () => assert.deepEqual(inkedBox(label), box));

  test('on a hidden layer are left out', () => assert.deepEqual(inkedBox({}, false), []));

  test('of points are written where there is room', () => {
    const inkOf = (...places: [east: number, name: string][]): number => {
      const builder = new JobBuilder();
      for (const [east, name] of [[0, ''], ...places, [100, '']] as const)
        builder.point(Object.assign(new Feature(), { name }), east, 0, 0);
      const canvas = drawCanvas(builder.job, 400, 300);
      let inked = 0;
      for (let y = 0; y < 300; y++) for (let x = 0; x < 400; x++) if (canvas.isInked(x, y)) inked++;
      return inked;
    };
    const [none, one] = [inkOf([20, ''], [60, '']), inkOf([20, 'H1'], [60, ''])];
    assert.ok(one > none);
    assert.ok(inkOf([20, 'H1'], [60, 'H1']) - none > 1.5 * (one - none), 'both');
    assert.equal(inkOf([20, 'H1'], [20, 'H1']), inkOf([20, 'H1'], [20, '']), 'one name at a place');
  });
});
