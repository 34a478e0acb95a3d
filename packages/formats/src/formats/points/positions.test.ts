import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ControlPoint, Feature, JobBuilder } from '@fieldbridge/fieldjob';
import type { FormatError } from '../../core/failure.ts';
import { type Issue, IssueLog } from '../../core/issues/issue.ts';
import { isOnEarth } from './geographic.ts';
import { LocalisedPositions, parseControl } from './localised.ts';
import { tryRead } from './testing/journey.ts';

const near = (actual: number, expected: number, tolerance: number, what = ''): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what} ${actual} is not ${expected}`);
const HEAD = 'name,latitude,longitude,ellipsoidal height,elevation,code\n';
const control = async (text: string, options = {}): Promise<ControlPoint | undefined> =>
  (await tryRead(text, { options })).job.controlPoints[0];

test('without a system, positions on the earth become control points that are not used', async () => {
  const { job, issues } = await tryRead(`${HEAD}A,52.5,13.4,80.25,40.5,TBM\nB,-33.9,-151.2,,,\n`);
  const [a, b] = job.controlPoints as [ControlPoint, ControlPoint];
  assert.deepEqual(
    [a.name, a.code, a.latitude, a.longitude, a.ellipsoidHeight, a.elevation],
    ['A', 'TBM', 52.5, 13.4, 80.25, 40.5],
  );
  assert.deepEqual([a.useHorizontal, a.useVertical, Number.isNaN(a.easting)], [false, false, true]);
  assert.deepEqual([b.latitude, b.longitude, Number.isNaN(b.ellipsoidHeight)], [-33.9, -151.2, true]);
  assert.deepEqual([job.points.length, issues.count('geographic-as-control')], [0, 1]);
});

test('rows with both positions are pairs; their values decide how they are used', async () => {
  const head = 'name,easting,northing,elevation,latitude,longitude,ellheight\n';
  for (const [row, horizontal, vertical] of [
    ['A,1.5,2.5,3.5,52,13,80', true, true],
    ['A,1.5,2.5,3.5,52,13,', true, false],
    ['A,1.5,2.5,,52,13,80', true, false],
    ['A,,,3.5,52,13,80', false, false],
  ] as const) {
    const point = await control(head + row);
    assert.deepEqual([point?.useHorizontal, point?.useVertical], [horizontal, vertical], row);
  }
  const { job } = await tryRead(`${head}A,1.5,2.5,3.5,52,13,80\nB,9.5,8.5,7.5,,,\nC,9.5,8.5,7.5,oops,13,80\n`);
  assert.deepEqual([job.controlPoints.length, job.points.length], [1, 2], 'a row with only a grid position is a point');
});

test('attributes that a control point cannot have are reported', async () => {
  for (const [row, count] of [
    ['A,52,13,80,FIX', 1],
    ['A,52,13,80,', 0],
  ] as const) {
    const { issues } = await tryRead(`name,latitude,longitude,ellheight,status\n${row}\n`);
    assert.equal(issues.count('control-without-attributes'), count, row);
  }
  const { job, issues } = await tryRead('name,latitude,longitude,status\nA,52,13,FIX\n', { options: { crs: '4326' } });
  assert.deepEqual(job.points.attributes.get(0), ['status', 'FIX']);
  assert.equal(issues.count('control-without-attributes'), 0);
});

test('latitudes and longitudes keep their headings, whichever coordinate of the grid comes first', async () => {
  for (const [names, numbers, order] of [
    ['x;y;z;lat;lon', '547892.123;6458123.456;145.2;45.21234;2.12345', undefined],
    ['y;x;z;lon;lat', '6458123.456;547892.123;145.2;2.12345;45.21234', undefined],
    ['e;n;z;lat;lon', '6458123.456;547892.123;145.2;45.21234;2.12345', 'NE'],
  ] as const) {
    const { job } = await tryRead(`nr;${names}\nM1;${numbers}\n`, { options: order === undefined ? {} : { order } });
    const [pair] = job.controlPoints;
    assert.deepEqual([pair!.easting, pair!.northing], [547892.123, 6458123.456], names);
    assert.deepEqual([pair!.latitude, pair!.longitude], [45.21234, 2.12345], names);
  }
});

test('latitudes beyond the poles and longitudes beyond one turn are invalid; their rows are reported', async () => {
  for (const [latitude, longitude, there] of [
    [90, 180, true],
    [-90, -180, true],
    [0, 360, true],
    [90.000_001, 0, false],
    [-91, 0, false],
    [0, 360.1, false],
    [Number.NaN, 0, false],
  ] as const)
    assert.equal(isOnEarth(latitude, longitude), there, `${latitude} ${longitude}`);
  const { job, issues, tally } = await tryRead(`${HEAD}A,95.5,13.4,,,\nB,52.5,13.4,,,\nC,,13.4,,,\n`);
  assert.deepEqual([job.controlPoints.length, tally.of('row').skipped], [1, 2]);
  assert.deepEqual(
    issues
      .places()
      .filter(({ line }) => line !== undefined)
      .map(({ code, line }) => `${code} ${line}`),
    ['row-unreadable 2', 'coordinate-missing 4'],
  );
});

describe('angles in any notation give the same position: 52°07\'24.5" north, 13°24\'00" west', () => {
  for (const [latitude, longitude, options] of [
    ['52°07\'24.5"N', '13°24\'00"W', {}],
    ['52 07 24.5', '-13 24 00', {}],
    ['N52-07-24.5', 'W13-24-00', {}],
    ["52°07.408333333'N", "13°24.0'W", {}],
    ['52.12347222222', '-13.4', {}],
    ['52.07245', '-13.24', { angle: 'packed' }],
    ['57.91496913580', '-14.88888888889', { angle: 'gon' }],
    ['S-52.12347222222', 'W13.4', {}],
  ] as const)
    test(JSON.stringify(latitude), async () => {
      const point = await control(`name;latitude;longitude\nA;${latitude};${longitude}\n`, {
        ...options,
        delimiter: 'semicolon',
        decimal: 'point',
      });
      const sign = latitude.startsWith('S') ? -1 : 1;
      near(point!.latitude, sign * (52 + 7 / 60 + 24.5 / 3600), 1e-10, latitude);
      near(point!.longitude, -13.4, 1e-10, longitude);
    });
});

test('plain numbers that could be packed degrees are reported as assumed; digits that cannot be minutes settle it', async () => {
  const said = async (rows: string): Promise<number> =>
    (await tryRead(`name,lat,lon\n${rows}`)).issues.count('angle-format-assumed');
  assert.equal(await said('A,52.3015,13.2430\n'), 1);
  assert.equal(await said('A,52.3015,13.2430\nB,52.7015,13.2430\n'), 0, 'there are no 70 minutes');
  assert.equal(await said('A,52.3065,13.2430\n'), 0, 'nor 65 seconds');
});

test('with a system they are projected, and the ellipsoidal height becomes an attribute', async () => {
  const { job, issues } = await tryRead(`${HEAD}A,0,9,80.25,40.5,TBM\nB,0,9,,,\n`, { options: { crs: '32632' } });
  // UTM 32 has its central meridian at 9° and a false easting of 500 km; the equator is northing 0.
  near(job.points.easting(0), 500_000, 1e-6);
  near(job.points.northing(0), 0, 1e-6);
  assert.deepEqual([job.points.elevation(0), job.points.code.get(0)], [40.5, 'TBM']);
  assert.deepEqual([job.points.attributes.get(0), job.points.attributes.get(1)], [['ellipsoidHeight', '80.25'], []]);
  assert.equal(issues.count('geographic-as-control'), 0);
  const { job: feet } = await tryRead(`${HEAD}A,0,-99,,,\n`, { options: { crs: '32664' } });
  near(feet.points.easting(0), 1_640_416.67, 1e-5, 'US survey feet, as the system has them');
  assert.equal(feet.unit, 'usSurveyFoot');
});

test('a grid position stated in a row overrides the computed one', async () => {
  const { job } = await tryRead('name,lat,lon,easting,northing\nA,0,9,1.5,2.5\nB,0,9,,\n', {
    options: { crs: '32632' },
  });
  assert.deepEqual([job.points.easting(0), job.points.northing(0)], [1.5, 2.5]);
  near(job.points.easting(1), 500_000, 1e-6);
});

test('a system that cannot be used is refused with its code, before any point is imported', async () => {
  for (const [crs, code] of [
    ['999998', 'crs-unknown'],
    ['27700', 'crs-grid-missing'],
    ['2053', 'crs-axes'],
  ] as const)
    await assert.rejects(tryRead(`${HEAD}A,52,13,,,\n`, { options: { crs } }), { code });
  const { job } = await tryRead('name,easting,northing\nA,1.5,2.5\n', { options: { crs: '27700' } });
  assert.equal(job.points.length, 1, 'there is nothing to project');
});

test('control pairs are parsed, and the fault of an invalid one is named', () => {
  const [pair] = parseControl(' A , 1000 , 2000 , 40 , 52.5 , -13 , 80 ; ') as [ControlPoint];
  assert.deepEqual([pair.name, pair.easting, pair.northing, pair.elevation], ['A', 1000, 2000, 40]);
  assert.deepEqual([pair.latitude, pair.longitude, pair.ellipsoidHeight, pair.useVertical], [52.5, -13, 80, true]);
  assert.equal(parseControl('A,1,2,,52,13,')[0]!.useVertical, false);
  assert.equal(parseControl('A,1,2,3,52,13,4;B,1,2,3,52,13,4;').length, 2);
  for (const text of [
    'A,1,2,3,52,13',
    'A,1,2,3,52,13,4,5',
    'A,x,2,3,52,13,4',
    'A,1,,3,52,13,4',
    'A,1,2,3,91,13,4',
    'A,1,2,3,,13,4',
    'A,Infinity,2,3,52,13,4',
    'A',
  ])
    assert.throws(
      () => parseControl(text),
      (error: FormatError) => error.code === 'option-invalid' && /"A/.test(error.message),
      text,
    );
  assert.throws(() => parseControl('A,1,2,3,52,13,4;'.repeat(201)), {
    code: 'option-invalid',
    message: /201 pairs; at most 200/,
  });
  assert.deepEqual(parseControl(' ; ;'), []);
});

test('heights that are not numbers are refused, not ignored', () => {
  for (const text of ['A,1,2,high,52,13,4', 'A,1,2,3,52,13,4m'])
    assert.throws(() => parseControl(text), { code: 'option-invalid' }, text);
});

describe('a localisation maps its own control points to their grid positions, in metres and in feet', () => {
  // A site grid rotated by 90°: its easting runs north. A degree of latitude is about 111 km, so 0.001° is about 111 m.
  const pairs = parseControl('A,1000,5000,40,52,13,80;B,1111.26,5000,40,52.001,13,80;C,1000,4931.33,40,52,13.001,80');
  for (const unit of ['metre', 'usSurveyFoot'] as const) {
    test(unit, () => {
      const builder = new JobBuilder();
      const issues = new IssueLog();
      const positions = new LocalisedPositions(builder, pairs, unit, issues.report);
      assert.equal(builder.job.controlPoints.length, 3);
      const [{ code, parameters }] = issues.places() as [Issue];
      assert.deepEqual([code, parameters!['count'], parameters!['unit']], ['localised', 3, unit]);
      assert.match(String(parameters!['horizontal']), /^\d+\.\d{4}$/);
      const worst = Math.max(
        ...builder.job.controlPoints.map((point) => Math.hypot(point.residualEasting, point.residualNorthing)),
      );
      for (const [latitude, longitude, easting, northing] of [
        [52, 13, 1000, 5000],
        [52.001, 13, 1111.26, 5000],
        [52, 13.001, 1000, 4931.33],
      ] as const) {
        const at = { latitude, longitude, height: 80, elevation: Number.NaN, grid: undefined };
        assert.ok(positions.take(new Feature(), at));
        const row = builder.job.points.length - 1;
        const off = Math.hypot(builder.job.points.easting(row) - easting, builder.job.points.northing(row) - northing);
        assert.ok(off <= worst + 1e-6, `${off} of ${worst}`);
      }
      assert.ok(
        !positions.take(new Feature(), { latitude: 95, longitude: 0, height: 0, elevation: 0, grid: undefined }),
      );
    });
  }
});

for (const [heading, isEllipsoidal] of [
  ['height', true],
  ['alt', true],
  ['h', true],
  ['Höhe', true],
  ['elevation', false],
  ['ortho height', false],
] as const)
  test(`"${heading}" next to latitude and longitude is ${isEllipsoidal ? 'above the ellipsoid' : 'an elevation'}`, async () => {
    const text = `name,latitude,longitude,${heading}\nA,52.1551744,5.3872062,43\n`;
    const { job } = await tryRead(text, { options: { crs: 'EPSG:28992' } });
    const elevation = job.points.elevation(0);
    assert.deepEqual(Number.isNaN(elevation) ? undefined : elevation, isEllipsoidal ? undefined : 43);
    assert.deepEqual(job.points.attributes.get(0), isEllipsoidal ? ['ellipsoidHeight', '43'] : []);
  });
