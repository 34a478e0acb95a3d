import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import type { FormatError, LimitError } from '../../core/failure.ts';
import { tryRead, tryWrite } from '../points/testing/journey.ts';
import { geojson } from './format.ts';

/** Rings of easting, northing pairs. */
function pathOf(rings: readonly (readonly [number, number][])[], closed = false, bulge = 0): Path {
  const path = new Path();
  for (const ring of rings) {
    path.ring();
    for (const [easting, northing] of ring) path.vertex(easting, northing, 5, bulge);
  }
  path.closed = closed;
  return path;
}

const square = (e: number, n: number, size: number): [number, number][] => [
  [e, n],
  [e, n + size],
  [e + size, n + size],
  [e + size, n],
];

function sampleJob(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre', crs: { kind: 'epsg', code: 25833 }, name: 'Site "A"' });
  const layer = builder.layer(layerOf('Kerbs'));
  const feature = new Feature();
  feature.name = 'P1';
  feature.code = 'TREE';
  feature.attributes = ['name', 'inner', 'PDOP', '1.5'];
  feature.colour = 0x00ff80;
  feature.time = Date.UTC(2026, 10, 20);
  builder.point(feature, 391390.731, 5817855.241, 33.5);
  feature.reset().layer = layer;
  builder.line(
    feature,
    pathOf(
      [
        [
          [391000, 5817000],
          [391010, 5817000],
        ],
      ],
      false,
      1,
    ),
  );
  builder.area(
    feature,
    pathOf([square(391000, 5817000, 100), square(391010, 5817010, 20), square(391200, 5817000, 50)], true),
  );
  builder.text(feature.reset(), labelOf('two\nlines', 391000, 5817000, { height: 2.5 }));
  return builder.job;
}

const written = async (job: FieldJob, options = {}) => {
  const { bytes, issues } = await tryWrite(job, geojson, options);
  return { bytes, issues, json: JSON.parse(bytes.toString()) };
};

test('a job with a system is written in WGS 84, arcs as chords, rings in the direction of RFC 7946', async () => {
  const { json, issues } = await written(sampleJob());
  assert.equal(json.crs, undefined);
  const [point, line, area, text] = json.features;
  // PROJ 9: cs2cs EPSG:25833 EPSG:4326 gives 52.5 13.4 for this place.
  assert.ok(
    Math.abs(point.geometry.coordinates[0] - 13.4) < 2e-8 && Math.abs(point.geometry.coordinates[1] - 52.5) < 2e-8,
  );
  assert.equal(point.geometry.coordinates[2], 33.5);
  assert.deepEqual(point.properties, {
    kind: 'point',
    name: 'P1',
    code: 'TREE',
    colour: '#00ff80',
    time: '2026-11-20T00:00:00.000Z',
    'attribute:name': 'inner',
    PDOP: '1.5',
  });
  assert.ok(line.geometry.coordinates.length > 20);
  assert.equal(line.properties.layer, 'Kerbs');
  assert.equal(area.geometry.type, 'MultiPolygon');
  assert.deepEqual(
    area.geometry.coordinates.map((rings: unknown[]) => rings.length),
    [2, 1],
  );
  const turn = (ring: [number, number][]): number =>
    ring
      .slice(1)
      .reduce(
        (sum, [e, n], i) =>
          sum + (ring[i]![0] - ring[0]![0]) * (n - ring[0]![1]) - (e - ring[0]![0]) * (ring[i]![1] - ring[0]![1]),
        0,
      );
  assert.ok(turn(area.geometry.coordinates[0][0]) > 0 && turn(area.geometry.coordinates[0][1]) < 0);
  assert.equal(text.properties.text, 'two\nlines');
  assert.deepEqual(
    issues.summary().map(({ code }) => code),
    ['crs-operation', 'arcs-stroked'],
  );
});

test('a local grid is written unchanged, which the file and the report state', async () => {
  const job = sampleJob();
  job.info.crs = { kind: 'local' };
  const { json, issues, bytes } = await written(job);
  assert.equal(json.crs, null);
  assert.deepEqual(json.coordinateSystem, { kind: 'local', unit: 'metre' });
  assert.equal(json.features[0].geometry.coordinates[0], 391390.731);
  assert.equal(issues.count('geojson-not-wgs84'), 1);
  const back = await tryRead(bytes, { name: 'a.geojson' });
  assert.deepEqual(back.job.info.crs, { kind: 'local' });
  assert.equal(back.job.points.easting(0), 391390.731);
});

test("the job's own coordinates on request, with the crs member of GeoJSON 2008", async () => {
  const { json, bytes } = await written(sampleJob(), { coordinates: 'job' });
  assert.equal(json.crs.properties.name, 'urn:ogc:def:crs:EPSG::25833');
  const { job } = await tryRead(bytes, { name: 'a.json' });
  assert.deepEqual(job.info.crs, { kind: 'epsg', code: 25833 });
  const { points, areas, texts, layers } = job;
  assert.deepEqual([points.name.get(0), points.easting(0), points.colour.get(0)], ['P1', 391390.731, 0x00ff80]);
  assert.deepEqual(points.attributes.get(0), ['name', 'inner', 'PDOP', '1.5']);
  assert.deepEqual([areas.length, areas.ringEnds.get(0), areas.vertexCount], [1, 3, 12]);
  assert.deepEqual([texts.text.get(0), texts.height.get(0)], ['two\nlines', 2.5]);
  assert.equal(layers.name(job.lines.layer.get(0)), 'Kerbs');
});

test('lines, areas and points of any shape survive the round trip in their own coordinates', async () => {
  const coordinate = fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000);
  const ring = (minLength: number) =>
    fc.uniqueArray(fc.tuple(coordinate, coordinate), { minLength, maxLength: 12, selector: String });
  await fc.assert(
    fc.asyncProperty(
      fc.array(ring(2), { maxLength: 4 }),
      fc.array(ring(3), { maxLength: 4 }),
      fc.boolean(),
      async (lines, areas, closed) => {
        const builder = new JobBuilder();
        for (const line of lines) builder.line(new Feature(), pathOf([line], closed && line.length > 2));
        for (const area of areas) builder.area(new Feature(), pathOf([area], true));
        const { bytes } = await tryWrite(builder.job, geojson);
        const { job } = await tryRead(bytes, { format: geojson });
        assert.deepEqual(job.lines.coordinates.view(), builder.job.lines.coordinates.view());
        assert.deepEqual(job.lines.closed.view(), builder.job.lines.closed.view());
        // Outer rings become counter-clockwise: the vertices are the same, possibly in reverse order.
        const sorted = ({ areas: table }: FieldJob) => Array.from(table.coordinates.view()).sort();
        assert.deepEqual(sorted(job), sorted(builder.job));
      },
    ),
    { numRuns: 60 },
  );
});

test('every geometry type, names of other programs, ids and nested properties are read', async () => {
  const collection = {
    type: 'FeatureCollection',
    features: [
      { type: 'Feature', id: 7, geometry: { type: 'Point', coordinates: [13.4, 52.5] }, properties: null },
      {
        type: 'Feature',
        geometry: {
          type: 'MultiPoint',
          coordinates: [
            [1, 2, 3],
            [4, 5, 6],
          ],
        },
        properties: { Name: 'n', a: { b: 1 }, height: 12 },
      },
      {
        type: 'Feature',
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [0, 0],
              [1, 1],
            ],
            [
              [2, 2],
              [3, 3],
              [3, 4],
              [2, 2],
            ],
          ],
        },
        properties: {},
      },
      {
        type: 'Feature',
        geometry: {
          type: 'GeometryCollection',
          geometries: [
            {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [1, 0],
                  [1, 1],
                  [0, 0],
                ],
              ],
            },
            { type: 'Point', coordinates: [0, 0] },
          ],
        },
        properties: {},
      },
    ],
  };
  const { job, issues, tally } = await tryRead(`\uFEFF${JSON.stringify(collection)}`, {
    ...{ name: 'x.json', options: { heights: 'elevation' } },
  });
  assert.deepEqual([job.points.length, job.lines.length, job.areas.length], [4, 2, 1]);
  assert.deepEqual([job.points.name.get(0), job.points.name.get(1)], ['7', 'n']);
  assert.deepEqual(job.points.attributes.get(1), ['a', '{"b":1}', 'height', '12']);
  assert.deepEqual([job.lines.closed.get(0), job.lines.closed.get(1)], [0, 1]);
  assert.deepEqual(job.info.crs, { kind: 'epsg', code: 4326 });
  assert.deepEqual(issues.summary(), []);
  assert.ok(tally.rows().every(({ found, read }) => found === read));
});

test('degrees are projected to a requested system; coordinates that are not degrees are reported', async () => {
  const degrees = '{"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{}}';
  const { job } = await tryRead(degrees, { format: geojson, options: { crs: '25833' } });
  assert.ok(Math.abs(job.points.easting(0) - 391390.731) < 0.001);
  const metres = degrees.replace('13.4,52.5', '391390.5,5817855.5');
  const taken = await tryRead(metres, { format: geojson, options: { crs: '25833' } });
  assert.deepEqual([taken.job.points.easting(0), taken.job.info.crs], [391390.5, { kind: 'epsg', code: 25833 }]);
  assert.equal(taken.issues.count('geojson-not-degrees'), 1);
});

test('control points keep their pairs', async () => {
  const builder = new JobBuilder(sampleJob());
  builder.controlPoint({
    name: 'C',
    code: '',
    description: '',
    easting: 391390.5,
    northing: 5817855.5,
    elevation: 30,
    latitude: 52.5,
    longitude: 13.4,
    ellipsoidHeight: 70,
    useHorizontal: true,
    useVertical: true,
    residualEasting: Number.NaN,
    residualNorthing: Number.NaN,
    residualElevation: Number.NaN,
    source: -1,
  });
  const { bytes } = await tryWrite(builder.job, geojson, { coordinates: 'job' });
  assert.deepEqual((await tryRead(bytes, { format: geojson })).job.controlPoints, builder.job.controlPoints);
});

test('damage is an issue or an error with its position', async () => {
  const feature = '{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{}}';
  const { job, issues } = await tryRead(
    `{"features":[${feature},{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"Point","coordinates":["a",2]}},{bad},17,${feature}],"type":"FeatureCollection"}`,
    { format: geojson },
  );
  assert.equal(job.points.length, 2);
  assert.deepEqual(
    issues.summary().map(({ code, count }) => [code, count]),
    [
      ['feature-without-geometry', 2],
      ['geometry-unreadable', 1],
      ['json-value-malformed', 1],
    ],
  );
  const malformed = (error: FormatError): boolean => error.code === 'json-malformed';
  for (const text of [
    '{"type":"FeatureCollection","features":[',
    `{"type":"FeatureCollection","features":[${feature.slice(0, -1)}`,
    '{"type":"Feature"',
    '[1]',
    '{"a" 1}',
  ])
    await assert.rejects(tryRead(text, { format: geojson }), malformed, text);
  const deep = `{"type":"Feature","geometry":${'['.repeat(100_000)}`;
  await assert.rejects(tryRead(deep, { format: geojson }), (error: LimitError) => error.limit === 'depth');
});

test('texts far larger than a block are read feature by feature, strings with brackets and escapes included', async () => {
  const feature = JSON.stringify({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties: { name: 'a}]\\"{[', code: 'é'.repeat(300) },
  });
  const { job } = await tryRead(`{"type":"FeatureCollection","features":[${Array(5000).fill(feature).join(',')}]}`, {
    format: geojson,
  });
  assert.equal(job.points.length, 5000);
  assert.equal(job.points.name.get(4999), 'a}]\\"{[');
  assert.deepEqual(job.points.code.values.slice(1), ['é'.repeat(300)]);
});

test('damaged copies of a valid file are read or refused, never anything else', async () => {
  const { bytes } = await tryWrite(sampleJob(), geojson);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
      fc.nat(bytes.length),
      async (changes, length) => {
        const copy = Buffer.from(bytes.subarray(0, length));
        for (const [at, byte] of changes) if (at < length) copy[at] = byte;
        try {
          await tryRead(copy, { format: geojson });
        } catch (error) {
          assert.match(
            String((error as FormatError).code),
            /^(json-malformed|limit-exceeded|crs-unknown|unexpected-end)$/,
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('detection recognises it with both extensions and without', () => {
  for (const name of ['a.geojson', 'a.json', 'a'])
    assert.equal(
      detect(new MemorySource(Buffer.from('{ "type": "FeatureCollection", "features": [] }'), name))?.format.id,
      'geojson',
    );
});

test('GDAL opens the file and reads the same features', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.geojson');
  writeFileSync(path, (await tryWrite(sampleJob(), geojson)).bytes);
  const { status, stdout, stderr, error } = spawnSync('ogrinfo', ['-al', '-so', path], { encoding: 'utf8' });
  if (error) return t.skip('gdal-bin is not installed: that GDAL opens the GeoJSON was not checked');
  assert.equal(status, 0);
  assert.equal(stderr, '');
  assert.match(stdout, /Feature Count: 4/);
  assert.match(stdout, /WGS 84/);
});
