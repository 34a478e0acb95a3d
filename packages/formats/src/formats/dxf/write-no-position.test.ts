import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Feature, JobBuilder, labelOf, Path, surfaceOf } from '@fieldbridge/fieldjob';
import { readFile } from './testing/reading.ts';
import { withFolder, writeTo } from './testing/writing.ts';

const UNKNOWN = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

function pathOf(...vertices: readonly (readonly [number, number, number])[]): Path {
  const path = new Path();
  for (const vertex of vertices) path.vertex(...vertex);
  return path;
}

/** A job with one drawable thing of each kind, and others with one invalid number. */
function partlyPlaced(): { job: JobBuilder['job']; unplaced: number } {
  const builder = new JobBuilder();
  const feature = new Feature();
  builder.point(feature, 1, 2, Number.NaN);
  builder.line(feature, pathOf([1, 2, Number.NaN], [3, 4, 5]));
  const square = [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ] as const;
  const closed = (path: Path): Path => Object.assign(path, { closed: true });
  builder.area(feature, closed(pathOf(...square)));
  builder.text(feature, labelOf('here', 1, 2));
  let unplaced = 0;
  const places: [number, number, number][] = [
    ...UNKNOWN.map((bad): [number, number, number] => [bad, 2, 3]),
    ...UNKNOWN.map((bad): [number, number, number] => [1, bad, 3]),
    ...UNKNOWN.slice(1).map((bad): [number, number, number] => [1, 2, bad]),
  ];
  for (const place of places) {
    builder.point(Object.assign(new Feature(), { name: 'P' }), ...place);
    builder.line(Object.assign(new Feature(), { name: 'L' }), pathOf([0, 0, 0], place));
    builder.area(feature, closed(pathOf(...square, place)));
    builder.text(feature, labelOf('nowhere', place[0], place[1], { elevation: place[2] }));
    unplaced += 4;
  }
  builder.text(feature, labelOf('turned', 1, 2, { rotation: Number.NaN }));
  const vertices = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 1, 0);
  builder.surface(surfaceOf('S', vertices, Int32Array.of(0, 1, 2, 1, 3, 2)));
  return { job: builder.job, unplaced: unplaced + 2 };
}

for (const areas of ['outline', 'hatch'])
  test(`features without a position are omitted and reported, not written at 0 (areas=${areas})`, async () => {
    await withFolder(async (folder) => {
      const { job, unplaced } = partlyPlaced();
      const path = join(folder, 'out.dxf');
      const issues = (await writeTo(path, job, { areas, points: 'block' })).summary();
      const reported = issues.find(({ code }) => code === 'no-position');
      assert.deepEqual([reported?.severity, reported?.count], ['warning', unplaced]);
      assert.equal(
        issues.some(({ code }) => code === 'properties-left-out'),
        false,
        'the name of an omitted line is not counted as a separate loss',
      );
      const { job: back } = await readFile(path, { surfaces: true });
      assert.deepEqual([back.points.length, back.texts.length], [1, 1]);
      assert.equal(back.texts.label(0).text, 'here');
      assert.equal(back.lines.length + back.areas.length, 2);
      const triangles = back.surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
      assert.equal(triangles, 1);
    });
  });
