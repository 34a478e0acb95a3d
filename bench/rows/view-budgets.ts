import { Feature, type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { FileView } from '@fieldbridge/formats';
import { missingChromium } from '@fieldbridge/viewer/testing/browser.ts';
import { surfaceJob } from '../inputs/tp3.ts';
import type { BenchRow, Measurement } from '../row.ts';
import { inPage, lookAtView, measured } from '../subjects/view/in-page.ts';

// Budgets of the viewer that have no ladder of segments.

const SURFACE = inPage(`
  await complete();
  finish();
  const shown = performance.now();
  const frame0 = await middle(frame);
  Object.assign(viewer.camera, { tilt: 0.7, turn: 0.5 });
  await complete();
  return { shown, frame: frame0, '3-D frame': await middle(frame) };`);

/** What the script of a frame takes longer with names than without them. */
const LABELS = inPage(`
  const labels = async () => {
    viewer.settings.names = 'name';
    await complete();
    const all = await middle(script);
    viewer.settings.names = 'off';
    await complete();
    return all - await middle(script);
  };
  await complete();
  finish();
  const shown = performance.now();
  const far = await labels();
  viewer.camera.zoom(8);
  return { shown, far, near: await labels() };`);

/** Lines of which the error is measured, and a site whose coordinates are large. */
const LINES = 5;
const [E, N] = [5_600_000, 5_540_000];
const eastingOf = (i: number): number => E + 40 * i + 0.123_45 + 0.017_31 * i;

/**
 * How far from its true place a line is drawn at a millimetre a pixel. The view is moved in ever smaller steps until
 * the line has just come to the next column of pixels: there its place is known better than a pixel.
 */
const PRECISION = inPage(`
  await complete();
  finish();
  const shown = performance.now();
  const { camera } = viewer;
  const row = new Uint8Array(4 * viewer.canvas.width);
  const columnOf = () => {
    frame();
    gl.readPixels(0, viewer.canvas.height >> 1, viewer.canvas.width, 1, gl.RGBA, gl.UNSIGNED_BYTE, row);
    for (let x = 0; x < viewer.canvas.width; x++) if (row[4 * x] < 128) return x;
    return -1;
  };
  let error = 0;
  for (const [i, easting] of ${JSON.stringify(Array.from({ length: LINES }, (_, i) => eastingOf(i)))}.entries()) {
    const at = easting + 0.01 * i - 0.1;
    Object.assign(camera, { easting: at, northing: ${N} + 0.7 * i, scale: 1000 });
    await complete();
    const first = columnOf();
    let [low, high] = [0, 0.0015];
    for (let k = 0; k < 8; k++) {
      const middle = (low + high) / 2;
      camera.easting = at - middle;
      if (columnOf() === first) low = middle;
      else high = middle;
    }
    camera.easting = at - high;
    const x = camera.toScreen(easting, camera.northing)[0] * devicePixelRatio;
    error = first < 0 ? NaN : Math.max(error, Math.abs(x - Math.round(x)));
  }
  return { shown, error };`);

function pointsJob(count: number): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const across = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const feature = Object.assign(new Feature(), { name: `P${i}` });
    builder.point(feature, 440_000 + 12 * (i % across), N + 9 * Math.floor(i / across), 0);
  }
  return builder.job;
}

function linesJob(count: number): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const layer = builder.layer(layerOf('Lines', { colour: 0 }));
  const path = new Path();
  for (let i = 0; i < count; i++) {
    path.clear();
    for (const north of [-50, 50]) path.vertex(eastingOf(i), N + north, 0);
    builder.line(Object.assign(new Feature(), { layer }), path);
  }
  return builder.job;
}

interface Budget extends Pick<BenchRow, 'id' | 'title' | 'goal' | 'unit'> {
  readonly size: number;
  readonly job: (size: number) => FieldJob;
  readonly script: string;
  /** Of the figures; milliseconds by default. */
  readonly figures?: string;
}

const BUDGETS: readonly Budget[] = [
  {
    ...{ id: 'view-surface', unit: 'triangles', size: 500_000, job: surfaceJob, script: SURFACE },
    title: 'a page with a surface: address → first picture, a frame of all of it',
    goal: 'first picture 1.5 s, frame 400 ms',
  },
  {
    ...{ id: 'view-labels', unit: 'points', size: 50_000, job: pointsJob, script: LABELS },
    title: 'names of points, thinned out: what they add to the script of a frame of all of them, and of some',
    goal: '16 ms a frame',
  },
  {
    ...{ id: 'view-error', unit: 'lines', size: LINES, job: linesJob, script: PRECISION, figures: 'px' },
    title: 'how far from its true place a line is at 1 mm a pixel, 5 600 km from the origin',
    goal: '0.5 pixels',
  },
];

export const rows: BenchRow[] = BUDGETS.map(({ size, job, script, figures, ...row }) => ({
  ...row,
  sizes: [size],
  prepare: async () => async () => undefined,
  subjects: [
    {
      ...{ name: 'Fieldbridge', role: 'ours', missing: missingChromium },
      run: async (count): Promise<Measurement> =>
        measured(await lookAtView(new FileView(job(count), row.id), script), figures),
    },
  ],
}));
