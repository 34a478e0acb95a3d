import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { projectedCodes } from './registry.ts';
import { askPyproj, compare, missingPyproj } from './testing/comparison.ts';

/** Metres. */
const TOLERANCE = 0.001;
/** Systems that were wrong before PROJ was used, and common ones in surveying. */
const ALWAYS = [28992, 31370, 5684, 2393, 28356, 7856, 25832, 31467, 27700, 2154, 2056, 5514, 2225, 2277, 27572, 3031];
/** Number of further codes, chosen by the seed; the campaign (`npm run campaign:crs`) tests all. */
const SAMPLE = 40;
/** Accepted reasons for larger differences: the oracle's PROJ 9.1 and ours have different registries. */
const KNOWN_REASON = /^(?:oracle: .*|other operation: .*|crs-axes|crs-grid-missing|crs-datum-unknown)$/;

const missing = missingPyproj();
const codes = missing === undefined ? [...ALWAYS, ...fc.sample(fc.constantFrom(...projectedCodes()), SAMPLE)] : [];
const lines = codes.length > 0 ? askPyproj(codes) : [];

test('reference systems are compared with PROJ by code', { skip: missing }, () => {
  assert.ok(ALWAYS.every((code) => lines.some((line) => line.code === code)));
});

for (const line of lines)
  test(`EPSG:${line.code} gives the result of PROJ for the code`, async () => {
    const { projection, change } = await compare(line);
    if (typeof projection === 'string') assert.match(projection, KNOWN_REASON);
    else assert.ok(projection <= TOLERANCE, `${projection} m off`);
    if (typeof change === 'string') assert.match(change, KNOWN_REASON);
    else assert.ok(change <= TOLERANCE, `${change} m off from WGS 84`);
  });
