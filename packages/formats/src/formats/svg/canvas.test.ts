import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, Path } from '@fieldbridge/fieldjob';
import { Canvas } from './canvas.ts';
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
