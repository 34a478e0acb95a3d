import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type Crs, crsText } from '@fieldbridge/fieldjob';
import { imported } from '@fieldbridge/formats/testing/journeys.ts';
import type { CrsSettings } from '../../core/crs-settings.ts';
import { crsChange } from './crs-change.ts';
import { geotiffGeoid, gtxGrid } from './testing/geoid.ts';

const EUROPE = { west: 0, south: 44, east: 16, north: 56 };
const UNDULATION = 45.625;
const UTM_EGM96: Crs = { kind: 'epsg', code: 32632, vertical: 5773 };
const HEIGHTS: Crs = { kind: 'epsg', code: 4979 };
const noCs2cs = spawnSync('cs2cs').error && 'proj-bin is not installed';
const folder = mkdtempSync(join(tmpdir(), 'heights-'));
after(() => rmSync(folder, { recursive: true }));
let folders = 0;
const withGrid = (name: string, bytes: Uint8Array): string => {
  const grids = join(folder, String(folders++));
  mkdirSync(grids);
  writeFileSync(join(grids, name), bytes);
  return grids;
};

async function changed(
  from: Crs,
  to: Crs,
  place: readonly [number, number, number],
  settings: CrsSettings = {},
): Promise<number[]> {
  const [easting, northing] = place;
  const box = { minEasting: easting, maxEasting: easting, minNorthing: northing, maxNorthing: northing };
  const change = await crsChange(from, to, 'metre', { main: box, whole: box }, settings);
  const position = Float64Array.from(place);
  change!.map(position);
  return [...position];
}

/** What cs2cs makes of a place. @param turned whether axes of its systems are northing first: source, target */
function oracle(
  from: Crs,
  to: Crs,
  [x, y, z]: readonly [number, number, number],
  turned: readonly [boolean, boolean],
  grids = '',
): number[] {
  const path = `${grids}:/usr/share/proj`;
  const { stdout } = spawnSync('cs2cs', ['-f', '%.5f', crsText(from), crsText(to)], {
    input: `${turned[0] ? `${y} ${x}` : `${x} ${y}`} ${z}\n`,
    encoding: 'utf8',
    env: { ...process.env, PROJ_DATA: path, PROJ_LIB: path },
  });
  const [a, b, c] = stdout.trim().split(/\s+/).map(Number) as [number, number, number];
  return turned[1] ? [b, a, c] : [a, b, c];
}

const near = (found: readonly number[], expected: readonly number[]): void =>
  assert.ok(
    expected.length === 3 && expected.every((value, i) => Math.abs(found[i]! - value) <= 0.001),
    `${found}, not ${expected}`,
  );

describe('a geoid model', () => {
  for (const [name, bytes] of [
    ['egm96_15.gtx', gtxGrid(EUROPE, UNDULATION)],
    ['us_nga_egm96_15.tif', geotiffGeoid(EUROPE, UNDULATION)],
  ] as const)
    test(`turns ellipsoid heights into elevations, as cs2cs does with the same ${name}`, {
      skip: noCs2cs,
    }, async () => {
      const grids = withGrid(name, bytes);
      const place = [9.25, 48.75, 300] as const;
      const found = await changed(HEIGHTS, UTM_EGM96, place, { grids });
      assert.equal(found[2], 300 - UNDULATION);
      near(found, oracle(HEIGHTS, UTM_EGM96, place, [true, false], grids));
      near(await changed(UTM_EGM96, HEIGHTS, found as [number, number, number], { grids }), [...place]);
    });

  const rows = 'name,latitude,longitude,height\nA,48.75,9.25,300\nB,48.76,9.25,\n';
  test('gives the points of a file their elevations; the height above the ellipsoid stays beside', async () => {
    const grids = withGrid('egm96_15.gtx', gtxGrid(EUROPE, UNDULATION));
    const { job } = await imported(rows, 'p.csv', { crs: '32632+5773' }, { grids });
    assert.deepEqual([job.points.elevation(0), job.points.elevation(1)], [300 - UNDULATION, Number.NaN]);
    assert.deepEqual(job.points.attributes.get(0), ['ellipsoidHeight', '300']);
    assert.ok(job.points.easting(1) > 500_000);
  });

  test('that is missing is named, with its publisher', () =>
    assert.rejects(imported(rows, 'p.csv', { crs: '32632+5773' }), {
      code: 'crs-grid-missing',
      message: /us_nga_egm96_15\.tif \(published as .* by the National Geospatial-Intelligence Agency/,
    }));

  test('is not needed where the file has elevations, or the system has none', async () => {
    for (const [text, crs, elevation] of [
      ['name,latitude,longitude,height,elevation\nA,48.75,9.25,300,250\n', '32632+5773', 250],
      [rows, '32632', Number.NaN],
    ] as const) {
      const { job } = await imported(text, 'p.csv', { crs });
      assert.equal(job.points.elevation(0), elevation);
    }
  });

  for (const [fault, bytes, code] of [
    ['is cut off', gtxGrid(EUROPE, UNDULATION).subarray(0, 60), 'crs-grid-damaged'],
    ['lifts the data by 900 m', gtxGrid(EUROPE, 900), 'crs-grid-damaged'],
    ['is of another area', gtxGrid({ west: 60, south: 0, east: 70, north: 10 }, UNDULATION), 'crs-grid-elsewhere'],
    ['has no number anywhere', gtxGrid(EUROPE, Number.NaN), 'crs-grid-damaged'],
    // What PROJ takes for "no value".
    ['lifts the data by 5 km', gtxGrid(EUROPE, 5000), 'crs-grid-elsewhere'],
  ] as const)
    test(`that ${fault} is refused`, () =>
      assert.rejects(changed(HEIGHTS, UTM_EGM96, [9.25, 48.75, 300], { grids: withGrid('egm96_15.gtx', bytes) }), {
        code,
      }));
});

describe('a GeoTIFF grid that is cut off is refused', () => {
  for (const size of [4, 20, 200])
    test(`${size}`, async () => {
      const grids = withGrid('us_nga_egm96_15.tif', geotiffGeoid(EUROPE, UNDULATION).subarray(0, size));
      const code = 'crs-grid-damaged';
      await assert.rejects(changed(HEIGHTS, UTM_EGM96, [9.25, 48.75, 300], { grids }), { code }, String(size));
    });
});

describe('heights above two datums', () => {
  for (const [from, to, place] of [
    // DHHN2016 and DHHN92 by way of EVRF2007: offset and slope.
    [{ code: 25832, vertical: 7837 }, { code: 25833, vertical: 5783 }, [500_000, 5_600_000, 43]],
    // NZVD2009 to One Tree Point 1964, an offset.
    [{ code: 2193, vertical: 4440 }, { code: 2193, vertical: 5767 }, [1_700_000, 6_000_000, 43]],
    // NAVD88 in metres and in US survey feet; the caller's unit is the metre.
    [{ code: 26914, vertical: 5703 }, { code: 26914, vertical: 6360 }, [500_000, 3_300_000, 43]],
  ] as const)
    test(`are changed as cs2cs does: ${from.code}+${from.vertical} to ${to.code}+${to.vertical}`, {
      skip: noCs2cs,
    }, async () => {
      const [source, target] = [from, to].map((one): Crs => ({ kind: 'epsg', ...one }));
      const found = await changed(source!, target!, place);
      const turned = from.code === 2193;
      const expected = oracle(source!, target!, place, [turned, turned]);
      if (to.vertical === 6360) expected[2]! *= 1200 / 3937;
      near(found, expected);
    });

  test('are refused where depths are counted', () =>
    assert.rejects(changed(HEIGHTS, { kind: 'epsg', code: 32632, vertical: 5715 }, [9, 48, 0]), {
      code: 'crs-unknown',
      message: /depths instead of elevations/,
    }));

  test('are kept, which is said, where one of the systems has none', async () => {
    const box = { minEasting: 9, maxEasting: 9, minNorthing: 48, maxNorthing: 48 };
    const wgs: Crs = { kind: 'epsg', code: 4326 };
    const keptOf = async (least?: number, most?: number): Promise<string | undefined> => {
      const whole = { ...box, minElevation: least, maxElevation: most };
      const change = await crsChange(wgs, UTM_EGM96, 'metre', { main: box, whole });
      const position = Float64Array.of(9, 48, 300);
      change!.map(position);
      assert.equal(position[2], 300);
      return change!.heightsKept;
    };
    assert.equal(await keptOf(0, 300), 'EPSG:4326 (WGS 84)');
    assert.deepEqual([await keptOf(), await keptOf(0, 0)], [undefined, undefined], 'there is nothing to keep');
  });

  for (const [rows, count] of [
    ['name,latitude,longitude,elevation\nA,48,9,300\n', 1],
    ['name,latitude,longitude\nA,48,9\n', 0],
  ] as const)
    test(`are ${count > 0 ? '' : 'not '}reported as kept of points: ${rows.slice(0, 33).trim()}`, async () => {
      const { issues } = await imported(rows, 'p.csv', { crs: '32632+5773' });
      assert.equal(issues.count('crs-heights-kept'), count);
    });
});
