import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ntv2Grid } from '@fieldbridge/formats/kit/crs/testing/ntv2.ts';
import { runWords } from '../../testing/run-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspect-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
const grid = ntv2Grid({ west: 5, south: 46, east: 16, north: 56 }, [3.5, -4.25]);
mkdirSync(at('grids'));
writeFileSync(at('grids/BETA2007.gsb'), grid);
writeFileSync(at('points.csv'), 'name,latitude,longitude\nA,50.77,9.77\n');

test('the operation, its accuracy, the epoch and the digest of the grid travel in the package and are shown', async () => {
  const words = ['--crs', '31467', '--grids', at('grids'), '--option', 'crsEpoch=2026.5'];
  const made = await runWords(['convert', at('points.csv'), at('points.mjf'), ...words]);
  assert.equal(made.code, 0, made.err);
  const digest = createHash('sha256').update(grid).digest('hex');
  const { operation } = JSON.parse((await runWords(['inspect', at('points.mjf'), '--json'])).out);
  assert.match(operation.operation, /^Inverse of DHDN to WGS 84 \(4\)/);
  assert.deepEqual([operation.accuracy, operation.epoch], ['1 m', '2026.5']);
  assert.equal(operation.grids, `de_adv_BETA2007.tif sha256:${digest}`);
  const { out } = await runWords(['inspect', at('points.mjf')]);
  assert.match(
    out,
    /crs {7}EPSG:31467 \(DHDN \/ 3-degree Gauss-Kruger zone 3\)\noperation .*\naccuracy {2}1 m\nepoch {5}2026\.5/,
  );
  // The report of the source says the same before anything is written.
  const before = JSON.parse((await runWords(['inspect', at('points.csv'), ...words, '--json'])).out);
  assert.deepEqual(before.operation, operation);
});

test('a second change is added to the first', async () => {
  const words = ['--crs', 'EPSG:25832', '--to-crs', 'EPSG:25833'];
  const made = await runWords(['convert', at('points.csv'), at('zone.mjf'), ...words]);
  assert.equal(made.code, 0, made.err);
  const { operation } = JSON.parse((await runWords(['inspect', at('zone.mjf'), '--json'])).out);
  assert.match(operation.operation, /UTM zone 32N; then Inverse of UTM zone 32N \+ UTM zone 33N$/);
  assert.equal(operation.accuracy, '1 m; then 0 m');
});

test('a file whose coordinates never changed shows none', async () => {
  writeFileSync(at('plain.csv'), 'name,easting (m),northing (m)\nA,1,2\n');
  const { out } = await runWords(['inspect', at('plain.csv'), '--json']);
  assert.equal(JSON.parse(out).operation, null);
});

test('a unit is shown in words, and named in the document as options name it', async () => {
  const file = at('feet.csv');
  writeFileSync(file, 'name,northing,easting\nA,1,2\n');
  assert.match((await runWords(['inspect', file, '--unit', 'usft'])).out, /^unit {6}US survey feet$/m);
  const { unit } = JSON.parse((await runWords(['inspect', file, '--unit', 'usft', '--json'])).out);
  assert.equal(unit, 'usSurveyFoot');
});
