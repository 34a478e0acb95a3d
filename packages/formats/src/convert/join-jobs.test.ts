import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Crs, Feature, JobBuilder, parseCrs, type Unit } from '@fieldbridge/fieldjob';
import { IssueLog } from '../core/issues/issue.ts';
import { issueOf } from '../core/issues/issue-of.ts';
import { type JoinPart, type JoinRequest, joinJobs } from './join-jobs.ts';

interface Stated {
  readonly unit?: Unit;
  readonly crs?: string;
  readonly names?: readonly string[];
}

/** A part with a point of each name at 500000, 5540000; without a unit it is assumed to be in metres. */
function part(name: string, { unit, crs = 'local', names = ['A'] }: Stated = {}): JoinPart {
  const builder = new JobBuilder();
  builder.describe({ unit: unit ?? 'metre', crs: parseCrs(crs) as Crs });
  const issues = new IssueLog();
  if (unit === undefined) issues.report(issueOf('unit-assumed', { unit: 'metre' }));
  const feature = new Feature();
  for (const one of names) builder.point(Object.assign(feature.reset(), { name: one }), 500_000, 5_540_000, Number.NaN);
  return { name, job: builder.job, issues };
}

const request = (more: Partial<JoinRequest> = {}): JoinRequest => ({
  ...{ name: 'site', onDuplicate: 'rename', settings: {} },
  ...more,
});
const M = 'metre';
const FT = 'internationalFoot';
const UTM = 'EPSG:25832';
const OTHER = 'EPSG:25833';
const crs = (text: string): Crs => parseCrs(text) as Crs;

describe('jobs of several files', () => {
  for (const [name, parts, wanted, unit, system] of [
    ['that state nothing are in the unit that was assumed', [{}, {}], {}, M, 'local'],
    ['in one unit keep it', [{ unit: FT }, { unit: FT }], {}, FT, 'local'],
    ['in two units are joined in the requested one', [{ unit: FT }, { unit: M }], { unit: M }, M, 'local'],
    [
      'in one system keep it',
      [
        { unit: M, crs: UTM },
        { unit: M, crs: UTM },
      ],
      {},
      M,
      UTM,
    ],
    ['are all taken to be in the system that one states', [{}, { unit: M, crs: UTM }], {}, M, UTM],
    [
      'follow into the requested system',
      [
        { unit: M, crs: UTM },
        { unit: M, crs: OTHER },
      ],
      { crs: crs(OTHER) },
      M,
      OTHER,
    ],
    ['that state nothing are declared to be in the requested system', [{}, {}], { crs: crs(UTM) }, M, UTM],
  ] as const)
    test(name, async () => {
      const jobs = parts.map((stated, i) => part(`file ${i}`, { ...(stated as Stated), names: [`P${i}`] }));
      const { job } = await joinJobs(jobs, request(wanted));
      assert.deepEqual([job.info.name, job.unit, job.info.crs], ['site', unit, crs(system)]);
      assert.equal(job.points.length, 2);
    });

  for (const [code, parts, wanted, text] of [
    ['units-differ', [{ unit: M }, { unit: FT }], {}, /"a" is in metres and "b" in international feet/],
    ['unit-not-stated', [{ unit: FT }, {}], {}, /"b" states no unit, and "a" is in international feet/],
    ['unit-not-stated', [{}, { unit: FT }], { unit: FT }, /"a" states no unit/],
    [
      'crs-differ',
      [
        { unit: M, crs: UTM },
        { unit: M, crs: OTHER },
      ],
      {},
      /"a" is in EPSG:25832 and "b" in EPSG:25833/,
    ],
    [
      'crs-differ',
      [
        { unit: M, crs: UTM },
        { unit: M, crs: OTHER },
      ],
      { crs: crs('local') },
      /one reference system/,
    ],
    ['crs-not-stated', [{}, { unit: M, crs: UTM }], { crs: crs(OTHER) }, /"a" states no reference system/],
  ] as const)
    test(`that contradict each other are refused: ${code}, ${text.source}`, async () => {
      const [a, b] = parts as readonly [Stated, Stated];
      await assert.rejects(
        joinJobs([part('a', a), part('b', b)], request(wanted)),
        (error: Error & { code?: string }) => {
          assert.equal(error.code, code);
          assert.match(error.message, text);
          return true;
        },
      );
    });

  test('are converted: units exactly, systems by one operation that is reported', async () => {
    const feet = await joinJobs([part('a', { unit: M }), part('b', { unit: FT, names: ['B'] })], request({ unit: FT }));
    assert.deepEqual([feet.job.points.easting(0), feet.job.points.easting(1)], [500_000 / 0.3048, 500_000]);
    const parts = [part('a', { unit: M, crs: UTM }), part('b', { unit: M, crs: OTHER, names: ['B'] })];
    const { job, issues } = await joinJobs(parts, request({ crs: crs(OTHER) }));
    assert.equal(issues.count('crs-operation'), 1);
    assert.ok(Math.abs(job.points.easting(0) - 70_258) < 500, String(job.points.easting(0)));
    assert.equal(job.points.easting(1), 500_000);
  });

  for (const [onDuplicate, names] of [
    ['rename', ['A', 'B', 'B-2', 'C']],
    ['keep', ['A', 'B', 'C']],
    ['replace', ['A', 'B', 'C']],
  ] as const)
    test(`that share point names: ${onDuplicate}`, async () => {
      const parts = [part('a', { names: ['A', 'B'] }), part('b', { names: ['B', 'C'] })];
      const { job, issues } = await joinJobs(parts, request({ onDuplicate }));
      const found = Array.from({ length: job.points.length }, (_, row) => job.points.name.get(row));
      assert.deepEqual(found, names);
      assert.equal(issues.summary().length, 1);
    });

  test('that share point names are refused on request', async () => {
    const parts = [part('a'), part('b')];
    await assert.rejects(joinJobs(parts, request({ onDuplicate: 'refuse' })), { code: 'point-name-taken' });
  });
});
