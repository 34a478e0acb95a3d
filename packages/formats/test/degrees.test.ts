import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Feature, type FieldJob, JobBuilder } from '@fieldbridge/fieldjob';
import { type CountedIssue, type Format, formatById, parseExportOptions } from '../src/index.ts';
import { writeWith } from '../testing/run-format.ts';
import { jobWith, type Traits } from '../testing/traits.ts';

const DEGREES: Traits = { info: { crs: { kind: 'epsg', code: 4326 } } };

async function issuesOf(format: Format, job: FieldJob): Promise<CountedIssue[]> {
  const { values } = parseExportOptions(format, { experimental: 'experimental' in format.writeOptions || undefined });
  return (await writeWith(format, job, { options: values })).issues.summary();
}

/** A point in degrees whose elevation is in feet. */
function pointInFeet(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'internationalFoot', ...DEGREES.info });
  builder.point(Object.assign(new Feature(), { name: 'P' }), 8.12345678, 48.5, 100);
  return builder.job;
}

describe('a job in degrees, as a format that states no reference system', () => {
  for (const id of ['gts7', 'points', 'csv', 'jobxml', 'dgn', 'tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'])
    it(`of ${id}: a warning says that its coordinates are no lengths`, async () => {
      const [warning] = (await issuesOf(formatById(id)!, jobWith(DEGREES))).filter(
        ({ code }) => code === 'degrees-bare',
      );
      assert.equal(warning?.severity, 'warning');
      assert.match(warning.text, /EPSG:4326/);
    });

  it('needs no warning if it is in metres, or the format states the system', async () => {
    const metres = await issuesOf(formatById('tp3')!, jobWith({ info: { crs: { kind: 'epsg', code: 25832 } } }));
    assert.ok(metres.some(({ code }) => code === 'crs-left-out'));
    for (const issues of [metres, await issuesOf(formatById('landxml')!, jobWith(DEGREES))])
      assert.ok(!issues.some(({ code }) => code === 'degrees-bare'));
  });

  it('the changes of its coordinates are not stated in metres', async () => {
    const gts7 = await issuesOf(formatById('gts7')!, pointInFeet());
    const dgn = await issuesOf(formatById('dgn')!, pointInFeet());
    assert.match(gts7.find(({ code }) => code === 'coordinates-rounded')!.text, /0\.000043 \(degrees in plan\)/);
    assert.match(dgn.find(({ code }) => code === 'dgn-resolution')!.text, /degrees in plan/);
  });

  it('has the same degrees in a file whose lengths are metres', async () => {
    const { result } = await writeWith(formatById('jobxml')!, pointInFeet());
    assert.match(result.toString(), /<North>48.5<\/North>\s*<East>8.12345678<\/East>\s*<Elevation>30.48</);
  });
});
