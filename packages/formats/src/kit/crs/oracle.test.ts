import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Crs, Unit } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { crsMap, WGS84 } from './crs-map.ts';
import { define } from './definition.ts';
import { epsgDefinition } from './epsg-table.ts';

const epsg = (code: number): Crs => ({ kind: 'epsg', code });
const mapped = (from: Crs, to: Crs, first: number, second: number, unit: Unit = 'metre'): [number, number] => {
  const position = Float64Array.of(first, second, 7.5);
  crsMap(from, to, unit)!(position);
  assert.equal(position[2], 7.5, 'elevations are not touched');
  return [position[0]!, position[1]!];
};

/** A place within the area of each system. */
const PLACES: readonly (readonly [code: number, longitude: number, latitude: number])[] = [
  [25832, 9.2, 48.8], // ETRS89 / UTM 32
  [25833, 13.4, 52.5],
  [32632, 9.2, 48.8],
  [32756, 153.05, -27.5], // UTM 56 south
  [28356, 153.05, -27.5], // GDA94 / MGA 56
  [7856, 153.05, -27.5], // GDA2020 / MGA 56
  [2193, 174.8, -41.3], // NZTM
  [2154, 2.35, 48.85], // Lambert-93
  [3857, -97.7, 30.3],
  [2056, 7.44, 46.95], // LV95
  [3006, 18.07, 59.33], // SWEREF99 TM
  [3067, 24.94, 60.17], // ETRS-TM35FIN
  [2180, 21.01, 52.23], // Poland CS92
  [5514, 14.42, 50.08], // S-JTSK / Krovak East North
  [3035, 10, 50], // Lambert azimuthal
  [26910, -122.7, 45.5], // NAD83 / UTM 10
  [2277, -97.7, 30.3], // Texas Central, US survey feet
  [2913, -122.67, 45.51], // Oregon North, international feet
  [3031, 45, -80], // polar stereographic
];

test('PROJ says the same of a place in each of many systems, and back (oracle: gdaltransform)', (t) => {
  if (spawnSync('gdaltransform', ['--version']).error !== undefined) {
    t.skip('gdal-bin is not installed: projections are not compared with PROJ');
    return;
  }
  for (const [code, longitude, latitude] of PLACES) {
    const definition = epsgDefinition(code)!.proj4!.replace('+type=crs', '');
    const { stdout } = spawnSync(
      'gdaltransform',
      ['-s_srs', '+proj=longlat +datum=WGS84 +no_defs', '-t_srs', definition],
      {
        input: `${longitude} ${latitude} 0\n`,
        encoding: 'utf8',
      },
    );
    const expected = stdout.trim().split(/\s+/).map(Number);
    const ours = mapped(WGS84, epsg(code), longitude, latitude);
    // PROJ answers in the unit of the system, ours are metres.
    const metres = /\+units=us-ft/.test(definition) ? 1200 / 3937 : /\+units=ft/.test(definition) ? 0.3048 : 1;
    const off = Math.hypot(ours[0] - expected[0]! * metres, ours[1] - expected[1]! * metres);
    assert.ok(off < 1e-3, `EPSG:${code}: ${ours}, not ${expected} × ${metres}`);
    const back = mapped(epsg(code), WGS84, ...ours);
    assert.ok(
      Math.abs(back[0] - longitude) < 1e-8 && Math.abs(back[1] - latitude) < 1e-8,
      `EPSG:${code} and back: ${back}`,
    );
  }
});

test('easting comes first, whatever order the register has its axes in; longitude before latitude', () => {
  // At their central meridian and the equator systems have their false easting and northing.
  for (const [code, longitude, latitude, easting, northing] of [
    [32632, 9, 0, 500_000, 0],
    [32732, 9, 0, 500_000, 10_000_000],
    [2193, 173, 0, 1_600_000, 10_000_000],
  ] as const) {
    const [e, n] = mapped(WGS84, epsg(code), longitude, latitude);
    assert.ok(Math.hypot(e - easting, n - northing) < 1e-3, `EPSG:${code}: ${e} ${n}`);
  }
  // GDA94 and NZGD2000 state latitude first; a job has longitude first all the same.
  for (const code of [4283, 4167, 4258]) {
    const [longitude, latitude] = mapped(epsg(code), WGS84, 120, -30);
    assert.ok(Math.abs(longitude - 120) < 1e-4 && Math.abs(latitude + 30) < 1e-4, `EPSG:${code}`);
  }
});

test('what goes there comes back, in any unit: within half a millimetre', () => {
  // On one ellipsoid: through another one, plan positions alone come back within a millimetre or two, as those of PROJ do.
  // Equal areas (3035) are what is least exact: the library's series for their latitudes ends at a quarter of a millimetre.
  const systems = fc.constantFrom(25832, 32756, 3857, 2277, 3006, 3035);
  fc.assert(
    fc.property(
      systems,
      fc.constantFrom<Unit>('metre', 'internationalFoot', 'usSurveyFoot'),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      fc.double({ min: -0.5, max: 0.5, noNaN: true }),
      (code, unit, east, north) => {
        const [, longitude, latitude] = PLACES.find(([one]) => one === code)!;
        const metres = unit === 'metre' ? 1 : 0.3048;
        const place = mapped(WGS84, epsg(code), longitude + east, latitude + north, unit);
        const back = mapped(epsg(code), WGS84, ...place, unit);
        const again = mapped(WGS84, epsg(code), ...back, unit);
        assert.ok(Math.hypot(again[0] - place[0], again[1] - place[1]) * metres < 5e-4, `${code} ${unit}`);
      },
    ),
    { numRuns: 60 },
  );
});

test('feet are exact ratios of the metres, in projected systems; degrees have no feet', () => {
  const metres = mapped(WGS84, epsg(25832), 9.2, 48.8);
  const feet = mapped(WGS84, epsg(25832), 9.2, 48.8, 'internationalFoot');
  const survey = mapped(WGS84, epsg(25832), 9.2, 48.8, 'usSurveyFoot');
  for (const axis of [0, 1] as const) {
    assert.ok(Math.abs(feet[axis] * 0.3048 - metres[axis]) < 1e-8);
    assert.ok(Math.abs((survey[axis] * 1200) / 3937 - metres[axis]) < 1e-8);
    // The two feet differ by two millionths.
    assert.ok(Math.abs(feet[axis] / survey[axis] - 1.000002) < 1e-9);
  }
  const degrees = mapped(epsg(4258), WGS84, 9.2, 48.8, 'usSurveyFoot');
  assert.ok(Math.abs(degrees[0] - 9.2) < 1e-6 && Math.abs(degrees[1] - 48.8) < 1e-6);
});

test('a position that is none stays as it is, and so does its elevation', () => {
  const map = crsMap(WGS84, epsg(25832), 'metre')!;
  for (const position of [
    [Number.NaN, 48, 5],
    [9, Number.NaN, 5],
    [Infinity, 48, 5],
  ]) {
    const given = Float64Array.from(position);
    map(given);
    assert.deepEqual([...given], position);
  }
});

test('WKT is a system as its code is; what is none is refused by code', () => {
  for (const code of [25832, 2277, 32756, 4258]) {
    const { wkt } = epsgDefinition(code)!;
    const by = { kind: 'wkt', wkt: wkt! } as const;
    const [, longitude, latitude] = PLACES.find(([one]) => one === code) ?? [0, 9.2, 48.8];
    const [e, n] = mapped(WGS84, by, longitude, latitude);
    const [expectedE, expectedN] = mapped(WGS84, epsg(code), longitude, latitude);
    assert.ok(
      Math.hypot(e - expectedE, n - expectedN) < 1e-3,
      `EPSG:${code} as WKT: ${e} ${n}, not ${expectedE} ${expectedN}`,
    );
  }
  for (const wkt of ['', 'PROJCS[', 'GEOGCS["x"]', '{}', 'x'.repeat(10_000)]) {
    assert.throws(
      () => crsMap({ kind: 'wkt', wkt }, WGS84, 'metre')?.(Float64Array.of(1, 2, 3)),
      { code: 'crs-unknown' },
      wkt.slice(0, 20),
    );
  }
});

test('the table has the codes of the register by number, and no others', () => {
  assert.deepEqual(
    [25832, 4326, 2277].map((code) => [epsgDefinition(code)?.code, epsgDefinition(code)?.unit]),
    [
      [25832, 'metre'],
      [4326, 'degree (supplier to define representation)'],
      [2277, 'US survey foot'],
    ],
  );
  for (const code of [0, -1, 1.5, Number.NaN, Infinity, 1_000_000, 999_998])
    assert.equal(epsgDefinition(code), undefined, String(code));
  assert.equal(epsgDefinition(25832), epsgDefinition(25832), 'read once');
});

test('a definition says what it is: degrees or metres, its datum, the grid it needs, and its name', () => {
  const { geographic, datum, grid, label } = define(epsg(4326));
  assert.deepEqual([geographic, datum, grid, /^EPSG:4326 \(WGS 84/.test(label)], [true, 'WGS84', undefined, true]);
  const british = define(epsg(27700));
  assert.deepEqual([british.geographic, british.grid !== undefined], [false, true]);
  assert.ok(!/nadgrids|type=crs|to_meter/.test(british.proj4), british.proj4);
  assert.equal(define({ kind: 'wkt', wkt: epsgDefinition(25832)!.wkt!, name: 'mine' }).label, 'mine');
  assert.throws(() => define({ kind: 'local' }), { code: 'crs-local' });
});
