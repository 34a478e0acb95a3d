import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { alignmentOf, type FieldJob, JobBuilder, layerOf } from '@fieldbridge/fieldjob';
import { formatById, type OptionValues, parseExportOptions } from '../src/index.ts';
import { AXIS_STATIONS, type AxisPlace, designAxis } from '../testing/design-axis.ts';
import { readWith, writeWith } from '../testing/run-format.ts';

const hasGdal = spawnSync('ogr2ogr', ['--version']).status === 0;
const { alignment, at } = designAxis(500_000, 5_600_000);
const STEP = 0.005;
const [FIRST, LAST] = AXIS_STATIONS;
const PLACES: readonly AxisPlace[] = Array.from({ length: Math.round((LAST - FIRST) / STEP) + 1 }, (_, i) =>
  at(FIRST + i * STEP),
);

function jobOf(more: Partial<typeof alignment> = {}): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre', crs: { kind: 'epsg', code: 25832 } });
  const layer = builder.layer(layerOf('ROAD'));
  builder.alignment({ ...alignment, layer, code: 'CL', ...more });
  return builder.job;
}

/** The lines that GDAL reads from a file: easting, northing and, if known, elevation of each vertex. */
function linesOf(source: readonly string[]): number[][][] {
  const options = ['-lco', 'COORDINATE_PRECISION=9', '-lco', 'RFC7946=NO', '-t_srs', 'EPSG:25832'];
  const { stdout, stderr, status } = spawnSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', ...source, ...options], {
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, String(stderr));
  const { features } = JSON.parse(String(stdout)) as {
    features: { geometry: { type: string; coordinates: number[][] } }[];
  };
  return features
    .map(({ geometry }) => geometry)
    .filter(({ type }) => type === 'LineString')
    .map(({ coordinates }) => coordinates);
}

/** Largest distances in plan and in elevation between a line and the known axis. */
function apart(line: readonly (readonly number[])[]): { plan: number; height: number; from: number; to: number } {
  const most = { plan: 0, height: 0, from: Infinity, to: -Infinity };
  for (const [easting, northing, elevation] of line) {
    let [best, least] = [PLACES[0]!, Infinity];
    for (const place of PLACES) {
      const away = (place.easting - easting!) ** 2 + (place.northing - northing!) ** 2;
      if (away < least) [best, least] = [place, away];
    }
    most.plan = Math.max(most.plan, Math.sqrt(least));
    most.height = Math.max(most.height, Math.abs((elevation ?? Number.NaN) - best.elevation));
    most.from = Math.min(most.from, best.station);
    most.to = Math.max(most.to, best.station);
  }
  return most;
}

/** The GDAL arguments for a file of each format, with the options of writing it. */
const GDAL: readonly (readonly [id: string, options: OptionValues, source: (path: string) => readonly string[]])[] = [
  ['dxf', {}, (path) => ['-s_srs', 'EPSG:25832', path]],
  ['dxf', { version: 'R12' }, (path) => ['-s_srs', 'EPSG:25832', path]],
  ['geojson', { coordinates: 'job' }, (path) => [path]],
  ['geojson', {}, (path) => [path]],
  ['mjf', {}, (path) => [`GPKG:${path}`, 'alignments']],
];

describe('the centre line of an alignment has the elevations of its profile', () => {
  for (const [id, options, source] of GDAL)
    it(`in ${id} ${JSON.stringify(options)}, as GDAL reads it`, { skip: !hasGdal && 'no ogr2ogr here' }, async () => {
      const format = formatById(id)!;
      const { values } = parseExportOptions(format, options);
      const { result: lines, issues } = await writeWith(format, jobOf(), {
        options: values,
        use: (path) => linesOf(source(path)),
      });
      assert.equal(lines.length, 1);
      const { plan, height, from, to } = apart(lines[0]!);
      // Half a step, and the elevations that belong to it.
      assert.ok(plan < 0.003 && height < 0.001, `${plan} m in plan, ${height} m in elevation`);
      assert.deepEqual([Math.round(from), Math.round(to)], [FIRST, LAST]);
      assert.ok(!issues.has('error'));
      assert.equal(issues.count('alignment-detail-left-out'), id === 'dxf' ? 2 : 0);
    });

  for (const id of ['dxf', 'dwg', 'dgn', 'geojson'])
    it(`in ${id}, and beyond the profile the line has no elevations`, async () => {
      const format = formatById(id)!;
      const { vertical } = alignment;
      const { values } = parseExportOptions(format, id === 'geojson' ? { coordinates: 'job' } : {});
      const { result } = await writeWith(format, jobOf({ vertical: vertical.slice(0, 3) }), { options: values });
      const { job } = await readWith(format, result);
      const levels = Array.from({ length: job.lines.length }, (_, row) => {
        const { coordinates } = job.lines;
        const first = row === 0 ? 0 : job.lines.vertexEnds.get(row - 1);
        const elevations: number[] = [];
        for (let i = first; i < job.lines.vertexEnds.get(row); i++) elevations.push(coordinates.get(3 * i + 2));
        return elevations;
      });
      assert.equal(levels.length, 2);
      assert.ok(levels[0]!.every((z) => z > 19.9 && z < 23));
      assert.ok(levels[1]!.every((z) => (id === 'dgn' ? z === 0 : Number.isNaN(z))));
    });

  it('in a GeoPackage whose whole axis lies outside the profile', async () => {
    const job = jobOf({ ...alignmentOf(''), horizontal: alignment.horizontal });
    const { result } = await writeWith(formatById('mjf')!, job);
    const { job: back } = await readWith(formatById('mjf')!, result);
    assert.deepEqual(back.alignments[0]!.horizontal, alignment.horizontal);
  });
});
