import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { BY_LAYER, Feature, type FieldJob, JobBuilder, layerOf, Path } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import { codesOf } from '@fieldbridge/formats/testing/journeys.ts';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { tryRead } from '../points/testing/journey.ts';
import { geojson } from './format.ts';

type Positions = number[] | Positions[];
/** A collection according to RFC 7946. */
interface Collection {
  readonly type: string;
  readonly name: string;
  readonly features: readonly {
    readonly type: string;
    readonly geometry: { readonly type: string; readonly coordinates: Positions } | null;
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}

async function written(job: FieldJob, options = {}): Promise<{ json: Collection; text: string; codes: string[] }> {
  const { result, issues } = await writeWith(geojson, job, { options });
  const text = (result as Buffer).toString();
  return { json: JSON.parse(text) as Collection, text, codes: codesOf(issues) };
}

const millimetres = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000);
const KINDS = ['points', 'lines', 'areas', 'texts', 'controlPoints'] as const;

/** Twice the signed area of a closed ring. */
const turnOf = (ring: readonly number[][]): number =>
  ring
    .slice(1)
    .reduce(
      (sum, [e, n], i) =>
        sum + (ring[i]![0]! - ring[0]![0]!) * (n! - ring[0]![1]!) - (e! - ring[0]![0]!) * (ring[i]![1]! - ring[0]![1]!),
      0,
    );

function assertGeometry({ type, coordinates }: NonNullable<Collection['features'][number]['geometry']>): void {
  const ring = (positions: number[][], isOuter: boolean): void => {
    assert.ok(positions.length >= 4, 'a ring has at least four positions');
    assert.deepEqual(positions[0], positions.at(-1), 'a ring is closed');
    assert.ok(
      isOuter ? turnOf(positions) >= 0 : turnOf(positions) <= 0,
      'outer rings are counter-clockwise, holes clockwise',
    );
  };
  const polygon = (rings: number[][][]): void => rings.forEach((one, i) => void ring(one, i === 0));
  const position = (one: Positions): void => {
    assert.ok(one.length === 2 || one.length === 3);
    assert.ok(one.every(Number.isFinite));
  };
  if (type === 'Point') position(coordinates);
  else if (type === 'LineString') {
    assert.ok(coordinates.length >= 2);
    for (const one of coordinates) position(one as Positions);
  } else if (type === 'Polygon') polygon(coordinates as number[][][]);
  else {
    assert.equal(type, 'MultiPolygon');
    for (const one of coordinates) polygon(one as unknown as number[][][]);
  }
}

describe('a written file', () => {
  it('is a feature collection of RFC 7946 for any job: one feature per object, valid geometries, finite numbers', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryJob({ kinds: KINDS, coordinate: millimetres, most: 4 }), async (job) => {
        const { json, text } = await written(job, { coordinates: 'job' });
        assert.equal(json.type, 'FeatureCollection');
        assert.equal(json.name, job.info.name);
        const { points, lines, areas, texts, controlPoints } = job;
        assert.equal(
          json.features.length,
          points.length + lines.length + areas.length + texts.length + controlPoints.length,
        );
        assert.equal(text.trimEnd().split('\n').length, json.features.length + 2, 'one feature per line');
        for (const { type, geometry, properties } of json.features) {
          assert.equal(type, 'Feature');
          assert.ok(['point', 'line', 'area', 'text', 'controlPoint'].includes(String(properties['kind'])));
          if (geometry !== null) assertGeometry(geometry);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is read back in its own coordinates, except arcs and objects without a position', async () => {
    const shape = { kinds: ['points', 'texts', 'controlPoints'], coordinate: millimetres, most: 4 } as const;
    await fc.assert(
      fc.asyncProperty(arbitraryJob(shape), async (job) => {
        const { result } = await writeWith(geojson, job, { options: { coordinates: 'job' } });
        const back = (await readWith(geojson, result as Buffer)).job;
        const compared = (one: FieldJob): unknown => {
          const { points, texts } = plainJob(one) as Record<string, Record<string, unknown>[]>;
          // Imports have no place in the file; of a repeated attribute it has the first one.
          const stripped = (rows: Record<string, unknown>[]): unknown[] =>
            rows.map(({ source: _source, attributes, layer: _layer, ...rest }) => {
              const pairs = attributes as string[];
              const first = new Map<string, string>();
              for (let i = 0; i < pairs.length; i += 2) if (!first.has(pairs[i]!)) first.set(pairs[i]!, pairs[i + 1]!);
              return { ...rest, attributes: [...first].sort(([a], [b]) => (a < b ? -1 : 1)) };
            });
          const layers = [one.points, one.texts].map((table) =>
            Array.from({ length: table.length }, (_, row) => one.layers.get(table.layer.get(row))?.name ?? ''),
          );
          return { points: stripped(points!), texts: stripped(texts!), layers };
        };
        assert.deepEqual(compared(back), compared(job));
        assert.deepEqual(
          back.controlPoints,
          job.controlPoints.map((one) => ({ ...one, source: -1 })),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('has the requested decimals, rounded like toFixed, with unchanged heights', async () => {
    const builder = new JobBuilder();
    builder.point(new Feature(), 1.23456789, -0.0004, 7.125000001);
    builder.point(new Feature(), 2.5, 1e6, Number.NaN);
    for (const [decimals, expected] of [
      [0, ['[1,0,7.125000001]', '[3,1000000]']],
      [3, ['[1.235,0.000,7.125000001]', '[2.500,1000000.000]']],
      [12, ['[1.234567890000,-0.000400000000,7.125000001]', '[2.500000000000,1000000.000000000000]']],
      [undefined, ['[1.23456789,-0.0004,7.125000001]', '[2.5,1000000]']],
    ] as const) {
      const { text } = await written(builder.job, { decimals });
      assert.deepEqual(
        Array.from(text.matchAll(/"coordinates":(\[[^\]]*\])/g), ([, found]) => found),
        expected,
        String(decimals),
      );
    }
  });

  it('has objects without a position with the geometry null, counted in the report', async () => {
    const builder = new JobBuilder();
    builder.point(Object.assign(new Feature(), { name: 'nowhere' }), Number.NaN, 2, 3);
    const path = new Path();
    builder.line(new Feature(), path);
    path.vertex(1, 2, 3);
    builder.line(new Feature(), path);
    path.vertex(4, Number.POSITIVE_INFINITY, 3);
    builder.line(new Feature(), path);
    path.closed = true;
    builder.area(new Feature(), path);
    builder.point(new Feature(), 1, 2, Number.POSITIVE_INFINITY);
    const { json, codes } = await written(builder.job);
    assert.deepEqual(
      json.features.map(({ geometry }) => geometry?.coordinates ?? null),
      [null, [1, 2], null, null, null, null],
    );
    assert.equal(json.features[0]!.properties['name'], 'nowhere');
    assert.deepEqual(codes, ['geojson-not-wgs84', 'geometry-without-position', 'elevation-infinite']);
  });

  it('has control points without a grid position with their place on the earth as properties', async () => {
    const read = async (row: string) => (await tryRead(`name,latitude,longitude\n${row}\n`, { name: 'a.csv' })).job;
    const { json, codes } = await written(await read('A,-33.9,151.2'));
    const [{ geometry, properties }] = json.features as [Collection['features'][number]];
    assert.deepEqual([geometry, properties['latitude'], properties['longitude']], [null, -33.9, 151.2]);
    assert.deepEqual(codes, ['geojson-not-wgs84', 'control-without-grid']);
    const job = await read('A,52.5,13.4');
    Object.assign(job.controlPoints[0]!, { longitude: Number.NaN });
    assert.deepEqual((await written(job)).codes, ['geojson-not-wgs84', 'geometry-without-position']);
  });

  it('reports lines and areas that cross the antimeridian, if longitudes are written', async () => {
    const builder = new JobBuilder();
    builder.describe({ crs: { kind: 'epsg', code: 32660 } });
    const path = new Path();
    // 180° is at an easting of about 829 000 in this zone.
    for (const [easting, northing] of [
      [700_000, 1_000_000],
      [990_000, 1_000_000],
      [990_000, 1_100_000],
    ] as const)
      path.vertex(easting, northing, 1);
    builder.line(new Feature(), path);
    path.closed = true;
    builder.area(new Feature(), path);
    const near = new Path();
    near.vertex(700_000, 1_000_000, 1);
    near.vertex(710_000, 1_000_000, 1);
    builder.line(new Feature(), near);
    const { json, codes } = await written(builder.job);
    const [first, second] = json.features[0]!.geometry!.coordinates as unknown as number[][];
    assert.ok(first![0]! > 178 && second![0]! < -178);
    assert.deepEqual(codes, ['crs-operation', 'crs-outside-area', 'antimeridian-crossed']);
    const { issues } = await writeWith(geojson, builder.job);
    assert.equal(issues.count('antimeridian-crossed'), 2);
    const own = await written(builder.job, { coordinates: 'job' });
    assert.equal(own.codes.includes('antimeridian-crossed'), false);
  });

  it('has all properties that are set and no others', async () => {
    const builder = new JobBuilder();
    const feature = new Feature();
    builder.point(feature, 1, 2, Number.NaN);
    Object.assign(feature, {
      ...{
        layer: builder.layer(layerOf('L"1')),
        name: 'n\n',
        code: 'c\\',
        description: '\u0001',
        colour: 0,
        lineType: 'DASH',
      },
      ...{
        lineWeight: 0,
        time: 0,
        quality: 0,
        list: 'l',
        block: 'b',
        page: 1,
        attributes: ['', '', 'kind', 'k', 'a', '1', 'a', '2'],
      },
    });
    builder.point(feature, 1, 2, Number.NaN);
    const { json } = await written(builder.job);
    assert.deepEqual(json.features[0]!.properties, { kind: 'point' });
    assert.deepEqual(json.features[1]!.properties, {
      ...{ kind: 'point', name: 'n\n', code: 'c\\', description: '\u0001', layer: 'L"1', list: 'l', colour: '#000000' },
      ...{ lineType: 'DASH', lineWeight: 0, time: '1970-01-01T00:00:00.000Z', quality: 0, block: 'b', page: 1 },
      ...{ '': '', 'attribute:kind': 'k', a: '1' },
    });
    assert.equal(new Feature().colour, BY_LAYER);
  });

  describe('has no time if the job’s is beyond the calendar', () => {
    for (const [time, expected] of [
      [8.64e15, '+275760-09-13T00:00:00.000Z'],
      [-8.64e15, '-271821-04-20T00:00:00.000Z'],
      [8.64e15 + 2, undefined],
      [1e300, undefined],
      [Number.NEGATIVE_INFINITY, undefined],
    ] as const)
      it(String(time), async () => {
        const builder = new JobBuilder();
        builder.point(Object.assign(new Feature(), { time }), 1, 2, 3);
        assert.equal((await written(builder.job)).json.features[0]!.properties['time'], expected);
      });
  });

  it('keeps attributes called Name, id or title, because our files state a kind', async () => {
    const builder = new JobBuilder();
    const attributes = ['id', '5', 'Name', 'n', 'title', 't', 'attribute:x', 'y'];
    builder.point(Object.assign(new Feature(), { attributes }), 1, 2, 3);
    const { job } = await readWith(geojson, (await written(builder.job)).text);
    assert.deepEqual([job.points.name.get(0), job.points.attributes.get(0)], ['', attributes]);
  });

  it('is refused if its system is unknown, naming it', async () => {
    const builder = new JobBuilder();
    builder.describe({ crs: { kind: 'epsg', code: 999_999 } });
    await assert.rejects(written(builder.job), { code: 'crs-unknown' });
    const { codes } = await written(builder.job, { coordinates: 'job' });
    assert.deepEqual(codes, ['geojson-own-crs']);
  });

  it('is read by GDAL with the same geometries, positions and names', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'geojson-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const [job] = fc.sample(arbitraryJob({ kinds: KINDS, coordinate: millimetres, fewestVertices: 2, bulges: false }), {
      numRuns: 1,
      seed: 11,
    });
    job!.info.crs = { kind: 'epsg', code: 25832 };
    const { json, text } = await written(job!, { coordinates: 'job' });
    const path = join(folder, 'a.geojson');
    writeFileSync(path, text);
    const { error, stdout, stderr } = spawnSync('ogrinfo', ['-al', path], { encoding: 'utf8', maxBuffer: 1 << 26 });
    if (error) return t.skip('gdal-bin is not installed: the GeoJSON was not compared with GDAL');
    assert.equal(stderr, '');
    assert.match(stdout, /ETRS89 \/ UTM zone 32N/);
    const OGR: Readonly<Record<string, string>> = {
      Point: 'POINT',
      LineString: 'LINESTRING',
      Polygon: 'POLYGON',
      MultiPolygon: 'MULTIPOLYGON',
    };
    for (const [type, word] of Object.entries(OGR)) {
      const found = Array.from(stdout.matchAll(new RegExp(`^  ${word}(?: Z)? \\(`, 'gm'))).length;
      assert.equal(found, json.features.filter(({ geometry }) => geometry?.type === type).length, type);
    }
  });
});
