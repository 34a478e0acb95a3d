import assert from 'node:assert/strict';
import test from 'node:test';
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
