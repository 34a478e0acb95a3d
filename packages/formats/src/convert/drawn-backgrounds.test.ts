import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder, layerOf, Path, type Placement } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported } from '../../testing/journeys.ts';

const NO_BYTES = { format: 'png', mediaType: 'image/png', sha256: '', read: null, size: 0, source: -1 };

/** A plan with a wall of 100 by 0 on layer WALLS and a text. */
function plan(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = Object.assign(new Feature(), { layer: builder.layer(layerOf('WALLS', { colour: 0xff0000 })) });
  const path = new Path();
  path.vertex(0, 0, Number.NaN);
  path.vertex(100, 0, Number.NaN);
  builder.line(feature, path);
  const label = { easting: 50, northing: 0, elevation: Number.NaN, text: 'wall', height: 2, rotation: 0 };
  builder.text(feature, { ...label, justification: 'left', verticalJustification: 'baseline' });
  return builder.job;
}

/** A job with one point, the plan in a place, and a photograph. */
function jobWith(placement: Placement): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  builder.point(Object.assign(new Feature(), { name: 'A' }), 1000, 2000, 10);
  builder.drawing({ ...NO_BYTES, name: 'house', fileName: 'house.dxf', placement, scene: plan() });
  builder.drawing({ ...NO_BYTES, name: 'photo', fileName: 'photo.png', placement, scene: new JobBuilder().job });
  return builder.job;
}

const PLACED: Placement = {
  kind: 'line',
  from: [
    [0, 0],
    [100, 0],
  ],
  to: [
    [1000, 2000],
    [1000, 2200],
  ],
  scale: 1,
};

describe('the linework of a background drawing', () => {
  for (const format of ['dxf', 'dwg', 'dgn'])
    it(`is in a ${format}, in its place, turned and stretched`, async () => {
      const { bytes, issues } = await exported(jobWith(PLACED), format);
      assert.ok(codesOf(issues).includes('drawing-drawn'));
      const left = issues.summary().find(({ code }) => code === 'drawing-left-out');
      assert.equal(left?.count, 1, 'the photograph');
      const { job } = await imported(bytes, `a.${format}`);
      const path = job.lines.loadPath(0, new Path());
      const ends = [0, 1, 3, 4].map((i) => Math.round(path.coordinates[i]! * 1000) / 1000);
      assert.deepEqual(ends, [1000, 2000, 1000, 2200]);
      assert.equal(Math.round(job.texts.label(0).height * 100) / 100, 4);
    });

  it('is on layers named after the drawing, as another program sees it', async (t) => {
    if (spawnSync('ogrinfo', ['--version']).status !== 0) return t.skip('ogrinfo (Debian: gdal-bin) is not installed');
    const { bytes } = await exported(jobWith(PLACED), 'dxf');
    const folder = mkdtempSync(join(tmpdir(), 'backgrounds-'));
    writeFileSync(join(folder, 'a.dxf'), bytes);
    const { stdout } = spawnSync('ogrinfo', ['-al', join(folder, 'a.dxf')], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    assert.match(stdout, /Layer \(String\) = house - WALLS[\s\S]*LINESTRING[^(]*\(1000 2000[^,]*,1000 2200/);
  });

  it('stays a background drawing in a package, and is not drawn into tables', async () => {
    for (const [format, code] of [
      ['mjf', undefined],
      ['csv', 'drawing-left-out'],
    ] as const) {
      const { issues } = await exported(jobWith(PLACED), format);
      assert.deepEqual(
        codesOf(issues).filter((one) => one.startsWith('drawing-')),
        code === undefined ? [] : [code],
      );
    }
  });
});
