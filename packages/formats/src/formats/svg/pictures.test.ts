import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Drawing, Feature, JobBuilder, layerOf, NO_PLACEMENT, Path } from '@fieldbridge/fieldjob';
import { exportJob } from '../../convert/export-job.ts';
import { parseExportOptions } from '../../convert/import-options.ts';
import { svg } from './format.ts';
import { drawPlan } from './plan.ts';

const OPTIONS = { width: 200, height: 100, labels: true, furniture: false, most: 1000 };

/** A picture with these corners: lower left, lower right, upper right, upper left. */
function picture(corners: readonly (readonly [number, number])[], more: Partial<Drawing> = {}): Drawing {
  const scene = new JobBuilder();
  const path = new Path();
  for (const [easting, northing] of corners) path.vertex(easting, northing, Number.NaN);
  const feature = new Feature();
  feature.layer = scene.layer(layerOf('Images'));
  scene.area(feature, path);
  return {
    name: 'scan',
    fileName: 'scan.png',
    format: 'png',
    mediaType: 'image/png',
    sha256: '',
    size: 3,
    read: () => Uint8Array.of(1, 2, 3),
    placement: NO_PLACEMENT,
    scene: scene.job,
    source: -1,
    ...more,
  };
}

const CORNERS = [
  [0, 0],
  [20, 0],
  [20, 10],
  [0, 10],
] as const;

test('an image drawing fills its corners, starting at the upper left, and contributes to the extent of the plan', () => {
  const builder = new JobBuilder();
  builder.drawing(picture(CORNERS));
  const { parts, drawn, total } = drawPlan(builder.job, OPTIONS);
  assert.deepEqual([drawn, total], [1, 1]);
  const image = parts.find((part) => part.startsWith('<image'))!;
  assert.match(image, /href="data:image\/png;base64,AQID"/);
  const [a, b, c, d, e, f] = /matrix\(([^)]*)\)/.exec(image)![1]!.split(' ').map(Number);
  assert.ok(a! > 0 && d! > 0 && b === 0 && c === 0);
  assert.ok(Math.abs(a! / d! - 2) < 0.01);
  assert.ok(e! > 0 && f! > 0 && e! + a! < 200 && f! + d! < 100);
});

test('a rotated picture is rotated; one in another place, too large or of another kind is not drawn', () => {
  const turned = [
    [10, 0],
    [10, 20],
    [0, 20],
    [0, 0],
  ] as const;
  const builder = new JobBuilder();
  builder.drawing(picture(turned));
  const [a, b, c, d] = /matrix\(([^)]*)\)/
    .exec(drawPlan(builder.job, OPTIONS).parts.join(''))![1]!
    .split(' ')
    .map(Number);
  // The picture's right is the plan's up, its down the plan's right.
  assert.ok(a === 0 && b! < 0 && c! > 0 && d === 0);
  for (const more of [
    { placement: { kind: 'point', from: [[0, 0]], to: [[5, 5]], scale: 1 } as const },
    { mediaType: 'application/pdf' },
    { read: null },
  ]) {
    const other = new JobBuilder();
    other.drawing(picture(CORNERS, more));
    assert.equal(drawPlan(other.job, OPTIONS).drawn, 0);
  }
  const feet = new JobBuilder();
  feet.describe({ unit: 'internationalFoot' });
  feet.drawing(picture(CORNERS));
  assert.equal(drawPlan(feet.job, OPTIONS).drawn, 0);
});

test('a picture too large for the plan is shown by its frame, one on a hidden layer not at all; both are counted', () => {
  const large = new JobBuilder();
  large.drawing(picture(CORNERS, { size: 2 ** 30 }));
  large.drawing(picture(CORNERS));
  const plan = drawPlan(large.job, OPTIONS);
  assert.deepEqual([plan.drawn, plan.total], [1, 2]);
  const frame = plan.parts.find((part) => part.startsWith('<path'))!;
  assert.match(frame, /^<path d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+L[\d.]+ [\d.]+Z"\/>$/);
  const hidden = picture(CORNERS);
  const scene = new JobBuilder();
  const feature = new Feature();
  feature.layer = scene.layer(layerOf('Images', { visible: false }));
  const path = new Path();
  for (const [easting, northing] of CORNERS) path.vertex(easting, northing, Number.NaN);
  scene.area(feature, path);
  const off = new JobBuilder();
  off.drawing({ ...hidden, scene: scene.job });
  const { drawn, total, parts } = drawPlan(off.job, OPTIONS);
  assert.deepEqual([drawn, total, parts.some((part) => part.startsWith('<image'))], [0, 1, false]);
});

test('background drawings that are not pictures of the job are reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-svg-'));
  try {
    const builder = new JobBuilder();
    builder.drawing(picture(CORNERS));
    builder.drawing(picture(CORNERS, { mediaType: 'application/pdf' }));
    builder.drawing(picture(CORNERS, { placement: { kind: 'scale', from: [], to: [], scale: 500 } }));
    const { values } = parseExportOptions(svg, {});
    const issues = await exportJob(builder.job, join(folder, 'plan.svg'), {
      ...{ format: svg, options: values, workFolder: folder },
      ...{ signal: new AbortController().signal, progress: () => {} },
    });
    assert.equal(issues.count('drawing-left-out'), 2);
    assert.equal(issues.count('svg-not-drawn'), 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
