import assert from 'node:assert/strict';
import test from 'node:test';
import { alignmentOf, type HorizontalElement, JobBuilder } from '@fieldbridge/fieldjob';
import { drawPlan } from './plan.ts';

const STRAIGHT: HorizontalElement = {
  kind: 'straight',
  ...{ startStation: 0, length: 100, startEasting: 0, startNorthing: 0, azimuth: Math.PI / 2 },
  ...{ startRadius: Infinity, endRadius: Infinity },
};
const ARC: HorizontalElement = { ...STRAIGHT, kind: 'arc', length: 50 * Math.PI, startRadius: 50, endRadius: 50 };

/** Vertices of the first axis in a picture of 200 by 200 pixels, and the number of drawn things. */
function drawn(...horizontal: HorizontalElement[]): { places: number[][]; drawn: number; total: number } {
  const builder = new JobBuilder();
  builder.alignment(alignmentOf('axis', { horizontal }));
  const plan = drawPlan(builder.job, { width: 200, height: 200, labels: false, furniture: false, most: 1000 });
  const path = /<path d="M([^"]*)" stroke="#c2185b"/.exec(plan.parts.join('\n'))?.[1];
  const places = path?.split('L').map((place) => place.split(' ').map(Number)) ?? [];
  return { places, drawn: plan.drawn, total: plan.total };
}

test('an axis is drawn from its start to the end of its last element, even with only one', () => {
  const { places, drawn: count, total } = drawn(STRAIGHT);
  assert.deepEqual([count, total], [1, 1]);
  assert.deepEqual(places, [
    [8, 100],
    [192, 100],
  ]);
});

test('an arc of an axis is drawn as an arc, completely inside the picture', () => {
  const { places } = drawn(ARC);
  assert.ok(places.length > 10);
  // The half circle about (0, -50) runs from the top via the east to the bottom: 100 units are 184 pixels.
  const [west, middle, radius] = [200 / 2 - 92 / 2, 100, 92];
  for (const [x, y] of places) assert.ok(Math.abs(Math.hypot(x! - west, y! - middle) - radius) < 0.3, `${x} ${y}`);
  assert.deepEqual([places[0]![1], places.at(-1)![1]], [8, 192]);
});

test('an axis without a position is counted and not drawn', () => {
  for (const element of [
    { ...STRAIGHT, startEasting: Number.NaN },
    { ...ARC, azimuth: Number.NaN },
  ])
    assert.deepEqual(drawn(element), { places: [], drawn: 0, total: 1 });
  assert.deepEqual(drawn(), { places: [], drawn: 0, total: 1 });
});
