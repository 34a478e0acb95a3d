import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { points as format } from './format.ts';
import { TEMPLATES, templateById } from './templates.ts';
import { tryRead, tryWrite } from './testing/journey.ts';

/** One point: P1 at easting 1000.12345, northing 2000.5, elevation 30.25, code TREE, description "old oak". */
function onePoint(): FieldJob {
  const builder = new JobBuilder();
  const feature = Object.assign(new Feature(), { name: 'P1', code: 'TREE', description: 'old oak' });
  builder.point(feature, 1000.12345, 2000.5, 30.25);
  return builder.job;
}

/** The row of that point in each layout, derived from the template's title. */
const ROWS: readonly (readonly [ids: string, row: string])[] = [
  ['pnezd-comma', 'P1,2000.5,1000.12345,30.25,old oak'],
  ['pnezd-space', 'P1 2000.5 1000.12345 30.25 "old oak"'],
  ['penzd-comma', 'P1,1000.12345,2000.5,30.25,old oak'],
  ['penzd-space', 'P1 1000.12345 2000.5 30.25 "old oak"'],
  ['pnez-comma', 'P1,2000.5,1000.12345,30.25'],
  ['pnez-space', 'P1 2000.5 1000.12345 30.25'],
  ['penz-comma', 'P1,1000.12345,2000.5,30.25'],
  ['penz-space', 'P1 1000.12345 2000.5 30.25'],
  ['pne-comma', 'P1,2000.5,1000.12345'],
  ['pen-comma', 'P1,1000.12345,2000.5'],
  ['nez-comma', '2000.5,1000.12345,30.25'],
  ['nez-space', '2000.5 1000.12345 30.25'],
  ['enz-comma', '1000.12345,2000.5,30.25'],
  ['enz-space xyz', '1000.12345 2000.5 30.25'],
  ['carlson fieldgenius', 'P1,2000.5000,1000.1235,30.2500,old oak'],
  ['starnet', 'P1 2000.5000 1000.1235 30.2500 "old oak"'],
  ['trimble-access sokkia-sdr', 'P1,2000.500,1000.123,30.250,TREE'],
  ['trimble-enz lss n4ce', 'P1,1000.123,2000.500,30.250,TREE'],
  ['nikon', 'P1,2000.5000,1000.1235,30.2500,TREE'],
  ['topcon-magnet trimble-business-center', 'P1,2000.5,1000.12345,30.25,TREE'],
  ['topcon-magnet-enz leica-infinity geomax', 'P1,1000.12345,2000.5,30.25,TREE'],
  ['leica-captivate liscad', 'P1,1000.1235,2000.5000,30.2500,TREE'],
  ['leica-semicolon tachymeter-comma', 'P1;1000,12345;2000,5;30,25;TREE'],
  ['topcon-topsurv', 'P1,2000.5,1000.12345,30.25,TREE,old oak'],
  ['stonex', 'P1,TREE,2000.5,1000.12345,30.25'],
  ['emlid', 'P1,1000.12345,2000.5,30.25,old oak'],
  ['12d', '1000.1235,2000.5000,30.2500,P1,TREE'],
  ['card1', 'P1 1000.1235 2000.5000 30.2500 TREE'],
  ['caplan covadis', 'P1 1000.123 2000.500 30.250 TREE'],
  ['geograf', 'P1;1000.123;2000.500;30.250;TREE'],
  ['fieldbridge', 'P1,2000.5,1000.12345,30.25,TREE,old oak,,,,'],
];
const HEADED = [
  'trimble-business-center',
  'leica-infinity',
  'geomax',
  'emlid',
  'tachymeter-comma',
  'geographic',
  'fieldbridge',
];
const GEOGRAPHIC = ['geographic', 'geographic-packed'];

test('every template is in a table of this test', () => {
  const known = [...ROWS.flatMap(([ids]) => ids.split(' ')), ...GEOGRAPHIC];
  assert.deepEqual(TEMPLATES.map(({ id }) => id).sort(), known.sort());
  assert.deepEqual(
    TEMPLATES.filter(({ header }) => header).map(({ id }) => id),
    HEADED,
  );
});

for (const [ids, row] of ROWS) {
  describe(`${ids}: ${row}`, () => {
    for (const id of ids.split(' '))
      test(id, async () => {
        const { bytes } = await tryWrite(onePoint(), format, { template: id });
        const lines = bytes.toString().split('\n');
        assert.equal(lines.length, HEADED.includes(id) ? 3 : 2, 'with or without a header, and an end of line');
        assert.equal(lines.at(-2), row, id);
        const { job } = await tryRead(`${row}\n`, { options: { template: id }, format });
        const { decimals } = templateById(id)!;
        assert.deepEqual(
          [job.points.easting(0), job.points.northing(0)],
          [decimals === undefined ? 1000.12345 : Number((1000.12345).toFixed(decimals)), 2000.5],
          `${id} is read back, with and without its header`,
        );
      });
  });
}

test('options override the template: delimiter, decimals, header, columns', async () => {
  const write = async (options: Record<string, string | number | boolean>): Promise<string> =>
    (await tryWrite(onePoint(), format, options)).bytes.toString();
  const tabs = ['P1', '2000.5000', '1000.1235', '30.2500', 'old oak\n'].join('\t');
  assert.equal(await write({ template: 'carlson', delimiter: 'tab' }), tabs);
  assert.equal(
    await write({ template: 'carlson', decimals: 0 }),
    'P1,2001,1000,30,old oak\n'.replace('2001', (2000.5).toFixed(0)),
  );
  assert.equal(await write({ template: 'carlson', columns: 'PZ' }), 'P1,30.2500\n');
  assert.equal(
    await write({ template: 'carlson', header: true }),
    'name,northing,easting,elevation,description\nP1,2000.5000,1000.1235,30.2500,old oak\n',
  );
  assert.equal(await write({ template: 'emlid', header: false }), 'P1,1000.12345,2000.5,30.25,old oak\n');
  assert.equal(await write({ template: 'leica-semicolon', decimal: 'point' }), 'P1;1000.12345;2000.5;30.25;TREE\n');
  const { job } = await tryRead('P1;1,5;2,5\n', {
    options: { template: 'pne-comma', delimiter: 'semicolon', decimal: 'comma' },
    format,
  });
  assert.deepEqual([job.points.northing(0), job.points.easting(0)], [1.5, 2.5]);
});

test('a template is found by name in any case', () => {
  assert.equal(templateById('CARLSON')?.id, 'carlson');
  assert.deepEqual(['', 'carlso', 'carlson ', '__proto__', 'constructor'].map(templateById), Array(5).fill(undefined));
});

test('values without a column in the template are reported', async () => {
  const { issues } = await tryWrite(onePoint(), format, { template: 'pne-comma' });
  const codes = issues.summary().map(({ code }) => code);
  for (const code of ['elevation-left-out', 'feature-code-left-out', 'description-left-out'] as const)
    assert.ok(codes.includes(code), `${code} in ${codes}`);
  const { issues: all } = await tryWrite(onePoint(), format, { template: 'topcon-topsurv' });
  assert.deepEqual(all.summary(), []);
});

test('geographic templates write degrees and packed degrees of the job’s reference system', async () => {
  const builder = new JobBuilder();
  builder.describe({ crs: { kind: 'epsg', code: 4326 } });
  // 13°24'18.5" east, 52°30'00" north: 13.405138888… and 52.5 degrees.
  builder.point(
    Object.assign(new Feature(), { name: 'A', attributes: ['ellipsoidHeight', '80.25'] }),
    13 + 24 / 60 + 18.5 / 3600,
    52.5,
    Number.NaN,
  );
  const write = async (template: string): Promise<string> =>
    (await tryWrite(builder.job, format, { template })).bytes.toString();
  assert.equal(await write('geographic'), 'name,latitude,longitude,height,code\nA,52.500000000,13.405138889,80.25,\n');
  assert.equal(await write('geographic-packed'), 'A,52.300000000,13.241850000,80.25,\n');
});
