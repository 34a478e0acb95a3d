import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crsText } from '@fieldbridge/fieldjob';
import { statedCrs } from './stated-crs.ts';

const text = (stated: ReturnType<typeof statedCrs>): string => ('crs' in stated ? crsText(stated.crs) : stated.fault);

describe('a stated reference system', () => {
  for (const [stated, expected] of [
    ['28992', 'EPSG:28992'],
    ['EPSG:28992+5709', 'EPSG:7415'],
    ['28992 5709', 'EPSG:7415'],
    ['EPSG:25832+7837', 'EPSG:25832+7837'],
    ['EPSG:25832+EPSG:7837', 'EPSG:25832+7837'],
    ['urn:ogc:def:crs:EPSG::28992', 'EPSG:28992'],
    ['urn:ogc:def:crs,crs:EPSG::28992,crs:EPSG::5709', 'EPSG:7415'],
    ['http://www.opengis.net/def/crs/EPSG/0/28992', 'EPSG:28992'],
    ['RD New', 'EPSG:28992'],
    ['amersfoort/rd new', 'EPSG:28992'],
    ['Amersfoort / RD New + NAP height', 'EPSG:7415'],
    ['RD New + NAP', 'EPSG:7415'],
    ['ETRS89 / UTM 32N', 'EPSG:25832'],
    ['ETRS89 / UTM zone 32N + DHHN2016 height', 'EPSG:25832+7837'],
    ['25832 + DHHN2016', 'EPSG:25832+7837'],
    ['ETRS_1989_UTM_Zone_32N', 'EPSG:25832'],
    ['WGS84', 'EPSG:4326'],
    ['NAD83 / Texas Central (ftUS)', 'EPSG:2277'],
    ['NAD83 / Texas Central', 'EPSG:32139'],
    ['MGI / Austria GK East', 'EPSG:31256'],
    // A bracket behind a word may be a part of a name, or the start of a definition.
    ['NAD83(2011) / Texas South Central (ftUS)', 'EPSG:6588'],
    ['NAD83(HARN) / Arizona Central (ft)', 'EPSG:2868'],
    ['NAD83(2011) / Texas South Central (ftUS) + NAVD88 height (ftUS)', 'EPSG:6588+6360'],
    ['PROJCS("a",GEOGCS("b"))', 'PROJCS("a",GEOGCS("b"))'],
    ['BOUNDCRS(SOURCECRS(PROJCRS("a")))', 'BOUNDCRS(SOURCECRS(PROJCRS("a")))'],
    // A plus sign may be a part of a name.
    ['CH1903+ / LV95', 'EPSG:2056'],
    ['102100', 'EPSG:102100'],
    ['local', 'local'],
    ['PROJCRS["a"]', 'PROJCRS["a"]'],
    ['{"type":"ProjectedCRS"}', '{"type":"ProjectedCRS"}'],
  ] as const)
    test(`"${stated}" is ${expected}`, () => assert.equal(text(statedCrs(stated)), expected));

  for (const [stated, fault] of [
    ['UTM zone 32N', /the name of .*EPSG:25832 \(ETRS89 \/ UTM zone 32N\).* and \d+ more$/],
    ['Lambert-93', /the name of EPSG:2154 \(.*EPSG:9793/],
    ['RD Nw', /which is unknown; near it: .*EPSG:28992/],
    ['Germany', /near it: .*LCC Germany/],
    ['RD New + NAAP', /"NAAP", which is unknown as a system of heights; near it: EPSG:5709/],
    ['Nonsens / System + NAP', /which is unknown/],
    ['qqqq', /which is unknown$/],
    ['', /not ""$/],
    ['x'.repeat(5000), /not "x{200}"$/],
    ['EPSG:9999', /EPSG:9999, which is unknown/],
    ['EPSG:7837', /heights only; join it to a plan system, as EPSG:25832\+7837/],
    ['NAP', /EPSG:5709 \(NAP height\), which has heights only/],
    ['EPSG:28992+4326', /EPSG:4326 is no system of heights/],
    ['EPSG:28992+9999', /EPSG:9999 is unknown/],
    ['EPSG:7415+5709', /EPSG:7415 has heights already/],
    ['EPSG:4978', /geocentric/],
  ] as const)
    test(`"${stated.slice(0, 30)}" is refused`, () => {
      const found = text(statedCrs(stated));
      assert.match(found, /^must be an EPSG code/);
      assert.match(found, fault);
    });

  // A former name of WGS 84 in the registry; the system of that name has a code of its own.
  test('is not the one that only formerly had the name', () =>
    assert.doesNotMatch(text(statedCrs('DGN-95')), /^EPSG:4326$/));
});
