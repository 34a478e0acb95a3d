import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Crs, Unit } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import { unitOfCrs } from '../../kit/crs/unit-of-crs.ts';
import { checkHead, sniffPackage, sqliteHead, startsAsZip } from './head.ts';
import { REQUIRED_REFERENCES, referenceOf } from './srs.ts';

const GPKG = 0x47504b47;
/** The first 100 bytes of an SQLite file (fileformat2.html §1.3). */
function headOf({
  pageSize = 4096,
  pages = 3,
  application = GPKG,
  changes = [7, 7] as readonly [number, number],
  user = 10300,
} = {}): Buffer {
  const head = Buffer.alloc(100);
  head.write('SQLite format 3\0', 'latin1');
  head.writeUInt16BE(pageSize, 16);
  head.writeUInt32BE(changes[0], 24);
  head.writeUInt32BE(pages, 28);
  head.writeUInt32BE(user, 60);
  head.writeUInt32BE(application, 68);
  head.writeUInt32BE(changes[1], 92);
  return head;
}

describe('the header of a database', () => {
  it('states page size, page count if valid, and application', () => {
    assert.deepEqual(sqliteHead(headOf()), { pageSize: 4096, pages: 3, applicationId: GPKG, userVersion: 10300 });
    assert.equal(sqliteHead(headOf({ pageSize: 1 }))?.pageSize, 65536);
    assert.equal(sqliteHead(headOf({ changes: [7, 8] }))?.pages, 0);
    assert.equal(sqliteHead(headOf().subarray(0, 99)), undefined);
    assert.equal(sqliteHead(Buffer.alloc(100)), undefined);
    const within = Buffer.concat([Buffer.alloc(13, 1), headOf()]).subarray(13);
    assert.equal(sqliteHead(within)?.pages, 3, 'a view into a larger buffer');
  });

  it('is checked against the file before SQLite opens it', () => {
    const code = (head: Uint8Array, size: number): string => {
      try {
        checkHead(head, size, 'a.mjf');
        return 'good';
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
        return error.code;
      }
    };
    assert.equal(code(headOf(), 3 * 4096), 'good');
    assert.equal(code(headOf(), 4 * 4096), 'good');
    assert.equal(code(headOf(), 3 * 4096 - 1), 'unexpected-end');
    assert.equal(code(headOf({ changes: [1, 2] }), 4096), 'good');
    for (const pageSize of [512, 1024, 32768, 1])
      assert.equal(code(headOf({ pageSize, pages: 0 }), 65536), 'good', String(pageSize));
    for (const pageSize of [0, 2, 256, 513, 4095])
      assert.equal(code(headOf({ pageSize, pages: 0 }), 65536), 'database-damaged', String(pageSize));
    for (const application of ['GP10', 'GP11', 'GP12'])
      assert.equal(code(headOf({ application: Buffer.from(application).readUInt32BE() }), 3 * 4096), 'good');
    for (const application of ['GP1 ', 'GPKH', 'BeDb', '\0\0\0\0'])
      assert.equal(code(headOf({ application: Buffer.from(application).readUInt32BE() }), 3 * 4096), 'not-ours');
    assert.equal(code(Buffer.alloc(100), 100), 'not-ours');
  });

  it('identifies a package of ours; others are refused only under one of our names', () => {
    for (const id of ['mjf', 'mjo', 'mjt']) {
      assert.equal(sniffPackage(id, headOf(), id).refusal, undefined);
      assert.ok(sniffPackage(id, headOf(), id).confidence > sniffPackage(id, headOf(), 'gpkg').confidence);
      assert.match(String(sniffPackage(id, headOf({ application: 0 }), id).refusal?.parameters['found']), /0x00000000/);
      assert.equal(sniffPackage(id, headOf({ application: 0 }), 'sqlite').confidence, 0);
      assert.deepEqual(sniffPackage(id, Buffer.from('vendor'), id).refusal?.parameters, {
        name: `this .${id} file`,
        found: 'it is not an SQLite database',
      });
      assert.equal(sniffPackage(id, Buffer.from('vendor'), 'dat').confidence, 0);
      assert.equal(
        sniffPackage(id, Buffer.from('PK\x03\x04', 'latin1'), id).confidence,
        0,
        'an archive is not refused as a database',
      );
    }
    // Without an extension it is the field job, not one of its copies.
    const sure = (id: string): number => sniffPackage(id, headOf(), '').confidence;
    assert.ok(sure('mjf') > sure('mjo') && sure('mjo') === sure('mjt'));
  });

  describe('of an archive is that of a local entry or of an empty archive', () => {
    for (const [bytes, expected] of [
      [[0x50, 0x4b, 3, 4], true],
      [[0x50, 0x4b, 5, 6], true],
      [[0x50, 0x4b, 7, 8], false],
      [[0x50, 0x4b, 3], false],
      [[0x50, 0x4b, 3, 6], false],
      [[], false],
    ] as const)
      it(String(bytes), () => {
        assert.equal(startsAsZip(Uint8Array.from(bytes)), expected);
      });
  });
});

describe('the reference system stated for other programs', () => {
  const reference = (crs: Crs, unit: Unit) => referenceOf(crs, unit, 0);
  it('is that of the registry if the coordinates conform to it', async () => {
    const utm = await reference({ kind: 'epsg', code: 25832 }, 'metre');
    assert.deepEqual([utm.id, utm.organization, utm.organizationId], [25832, 'EPSG', 25832]);
    assert.match(utm.definition, /^PROJCS\["ETRS89/);
    assert.equal((await reference({ kind: 'epsg', code: 2263 }, 'usSurveyFoot')).id, 2263);
    // Degrees have no unit of length; the job's unit is that of its heights.
    for (const unit of ['metre', 'internationalFoot'] as const) {
      assert.equal(await reference({ kind: 'epsg', code: 4326 }, unit), REQUIRED_REFERENCES[2]);
      assert.equal((await reference({ kind: 'epsg', code: 4258 }, unit)).id, 4258);
    }
  });

  describe('is a system of our own if the unit differs, so that nothing is drawn in the wrong place', () => {
    for (const [code, unit] of [
      [25832, 'internationalFoot'],
      [2263, 'metre'],
      [2263, 'internationalFoot'],
    ] as const)
      it(String(code), async () => {
        const { id, organization, definition, name } = await referenceOf({ kind: 'epsg', code }, unit, 4);
        assert.deepEqual([id, organization], [1_000_005, 'NONE']);
        assert.match(definition, /^LOCAL_CS\[/);
        assert.match(name, new RegExp(`EPSG:${code} in `));
      });
  });

  it('of an unknown code keeps the code, without a definition', async () => {
    const { id, definition, name } = await reference({ kind: 'epsg', code: 999_999, name: 'Ours' }, 'metre');
    assert.deepEqual([id, definition, name], [999_999, 'undefined', 'Ours']);
  });

  it('of a local grid is the undefined one in metres, else an engineering system with its unit and name', async () => {
    assert.equal((await reference({ kind: 'local' }, 'metre')).id, -1);
    const site = await reference({ kind: 'local', name: 'Site "A"\\\n' }, 'usSurveyFoot');
    assert.equal(
      site.definition,
      `LOCAL_CS["Site  A",UNIT["US survey foot",${1200 / 3937}],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`,
    );
    assert.equal(site.name, 'Site "A"\\\n');
    assert.match((await reference({ kind: 'local' }, 'internationalFoot')).definition, /UNIT\["foot",0\.3048\]/);
    assert.equal((await reference({ kind: 'wkt', wkt: 'LOCAL_CS["x"]' }, 'metre')).definition, 'LOCAL_CS["x"]');
  });

  it('has three rows in every package (OGC 12-128r19, requirement 11)', () => {
    assert.deepEqual(
      REQUIRED_REFERENCES.map(({ id, organization, organizationId }) => [id, organization, organizationId]),
      [
        [-1, 'NONE', -1],
        [0, 'NONE', 0],
        [4326, 'EPSG', 4326],
      ],
    );
  });

  describe('states its unit if the registry does', () => {
    for (const [crs, unit] of [
      [{ kind: 'epsg', code: 25832 }, 'metre'],
      [{ kind: 'epsg', code: 2263 }, 'usSurveyFoot'],
      [{ kind: 'epsg', code: 2222 }, 'internationalFoot'],
      [{ kind: 'epsg', code: 4326 }, 'degree'],
      [{ kind: 'epsg', code: 4979 }, 'degree'],
      [{ kind: 'epsg', code: 999_999 }, undefined],
      [{ kind: 'local' }, undefined],
      [{ kind: 'wkt', wkt: ' GEOGCS["x"]' }, 'degree'],
      [{ kind: 'wkt', wkt: 'PROJCS["x"]' }, undefined],
    ] as const)
      it(JSON.stringify(crs), () => {
        assert.equal(unitOfCrs(crs), unit, JSON.stringify(crs));
      });
  });
});
