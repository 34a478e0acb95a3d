import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { crsMap, WGS84 } from './crs-map.ts';
import { epsgDefinition } from './epsg-table.ts';

const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const mapped = (from: Crs, to: Crs, e: number, n: number, unit: 'metre' | 'usSurveyFoot' = 'metre'): number[] => {
  const position = Float64Array.of(e, n, 7.5);
  crsMap(from, to, unit)!(position);
  return Array.from(position);
};

test('a position in MGA zone 56 lands in Brisbane and the elevation stays', () => {
  const [longitude, latitude, elevation] = mapped(epsg(28356), WGS84, 502000, 6960000);
  assert.ok(Math.abs(longitude! - 153.02) < 0.01, String(longitude));
  assert.ok(Math.abs(latitude! + 27.48) < 0.02, String(latitude));
  assert.equal(elevation, 7.5);
});

test('coordinates in US survey feet are converted with the exact ratio', () => {
  const metres = mapped(epsg(32614), WGS84, 600000, 3300000);
  const feet = mapped(epsg(32614), WGS84, (600000 * 3937) / 1200, (3300000 * 3937) / 1200, 'usSurveyFoot');
  assert.ok(Math.abs(metres[0]! - feet[0]!) < 1e-12 && Math.abs(metres[1]! - feet[1]!) < 1e-12);
});

test('a system whose own unit is the US survey foot takes job coordinates in metres or feet alike', () => {
  const there = mapped(WGS84, epsg(2277), -97.7, 30.3);
  const feet = mapped(WGS84, epsg(2277), -97.7, 30.3, 'usSurveyFoot');
  assert.ok(Math.abs(feet[0]! - (there[0]! * 3937) / 1200) < 1e-6);
  const wkt: Crs = { kind: 'wkt', wkt: epsgDefinition(2277)!.wkt! };
  const byWkt = mapped(WGS84, wkt, -97.7, 30.3, 'usSurveyFoot');
  assert.ok(Math.abs(byWkt[0]! - feet[0]!) < 1e-3, `${byWkt} ${feet}`);
});

test('the same system needs no map', () => {
  assert.equal(crsMap(epsg(25832), epsg(25832), 'metre'), undefined);
});

test('what cannot be transformed is refused with a code', () => {
  assert.throws(() => crsMap({ kind: 'local' }, WGS84, 'metre'), { code: 'crs-local' });
  assert.throws(() => crsMap(epsg(999998), WGS84, 'metre'), { code: 'crs-unknown' });
  assert.throws(() => crsMap(epsg(27700), WGS84, 'metre'), { code: 'crs-grid-missing', message: /OSTN15/ });
  assert.throws(() => crsMap({ kind: 'wkt', wkt: 'PROJCS[nonsense' }, WGS84, 'metre'), { code: 'crs-unknown' });
});

test('a refusal says what to do, and each of it does', () => {
  assert.throws(() => crsMap(epsg(2327), WGS84, 'metre'), { code: 'crs-datum-unknown', message: /; .*as WKT/ });
  assert.throws(() => crsMap(epsg(27700), WGS84, 'metre'), {
    code: 'crs-grid-missing',
    message: /OSTN15.*; .*a system of the same datum/,
  });
  // Xian 1980 on its ellipsoid of 1975, 6378140 and 298.257, with a shift of the caller's own.
  const xian = (shift: string): Crs => ({
    kind: 'wkt',
    wkt: `PROJCS["Xian 1980 / Gauss-Kruger zone 13",GEOGCS["Xian 1980",DATUM["Xian_1980",SPHEROID["IAG 1975",6378140,298.257]${shift}],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",75],PARAMETER["scale_factor",1],PARAMETER["false_easting",13500000],PARAMETER["false_northing",0],UNIT["metre",1]]`,
  });
  const [longitude, latitude] = mapped(xian(',TOWGS84[100,0,0,0,0,0,0]'), WGS84, 13_500_000, 0);
  const [, unshifted] = mapped(xian(',TOWGS84[0,0,0,0,0,0,0]'), WGS84, 13_500_000, 0);
  // At 75° E on the equator 100 m along X are 100 · sin 75° to the west.
  assert.ok(Math.abs((75 - longitude!) * 111_320 - 100 * Math.sin((75 * Math.PI) / 180)) < 0.2, String(longitude));
  assert.ok(Math.abs(latitude!) < 1e-6 && Math.abs(unshifted!) < 1e-6);
});

test('a system that the table does not tie to the earth is not taken for WGS 84; zones of one datum go together', () => {
  const refused = (from: number, to: number, code: string, message: RegExp): void => {
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      assert.throws(() => crsMap(epsg(one), epsg(other), 'metre'), { code, message }, `${one} ${other}`);
  };
  refused(2327, 4326, 'crs-datum-unknown', /EPSG:2327 \(Xian 1980.*IAU76/);
  refused(27573, 25832, 'crs-datum-unknown', /NTF \(Paris\).*pm=paris/);
  refused(102118, 4326, 'crs-datum-unknown', /EPSG:102118 .*NAD27/);
  refused(2327, 20062, 'crs-datum-unknown', /lies on the earth/);
  const [easting, northing] = mapped(epsg(2327), epsg(2328), 13_900_000, 4_000_000);
  const back = mapped(epsg(2328), epsg(2327), easting!, northing!);
  assert.ok(Math.hypot(back[0]! - 13_900_000, back[1]! - 4_000_000) < 1e-4, `${back}`);
  // The frames on the ellipsoid of GRS 80 are WGS 84 within a metre or two, as PROJ takes them, too.
  assert.ok(mapped(epsg(102045), WGS84, 500_000, 2_000_000).every(Number.isFinite));
});

test('systems that cannot be computed in eastings and northings are refused with a code, not with whatever the library says', () => {
  for (const [code, expected, message] of [
    [2053, 'crs-axes', /wsu/],
    [5513, 'crs-axes', /eastings and northings/],
    [6244, 'crs-unknown', /col_urban/],
    [54012, 'crs-unknown', /EPSG:54012 /],
    [54003, 'crs-unknown', /sphere of equal area/],
  ] as const)
    assert.throws(() => crsMap(WGS84, epsg(code), 'metre'), { code: expected, message }, String(code));
});

test('PROJ gives the same digits (oracle: gdaltransform)', (t) => {
  if (spawnSync('gdaltransform', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: projections are not compared with PROJ');
    return;
  }
  const cases: [number, number, number][] = [
    [25832, 691000.25, 5334000.75],
    [28356, 502000, 6960000],
    [2193, 1750000, 5427000],
    [3857, 1280000, 6130000],
    [28992, 155000, 463000],
    // Ellipsoids that the library does not know by their names.
    [32227, 559388.25, 4472386.5],
    [20916, 16563589.75, 3919195.25],
  ];
  for (const [code, e, n] of cases) {
    const definition = epsgDefinition(code)!.proj4!.replace('+type=crs', '');
    const { stdout } = spawnSync(
      'gdaltransform',
      ['-s_srs', definition, '-t_srs', '+proj=longlat +datum=WGS84 +no_defs'],
      {
        input: `${e} ${n} 0\n`,
        encoding: 'utf8',
      },
    );
    const [longitude, latitude] = stdout.trim().split(/\s+/).map(Number);
    const ours = mapped(epsg(code), WGS84, e, n);
    assert.ok(Math.abs(ours[0]! - longitude!) < 1e-9, `EPSG:${code}: ${ours[0]} ${longitude}`);
    assert.ok(Math.abs(ours[1]! - latitude!) < 1e-9, `EPSG:${code}: ${ours[1]} ${latitude}`);
  }
});
