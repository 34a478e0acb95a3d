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
