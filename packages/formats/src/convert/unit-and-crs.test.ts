import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Crs, Feature, type FieldJob, JobBuilder, type Unit } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { formatById, parseExportOptions, parseImportOptions, reportContent } from '../index.ts';

const METRIC = 'EPSG:25832';
const TEXAS_FEET = 'EPSG:2277';
const TEXAS_FEET_PRJ =
  'PROJCS["NAD_1983_StatePlane_Texas_Central_FIPS_4203_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",2296583.333],UNIT["US survey foot",0.3048006]]';
const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const points = (unit: string): string => `name,easting${unit},northing${unit}\nA,500000,5600000\n`;
const land = (units: string, code: number): string =>
  `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units>${units}</Units>` +
  `<CoordinateSystem epsgCode="${code}"/><CgPoints><CgPoint name="A">463000 155000 43</CgPoint></CgPoints></LandXML>`;
const jobIn = (unit: Unit, crs: Crs): FieldJob => {
  const builder = new JobBuilder();
  builder.describe({ unit, crs });
  builder.point(new Feature(), 500_000, 5_600_000, 43);
  return builder.job;
};

describe('a unit that contradicts the reference system', () => {
  for (const [crs, unit, message] of [
    [METRIC, 'ft', /in metres, not in international feet; choose unit=m, a system in international feet, or crs=local/],
    [TEXAS_FEET, 'm', /in US survey feet, not in metres; choose unit=usft, crs=32139 \(NAD83 \/ Texas Central\)/],
    [TEXAS_FEET, 'ft', /in US survey feet, not in international feet/],
    [TEXAS_FEET_PRJ, 'm', /in US survey feet, not in metres/],
    ['EPSG:2314', 'm', /in Clarke's foot, not in metres; choose a system in metres, or crs=local/],
    ['RD New + NAP', 'usft', /EPSG:7415 .* in metres, not in US survey feet/],
  ] as const)
    test(`is refused where both are stated: ${crs.slice(0, 20)} and ${unit}`, () => {
      const csv = formatById('csv')!;
      for (const { faults } of [parseImportOptions(csv, { crs, unit }), parseExportOptions(csv, { crs, unit })]) {
        assert.deepEqual(
          faults.map(({ name }) => name),
          ['unit'],
        );
        assert.match(faults[0]!.text, message);
      }
    });

  for (const [what, text, name, raw] of [
    ['headings in feet', points(' (ft)'), 'p.csv', { crs: METRIC }],
    ['headings in metres', points(' (m)'), 'p.csv', { crs: TEXAS_FEET }],
    ['a LandXML header in feet', land('<Imperial linearUnit="foot"/>', 25832), 'p.xml', {}],
    ['a LandXML header in metres', land('<Metric linearUnit="meter"/>', 2277), 'p.xml', {}],
    ['a LandXML header against the option', land('<Metric linearUnit="meter"/>', 25832), 'p.xml', { crs: TEXAS_FEET }],
  ] as const)
    test(`is refused where the file states it: ${what}`, async () => {
      await assert.rejects(imported(text, name, raw), { code: 'unit-contradicts-crs' });
      const { report } = await reportContent(requestOf(text, name, raw));
      const choice = report.issues.find(({ code }) => code === 'unit-contradicts-crs');
      assert.deepEqual([choice?.severity, report.counts.points], ['error', 1], 'the report shows the choice');
    });

  test('is refused of a job that the file goes to', async () => {
    for (const crs of ['local', METRIC])
      await assert.rejects(
        imported(points(' (m)'), 'p.csv', { crs }, { target: { unit: 'internationalFoot', crs: epsg(25832) } }),
        { code: 'unit-contradicts-crs' },
      );
    await assert.rejects(
      imported(points(' (m)'), 'p.csv', { crs: METRIC }, { target: { unit: 'internationalFoot' } }),
      { code: 'unit-contradicts-crs' },
    );
  });

  test('is refused of an export', () =>
    assert.rejects(exported(jobIn('metre', epsg(25832)), 'csv', { unit: 'ft' }), { code: 'unit-contradicts-crs' }));

  for (const [raw, unit, crs] of [
    [{ unit: 'm' }, 'metre', epsg(25832)],
    [{ crs: 'local' }, 'internationalFoot', { kind: 'local' }],
    [{ crs: '2222' }, 'internationalFoot', epsg(2222)],
  ] as const)
    test(`is settled by ${JSON.stringify(raw)}`, async () => {
      const { job } = await imported(land('<Imperial linearUnit="foot"/>', 25832), 'p.xml', raw);
      assert.deepEqual([job.info.unit, job.info.crs], [unit, crs]);
      assert.equal(job.points.easting(0), 155_000);
    });
});

describe('the unit of the reference system', () => {
  test('is that of a file which states none, and reported', async () => {
    const { job, issues } = await imported(points(''), 'p.csv', { crs: TEXAS_FEET });
    assert.deepEqual([job.info.unit, job.points.easting(0)], ['usSurveyFoot', 500_000]);
    assert.ok(codesOf(issues).includes('unit-of-crs'));
  });

  test('is that of an export to it which states none', async () => {
    const { text } = await exported(jobIn('metre', epsg(32615)), 'csv', { crs: '32664', columns: 'easting' });
    const metres = await exported(jobIn('metre', epsg(32615)), 'csv', { crs: '32614', columns: 'easting' });
    const [feet, metric] = [text, metres.text].map((csv) => Number(csv.split('\n')[1]));
    assert.ok(Math.abs((feet! * 1200) / 3937 - metric!) < 0.002, `${feet} ${metric}`);
  });

  test('is that of the job to which latitudes and longitudes go; their heights are converted', async () => {
    const rows = 'name,latitude,longitude,elevation (m)\nA,0,-99,304.8\n';
    const { job } = await imported(rows, 'p.csv', { crs: '32664' });
    const { unit, points: column } = job;
    assert.equal(unit, 'usSurveyFoot');
    assert.ok(Math.abs(column.easting(0) - 1_640_416.67) < 1e-5);
    assert.ok(Math.abs(column.elevation(0) - (304.8 * 3937) / 1200) < 1e-9);
  });

  describe('does not concern degrees and local grids', () => {
    for (const crs of ['4326', 'local', '9518'])
      test(JSON.stringify(crs), async () => {
        const { job } = await imported('name,easting,northing\nA,9,48\n', 'p.csv', { crs, unit: 'ft' });
        assert.equal(job.info.unit, 'internationalFoot', crs);
      });
  });
});

describe("feet in a drawing's header", () => {
  const drawing = (insUnits: number): string =>
    `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n${insUnits}\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nPOINT\n8\n0\n10\n3000000\n` +
    '20\n10000000\n30\n12\n0\nENDSEC\n0\nEOF\n';
  const job = { unit: 'usSurveyFoot', crs: epsg(2277) } as const;

  for (const [what, raw, target] of [
    ['the option', { crs: TEXAS_FEET }, {}],
    ['WKT', { crs: TEXAS_FEET_PRJ }, {}],
    ['the job', {}, job],
  ] as const)
    test(`are those of the system of ${what}, with both readings`, async () => {
      const { job: read, issues } = await imported(drawing(2), 'plan.dxf', raw, { target });
      assert.deepEqual([read.unit, read.points.easting(0), read.points.elevation(0)], ['usSurveyFoot', 3e6, 12]);
      const [warning] = issues.places().filter(({ code }) => code === 'drawing-foot-of-crs');
      // 10 000 000 × (1200/3937 − 0.3048) m
      assert.deepEqual([warning?.severity, warning?.parameters?.['difference']], ['warning', '6.096']);
    });

  test('are those of the system of the job in a background drawing', async () => {
    const request = { target: job, as: 'drawing' } as const;
    const { job: read, issues } = await imported(drawing(2), 'plan.dxf', {}, request);
    const { scene } = read.drawings[0]!;
    assert.deepEqual([scene.unit, scene.points.easting(0)], ['usSurveyFoot', 3e6]);
    const [warning] = issues.places().filter(({ code }) => code === 'drawing-foot-of-crs');
    assert.equal(warning?.parameters?.['difference'], '6.096');
  });

  for (const [what, insUnits, raw, target, easting] of [
    ['stated as US survey feet by the caller', 2, { unit: 'usft' }, job, 3e6],
    ['of a header that names the survey foot', 21, {}, job, 3e6],
    ['of a local grid by the caller', 2, { crs: 'local' }, job, (3e6 * 0.3048 * 3937) / 1200],
    ['of a metric job', 2, {}, { unit: 'metre', crs: epsg(25832) }, 3e6 * 0.3048],
  ] as const)
    test(`are not doubted where they are ${what}`, async () => {
      const { job: read, issues } = await imported(drawing(insUnits), 'plan.dxf', raw, { target });
      assert.equal(issues.count('drawing-foot-of-crs'), 0);
      assert.ok(Math.abs(read.points.easting(0) - easting) < 1e-6, String(read.points.easting(0)));
    });

  test('are refused where the caller states them against the system', () =>
    assert.rejects(imported(drawing(2), 'plan.dxf', { crs: TEXAS_FEET, drawingUnit: 'ft' }), {
      code: 'unit-contradicts-crs',
    }));
});
