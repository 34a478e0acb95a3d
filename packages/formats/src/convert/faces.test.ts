import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JobBuilder } from '@fieldbridge/fieldjob';
import { exported, imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { formatById, importFile, reportContent } from '../index.ts';

type Corner = readonly [easting: number, northing: number];

/** A drawing of a slope as faces, two to a square. */
function slope(squares: number): string {
  const face = (...corners: readonly Corner[]): (string | number)[] => [
    ...[0, '3DFACE', 8, 'DGM'],
    ...[...corners, corners[2]!].flatMap(([e, n], i) => [10 + i, e, 20 + i, n, 30 + i, 100 + e / 10 + n / 20]),
  ];
  const faces = Array.from({ length: squares ** 2 }, (_, i) => [i % squares, Math.floor(i / squares)] as const).flatMap(
    ([e, n]) => [...face([e, n], [e + 1, n], [e + 1, n + 1]), ...face([e, n], [e + 1, n + 1], [e, n + 1])],
  );
  const header = [0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, 6, 0, 'ENDSEC'];
  return [...header, 0, 'SECTION', 2, 'ENTITIES', ...faces, 0, 'ENDSEC', 0, 'EOF'].join('\n');
}

const SLOPE = slope(6);

describe('a drawing of faces that make a surface', () => {
  describe('has one as features, as a background drawing and as both', () => {
    for (const as of ['features', 'drawing', 'both'] as const)
      it(JSON.stringify(as), async () => {
        const { job } = await imported(SLOPE, 'dgm.dxf', {}, { as });
        const holders = [...(as === 'drawing' ? [] : [job]), ...job.drawings.map(({ scene }) => scene)];
        for (const { surfaces, areas } of holders)
          assert.deepEqual([surfaces.map(({ triangles }) => triangles.length / 3), areas.length], [[72], 0], as);
      });
  });

  it('has it in the content report, to be selected', async () => {
    const { report } = await reportContent(requestOf(SLOPE, 'dgm.dxf'));
    assert.deepEqual([report.counts.surfaces, report.counts.triangles, report.counts.areas], [1, 72, 0]);
    assert.ok(report.selection.some(({ group, entries }) => group === 'surfaces' && entries[0]?.name === 'DGM'));
  });

  for (const [id, holds] of [
    ['tn3', 'surface'],
    ['tp3', 'surface'],
    ['landxml', 'surface'],
    ['maxml', 'surface'],
    ['mjf', 'surface'],
    ['dxf', 'surface'],
    ['dgn', 'surface'],
    ['geojson', 'area'],
  ] as const)
    it(`is written to a ${id} as ${holds}`, async () => {
      const builder = new JobBuilder();
      await importFile({ ...requestOf(SLOPE, 'dgm.dxf'), to: formatById(id)! }, builder);
      const { surfaces, areas } = builder.job;
      assert.deepEqual([surfaces.length, areas.length], holds === 'surface' ? [1, 0] : [0, 72]);
      const { issues } = await exported(builder.job, id);
      assert.deepEqual(
        ['surface-left-out', 'area-left-out'].map((code) => issues.count(code)),
        [0, 0],
      );
    });

  it('has areas for any target when the caller asks for them', async () => {
    const builder = new JobBuilder();
    await importFile({ ...requestOf(SLOPE, 'dgm.dxf', { surfaces: 'false' }), to: formatById('landxml')! }, builder);
    assert.deepEqual([builder.job.surfaces.length, builder.job.areas.length], [0, 72]);
  });
});
