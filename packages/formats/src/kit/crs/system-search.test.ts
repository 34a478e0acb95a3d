import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { type FitQuestion, fitOf } from './system-fit.ts';
import { searchSystems } from './system-search.ts';

describe('a search for a reference system', () => {
  for (const [text, first] of [
    ['28992', 28992],
    ['EPSG:25832', 25832],
    ['epsg 31370', 31370],
    ['rd new', 28992],
    ['Rijksdriehoeksmeting', 28992],
    ['netherlands', 28992],
    ['etrs89 utm 32n', 25832],
    ['Luxémbourg gauss', 2169],
    ['ISN93 lambert', 3057],
  ] as const)
    test(`${text}: EPSG:${first} comes first`, () => {
      assert.equal(searchSystems(text, 5)[0]?.code, first, JSON.stringify(searchSystems(text, 5), undefined, 1));
    });
  test('gives nothing for nothing, and for what no system has', () => {
    for (const text of ['', '  ', '///', 'xyzzy', "' UNION SELECT --"])
      assert.deepEqual(searchSystems(text, 5), [], text);
  });
  test('leaves deprecated systems out unless their code is given', () => {
    assert.ok(searchSystems('utm', 5000).every(({ deprecated }) => !deprecated));
    assert.equal(searchSystems('32663', 5)[0]?.deprecated, true);
  });
});

describe('data in a system', () => {
  const EPSG = (code: number): Crs => ({ kind: 'epsg', code });
  // Dam Square in Amsterdam: 4.893° east, 52.373° north (Wikipedia); in RD 121 400, 487 350.
  const DAM: FitQuestion = {
    box: { minEasting: 121_380, minNorthing: 487_330, maxEasting: 121_420, maxNorthing: 487_370 },
    ...{ unit: 'metre', from: undefined, to: undefined, wantsChange: false },
  };
  test('is where it is on the earth, and in the area of use', async () => {
    const { earth, fits, change, problem } = await fitOf(EPSG(28992), DAM, {});
    assert.ok(Math.abs(earth!.west - 4.893) < 0.002 && Math.abs(earth!.north - 52.373) < 0.002, JSON.stringify(earth));
    assert.deepEqual([fits, change, problem], [true, null, null]);
  });
  describe('is in no other system of these numbers', () => {
    for (const code of [25831, 31370, 2056])
      test(`${code}`, async () => {
        assert.equal((await fitOf(EPSG(code), DAM, {})).fits, false, String(code));
      });
  });
  test('in feet is elsewhere than in metres', async () => {
    const feet = { ...DAM, unit: 'internationalFoot' } as const;
    const { earth } = await fitOf(EPSG(28992), feet, {});
    assert.ok(earth!.north < 51, JSON.stringify(earth));
  });
  test('changes to another system by an operation that is named, with the grid of a better one', async () => {
    for (const ends of [
      { from: EPSG(28992), candidate: EPSG(25831) },
      { to: EPSG(25831), candidate: EPSG(28992) },
    ]) {
      const question = { ...DAM, ...ends, wantsChange: true };
      const { fits, change } = await fitOf(ends.candidate, question, {});
      assert.equal(fits, true);
      assert.match(change!.name, /Amersfoort to ETRS89/);
      assert.deepEqual(change!.better?.grids, ['nl_nsgi_rdtrans2018.tif']);
    }
  });
  test('cannot be in a system with axes that a job does not have: that is said', async () => {
    const { problem, fits } = await fitOf(EPSG(2053), DAM, {});
    assert.deepEqual([problem?.code, fits], ['crs-axes', null]);
  });
});
