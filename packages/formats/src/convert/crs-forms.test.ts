import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { codesOf, exported, imported } from '@fieldbridge/formats/testing/journeys.ts';
import { formatById, parseExportOptions, parseImportOptions } from '../index.ts';

const POINTS = 'name,easting (m),northing (m),elevation (m)\nA,155000,463000,43\n';

describe('the option crs', () => {
  for (const [stated, expected] of [
    ['RD New', { kind: 'epsg', code: 28992 }],
    ['EPSG:28992+5709', { kind: 'epsg', code: 7415 }],
    ['ETRS89 / UTM 32N + DHHN2016', { kind: 'epsg', code: 25832, vertical: 7837 }],
  ] as const)
    test(`takes "${stated}", of imports and exports`, async () => {
      const { job } = await imported(POINTS, 'p.csv', { crs: stated });
      assert.deepEqual(job.info.crs, expected);
      const { values, faults } = parseExportOptions(formatById('csv')!, { crs: stated });
      assert.deepEqual([faults, values['crs']?.toString().startsWith('EPSG:')], [[], true]);
    });

  test('names the nearest systems where the name is unknown', () => {
    const { faults } = parseImportOptions(formatById('csv')!, { crs: 'RD Nw' });
    assert.deepEqual(
      faults.map(({ name }) => name),
      ['crs'],
    );
    assert.match(faults[0]!.text, /near it: .*EPSG:28992/);
  });

  test('takes definitions longer than other options', () => {
    const wkt = `PROJCRS["${'a'.repeat(10_000)}"]`;
    assert.deepEqual(parseImportOptions(formatById('csv')!, { crs: wkt }).faults, []);
  });
});

describe('a plan and a height system without a code of their own', () => {
  const pair = { kind: 'epsg', code: 25832, vertical: 7837 } as const;
  const job = (): FieldJob => {
    const builder = new JobBuilder();
    builder.describe({ unit: 'metre', crs: pair });
    builder.point(new Feature(), 500_000, 5_600_000, 43);
    return builder.job;
  };
  for (const [id, options] of [
    ['maxml', {}],
    ['landxml', {}],
    ['geojson', { coordinates: 'job' }],
  ] as const)
    test(`are kept by ${id}`, async () => {
      const { text } = await exported(job(), id, options);
      const { job: back } = await imported(text, `p.${formatById(id)!.extensions[0]}`);
      const { name: _, ...found } = back.info.crs;
      assert.deepEqual(found, pair);
    });

  test('are more than a DXF drawing holds, which is reported', async () => {
    const { issues } = await exported(job(), 'dxf', {});
    assert.ok(codesOf(issues).includes('crs-left-out'), String(codesOf(issues)));
  });
});

describe('the system that a file names', () => {
  const land = (attributes: string): string =>
    `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>` +
    `<CoordinateSystem ${attributes}/><CgPoints><CgPoint name="A">463000 155000 43</CgPoint></CgPoints></LandXML>`;
  for (const [attributes, expected, isReported] of [
    ['name="Amersfoort / RD New"', { kind: 'epsg', code: 28992, name: 'Amersfoort / RD New' }, true],
    ['name="NAD_1983_UTM_Zone_10N"', { kind: 'epsg', code: 26910, name: 'NAD_1983_UTM_Zone_10N' }, true],
    // A part of a name may belong to any system.
    ['name="RD New plan of the harbour"', { kind: 'local', name: 'RD New plan of the harbour' }, false],
    ['name="UTM zone 32N"', { kind: 'local', name: 'UTM zone 32N' }, false],
  ] as const)
    test(`in LandXML by ${attributes} is ${JSON.stringify(expected)}`, async () => {
      const { job, issues } = await imported(land(attributes), 'p.xml');
      assert.deepEqual(job.info.crs, expected);
      assert.equal(codesOf(issues).includes('crs-by-name'), isReported);
    });

  for (const [name, expected] of [
    ['urn:ogc:def:crs,crs:EPSG::25832,crs:EPSG::7837', { kind: 'epsg', code: 25832, vertical: 7837 }],
    ['Amersfoort / RD New', { kind: 'epsg', code: 28992 }],
    ['http://www.opengis.net/def/crs/EPSG/0/28992', { kind: 'epsg', code: 28992 }],
  ] as const)
    test(`in GeoJSON by ${name} is ${JSON.stringify(expected)}`, async () => {
      const crs = { type: 'name', properties: { name } };
      const feature = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [155_000, 463_000] } };
      const { job } = await imported(
        JSON.stringify({ type: 'FeatureCollection', crs, features: [feature] }),
        'p.geojson',
      );
      assert.deepEqual(job.info.crs, expected);
    });
});
