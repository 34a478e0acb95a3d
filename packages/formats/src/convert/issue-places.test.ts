import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Crs } from '@fieldbridge/fieldjob';
import { imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { reportContent } from '../index.ts';

// The second point has the name of the first one: its place is moved as the point is.
const TEXT = 'name,easting (m),northing (m),elevation (m)\nA1,400000,5000000,100\nA1,400010,5000020,101\n';

describe('the place of an issue is that of its object', () => {
  for (const [what, raw, target] of [
    ['as it is in the file', {}, {}],
    ['with its axes exchanged', { swap: true }, {}],
    ['in the unit of the job', {}, { unit: 'internationalFoot' }],
    ['in the reference system of the job', { crs: 'EPSG:25832' }, { crs: { kind: 'epsg', code: 25833 } as Crs }],
    ['in a system in feet', { crs: 'EPSG:26910' }, { crs: { kind: 'epsg', code: 2227 } as Crs }],
  ] as const)
    it(what, async () => {
      const { job, issues } = await imported(TEXT, 'p.csv', raw, { target });
      const issue = issues.summary().find(({ code }) => code === 'point-name-repeated');
      assert.deepEqual(issue?.place, { easting: job.points.easting(1), northing: job.points.northing(1) });
      assert.deepEqual(issues.places().find(({ code }) => code === 'point-name-repeated')?.place, issue.place);
    });

  it('in a content report in the file, with the axes of an import', async () => {
    const { report } = await reportContent(requestOf(TEXT, 'p.csv', { swap: true }));
    const { place } = report.issues.find(({ code }) => code === 'point-name-repeated')!;
    assert.deepEqual(place, { easting: 5_000_020, northing: 400_010 });
  });

  it('without one if only the place does not exist in the system of the job', async () => {
    const text =
      '0 SECTION 2 ENTITIES 0 CIRCLE 8 A 10 1e12 20 1e12 40 -1 0 POINT 8 A 10 500000 20 5000000 0 ENDSEC 0 EOF';
    const target = { crs: { kind: 'epsg', code: 25833 } as Crs };
    const { job, issues } = await imported(
      `${text.split(' ').join('\n')}\n`,
      'a.dxf',
      { crs: 'EPSG:25832' },
      { target },
    );
    assert.equal(job.points.length, 1);
    const { place } = issues.summary().find(({ code }) => code === 'bad-radius')!;
    assert.equal(place, undefined);
  });

  const DXF = '0 SECTION 2 ENTITIES 0 CIRCLE 8 ROAD 10 10 20 20 40 -1 0 POINT 8 ROAD 10 1 20 2 0 ENDSEC 0 EOF';
  for (const [as, raw, expected] of [
    ['features', {}, { easting: 20, northing: 10 }],
    ['both', {}, { easting: 20, northing: 10 }],
    ['drawing', { swap: false }, { easting: 10, northing: 20 }],
    ['drawing', { swap: false, placement: 'scale', scale: '500' }, { easting: 5000, northing: 10_000 }],
    // Halfway from the first to the second position, which differ by a turn to the left and a doubling.
    [
      'drawing',
      { swap: false, placement: 'line', from: '0,0;20,40', to: '100,100;20,140' },
      { easting: 60, northing: 120 },
    ],
    // In feet.
    [
      'drawing',
      { swap: false, unit: 'ft', placement: 'point', from: '0,0', to: '5,5' },
      { easting: 8.048, northing: 11.096 },
    ],
  ] as const)
    it(`of a drawing read as ${as} with ${JSON.stringify(raw)}`, async () => {
      const text = `${DXF.split(' ').join('\n')}\n`;
      const { issues } = await imported(text, 'a.dxf', { swap: true, ...raw }, { as, target: { unit: 'metre' } });
      const { place } = issues.summary().find(({ code }) => code === 'bad-radius')!;
      const rounded = [place!.easting, place!.northing].map((value) => Math.round(value * 1e6) / 1e6);
      assert.deepEqual(rounded, [expected.easting, expected.northing]);
    });
});
