import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Crs, parseCrs, type Unit } from '@fieldbridge/fieldjob';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { crsChange, WGS84 } from './crs-change.ts';
import { ntv2Grid } from './testing/ntv2.ts';
import { wktOf } from './wkt.ts';

const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const ANY: CrsSettings = { accuracy: 1000 };
const boxAt = (easting: number, northing: number) => {
  const box = { minEasting: easting, maxEasting: easting, minNorthing: northing, maxNorthing: northing };
  return { main: box, whole: box };
};
const changed = async (from: Crs, to: Crs, e: number, n: number, unit: Unit = 'metre', z = 7.5): Promise<number[]> => {
  const change = await crsChange(from, to, unit, boxAt(e, n), ANY);
  const position = Float64Array.of(e, n, z);
  change!.map(position);
  return [...position];
};
const near = (found: readonly number[], expected: readonly number[], tolerance: number): void =>
  assert.ok(
    expected.every((value, axis) => Math.abs(found[axis]! - value) <= tolerance),
    `${found}, not ${expected}`,
  );

describe('a change of reference system', () => {
  // A control pair measured with a vendor's program, to 10 cm.
  test('puts a Belgian control point where a vendor measured it', async () =>
    near(await changed(WGS84, epsg(31370), 5.51180793, 50.60627705), [230_909.322, 144_579.096], 0.1));

  test('puts the tower of Amersfoort at the origin of the Dutch grid', async () =>
    near(await changed(WGS84, epsg(28992), 5.3872062, 52.1551744), [155_000, 463_000], 0.5));

  test('moves from GDA94 to GDA2020 with the motion of the plate, 1.5 m', async () =>
    near(await changed(epsg(28356), epsg(7856), 334_000, 6_250_000), [334_000.478, 6_250_001.415], 0.001));

  test('keeps the elevation if the systems have none', async () =>
    assert.equal((await changed(epsg(28356), WGS84, 502_000, 6_960_000))[2], 7.5));

  for (const [code, longitude, latitude, easting, northing] of [
    [32632, 9, 0, 500_000, 0],
    [32732, 9, 0, 500_000, 10_000_000],
    [2193, 173, 0, 1_600_000, 10_000_000],
  ] as const)
    test(`EPSG:${code} has its false easting and northing at its origin, easting first`, async () =>
      near(await changed(WGS84, epsg(code), longitude, latitude), [easting, northing], 0.001));

  test('converts feet by their exact ratios, in plan only', async () => {
    const metres = await changed(WGS84, epsg(25832), 9.2, 48.8);
    const feet = await changed(WGS84, epsg(25832), 9.2, 48.8, 'internationalFoot');
    const survey = await changed(WGS84, epsg(25832), 9.2, 48.8, 'usSurveyFoot');
    for (const axis of [0, 1]) {
      assert.ok(Math.abs(feet[axis]! * 0.3048 - metres[axis]!) < 1e-8);
      assert.ok(Math.abs((survey[axis]! * 1200) / 3937 - metres[axis]!) < 1e-8);
    }
    assert.equal(feet[2], 7.5);
  });

  test('takes a system in US survey feet in any unit', async () => {
    const metres = await changed(WGS84, epsg(2277), -97.7, 30.3);
    const feet = await changed(WGS84, epsg(2277), -97.7, 30.3, 'usSurveyFoot');
    near([(feet[0]! * 1200) / 3937, (feet[1]! * 1200) / 3937], metres.slice(0, 2), 1e-6);
  });

  test('is not needed within one system', async () =>
    assert.equal(await crsChange(epsg(25832), epsg(25832), 'metre', undefined), undefined));

  for (const position of [
    [Number.NaN, 48, 5],
    [9, Number.NaN, 5],
    [Number.POSITIVE_INFINITY, 48, 5],
  ])
    test(`leaves ${position} unchanged`, async () =>
      assert.deepEqual(await changed(WGS84, epsg(25832), position[0]!, position[1]!, 'metre', 5), position));

  for (const code of [25832, 2277, 32756, 4258])
    test(`of EPSG:${code} as WKT is that of its code`, async () => {
      const wkt: Crs = { kind: 'wkt', wkt: (await wktOf(epsg(code)))! };
      const place = [9.2, 48.8] as const;
      const byCode = await changed(WGS84, epsg(code), ...place);
      near(await changed(WGS84, wkt, ...place), byCode, 0.001);
    });

  test('uses the TOWGS84 parameters of a WKT', async () => {
    const wkt = (shift: string): Crs => ({
      kind: 'wkt',
      wkt: `PROJCS["Xian 1980 / Gauss-Kruger zone 13",GEOGCS["Xian 1980",DATUM["Xian_1980",SPHEROID["IAG 1975",6378140,298.257]${shift}],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",75],PARAMETER["scale_factor",1],PARAMETER["false_easting",13500000],PARAMETER["false_northing",0],UNIT["metre",1]]`,
    });
    const [longitude] = await changed(wkt(',TOWGS84[100,0,0,0,0,0,0]'), WGS84, 13_500_000, 0);
    // At 75° E on the equator 100 m along X are 100 · sin 75° to the west.
    assert.ok(Math.abs((75 - longitude!) * 111_320 - 100 * Math.sin((75 * Math.PI) / 180)) < 0.2, String(longitude));
  });

  test('converts heights between two compound systems', async () => {
    const compound = (text: string): Crs => parseCrs(text)!;
    const [, , height] = await changed(compound('EPSG:5555'), compound('EPSG:5556'), 500_000, 5_600_000);
    assert.equal(height, 7.5, 'heights above DHHN92 are the same in both zones');
  });

  for (const [from, to, code, message] of [
    [{ kind: 'local' }, WGS84, 'crs-local', /state a reference system/],
    [epsg(999_998), WGS84, 'crs-unknown', /EPSG:999998/],
    [{ kind: 'wkt', wkt: 'PROJCS[nonsense' }, WGS84, 'crs-unknown', /does not know it/],
    [{ kind: 'wkt', wkt: '{}' }, WGS84, 'crs-unknown', /does not know it/],
    [epsg(7837), WGS84, 'crs-unknown', /no easting and northing/],
    [epsg(2053), WGS84, 'crs-axes', /west and south/],
    [epsg(5513), WGS84, 'crs-axes', /south and west/],
  ] as const)
    test(`from ${JSON.stringify(from)} is refused: ${code}`, () =>
      assert.rejects(crsChange(from, to, 'metre', undefined), { code, message }));
});

describe('a missing grid', () => {
  const place = boxAt(9.5, 50.5);
  test('is refused with its name if the next operation is worse than allowed', () =>
    assert.rejects(crsChange(WGS84, epsg(31467), 'metre', place), {
      code: 'crs-grid-missing',
      message:
        /BETA2007\.tif \(published as BETA2007\.gsb by the German survey offices.*accuracy 3 m.*--grids.*crsAccuracy=3; there are copies at https:/,
    }));

  test('falls back to the next one if allowed, and names the better one', async () => {
    const change = await crsChange(WGS84, epsg(31467), 'metre', place, { accuracy: 3 });
    assert.equal(change!.operation.accuracy, 3);
    assert.deepEqual(change!.better?.grids, ['de_adv_BETA2007.tif']);
  });
});

describe('the area of an operation', () => {
  for (const [easting, northing, isOutside] of [
    [155_000, 463_000, false],
    [5_000_000, 463_000, true],
  ] as const)
    test(`${isOutside ? 'does not hold' : 'holds'} ${easting}, ${northing}`, async () => {
      const change = await crsChange(epsg(28992), WGS84, 'metre', boxAt(easting, northing), ANY);
      assert.equal(change!.isOutside, isOutside);
    });
});

describe('a folder of grids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grids-'));
  after(() => rmSync(folder, { recursive: true }));
  const place = boxAt(9.5, 50.5);
  const germany = { west: 5, south: 46, east: 16, north: 56 };
  /** A folder with a grid under the name that German survey offices publish it by. */
  const withGrid = (name: string, bytes: Uint8Array): CrsSettings => {
    const grids = join(folder, name);
    mkdirSync(grids);
    writeFileSync(join(grids, 'BETA2007.gsb'), bytes);
    return { grids };
  };

  test('that does not exist is refused', () =>
    assert.rejects(crsChange(WGS84, epsg(25832), 'metre', undefined, { grids: join(folder, 'none') }), {
      code: 'grids-unreadable',
    }));

  test('gives the operation its grid, with its digest', async () => {
    // From DHDN to ETRS89: the inverse subtracts the shift.
    const settings = withGrid('good', ntv2Grid(germany, [36, -72]));
    const change = (await crsChange(WGS84, epsg(31467), 'metre', place, settings))!;
    assert.deepEqual(change.operation.grids, ['de_adv_BETA2007.tif']);
    assert.match(change.grids[0]!.sha256, /^[0-9a-f]{64}$/);
    assert.equal(change.better, undefined);
    const position = Float64Array.of(9.5, 50.5, 0);
    change.map(position);
    const back = (await crsChange(epsg(31467), epsg(4314), 'metre', place, settings))!;
    back.map(position);
    near([...position], [9.5 + 72 / 3600, 50.5 - 36 / 3600], 1e-8);
  });

  test('gives the result of cs2cs with the same file', {
    skip: spawnSync('cs2cs').error && 'proj-bin is not installed',
  }, async () => {
    const settings = withGrid('oracle', ntv2Grid(germany, [3.5, -4.25]));
    const { stdout } = spawnSync('cs2cs', ['-f', '%.5f', 'EPSG:4326', 'EPSG:31467'], {
      input: '50.5 9.5 0\n',
      encoding: 'utf8',
      env: {
        ...process.env,
        PROJ_DATA: `${settings.grids}:/usr/share/proj`,
        PROJ_LIB: `${settings.grids}:/usr/share/proj`,
      },
    });
    const [northing, easting] = stdout.trim().split(/\s+/).map(Number) as [number, number];
    const change = (await crsChange(WGS84, epsg(31467), 'metre', place, settings))!;
    const position = Float64Array.of(9.5, 50.5, 0);
    change.map(position);
    near([...position], [easting, northing], 1e-4);
  });

  for (const [fault, bytes] of [
    ['is not a grid', Buffer.from('NUM_OREC damaged')],
    ['is cut off', ntv2Grid(germany, [1, 1]).subarray(0, 400)],
    ['states a billion positions', ntv2Grid(germany, [1, 1]).with(21 * 16 + 11, 0x3b)],
  ] as const)
    test(`with a grid that ${fault} is refused`, () =>
      assert.rejects(crsChange(WGS84, epsg(31467), 'metre', place, withGrid(fault, bytes)), {
        code: 'crs-grid-damaged',
        message: /de_adv_BETA2007\.tif/,
      }));

  const elsewhere = { west: 60, south: 0, east: 70, north: 10 };
  for (const [fault, bytes, code] of [
    ['is of another area', ntv2Grid(elsewhere, [1, 1]), 'crs-grid-elsewhere'],
    ['moves everything by two degrees', ntv2Grid(germany, [7200, 7200]), 'crs-grid-damaged'],
    ['has shifts that are not numbers', ntv2Grid(germany, [Number.NaN, Number.NaN]), 'crs-grid-elsewhere'],
    ['has shifts beyond all numbers', ntv2Grid(germany, [1e308, 1e308]), 'crs-grid-elsewhere'],
  ] as const)
    test(`with a grid that ${fault} is refused, not used`, () =>
      assert.rejects(crsChange(WGS84, epsg(31467), 'metre', place, withGrid(fault, bytes)), {
        code,
        message: /de_adv_BETA2007\.tif/,
      }));
});

describe('data that cannot be where its system says', () => {
  for (const [what, from, to, easting, northing, code] of [
    ['exchanged axes of a grid', 28992, 4326, 463_000, 155_000, 'crs-axes-swapped'],
    ['exchanged latitude and longitude', 4326, 28992, 52.1, 5.3, 'crs-axes-swapped'],
    ['1e308', 25832, 4326, 1e308, 1e308, 'crs-no-position'],
    ['a latitude of 500°', 4326, 25832, 9, 500, 'crs-no-position'],
  ] as const)
    test(`is refused: ${what}`, () =>
      assert.rejects(crsChange(epsg(from), epsg(to), 'metre', boxAt(easting, northing), ANY), { code }));

  for (const [what, from, to, easting, northing] of [
    ['a neighbouring zone', 25832, 25833, 850_000, 5_600_000],
    ['a place whose latitude would be a longitude of the zone', 4326, 25833, 9, 14],
    ['a place outside both ways', 28992, 4326, 5_000_000, 463_000],
    ['a system all around the earth, which begins and ends at 90°', 4326, 8858, -30, 0],
  ] as const)
    test(`is not ${what}`, async () =>
      assert.ok(await crsChange(epsg(from), epsg(to), 'metre', boxAt(easting, northing), ANY)));
});
