import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Feature, FieldJob, JobBuilder, type Unit } from '@fieldbridge/fieldjob';
import { readWith, writeWith } from '../../../testing/run-format.ts';
import { missingXmllint, schemaFaults } from '../../../testing/xmllint.ts';
import { jobxml } from './format.ts';

const SCHEMA = join(
  process.env.CORPUS ?? join(import.meta.dirname, '../../../../../../shared/corpus'),
  'jobxml/JobXML.xsd',
);

describe('a written JobXML', () => {
  const jobOf = (unit: Unit, attributes: readonly string[]): FieldJob => {
    const job = new FieldJob();
    job.info.name = 'Site';
    job.info.unit = unit;
    const feature = new Feature();
    Object.assign(feature, { name: 'A1', code: 'TREE', description: 'oak' });
    feature.attributes = [...attributes];
    job.points.add(feature, 3937, 1200, Number.NaN);
    return job;
  };
  const textOf = async (job: FieldJob): Promise<string> => (await writeWith(jobxml, job)).result.toString('utf8');

  it('has metres in the order of its schema, and empty elements for unknown values', async () => {
    // 3937 US survey feet are 1200 m; 1200 international feet are 365.76 m.
    assert.match(
      await textOf(jobOf('usSurveyFoot', [])),
      /<North>365\.76\d*<\/North>\s+<East>1200<\/East>\s+<Elevation\/>/,
    );
    assert.match(await textOf(jobOf('internationalFoot', [])), /<North>365\.76<\/North>/);
    assert.match(await textOf(jobOf('metre', [])), /<North>1200<\/North>\s+<East>3937<\/East>/);
  });

  it('has attributes in their own elements of the schema, otherwise in the feature, also duplicates', async () => {
    const attributes = [
      ...['Classification', 'Control', 'SurveyMethod', 'by hand', 'Description2', 'wet', 'Girth', '2', 'Girth', '3'],
      ...['Site/Owner', 'me', 'wgs84Latitude', '50', 'wgs84Longitude', '8', 'wgs84Height', '9'],
    ];
    const text = await textOf(jobOf('metre', attributes));
    assert.match(text, /<Classification>Control<\/Classification>/);
    assert.match(text, /<Description2 Name="Description2">wet<\/Description2>/);
    assert.match(text, /<Latitude>50<\/Latitude>\s+<Longitude>8<\/Longitude>\s+<Height>9<\/Height>/);
    const { job } = await readWith(jobxml, text);
    assert.deepEqual(job.points.attributes.get(0), [
      ...['Description2', 'wet', 'Classification', 'Control'],
      ...['wgs84Latitude', '50', 'wgs84Longitude', '8', 'wgs84Height', '9'],
      ...['SurveyMethod', 'by hand', 'Girth', '2', 'Girth', '3', 'Site/Owner', 'me'],
    ]);
  });

  it('has attributes with their own names also without a code, and reports renamed ones', async () => {
    const builder = new JobBuilder();
    const given = [
      ['', ['Material', 'PVC', 'Owner/Name', 'city'], []],
      ['PIPE', ['Material', 'PVC', 'TREE/Species', 'oak', 'TREE/Sub/Species', 'oak'], []],
      ['', ['Attributes/Material', 'PVC', '/x', '1'], ['Material', 'x']],
      ['PIPE', ['PIPE/DN', '100', '', '3', 'y/', '2'], ['DN', 'Attribute', 'y/Attribute']],
    ] as const;
    for (const [code, attributes] of given) {
      builder.point(Object.assign(new Feature(), { name: code || 'none', code, attributes }), 1, 2, 3);
    }
    const { result, issues } = await writeWith(jobxml, builder.job);
    const { job } = await readWith(jobxml, result);
    given.forEach(([, attributes, renamed], row) => {
      const names = renamed.length > 0 ? renamed : attributes.filter((_, i) => i % 2 === 0);
      const pairs = job.points.attributes.get(row);
      assert.deepEqual(
        pairs.filter((_, i) => i % 2 === 0),
        names,
      );
      assert.deepEqual(
        pairs.filter((_, i) => i % 2 === 1),
        attributes.filter((_, i) => i % 2 === 1),
      );
    });
    assert.equal(issues.count('attribute-renamed'), 5);
  });

  it('reports points without a position, which are written without coordinates', async () => {
    const job = new FieldJob();
    for (const [easting, northing] of [
      [1, 2],
      [Number.NaN, 2],
      [1, Infinity],
    ] as const)
      job.points.add(Object.assign(new Feature(), { name: `${easting} ${northing}` }), easting, northing, 3);
    const { result, issues } = await writeWith(jobxml, job);
    assert.deepEqual(
      issues.summary().map(({ code, severity, count }) => `${code} ${severity} ${count}`),
      ['position-left-empty warning 2'],
    );
    const back = await readWith(jobxml, result);
    assert.deepEqual([back.job.points.length, back.issues.count('coordinates-missing')], [1, 2]);
  });

  it('reports blanks at the ends of texts, which readers ignore', async () => {
    const { issues, result } = await writeWith(jobxml, jobOf('metre', [' Girth', '2\t', 'Height', 'tall tree']));
    assert.equal(issues.count('blanks-left-out'), 2);
    assert.equal(issues.places()[0]!.handle, 'A1');
    assert.deepEqual((await readWith(jobxml, result)).job.points.attributes.get(0), [
      ...['Girth', '2', 'Height', 'tall tree'],
    ]);
    const named = jobOf('metre', []);
    named.points.add(Object.assign(new Feature(), { name: '\u00a0', code: 'a b' }), 1, 2, 3);
    assert.equal((await writeWith(jobxml, named)).issues.count('blanks-left-out'), 1);
    assert.equal((await writeWith(jobxml, jobOf('metre', ['Height', 'tall tree']))).issues.count('blanks-left-out'), 0);
  });

  describe('keeps an invalid WGS 84 position as attributes', () => {
    for (const attributes of [
      ['wgs84Latitude', '91', 'wgs84Longitude', '8', 'wgs84Height', '9'],
      ['wgs84Latitude', '50', 'wgs84Longitude', '181', 'wgs84Height', '9'],
      ['wgs84Latitude', '50', 'wgs84Longitude', '8', 'wgs84Height', ''],
      ['wgs84Latitude', '50'],
    ])
      it(JSON.stringify(attributes), async () => {
        const text = await textOf(jobOf('metre', attributes));
        assert.doesNotMatch(text, /<WGS84>/);
        assert.deepEqual((await readWith(jobxml, text)).job.points.attributes.get(0), attributes);
      });
  });

  it('conforms to the schema, with every kind of attribute and reference system', async (t) => {
    const missing = missingXmllint();
    if (missing !== undefined) return t.skip(missing);
    const folder = mkdtempSync(join(tmpdir(), 'jobxml-'));
    try {
      const paths: string[] = [];
      const kinds = [
        { kind: 'local', name: 'pit' },
        { kind: 'epsg', code: 25832 },
        { kind: 'wkt', wkt: 'LOCAL_CS["x"]', name: 'x' },
      ] as const;
      for (const [i, crs] of kinds.entries()) {
        const job = jobOf('metre', [
          'Classification',
          'Averaged',
          'a/',
          'x',
          '/b',
          'y',
          '',
          'z',
          'SurveyMethod',
          'NetworkFix',
          'wgs84Latitude',
          '1',
          'wgs84Longitude',
          '2',
          'wgs84Height',
          '3',
        ]);
        job.info.crs = crs;
        job.info.createdAt = Date.UTC(2020, 0, 2, 3, 4, 5) + 0.5;
        const path = join(folder, `${i}.jxl`);
        writeFileSync(path, (await writeWith(jobxml, job)).result);
        paths.push(path);
      }
      assert.equal(schemaFaults(SCHEMA, paths), '');
      const { job, version } = await readWith(
        jobxml,
        '<JOBFile version="5.3" product="p" productVersion="1" productDBVersion="2" other="x"><Reductions/></JOBFile>',
      );
      assert.deepEqual(
        [version, job.info.properties],
        ['5.3', { product: 'p', productVersion: '1', productDBVersion: '2', version: '5.3' }],
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
