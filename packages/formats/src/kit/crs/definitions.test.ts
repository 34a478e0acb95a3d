import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { crsChange, WGS84 } from './crs-change.ts';

/** Codes with a place in their area. */
const PLACES = [
  [28992, 5.9, 52.1],
  [7415, 5.9, 52.1],
  [2277, -97.7, 30.3],
  [31370, 5.5, 50.6],
  [31256, 16, 47.5],
] as const;
/** Kinds of definitions, by their headings. */
const FORMS = {
  'OGC WKT1': 'WKT 1',
  'ESRI WKT': "ESRI's WKT (.prj)",
  'OGC WKT2:2019': 'WKT 2',
  PROJJSON: 'PROJJSON',
} as const;
const skip = spawnSync('gdalsrsinfo', ['--version']).error && 'gdalsrsinfo is not installed';

/** Definitions as GDAL writes them, all of a code at once. */
const written = new Map<number, string>();
function definitionOf(code: number, heading: string): string {
  const words = ['-o', 'all', '--single-line', `EPSG:${code}`];
  const all = written.get(code) ?? spawnSync('gdalsrsinfo', words, { encoding: 'utf8' }).stdout;
  written.set(code, all);
  return new RegExp(`^${heading} :\\n(.+)$`, 'm').exec(all)![1]!;
}

async function easting(to: Crs, longitude: number, latitude: number): Promise<readonly number[]> {
  const box = { minEasting: longitude, maxEasting: longitude, minNorthing: latitude, maxNorthing: latitude };
  const change = await crsChange(WGS84, to, 'metre', { main: box, whole: box }, { accuracy: 1000 });
  const position = Float64Array.of(longitude, latitude, 0);
  change!.map(position);
  return [position[0]!, position[1]!];
}

for (const [code, longitude, latitude] of PLACES)
  for (const [heading, name] of Object.entries(FORMS))
    test(`${name} of EPSG:${code} is the system of the code, with its change of datum`, { skip }, async () => {
      const wkt = definitionOf(code, heading);
      const found = await easting({ kind: 'wkt', wkt }, longitude, latitude);
      const expected = await easting({ kind: 'epsg', code }, longitude, latitude);
      assert.ok(Math.hypot(found[0]! - expected[0]!, found[1]! - expected[1]!) < 0.001, `${found}, not ${expected}`);
    });
