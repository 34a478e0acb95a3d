import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Extent, Feature, JobBuilder, labelOf, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { exportJob } from '../../convert/export-job.ts';
import { parseExportOptions } from '../../convert/import-options.ts';
import { svg } from './format.ts';
import { drawPlan } from './plan.ts';
import { drawThumbnail } from './thumbnail.ts';

const OPTIONS = { width: 200, height: 100, labels: true, furniture: false, most: 1000 };

function line(...vertices: [number, number, number?][]): Path {
  const path = new Path();
  for (const [easting, northing, bulge] of vertices) path.vertex(easting, northing, 0, bulge ?? 0);
  return path;
}

test('north is up: the point with the larger northing has the smaller y', () => {
  const builder = new JobBuilder();
  builder.point(new Feature(), 0, 0, 0);
  builder.point(new Feature(), 0, 10, 0);
  const downs = drawPlan(builder.job, OPTIONS)
    .parts.flatMap((part) => /cy="([\d.]+)"/.exec(part)?.[1] ?? [])
    .map(Number);
  assert.equal(downs.length, 2);
  assert.ok(downs[1]! < downs[0]!);
});

test('an arc to the left stays an arc, with its sweep reversed because y points down', () => {
  const builder = new JobBuilder();
  builder.line(new Feature(), line([0, 0, 1], [10, 0]));
  const text = drawPlan(builder.job, OPTIONS).parts.join('');
  assert.match(text, /A\d+(\.\d+)? \d+(\.\d+)? 0 0 0 /);
});

test('features have their own colour, else the layer’s, and white becomes black', () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('A', { colour: 0x00ff00 }));
  builder.line(feature, line([0, 0], [1, 1]));
  feature.colour = 0x123456;
  builder.line(feature, line([0, 0], [1, 1]));
  feature.colour = 0xffffff;
  builder.line(feature, line([0, 0], [1, 1]));
  const inks = drawPlan(builder.job, OPTIONS).parts.flatMap(
    (part) => /^<path d="M[^"]+" stroke="(#\w+)"/.exec(part)?.[1] ?? [],
  );
  assert.deepEqual(inks, ['#00ff00', '#123456', '#222']);
});

test('dashes are those of the drawing at its scale, else of the name, and none where they are too small to see', () => {
  const builder = new JobBuilder();
  builder.describe({ lineDashes: { rail: [40, -10], fine: [0.001, -0.001], constructor: [1] } });
  const layer = builder.layer(layerOf('A', { lineType: 'Rail' }));
  const frame = new Extent();
  for (const [easting, northing] of [
    [0, 0],
    [200, 100],
  ] as const)
    frame.add(easting, northing, 0);
  for (const lineType of ['', 'fine', 'LONG DASH', 'constructor', 'Continuous'])
    builder.line(Object.assign(new Feature(), { layer, lineType }), line([0, 0], [200, 100]));
  const parts = drawPlan(builder.job, { ...OPTIONS, frame }).parts.filter((part) => part.startsWith('<path'));
  const dashes = parts.map((part) => /stroke-dasharray="([^"]+)"/.exec(part)?.[1]?.split(' ').map(Number));
  const [long, short] = dashes[0]!;
  assert.ok(Math.abs(long! / short! - 4) < 0.1 && short! > 5 && short! <= 10, `${long} ${short}`);
  assert.deepEqual(dashes.slice(1), [undefined, [11, 5], undefined, undefined]);
});

test('hostile texts stay text, and features without a position are omitted', () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.name = '<script>&\u0000';
  builder.point(feature, 0, 0, 0);
  builder.point(feature, 100, 100, 0);
  builder.point(feature, Number.NaN, 0, 0);
  builder.text(new Feature(), labelOf('</svg>\nb', 50, 50, { height: 50 }));
  builder.line(new Feature(), line([0, 0], [Infinity, 5]));
  const plan = drawPlan(builder.job, OPTIONS);
  const text = plan.parts.join('');
  assert.ok(
    !text.includes('<script') && !text.includes('NaN') && !text.includes('Infinity') && !text.includes('\u0000'),
  );
  assert.equal(text.match(/<\/svg>/g)?.length, 1);
  assert.match(text, /xml:space="preserve"/);
  assert.deepEqual([plan.drawn, plan.total], [3, 5]);
});

test('features on a hidden layer are counted and not drawn', () => {
  const builder = new JobBuilder();
  const feature = new Feature();
  feature.layer = builder.layer(layerOf('off', { visible: false }));
  builder.line(feature, line([0, 0], [9, 9]));
  builder.area(feature, line([0, 0], [9, 9], [9, 0]));
  builder.point(feature, 5, 5, 0);
  builder.text(feature, labelOf('x', 1, 1, { height: 5 }));
  builder.line(new Feature(), line([0, 0], [9, 9]));
  const plan = drawPlan(builder.job, OPTIONS);
  assert.deepEqual([plan.drawn, plan.total], [1, 5]);
});

test('the height of a text is that of its capitals, and its justification is relative to its place', () => {
  const shiftsOf = (verticalJustification: 'top' | 'middle' | 'bottom' | 'baseline', text: string): number[] => {
    const builder = new JobBuilder();
    builder.line(new Feature(), line([0, 0], [100, 100]));
    builder.text(new Feature(), labelOf(text, 50, 50, { height: 10, verticalJustification }));
    const drawn = drawPlan(builder.job, { ...OPTIONS, width: 1000, height: 1000 }).parts.join('');
    const size = Number(/font-size="([\d.]+)"/.exec(drawn)![1]);
    assert.ok(Math.abs(size - (10 * 9.2) / 0.73) < 0.01, String(size));
    return drawn.match(/<tspan [^>]*>/g)!.map((span) => {
      const down = Number(/ y="([\d.]+)"/.exec(span)![1]) - 500;
      return Math.round((down / size) * 100) / 100 + 0;
    });
  };
  assert.deepEqual(shiftsOf('baseline', 'a'), [0]);
  assert.deepEqual(shiftsOf('top', 'a\nb'), [0.73, 1.95]);
  assert.deepEqual(shiftsOf('top', 'a\n\nb'), [0.73, 3.16]);
  assert.deepEqual(shiftsOf('middle', 'a'), [0.36]);
  assert.deepEqual(shiftsOf('middle', 'a\nb\nc'), [-0.85, 0.36, 1.58]);
  assert.deepEqual(shiftsOf('bottom', 'a\nb'), [-1.46, -0.24]);
});

test('a text in a column is broken at its blanks, and only there', () => {
  const builder = new JobBuilder();
  builder.line(new Feature(), line([0, 0], [100, 100]));
  const feature = new Feature();
  feature.attributes = ['width', '20'];
  builder.text(feature, labelOf('one two three unbreakablelongword\nfour', 50, 50, { height: 2 }));
  const drawn = drawPlan(builder.job, { ...OPTIONS, width: 1000, height: 1000 }).parts.join('');
  const lines = drawn.match(/<tspan [^>]*>[^<]*/g)!.map((span) => span.replace(/^[^>]*>/, ''));
  assert.deepEqual(lines, ['one two', 'three', 'unbreakablelongword', 'four']);
});

test('a frame shows a part of the job', () => {
  const builder = new JobBuilder();
  builder.line(new Feature(), line([0, 0], [1000, 1000]));
  const frame = new Extent();
  frame.add(10, 10, Number.NaN);
  frame.add(20, 20, Number.NaN);
  const drawn = drawPlan(builder.job, { ...OPTIONS, width: 100, height: 100, frame }).parts.join('');
  assert.match(drawn, /d="M-88 188L9112 -9012"/);
});

test('a thumbnail leaves out outliers that would reduce the rest to a speck; otherwise it shows everything', () => {
  const builder = new JobBuilder();
  const lines = (count: number, at: number) => {
    for (let i = 0; i < count; i++) builder.line(new Feature(), line([at + i, at], [at + i, at + 50]));
  };
  lines(60, 5_000_000);
  const widths = () => {
    const across = Array.from(drawThumbnail(builder.job).matchAll(/[ML](-?[\d.]+) /g), ([, x]) => Number(x));
    const shown = across.filter((x) => x >= 0 && x <= 320);
    return [shown.length, Math.max(...shown) - Math.min(...shown)] as const;
  };
  const alone = widths();
  builder.point(new Feature(), 0, 0, 0);
  builder.point(new Feature(), 0, Number.NaN, 0);
  assert.deepEqual(widths(), alone, 'a point at 0, 0 changes nothing');
  lines(10, 0);
  const [shown, width] = widths();
  assert.ok(shown > 60 && width > 200, `a second site is not an outlier: ${shown}, ${width}`);
});

test('jobs with one place and empty jobs have a thumbnail', () => {
  const builder = new JobBuilder();
  assert.match(drawThumbnail(builder.job), /^<svg /);
  builder.point(new Feature(), 7, 7, 0);
  builder.point(new Feature(), 7, 7, 0);
  assert.match(drawThumbnail(builder.job), /cx="160" cy="120"/);
});

test('a thumbnail of a large job stays small', () => {
  const builder = new JobBuilder();
  const vertices = new Float64Array(3 * 40_000).map(() => Math.random() * 1000);
  builder.surface(
    surfaceOf(
      's',
      vertices,
      new Int32Array(3 * 30_000).map((_, i) => i % 40_000),
    ),
  );
  for (let i = 0; i < 20_000; i++) builder.point(new Feature(), i, i, 0);
  assert.ok(drawThumbnail(builder.job).length < 600_000);
});

test('the writer makes a file with scale bar and reports what a picture cannot hold', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svg-'));
  try {
    const builder = new JobBuilder();
    builder.describe({ unit: 'usSurveyFoot' });
    builder.area(new Feature(), line([0, 0], [900, 0], [900, 500]));
    const { values, faults } = parseExportOptions(svg, { width: '400' });
    assert.deepEqual(faults, []);
    const path = join(folder, 'plan.svg');
    const signal = new AbortController().signal;
    const issues = await exportJob(builder.job, path, {
      format: svg,
      options: values,
      signal,
      progress: () => {},
      workFolder: folder,
    });
    const text = readFileSync(path, 'utf8');
    assert.match(text, /width="400" height="768"/);
    assert.match(text, />100 US ft</);
    assert.equal(issues.count('svg-picture-only'), 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
