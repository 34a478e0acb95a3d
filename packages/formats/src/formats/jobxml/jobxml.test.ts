import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, FieldJob, layerOf, type Unit } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { countByXpath, missingXmllint, schemaFaults } from '../../../testing/xmllint.ts';
import { detect } from '../../convert/detect.ts';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { crsChange, WGS84 } from '../../kit/crs/crs-change.ts';
import { jobxml } from './format.ts';

const CORPUS = join(process.env.CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus'), 'jobxml');
const SURVEY = join(CORPUS, '141108-KIERZKOWO.jxl');
const SCHEMA = join(CORPUS, 'JobXML.xsd');

const ROOT = '<JOBFile jobName="J" version="5.3" product="p" productVersion="1" TimeStamp="2020-01-02T03:04:05">';
const documentOf = (reductions: string, fieldBook = ''): string =>
  `<?xml version="1.0"?>${ROOT}<FieldBook>${fieldBook}</FieldBook><Reductions>${reductions}</Reductions></JOBFile>`;
const grid = (north: string, east: string, elevation: string): string =>
  `<Grid><North>${north}</North><East>${east}</East><Elevation>${elevation}</Elevation></Grid>`;

describe('JobXML of a real survey', () => {
  it('has every reduced point and every record of an independent count', async (t) => {
    const { job, tally, issues, version } = await readWith(jobxml, readFileSync(SURVEY));
    assert.equal(version, '5.3');
    assert.deepEqual(issues.summary(), []);
    const text = readFileSync(SURVEY, 'utf8');
    assert.equal(job.points.length, text.split('<Point>').length - 1);
    assert.equal(job.points.length, 368);
    assert.equal(tally.of('Point').read, 368);
    assert.equal(job.observations.length, (text.match(/^ {8}<\w+Record /gm) ?? []).length);
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(`the counts by XPath: ${missing}`);
    const positioned = countByXpath(SURVEY, 'count(/JOBFile/Reductions/Point[Grid/North != "" and Grid/East != ""])');
    assert.equal(job.points.length, positioned);
    assert.equal(job.observations.length, countByXpath(SURVEY, 'count(/JOBFile/FieldBook/*)'));
    const elevations = countByXpath(SURVEY, 'count(/JOBFile/Reductions/Point/Grid/Elevation[. != ""])');
    const found = Array.from({ length: job.points.length }, (_, row) => job.points.elevation(row));
    assert.equal(found.filter((value) => !Number.isNaN(value)).length, elevations);
    // xmllint prints six digits, so only the last six before the decimal point are compared.
    const sum = countByXpath(SURVEY, 'floor(sum(/JOBFile/Reductions/Point/Grid/East)) mod 1000000');
    const easting = Array.from({ length: job.points.length }, (_, row) => job.points.easting(row));
    assert.equal(Math.floor(easting.reduce((total, value) => total + value, 0)) % 1_000_000, sum);
  });

  it('has points with code, time, quality and WGS 84 position', async () => {
    const { job } = await readWith(jobxml, readFileSync(SURVEY));
    const row = Array.from({ length: job.points.length }, (_, i) => i).find((i) => job.points.name.get(i) === '101')!;
    const feature = job.points.load(row, new Feature());
    assert.equal(feature.code, 'GS');
    assert.deepEqual(
      [job.points.easting(row), job.points.northing(row), job.points.elevation(row)],
      [6492430.5665061, 6071733.2196116, 34.808586724151],
    );
    assert.equal(feature.quality, 0.02513809227871);
    // The record states GPS week 1817, second 566943.6; GPS time was then 16 s ahead of UTC.
    const gps = Date.UTC(1980, 0, 6) + (1817 * 604_800 + 566_943.6 - 16) * 1000;
    assert.ok(Math.abs(feature.time - gps) < 5000, new Date(feature.time).toISOString());
    assert.deepEqual(feature.attributes.slice(0, 6), [
      ...['SurveyMethod', 'NetworkFix', 'Classification', 'Normal'],
      ...['wgs84Latitude', '54.775102817023'],
    ]);
    assert.equal(job.info.name, '141108-KIERZKOWO');
    assert.equal(job.info.unit, 'metre');
    assert.equal(job.info.properties['coordinateSystem/CoordinateSystemRecord/ZoneName'], '2000/18');
    const record = job.observations.find((item) => item.kind === 'PointRecord' && item.target === '101')!;
    assert.equal(record.station, 'PRS45793341940');
    assert.equal(record.values[record.values.indexOf('QualityControl1/PDOP') + 1], '1.914165854454');
  });

  it('states a reference system that converts each WGS 84 position to its grid position', async () => {
    const { job } = await readWith(jobxml, readFileSync(SURVEY));
    const { map } = (await crsChange(WGS84, job.info.crs, 'metre', undefined))!;
    const feature = new Feature();
    let compared = 0;
    for (let row = 0; row < job.points.length; row++) {
      const { attributes } = job.points.load(row, feature);
      const at = attributes.indexOf('wgs84Latitude');
      if (at < 0) continue;
      const position = Float64Array.of(Number(attributes[at + 3]), Number(attributes[at + 1]), 0);
      map(position);
      assert.ok(
        Math.hypot(position[0]! - job.points.easting(row), position[1]! - job.points.northing(row)) < 0.001,
        feature.name,
      );
      compared++;
    }
    assert.equal(compared, 311);
  });

  it('is written according to the schema and read back the same', async (t) => {
    const { job } = await readWith(jobxml, readFileSync(SURVEY));
    let faults = missingXmllint();
    const { result, issues } = await writeWith(jobxml, job, {
      use: (path) => {
        faults ??= schemaFaults(SCHEMA, [path]);
        return readFileSync(path);
      },
    });
    assert.deepEqual(
      issues.summary().map((issue) => issue.code),
      ['observation-left-out', 'crs-left-out', 'time-left-out', 'quality-left-out', 'job-detail-left-out'],
    );
    const back = (await readWith(jobxml, result)).job;
    assert.deepEqual(
      pointsOf(back),
      pointsOf(job).map((point) => ({ ...point, time: Number.NaN, quality: Number.NaN })),
    );
    if (missingXmllint() !== undefined) return t.skip(faults);
    assert.equal(faults, '');
  });

  it('reports the points of the minimal file, which have no coordinates', async () => {
    const { job, issues, tally } = await readWith(jobxml, readFileSync(join(CORPUS, 'test.jxl')));
    assert.equal(job.points.length, 0);
    assert.equal(issues.count('coordinates-missing'), 3);
    assert.deepEqual(
      { ...tally.of('Point') },
      { type: 'Point', space: 'model', found: 3, read: 0, expanded: 0, skipped: 3 },
    );
  });
});

interface PlainPoint {
  readonly name: string;
  readonly time: number;
  readonly quality: number;
  readonly place: readonly number[];
  readonly rest: readonly unknown[];
}

function pointsOf(job: FieldJob): PlainPoint[] {
  const { points } = job;
  return Array.from({ length: points.length }, (_, row) => {
    const { name, time, quality, code, description, attributes } = points.load(row, new Feature());
    const place = [points.easting(row), points.northing(row), points.elevation(row)];
    return { name, time, quality, place, rest: [code, description, attributes] };
  });
}

describe('JobXML of any points', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '1', 'é', '&', '<', '"', '漢', '-'), maxLength: 8 });
  const coordinate = fc.double({ noNaN: true, noDefaultInfinity: true });
  const point = fc.record({
    ...{ name: text.filter((value) => value !== ''), code: text, description: text, value: text },
    ...{ easting: coordinate, northing: coordinate, elevation: fc.oneof(coordinate, fc.constant(Number.NaN)) },
  });
  const jobOf = (points: readonly (typeof point extends fc.Arbitrary<infer T> ? T : never)[], unit: Unit): FieldJob => {
    const job = new FieldJob();
    job.info.name = 'Any';
    job.info.unit = unit;
    for (const item of points) {
      const feature = new Feature();
      Object.assign(feature, { name: item.name, code: item.code, description: item.description });
      feature.attributes = ['Classification', 'Control', 'Tree/Species', item.value, 'wgs84Latitude', '91'];
      job.points.add(feature, item.easting, item.northing, item.elevation);
    }
    return job;
  };

  it('keeps name, code, description, attributes and the bits of every coordinate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { maxLength: 5 }), async (points) => {
        const job = jobOf(points, 'metre');
        const { result } = await writeWith(jobxml, job);
        const back = await readWith(jobxml, result);
        assert.deepEqual(
          pointsOf(back.job).map((item) => item.place),
          pointsOf(job).map((item) => item.place),
        );
        assert.deepEqual(
          pointsOf(back.job).map((item) => [item.name, item.rest[0], item.rest[1]]),
          points.map((item) => [item.name, item.code, item.description]),
        );
        assert.equal(back.issues.summary().length, 0);
      }),
      { numRuns: 60 },
    );
  });

  it('writes valid documents in metres, with any unit, names and characters', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    const samples = fc.sample(fc.array(point, { minLength: 1, maxLength: 5 }), 8);
    for (const points of samples) {
      const job = jobOf(
        [...points, { ...points[0]!, name: ' ', code: '\u0001', easting: Number.NaN, northing: Infinity }],
        'usSurveyFoot',
      );
      job.layers.add(layerOf('a'));
      const { result, issues } = await writeWith(jobxml, job, { use: (path) => schemaFaults(SCHEMA, [path]) });
      assert.equal(result, '');
      assert.equal(issues.count('name-made'), 1);
      assert.equal(issues.count('character-replaced'), 1);
    }
    const { result } = await writeWith(jobxml, jobOf([{ ...samples[0]![0]!, easting: 3937 }], 'usSurveyFoot'));
    assert.match(result.toString(), /<East>1200<\/East>/);
  });
});

describe('JobXML with something wrong', () => {
  it('skips points with NaN, empty or non-numeric coordinates and reports them', async () => {
    const bad = [
      grid('NaN', '1', '2'),
      grid('', '1', '2'),
      grid('north', '1', '2'),
      grid('INF', '1', '2'),
      grid('1,5', '1', '2'),
    ];
    const points = bad.map((position, index) => `<Point><Name>${index}</Name>${position}</Point>`).join('');
    const { job, issues } = await readWith(
      jobxml,
      documentOf(`${points}<Point><Name>ok</Name>${grid('1', '2', 'x')}</Point>`),
    );
    assert.equal(job.points.length, 1);
    assert.ok(Number.isNaN(job.points.elevation(0)));
    assert.equal(issues.count('coordinates-missing'), 5);
  });

  it('reads points with only a WGS 84 position as control points', async () => {
    const earth = '<WGS84><Latitude>50</Latitude><Longitude>8.5</Longitude><Height>100</Height></WGS84>';
    const { job, issues } = await readWith(jobxml, documentOf(`<Point><Name>B</Name><Code>c</Code>${earth}</Point>`));
    assert.equal(issues.count('grid-missing'), 1);
    const [control] = job.controlPoints;
    assert.deepEqual(
      [control?.name, control?.code, control?.latitude, control?.longitude, control?.ellipsoidHeight],
      ['B', 'c', 50, 8.5, 100],
    );
    assert.ok(Number.isNaN(control?.easting));
  });

  it('makes control points of calibration pairs, with their residuals', async () => {
    const pair = (to: string): string =>
      `<CalibrationPointRecord ID="01" TimeStamp="2020-01-02T03:04:05"><GridPointName>G</GridPointName><WGS84PointName>${to}</WGS84PointName>` +
      '<Dimension>2D</Dimension><GridResidual><DeltaNorth>0.01</DeltaNorth><DeltaEast>-0.02</DeltaEast><DeltaElevation/></GridResidual></CalibrationPointRecord>';
    const earth = '<WGS84><Latitude>50</Latitude><Longitude>8</Longitude><Height>9</Height></WGS84>';
    const points = `<Point><Name>G</Name>${grid('10', '20', '30')}</Point><Point><Name>W</Name>${earth}${grid('1', '2', '3')}</Point>`;
    const { job, issues } = await readWith(jobxml, documentOf(points, pair('W') + pair('gone')));
    assert.equal(issues.count('calibration-point-missing'), 1);
    assert.equal(job.controlPoints.length, 1);
    const [control] = job.controlPoints;
    assert.deepEqual(
      [
        control?.name,
        control?.northing,
        control?.easting,
        control?.latitude,
        control?.residualNorthing,
        control?.residualEasting,
      ],
      ['G', 10, 20, 50, 0.01, -0.02],
    );
    assert.deepEqual([control?.useHorizontal, control?.useVertical], [true, false]);
  });

  it('keeps the attributes of features, under the feature if it is not the code', async () => {
    const attribute = '<Attribute><Name>Girth</Name><Value>2.5</Value><Type>Numeric</Type></Attribute>';
    const features = `<Features><Feature Name="TREE">${attribute}</Feature><Feature Name="Site">${attribute}</Feature></Features>`;
    const { job } = await readWith(
      jobxml,
      documentOf(`<Point><Name>1</Name><Code>TREE</Code>${grid('1', '2', '3')}${features}</Point>`),
    );
    assert.deepEqual(job.points.attributes.get(0), ['Girth', '2.5', 'Site/Girth', '2.5']);
  });

  it('does not treat a site with a ground scale, a shift or rotated axes as a plain projection', async () => {
    const survey = readFileSync(SURVEY, 'utf8');
    for (const [from, to] of [
      ['<Type>Grid</Type>', '<Type>KeyedInGroundScaleFactor</Type>'],
      ['<TranslationX>0<', '<TranslationX>1<'],
      ['IncreasingNorthEast', 'IncreasingSouthWest'],
      ['<Type>NoAdjustment</Type>', '<Type>PlaneAdjustment</Type>'],
      ['<Type>TransverseMercator</Type>', '<Type>Krovak</Type>'],
    ] as const) {
      const { job } = await readWith(jobxml, survey.replaceAll(from, to));
      assert.deepEqual(job.info.crs, { kind: 'local', name: 'Polska 2000/18' }, to);
    }
  });

  it('keeps everything before damage, and refuses random damage with codes', async () => {
    const whole = Buffer.from(
      documentOf(
        `<Point><Name>1</Name>${grid('1', '2', '3')}</Point><Point><Name>2</Name>${grid('1', '2', '3')}</Point>`,
      ),
    );
    const start = whole.indexOf(ROOT) + ROOT.length;
    for (let length = 0; length < whole.length; length++) {
      const cut = readWith(jobxml, whole.subarray(0, length));
      if (length < start)
        await assert.rejects(cut, (error) => error instanceof FormatError && error.code === 'xml-cut-off');
      else assert.equal((await cut).issues.count('xml-cut-off'), 1, `${length} bytes`);
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        try {
          const { job } = await readWith(jobxml, damaged);
          assert.ok(job.points.length <= 2);
        } catch (error) {
          assert.ok(error instanceof FormatError, String(error));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('refuses other roots, entity bombs and external entities', async () => {
    await assert.rejects(
      readWith(jobxml, '<LandXML/>'),
      (error) => error instanceof FormatError && error.code === 'jobxml-wrong-root',
    );
    const bomb = `<!DOCTYPE JOBFile [<!ENTITY a "b">]>${ROOT}<FieldBook/></JOBFile>`;
    await assert.rejects(
      readWith(jobxml, bomb),
      (error) => error instanceof FormatError && error.code === 'xml-doctype',
    );
    assert.equal(detect(new MemorySource(readFileSync(SURVEY), 'a.xml'))?.format.id, 'jobxml');
    assert.equal(detect(new MemorySource(Buffer.from(documentOf('')), 'a.jxl'))?.format.id, 'jobxml');
  });
});
