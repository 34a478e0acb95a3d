import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { imported, requestOf } from '@fieldbridge/formats/testing/journeys.ts';
import { writeWith } from '@fieldbridge/formats/testing/run-format.ts';
import { formatById, reportContent } from '../index.ts';

/** Two of the names are repeated; two points have none. */
const NAMES = ['A', 'B', 'A', '', '', 'B'];

function jobOf(names: readonly string[]): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = new Feature();
  for (const [i, name] of names.entries()) {
    feature.name = name;
    builder.point(feature, 1000.5 + i, 2000.25, 10);
  }
  return builder.job;
}

const CG = NAMES.map((name) => `<CgPoint name="${name}">1 2 3</CgPoint>`).join('');
const GSI = NAMES.filter(Boolean).map(
  (name, i) => `11000${i}+${name.padStart(8, '0')} 81..00+02000123 82..00+01000456\n`,
);

/** A file of each format with named points: written by us, or by hand where writing makes names unique. */
const FILES: readonly (readonly [format: string, text?: string])[] = [
  ['csv'],
  ['gts7'],
  ['jobxml'],
  ['maxml'],
  ['geojson'],
  ['tp3'],
  ['pt3'],
  ['landxml', `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2"><CgPoints>${CG}</CgPoints></LandXML>`],
  ['gsi', GSI.join('')],
];

describe('a point name that a file repeats is reported, with its count', () => {
  for (const [id, text] of FILES)
    it(id, async () => {
      const format = formatById(id)!;
      const bytes = text ?? (await writeWith(format, jobOf(NAMES), { options: { experimental: true } })).result;
      const name = `p.${format.extensions[0]}`;
      const { job, issues } = await imported(bytes, name);
      const { report } = await reportContent(requestOf(bytes, name));
      for (const summary of [issues.summary(), report.issues]) {
        const [repeated] = summary.filter(({ code }) => code === 'point-name-repeated');
        assert.deepEqual([repeated?.severity, repeated?.count, repeated?.parameters], ['note', 2, { name: 'A' }]);
      }
      assert.equal(job.points.length, id === 'gsi' ? 4 : NAMES.length);
    });

  it('control points beside points: of both on their own', async () => {
    const text = 'name,latitude,longitude\nA,52.1,5.9\nA,52.2,5.9\nB,52.3,5.9\n';
    const { issues } = await imported(text, 'p.csv');
    assert.equal(issues.count('point-name-repeated'), 1);
  });

  for (const [id, why] of [
    ['dxf', 'whose names are kinds of things'],
    ['mjf', 'where it was reported when the points were imported'],
  ] as const)
    it(`not of ${id}, ${why}`, async () => {
      const { result } = await writeWith(formatById(id)!, jobOf(NAMES));
      assert.equal((await imported(result, `p.${id}`)).issues.count('point-name-repeated'), 0);
    });
});
