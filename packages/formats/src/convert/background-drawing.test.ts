import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { codesOf, imported } from '@fieldbridge/formats/testing/journeys.ts';

const HEADER = '0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n';
const LINE = '0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n10\n0\n20\n0\n11\n1\n21\n1\n0\nENDSEC\n';
const ALIAS = '<Alias id="25832" type="CoordinateSystem"><Namespace>EPSG Code</Namespace></Alias>';
const LOCATED = `${HEADER}${LINE}0\nSECTION\n2\nOBJECTS\n0\nGEODATA\n301\n${ALIAS}\n0\nENDSEC\n0\nEOF\n`;
const PLAIN = `${LINE}0\nEOF\n`;
const EPSG = (code: number): Crs => ({ kind: 'epsg', code });

describe('a background drawing', () => {
  describe('that states no unit is assumed to have the job’s, which is reported once, as for features', () => {
    for (const as of ['drawing', 'features', 'both'] as const)
      it(JSON.stringify(as), async () => {
        const { issues } = await imported(PLAIN, 'plan.dxf', {}, { as, target: { unit: 'usSurveyFoot' } });
        assert.equal(issues.count('unit-assumed'), 1, as);
        const stated = await imported(LOCATED, 'plan.dxf', { crs: 'local' }, { as, target: { unit: 'usSurveyFoot' } });
        assert.equal(stated.issues.count('unit-assumed'), 0, as);
      });
  });

  it('in another reference system than the job’s keeps its coordinates, which is reported unless it is placed', async () => {
    const isReported = async (
      as: 'drawing' | 'both' | 'features',
      crs: Crs,
      raw = {},
      text = LOCATED,
    ): Promise<boolean> =>
      codesOf((await imported(text, 'plan.dxf', raw, { as, target: { crs } })).issues).includes('drawing-in-other-crs');
    assert.equal(await isReported('drawing', EPSG(25833)), true);
    assert.equal(await isReported('both', EPSG(25833)), true);
    assert.equal(await isReported('features', EPSG(25833)), false);
    assert.equal(await isReported('drawing', EPSG(25832)), false);
    assert.equal(await isReported('drawing', { kind: 'local' }), false);
    assert.equal(await isReported('drawing', EPSG(25833), {}, PLAIN), false);
    // The caller states the system, which the drawing does not.
    assert.equal(await isReported('drawing', EPSG(25833), { crs: 'EPSG:25832' }, PLAIN), true);
    assert.equal(await isReported('drawing', EPSG(25832), { crs: 'EPSG:25832' }), false);
  });

  it('placed by matching positions needs no report, whatever its system', async () => {
    const placed = { placement: 'point', from: '0,0', to: '500000,5200000' };
    const { issues } = await imported(LOCATED, 'plan.dxf', placed, { as: 'drawing', target: { crs: EPSG(25833) } });
    assert.equal(issues.count('drawing-in-other-crs'), 0);
  });
});
