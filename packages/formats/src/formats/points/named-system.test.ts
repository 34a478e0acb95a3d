import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { imported } from '@fieldbridge/formats/testing/journeys.ts';

const HEAD = 'Name,Code,Easting,Northing,Elevation,Longitude,Latitude,Ellipsoidal height,Solution status,CS name';
const row = (system: string, name = 'A1'): string =>
  `${name},KERB,2434191.346,1475350.261,570.143,-89.67023838,40.71672295,461.923,FIX,${system}`;
const file = (...rows: readonly string[]): string => `${[HEAD, ...rows].join('\n')}\n`;
const CS = 'NAD83(2011) / Illinois West (ftUS)';
const epsg = (code: number, name: string, vertical?: number): Crs => ({
  ...{ kind: 'epsg', code, name },
  ...(vertical !== undefined && { vertical }),
});
const DOUBT = 'unit-doubtful';
const KNOWN = ['crs-by-name', 'unit-of-crs'];
const UNKNOWN = ['crs-name-unknown', 'unit-of-crs'];

describe('the system that the rows of a file name', () => {
  for (const [name, crs, unit, codes] of [
    [CS, epsg(6457, CS), 'usSurveyFoot', KNOWN],
    ...['NAVD88(GEOID18) height (ftUS)', 'NAVD88 height (ftUS)'].map((heights) => {
      const both = `${CS} + ${heights}`;
      return [both, epsg(6457, both, 6360), 'usSurveyFoot', KNOWN] as const;
    }),
    [`${CS} + Our heights`, epsg(6457, `${CS} + Our heights`), 'usSurveyFoot', KNOWN],
    [`${CS} + NAVD88 height`, epsg(6457, `${CS} + NAVD88 height`, 5703), 'usSurveyFoot', [...KNOWN, DOUBT]],
    ...['NAVD88(GEOID12B) height', 'NAVD88(GEOID18) height'].map((heights) => {
      const both = `${CS} + ${heights}`;
      return [both, epsg(6457, both, 5703), 'usSurveyFoot', [...KNOWN, DOUBT]] as const;
    }),
    ['NAD83 / Michigan South (ft)', epsg(2253, 'NAD83 / Michigan South (ft)'), 'internationalFoot', KNOWN],
    ['WGS 84 / UTM zone 15N', epsg(32615, 'WGS 84 / UTM zone 15N'), 'metre', KNOWN],
    ['Amersfoort / RD New + NAP height', epsg(7415, 'Amersfoort / RD New + NAP height'), 'metre', KNOWN],
    ['Harbour grid (ftUS)', { kind: 'local', name: 'Harbour grid (ftUS)' }, 'usSurveyFoot', UNKNOWN],
    ['Harbour grid (ft)', { kind: 'local', name: 'Harbour grid (ft)' }, 'internationalFoot', UNKNOWN],
    ['UTM zone 15N', { kind: 'local', name: 'UTM zone 15N' }, 'metre', ['crs-name-unknown', 'unit-assumed']],
  ] as const)
    test(`"${name}" gives ${unit} and ${JSON.stringify(crs)}`, async () => {
      const { job, issues } = await imported(file(row(''), row(name, 'A2')), 'p.csv');
      assert.deepEqual([job.info.crs, job.info.unit], [crs, unit]);
      const { points: p } = job;
      assert.deepEqual([p.length, p.easting(1), p.northing(1), p.elevation(1)], [2, 2434191.346, 1475350.261, 570.143]);
      assert.deepEqual(p.attributes.get(1), [
        ...['Solution status', 'FIX', 'CS name', name],
        ...['latitude', '40.71672295', 'longitude', '-89.67023838', 'ellipsoidHeight', '461.923'],
      ]);
      const found = issues.summary().map(({ code }) => code);
      assert.deepEqual(found.filter((code) => /^(crs|unit)-/.test(code)).sort(), [...codes].sort());
      assert.equal(
        issues
          .places()
          .find(({ code }) => code === 'headings-unknown')
          ?.text.includes('CS name'),
        false,
      );
    });

  test('is that of the latitudes and longitudes where it is in degrees', async () => {
    const { job } = await imported(file('A1,KERB,,,,-89.67023838,40.71672295,461.923,FIX,WGS 84'), 'p.csv');
    assert.deepEqual([job.info.crs, job.points.length, job.controlPoints.length], [{ kind: 'local' }, 0, 1]);
  });

  test('places rows that have only a latitude and a longitude nowhere on its grid', async () => {
    const { job } = await imported(file(row(CS), 'A2,KERB,,,,-89.67,40.71,461.923,FIX,'), 'p.csv');
    assert.deepEqual([job.points.length, job.controlPoints.length], [1, 1]);
  });

  const other = 'NAD83(2011) / Illinois East (ftUS)';
  const several = file(row(CS), row(''), row(CS, 'A2'), row(other, 'A3'));
  test('has to be one for all rows', () =>
    assert.rejects(imported(several, 'p.csv'), {
      code: 'systems-several',
      parameters: { name: CS, line: 2, other, otherLine: 5 },
    }));

  for (const [text, raw, crs, unit, codes] of [
    [several, { crs: '6455' }, { kind: 'epsg', code: 6455 }, 'usSurveyFoot', []],
    [file(row(CS)), { crs: '6347' }, { kind: 'epsg', code: 6347 }, 'metre', ['crs-by-name', 'crs-overridden']],
    [file(row(CS)), { crs: 'local' }, { kind: 'local' }, 'usSurveyFoot', [...KNOWN, 'crs-overridden']],
    [file(row('Ours')), { crs: '6457' }, { kind: 'epsg', code: 6457 }, 'usSurveyFoot', []],
    [file(row(CS)), { unit: 'usft' }, epsg(6457, CS), 'usSurveyFoot', ['crs-by-name']],
  ] as const)
    test(`gives way to ${JSON.stringify(raw)}`, async () => {
      const { job, issues } = await imported(text, 'p.csv', raw);
      assert.deepEqual([job.info.crs, job.info.unit], [crs, unit]);
      const found = issues.summary().map(({ code }) => code);
      assert.deepEqual(found.filter((code) => /^(crs|unit)-/.test(code)).sort(), [...codes].sort());
    });

  test('does not go with another unit', () =>
    assert.rejects(imported(file(row(CS)), 'p.csv', { unit: 'm' }), { code: 'unit-contradicts-crs' }));
});
