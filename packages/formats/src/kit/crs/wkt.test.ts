import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { planCodes } from './registry.ts';
import { wktOf } from './wkt.ts';
import { openWkt, writeWkt } from './wkt-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'wkt-'));
after(() => rmSync(folder, { recursive: true }));

describe('the definition of a reference system', () => {
  for (const [what, code, expected] of [
    ['a projected system', 25832, /^PROJCS\["ETRS89 \/ UTM zone 32N".*AUTHORITY\["EPSG","25832"\]\]$/],
    ['a plan and a height system', 7415, /^COMPD_CS\["RD \+ NAP height"/],
    ['three axes, which WKT 1 does not have', 4979, undefined],
    ['a projection that WKT 1 does not have', 3993, undefined],
    ['an unknown code', 999_999, undefined],
  ] as const)
    test(`of ${what}: ${code}`, async () => {
      const wkt = await wktOf({ kind: 'epsg', code });
      if (expected === undefined) assert.equal(wkt, undefined);
      else assert.match(wkt!, expected);
    });

  test('is found in a table by its code', () => {
    const path = join(folder, 'wkt.db');
    writeWkt(path, [
      [25832, 'PROJCS["a"]'],
      [7415, 'COMPD_CS["b"]'],
    ]);
    const table = openWkt(path);
    assert.deepEqual(
      [25832, 7415, 4979].map((code) => table.get(code)?.['wkt']),
      ['PROJCS["a"]', 'COMPD_CS["b"]', undefined],
    );
  });

  test('can be asked for every code with plan coordinates', () => {
    const codes = planCodes();
    assert.ok(codes.length > 7000 && [4326, 4979, 7415, 25832].every((code) => codes.includes(code)));
    assert.ok(!codes.includes(5709), 'heights alone');
  });
});
