import assert from 'node:assert/strict';
import test, { describe } from 'node:test';
import { type Crs, Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { imported } from '@fieldbridge/formats/testing/journeys.ts';
import { writeWith } from '@fieldbridge/formats/testing/run-format.ts';
import { dwg } from '../dwg/format.ts';
import { dxf } from './format.ts';
import { codes, drawing, EOF, type Groups, section } from './testing/groups.ts';
import { type Read, readGroups } from './testing/reading.ts';
import { entity } from './testing/shapes.ts';

// The reference system of a drawing. DXF reference, OBJECTS, GEODATA.

const LINE = entity('LINE 8 0 10 1000 20 2000 30 3000 11 1001 21 2000 31 3000');
const geodata = (...xml: string[]): Groups => [
  ...section('ENTITIES', LINE),
  ...section('OBJECTS', [
    ...entity('GEODATA 5 26 330 25 100 AcDbGeoData 90 2'),
    ...xml.flatMap((piece, i): Groups => [i + 1 < xml.length ? 303 : 301, piece]),
  ]),
  0,
  'EOF',
];
const ALIAS =
  '<Alias id="25832" type="CoordinateSystem">^J<ObjectId>ETRS89.UTM-32N</ObjectId>^J<Namespace>EPSG Code</Namespace></Alias>';
const SYSTEM = '<ProjectedCoordinateSystem id="ETRS89.UTM-32N"><Name>x</Name></ProjectedCoordinateSystem>';

test('GEODATA: the EPSG code of its alias, else its name, else nothing; in pieces cut anywhere', async () => {
  const crs = async (...xml: string[]): Promise<unknown> => (await readGroups(geodata(...xml))).job.info.crs;
  const whole = { kind: 'epsg', code: 25832, name: 'ETRS89.UTM-32N' };
  const xml = `<Dictionary>^J${SYSTEM}^J${ALIAS}</Dictionary>`;
  assert.deepEqual(await crs(xml), whole);
  for (let at = 1; at < xml.length; at += 17)
    assert.deepEqual(await crs(xml.slice(0, at), xml.slice(at)), whole, `${at}`);
  assert.deepEqual(await crs(SYSTEM), { kind: 'local', name: 'ETRS89.UTM-32N' });
  const name = 'ETRS89 / UTM zone 32N';
  assert.deepEqual(await crs(SYSTEM.replace('ETRS89.UTM-32N', name)), { kind: 'epsg', code: 25832, name });
  const none = (await readGroups(drawing([], [LINE]))).job.info.crs;
  for (const other of [
    '',
    'no XML',
    ALIAS.replace('EPSG Code', 'ESRI Code'),
    ALIAS.replace('25832', 'x'),
    ALIAS.replace('CoordinateSystem', 'Datum'),
  ])
    assert.deepEqual(await crs(other), none, other);
});

test('GEODATA: the EPSG code counts, whatever other aliases precede it', async () => {
  const other = ALIAS.replace('25832', '82027').replace('EPSG Code', 'Oracle 9 SRID');
  const datum = ALIAS.replace('25832', '6326').replace('CoordinateSystem', 'Datum');
  const turned = ALIAS.replace('id="25832" type="CoordinateSystem"', 'type="CoordinateSystem" id="25832"');
  for (const xml of [other + datum + ALIAS, ALIAS + other, datum + turned])
    assert.equal(((await readGroups(geodata(xml))).job.info.crs as { code?: number }).code, 25832, xml);
  // Hundreds of thousands of unclosed aliases take no noticeable time.
  const unclosed = '<Alias id="25832" type="CoordinateSystem"><Namespace>'.repeat(50_000);
  assert.deepEqual((await readGroups(geodata(unclosed))).job.info.crs, { kind: 'local' });
});

test("GEODATA: coordinates of a local grid are not the system's, unless the two grids coincide", async () => {
  const xml = `<Dictionary>^J${SYSTEM}^J${ALIAS}</Dictionary>`;
  const read = async (more: string): Promise<Read> =>
    readGroups([
      ...section('ENTITIES', LINE),
      ...section('OBJECTS', [...entity(`GEODATA 5 26 90 3 70 ${more}`), 301, xml]),
      ...EOF,
    ]);
  const epsg = { kind: 'epsg', code: 25832, name: 'ETRS89.UTM-32N' };
  // As AutoCAD writes it for a drawing around its origin (corpus: Graz_10km_3m.dxf).
  const own = await read('1 10 0 20 0 11 500000 21 5200000 40 1 12 0 22 1');
  assert.deepEqual(own.job.info.crs, { kind: 'local' });
  assert.deepEqual(codes(own), ['geodata-own-grid']);
  assert.deepEqual(own.issues.summary()[0]!.parameters, {
    system: 'EPSG:25832 (ETRS89.UTM-32N)',
    grid: '0, 0 in it is 500000, 5200000 there',
  });
  for (const [more, isIn] of [
    ['1 10 500000 20 5200000 11 500000 21 5200000 40 1 12 0 22 1', true],
    ['1 10 0 20 0 11 0 21 0', true],
    // Millimetres: the place is in drawing units, the other one in metres.
    ['1 10 5000 20 7000 11 5 21 7 40 0.001', true],
    ['1 10 500000 20 5200000 11 500000 21 5200000 40 1 12 1 22 1', false],
    ['1 10 500000 20 5200000 11 500000.1 21 5200000', false],
    ['1 10 500000 20 5200000', false],
    ['2 10 1 20 1 11 500000 21 5200000', true],
  ] as const)
    assert.deepEqual((await read(more)).job.info.crs, isIn ? epsg : { kind: 'local' }, more);
});

describe('the reference system of a job comes back from a drawing by a complete import', () => {
  const jobIn = (crs: Crs): FieldJob => {
    const builder = new JobBuilder();
    builder.describe({ unit: 'metre', crs });
    builder.point(Object.assign(new Feature(), { name: 'A' }), 155_000, 463_000, 3);
    return builder.job;
  };
  for (const [format, version] of [
    [dxf, '2010'],
    [dxf, '2018'],
    [dwg, '2013'],
    [dwg, '2018'],
  ] as const)
    test(`${format.id} ${version}`, async () => {
      const job = jobIn({ kind: 'epsg', code: 28992 });
      const { result } = await writeWith<Buffer>(format, job, { options: { version } });
      const read = await imported(result, `plan.${format.id}`);
      assert.deepEqual([read.job.info.crs.kind, (read.job.info.crs as { code?: number }).code], ['epsg', 28992]);
      assert.equal(read.job.points.easting(0), 155_000);
      // A change to another system starts from it.
      const target = { crs: { kind: 'epsg', code: 25831 } } as const;
      const moved = await imported(result, `plan.${format.id}`, {}, { target });
      assert.ok(Math.abs(moved.job.points.easting(0) - 663_304) < 5, `${moved.job.points.easting(0)}`);
    });

  test('a system that the caller states counts more, and both are reported', async () => {
    const { result } = await writeWith<Buffer>(dxf, jobIn({ kind: 'epsg', code: 28992 }));
    const { job, issues } = await imported(result, 'plan.dxf', { crs: 'EPSG:25832' });
    assert.equal((job.info.crs as { code?: number }).code, 25832);
    assert.equal(issues.count('crs-overridden'), 1);
  });
});
