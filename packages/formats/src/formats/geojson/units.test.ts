import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type Crs, Feature, type FieldJob, JobBuilder, labelOf, Path } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported } from '@fieldbridge/formats/testing/journeys.ts';
import { gtxGrid } from '../../kit/crs/testing/geoid.ts';

/** Metres in a US survey foot: exactly 1200/3937. */
const US_FOOT = 1200 / 3937;
/** New York, Long Island zone, in US survey feet. */
const LONG_ISLAND: Crs = { kind: 'epsg', code: 2263 };
const ETRS: Crs = { kind: 'epsg', code: 25833 };

const point = (coordinates: string): string =>
  `{"type":"Feature","geometry":{"type":"Point","coordinates":${coordinates}},"properties":{}}`;
const collection = (coordinates: string, system = ''): string =>
  `{"type":"FeatureCollection",${system === '' ? '' : `"crs":{"type":"name","properties":{"name":"${system}"}},`}"features":[${point(coordinates)}]}`;
/** A written feature. */
interface Written {
  readonly geometry: { readonly coordinates: readonly number[] };
  readonly properties: Readonly<Record<string, number>>;
}
const positionOf = ({ points }: FieldJob): number[] => Array.from(points.coordinates.view().subarray(0, 3));

function assertNear(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) => {
    assert.ok(Math.abs(actual[i]! - value) <= tolerance, `${actual.join(', ')} is not ${expected.join(', ')}`);
  });
}

/** The best operation between NAD83 and WGS 84 needs a grid; the next one has an accuracy of 4 m. */
const COARSE = { crsAccuracy: 4 };
const ELEVATION = { heights: 'elevation' };
const CHANGED = ['crs-operation', 'crs-better-with-grid'];

describe('the position of an imported GeoJSON file', () => {
  // GDAL 3.6, gdaltransform -s_srs EPSG:4326 -t_srs EPSG:2263 and EPSG:25833.
  const NEW_YORK = '[-74,40.7,10]';
  const IN_FEET = [984250, 194305.338941152];
  const BERLIN = '[13.4,52.5,10]';
  const IN_METRES = [391390.731, 5817855.241];

  it('in a job in feet: its degrees are projected, its heights in metres become feet', async () => {
    const target = { unit: 'usSurveyFoot', crs: LONG_ISLAND } as const;
    const { job, issues } = await imported(collection(NEW_YORK), 'a.geojson', { ...COARSE, ...ELEVATION }, { target });
    assertNear(positionOf(job), [...IN_FEET, 10 / US_FOOT], 1e-6);
    assert.deepEqual([job.unit, job.info.crs, codesOf(issues)], ['usSurveyFoot', LONG_ISLAND, CHANGED]);
  });

  it('in a job in feet whose system is requested again: metres are never read as feet', async () => {
    const target = { unit: 'usSurveyFoot', crs: LONG_ISLAND } as const;
    const { job } = await imported(collection(NEW_YORK), 'a.geojson', { crs: '2263', ...COARSE }, { target });
    assertNear(positionOf(job), [...IN_FEET, 10 / US_FOOT], 1e-6);
  });

  it('in a local job: as degrees, with a note, and their heights in the unit of the job', async () => {
    const target = { unit: 'internationalFoot' } as const;
    const { job } = await imported(collection(NEW_YORK), 'a.geojson', {}, { target });
    assertNear(positionOf(job), [-74, 40.7, 10 / 0.3048], 1e-9);
  });

  describe('is the same in every notation of WGS 84', () => {
    for (const system of [
      '',
      'urn:ogc:def:crs:OGC:1.3:CRS84',
      'urn:ogc:def:crs:OGC::CRS84',
      'OGC:CRS84',
      'EPSG:4326',
      'urn:ogc:def:crs:EPSG::4326',
    ])
      it(JSON.stringify(system), async () => {
        const { job, issues } = await imported(collection(BERLIN, system), 'a.geojson', { crs: '25833', ...ELEVATION });
        assertNear(positionOf(job), [...IN_METRES, 10], 0.001);
        assert.deepEqual([job.info.crs, job.unit, codesOf(issues)], [ETRS, 'metre', ['crs-operation']], system);
      });
  });

  it('is in the unit of its stated system, whatever the unit of the job', async () => {
    const stated = collection('[984250,194305.338941152,100]', 'urn:ogc:def:crs:EPSG::2263');
    const alone = await imported(stated, 'a.geojson');
    assert.deepEqual(positionOf(alone.job), [984250, 194305.338941152, 100]);
    assert.deepEqual([alone.job.unit, codesOf(alone.issues)], ['usSurveyFoot', []]);
    const metric = await imported(stated, 'a.geojson', {}, { target: { unit: 'metre', crs: { kind: 'local' } } });
    const expected = [984250, 194305.338941152, 100].map((feet) => feet * US_FOOT);
    assertNear(positionOf(metric.job), expected, 1e-6);
    const zone = collection('[391390.731,5817855.241,10]', 'EPSG:25833');
    const local = { unit: 'internationalFoot', crs: { kind: 'local' } } as const;
    const feet = await imported(zone, 'a.geojson', {}, { target: local });
    assertNear(positionOf(feet.job), [391390.731 / 0.3048, 5817855.241 / 0.3048, 10 / 0.3048], 1e-6);
  });

  it('is overridden if the caller states another system, which is noted', async () => {
    const { job, issues } = await imported(collection('[500000,5000000]', 'EPSG:25832'), 'a.geojson', { crs: '25833' });
    assert.deepEqual([positionOf(job).slice(0, 2), job.info.crs], [[500000, 5000000], ETRS]);
    const [note] = issues.summary();
    assert.deepEqual([note?.code, note?.severity], ['crs-overridden', 'note']);
    assert.match(note!.text, /EPSG:25832.*EPSG:25833/);
    const same = await imported(collection('[500000,5000000]', 'EPSG:25832'), 'a.geojson', { crs: '25832' });
    assert.deepEqual(codesOf(same.issues), []);
  });

  it('is checked at the first feature with a position', async () => {
    const nowhere = '{"type":"Feature","geometry":null,"properties":{}}';
    const grouped = `{"type":"Feature","geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[500000,5000000]}]},"properties":{}}`;
    for (const first of [nowhere, `${nowhere},${nowhere}`, '{"type":"Feature"}', '17', '{bad}', grouped]) {
      const text = `{"type":"FeatureCollection","features":[${first},${point('[500000,5000000]')}]}`;
      const { job, issues } = await imported(text, 'a.geojson');
      assert.deepEqual(job.info.crs, { kind: 'local' }, first);
      assert.equal(issues.count('geojson-not-degrees'), 1, first);
    }
  });
});

describe('a job in feet written as GeoJSON', () => {
  function feet(crs: Crs): FieldJob {
    const builder = new JobBuilder();
    builder.describe({ unit: 'usSurveyFoot', crs });
    const feature = new Feature();
    feature.quality = 0.1;
    builder.point(feature, 987654, 210000, 100);
    feature.reset();
    builder.text(feature, labelOf('a', 987654, 210000, { elevation: 100, height: 2 }));
    const arc = new Path();
    arc.vertex(987000, 210000, Number.NaN, 1);
    arc.vertex(987100, 210000, Number.NaN);
    builder.line(feature, arc);
    builder.controlPoint({
      ...{ name: 'C', code: '', description: '', easting: 987654, northing: 210000, elevation: 100 },
      ...{ latitude: 40.743, longitude: -73.988, ellipsoidHeight: 3937, useHorizontal: true, useVertical: true },
      ...{ residualEasting: 3.937, residualNorthing: 0, residualElevation: Number.NaN, source: -1 },
    });
    return builder.job;
  }
  const features = async (job: FieldJob, options = {}): Promise<Written[]> =>
    JSON.parse((await exported(job, 'geojson', { ...COARSE, ...options })).text).features;

  it('has degrees and, as required by RFC 7946, metres: heights, deviations and text sizes', async () => {
    const [point, line, text, control] = await features(feet(LONG_ISLAND));
    // GDAL 3.6: gdaltransform -s_srs EPSG:2263 -t_srs EPSG:4326.
    assertNear(point!.geometry.coordinates, [-73.9877156997726, 40.7430773989774, 100 * US_FOOT], 2e-9);
    assertNear([point!.properties['quality']!, text!.properties['height']!], [0.1 * US_FOOT, 2 * US_FOOT], 1e-12);
    const { ellipsoidHeight, residualEasting } = control!.properties;
    assertNear([ellipsoidHeight!, residualEasting!], [1200, 1.2], 1e-9);
    assert.equal(line!.geometry.coordinates.length > 20, true);
  });

  it('has the tolerance of arcs in the unit of the job', async () => {
    const chords = async (options: object): Promise<number> =>
      (await features(feet(LONG_ISLAND), options))[1]!.geometry.coordinates.length - 1;
    // Half a circle of radius 50 ft; within 1 ft each chord turns by at most 2·acos(1 − 1/50) = 0.4003 rad.
    assert.equal(await chords({ tolerance: 1 }), Math.ceil(Math.PI / 0.4003));
    assert.ok((await chords({})) > 4 * (await chords({ tolerance: 1 })));
  });

  it('keeps its feet if its own coordinates are requested, and is read back unchanged', async () => {
    const { text } = await exported(feet(LONG_ISLAND), 'geojson', { coordinates: 'job' });
    const { job } = await imported(text, 'a.geojson');
    assert.deepEqual([job.unit, job.info.crs], ['usSurveyFoot', LONG_ISLAND]);
    assert.deepEqual(positionOf(job), [987654, 210000, 100]);
    assert.deepEqual(job.controlPoints, feet(LONG_ISLAND).controlPoints);
  });

  it('is read back from degrees to the same feet', async () => {
    const { text } = await exported(feet(LONG_ISLAND), 'geojson', COARSE);
    const target = { unit: 'usSurveyFoot', crs: LONG_ISLAND } as const;
    const { job } = await imported(text, 'a.geojson', COARSE, { target });
    assertNear(positionOf(job), [987654, 210000, 100], 5e-4);
    assertNear([job.points.quality.get(0), job.texts.height.get(0)], [0.1, 2], 1e-9);
    assertNear([job.controlPoints[0]!.ellipsoidHeight], [3937], 1e-6);
  });

  it('is not changed by the writer', async () => {
    const job = feet(LONG_ISLAND);
    await exported(job, 'geojson', COARSE);
    assert.deepEqual([job.unit, positionOf(job)], ['usSurveyFoot', [987654, 210000, 100]]);
  });

  it('in degrees and with heights in feet has its degrees kept', async () => {
    const builder = new JobBuilder();
    builder.describe({ unit: 'internationalFoot', crs: { kind: 'epsg', code: 4326 } });
    builder.point(new Feature(), 13.4, 52.5, 100);
    const [point] = await features(builder.job);
    assertNear(point!.geometry.coordinates, [13.4, 52.5, 30.48], 1e-9);
  });
});

describe('the heights of a GeoJSON file', () => {
  const line = '{"type":"LineString","coordinates":[[9.25,48.75,300],[9.26,48.75,301]]}';
  const FILE = `{"type":"FeatureCollection","features":[${point('[9.25,48.75,300]')},{"type":"Feature","geometry":${line},"properties":{}}]}`;
  const UNDULATION = 45.625;
  const read = async (raw: Record<string, unknown>, text = FILE) => {
    const grids = mkdtempSync(join(tmpdir(), 'geojson-heights-'));
    const area = { west: 0, south: 44, east: 16, north: 56 };
    writeFileSync(join(grids, 'egm96_15.gtx'), gtxGrid(area, UNDULATION));
    try {
      const { job, issues } = await imported(text, 'a.geojson', raw, { grids });
      const elevations = [job.points.elevation(0), job.lines.coordinates.get(2), job.lines.coordinates.get(5)];
      return { elevations, attributes: job.points.attributes.get(0), codes: codesOf(issues), issues };
    } finally {
      rmSync(grids, { recursive: true });
    }
  };
  const UNKNOWN = [Number.NaN, Number.NaN, Number.NaN];

  for (const [what, raw, elevations, attributes, code] of [
    ['are elevations with a warning', {}, [300, 300, 301], [], 'geojson-heights'],
    ['are elevations where that is stated', { heights: 'elevation' }, [300, 300, 301], [], ''],
    ['above the ellipsoid stay so', { heights: 'ellipsoid' }, UNKNOWN, ['300'], 'geojson-heights-left-out'],
    [
      'above the ellipsoid stay so in a system without heights',
      { heights: 'ellipsoid', crs: '32632' },
      UNKNOWN,
      ['300'],
      'geojson-heights-left-out',
    ],
    [
      'above the ellipsoid become elevations by a geoid model',
      { heights: 'ellipsoid', crs: '32632+5773' },
      [300 - UNDULATION, 300 - UNDULATION, 301 - UNDULATION],
      ['300'],
      '',
    ],
  ] as const)
    it(what, async () => {
      const found = await read(raw);
      assertNear(
        found.elevations.map((value) => (Number.isNaN(value) ? -1 : value)),
        elevations.map((value) => (Number.isNaN(value) ? -1 : value)),
        1e-6,
      );
      assert.deepEqual(
        found.attributes,
        attributes.flatMap((value) => ['ellipsoidHeight', value]),
      );
      const reported = found.codes.filter((one) => one.startsWith('geojson-heights'));
      assert.deepEqual(reported, code === '' ? [] : [code]);
    });

  it('are counted in the warning', async () => {
    const { issues } = await read({});
    assert.deepEqual([issues.count('geojson-heights'), issues.summary()[0]?.severity], [3, 'warning']);
  });

  it('are elevations without a warning in our own files, and 0 is no height', async () => {
    const builder = new JobBuilder();
    builder.describe({ unit: 'metre', crs: ETRS });
    builder.point(new Feature(), 391390.731, 5817855.241, 34);
    const { text } = await exported(builder.job, 'geojson');
    assert.deepEqual((await read({}, text)).codes, []);
    assert.deepEqual((await read({}, collection('[13.4,52.5,0]'))).codes, []);
  });
});
